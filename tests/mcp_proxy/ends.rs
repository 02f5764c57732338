//! How a session ends, and who gets to know.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{before, call, is_failure, request, started, with};

fn signal(client: &crate::client::Client, signal: &str) {
    let pid = client.child.id().to_string();
    assert!(std::process::Command::new("kill").args([signal, &pid]).status().unwrap().success());
}

/// Whether a process runs, by the number that a server wrote into a file.
fn runs(pid: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.trim())).unwrap_or_default();
    !stat.is_empty() && !stat.contains(") Z ")
}

#[test]
fn a_server_that_ends_answers_every_call_by_an_error_and_gives_its_status() {
    let mut client = before("read -r a; read -r b; printf '{\"id\":1,\"res'; exit 9");
    client.send(call("1", "a")).send(call("\"x\"", "b"));
    is_failure(&client.message(), &json!(1), "exit status 9");
    is_failure(&client.message(), &json!("x"), "exit status 9");
    let ended = client.ended();
    assert_eq!((ended.status, ended.lines), (Some(9), vec![]));
}

#[test]
fn a_server_that_was_killed_is_named_by_its_signal() {
    let mut client = before("read -r a; kill -9 $$");
    client.send(call("1", "a"));
    is_failure(&client.message(), &json!(1), "signal 9");
    assert_eq!(client.ended().status, Some(137));
}

#[test]
fn a_program_that_is_not_there_is_exit_127() {
    let ended = started(&["--", "/no/such/program"], |_| {}).ended();
    assert_eq!((ended.status, ended.lines.len()), (Some(127), 0));
    assert!(ended.errors.contains("/no/such/program"), "{}", ended.errors);
    let no_program = |folder: &tempfile::TempDir| std::fs::write(folder.path().join("text"), "x").unwrap();
    assert_eq!(started(&["--", "./text"], no_program).ended().status, Some(127));
}

#[test]
fn a_message_without_its_line_end_is_the_last_one() {
    let mut client = before("read -r a; printf '{\"id\":1,\"result\":{}}'; exit 0");
    client.send(request("1", "ping", "{}"));
    assert_eq!(client.line(), r#"{"id":1,"result":{}}"#);
    assert_eq!(client.ended().status, Some(0));
}

#[test]
fn the_end_of_the_client_is_seen_by_the_server_whose_last_words_pass() {
    let mut client = before("cat > /dev/null; sleep 0.3; echo '{\"id\":1,\"result\":{}}'; exit 5");
    let ended = client.send(request("1", "ping", "{}")).close().ended();
    assert_eq!((ended.status, ended.lines), (Some(0), vec![r#"{"id":1,"result":{}}"#.to_owned()]));
}

#[test]
fn a_server_that_does_not_end_is_asked_and_then_killed() {
    let begun = Instant::now();
    let mut client = before("trap 'echo asked > asked' TERM; echo $$ > pid; while :; do sleep 0.1; done");
    client.file("pid", |text| text.ends_with('\n'));
    let ended = client.close().ended();
    assert_eq!(ended.status, Some(0));
    assert!(begun.elapsed() >= Duration::from_secs(5), "it was killed at once");
    client.file("asked", |text| !text.is_empty());
    assert!(!runs(&client.file("pid", |text| text.ends_with('\n'))));
}

#[test]
fn sigterm_ends_both_at_once() {
    let begun = Instant::now();
    let mut client = before("echo $$ > pid; exec sleep 100");
    let pid = client.file("pid", |text| text.ends_with('\n'));
    signal(&client, "-TERM");
    assert_eq!(client.ended().status, Some(143));
    assert!(begun.elapsed() < Duration::from_secs(30) && !runs(&pid));
}

#[test]
fn a_server_that_closes_its_output_is_at_its_end() {
    let mut client = before("read -r a; exec >&-; cat > /dev/null; exit 4");
    client.send(call("1", "a"));
    is_failure(&client.message(), &json!(1), "closed its output");
    assert_eq!(client.ended().status, Some(4));
}

#[test]
fn what_a_server_leaves_after_keeps_nobody_waiting() {
    let mut client = before("read -r a; sleep 100 & exit 3");
    client.send(call("1", "a"));
    is_failure(&client.message(), &json!(1), "exit status 3");
    assert_eq!(client.ended().status, Some(3));
}

#[test]
fn a_server_that_does_not_read_any_more_is_an_error_of_the_call() {
    let mut client =
        before("exec <&-; echo closed > closed; sleep 2; echo '{\"method\":\"notifications/x\"}'");
    client.file("closed", |text| !text.is_empty());
    client.send(call("1", "a"));
    is_failure(&client.message(), &json!(1), "read");
    assert_eq!(client.line(), r#"{"method":"notifications/x"}"#);
}

#[test]
fn a_call_that_takes_too_long_is_answered_and_cancelled_and_its_late_answer_dropped() {
    let mut client = with(
        &["--timeout", "0.3"],
        "read -r a; read -r b; printf '%s\\n' \"$b\" > seen; echo '{\"id\":\"t\",\"result\":{}}'; echo '{\"method\":\"notifications/x\"}'; cat > /dev/null",
    );
    client.send(call("\"t\"", "slow"));
    is_failure(&client.message(), &json!("t"), "within 0.3 s");
    let seen: serde_json::Value =
        serde_json::from_str(&client.file("seen", |text| text.ends_with('\n'))).unwrap();
    assert_eq!(
        (&seen["method"], &seen["params"]["requestId"]),
        (&json!("notifications/cancelled"), &json!("t"))
    );
    assert_eq!(client.line(), r#"{"method":"notifications/x"}"#);
    assert_eq!(client.close().ended().lines, [""; 0]);
}

#[test]
fn a_wrong_timeout_or_no_server_is_wrong_usage() {
    assert_eq!(with(&["--timeout", "soon"], "true").ended().status, Some(2));
    assert_eq!(started(&[], |_| {}).ended().status, Some(2));
}

#[test]
fn decisions_are_logged_and_standard_error_stays_silent() {
    let mut client = with(
        &["--log", "log", "--log-level", "debug"],
        "read -r a; echo '{\"id\":1,\"result\":{}}'; echo '{\"id\":1,\"result\":{}}'; cat > /dev/null",
    );
    client.send(request("1", "ping", "{}")).line();
    client.file("log", |text| text.contains("WARN dropped an answer that nobody waits for\n"));
    assert_eq!(client.close().ended().errors, "");
}
