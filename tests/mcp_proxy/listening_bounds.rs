//! `--listen`: what one client or one server does, the others do not feel; and the numbers that README names.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::LONG;
use crate::listening::{Listener, listening, modern, process, proxy, reply};

/// A request of a session, which is sent and not waited for.
fn sent(listener: &Listener, session: &str, body: &str) -> TcpStream {
    let mut stream = listener.connect();
    listener.send(&mut stream, "POST", "/mcp", &[("Mcp-Session-Id", session)], body);
    stream
}

fn call(id: u32, tool: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"{tool}"}}}}"#)
}

/// A notification of about so many bytes.
fn news(bytes: usize) -> String {
    format!(r#"{{"jsonrpc":"2.0","method":"notifications/x","params":{{"x":"{}"}}}}"#, "x".repeat(bytes))
}

/// Waits until something holds.
#[track_caller]
fn until(what: &str, holds: impl Fn() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < LONG, "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A line of what the system knows of the listener, as a number.
fn known(listener: &Listener, name: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", listener.child.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).unwrap();
    line.split_whitespace().next().unwrap().parse().unwrap()
}

/// The threads of the listener that have this name.
fn threads(listener: &Listener, name: &str) -> usize {
    let tasks = fs::read_dir(format!("/proc/{}/task", listener.child.id())).unwrap().flatten();
    let names = tasks.map(|task| fs::read_to_string(task.path().join("comm")).unwrap_or_default());
    names.filter(|known| known.trim() == name).count()
}

fn lives(pid: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    !stat.is_empty() && !stat.contains(") Z ")
}

#[test]
fn a_server_that_does_not_read_holds_up_nobody_else() {
    let listener = proxy(&[]);
    let session = listener.session();
    let mut waiting = vec![sent(&listener, &session, &call(2, "deaf"))];
    // The first one fills the pipe; each of the others waits for it.
    waiting.extend((0..100).map(|_| sent(&listener, &session, &news(100_000))));
    let begun = Instant::now();
    let other = listener.modern("1", "tools/call", &json!({"name": "list"}));
    assert!(process(&other).starts_with("process") && begun.elapsed() < Duration::from_secs(20));
    let another = listener.session();
    let answer = listener.ask("POST", "/mcp", &[("Mcp-Session-Id", &another)], &call(3, "list"));
    assert!(process(&answer).starts_with("process"));
}

#[test]
fn what_waits_for_a_server_that_does_not_read_is_bounded_and_refused_by_its_own_answer() {
    let listener = proxy(&[]);
    let session = listener.session();
    let _deaf = sent(&listener, &session, &call(2, "deaf"));
    // Clients that have left are not waited for.
    let before = known(&listener, "VmRSS");
    for _ in 0..200 {
        let stream = sent(&listener, &session, &news(1 << 20));
        std::thread::sleep(Duration::from_millis(5));
        drop(stream);
    }
    let after = known(&listener, "VmRSS");
    assert!(after < before + 80_000, "{before} kB, then {after} kB");
    // Those that stay fill what one session may have, and the room of the others is left.
    let waiting: Vec<TcpStream> = (0..6).map(|_| sent(&listener, &session, &news(4 << 20))).collect();
    let mut refused = 0;
    for stream in waiting {
        stream.set_read_timeout(Some(Duration::from_secs(3))).unwrap();
        let mut line = String::new();
        if BufReader::new(stream).read_line(&mut line).is_ok() {
            assert!(line.starts_with("HTTP/1.1 503"), "{line}");
            refused += 1;
        }
    }
    assert!((1..6).contains(&refused), "{refused}");
    let other = listener.session();
    let large = listener.ask("POST", "/mcp", &[("Mcp-Session-Id", &other)], &news(15 << 20));
    assert_eq!(large.status, 202, "{}", large.body);
}

#[test]
fn a_session_that_was_left_just_before_the_end_leaves_no_server_after() {
    let mut listener = proxy(&[]);
    let session = listener.session();
    let answer = listener.ask("POST", "/mcp", &[("Mcp-Session-Id", &session)], &call(2, "stay"));
    let pid = process(&answer).rsplit(' ').next().unwrap().to_owned();
    assert_eq!(listener.ask("DELETE", "/mcp", &[("Mcp-Session-Id", &session)], "").status, 200);
    Command::new("kill").arg(listener.child.id().to_string()).status().unwrap();
    let status = listener.child.wait().unwrap();
    assert_eq!(status.code(), Some(143));
    let lived = lives(&pid);
    let _ = Command::new("kill").args(["-KILL", &pid]).status();
    assert!(!lived, "the server lives");
}

#[test]
fn sessions_that_have_ended_leave_nothing_after() {
    let own = listening(&["mcp", "--listen", "127.0.0.1:0", "--telemetry", "tele"]);
    for listener in [proxy(&[]), own] {
        for _ in 0..50 {
            let session = listener.session();
            assert_eq!(listener.ask("DELETE", "/mcp", &[("Mcp-Session-Id", &session)], "").status, 200);
        }
        for name in ["time", "session", "server", "weir-telemetry"] {
            until(name, || threads(&listener, name) < 3);
        }
    }
}

#[test]
fn clients_without_a_session_do_not_use_up_each_others_calls() {
    let listener = listening(&["mcp", "--listen", "127.0.0.1:0", "--allow", "sh wait.sh"]);
    let folder = listener.folder.path();
    let script = "echo x >> begun; until [ -e go ]; do sleep 0.2; done; echo 'test m::a ... ok'";
    fs::write(folder.join("wait.sh"), script).unwrap();
    let run = json!({"name": "weir_run", "arguments": {"command": ["sh", "wait.sh"]}});
    std::thread::scope(|scope| {
        let ask = || listener.modern("1", "tools/call", &run).message();
        let calls: Vec<_> = (0..40).map(|_| scope.spawn(ask)).collect();
        let begun = Instant::now();
        let count = || fs::read_to_string(folder.join("begun")).unwrap_or_default().lines().count();
        while count() < 40 && begun.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(50));
        }
        fs::write(folder.join("go"), "").unwrap();
        for call in calls {
            let message = call.join().unwrap();
            assert_eq!(message["result"]["_meta"]["weir/answer"]["exit"], 0, "{message}");
        }
    });
}

#[test]
fn a_call_that_is_cancelled_ends_its_request_without_an_answer() {
    let listener = proxy(&[]);
    let session = listener.session();
    let named = ("Mcp-Session-Id", session.as_str());
    let cancel = |id: u32| {
        let body = format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#
        );
        assert_eq!(listener.ask("POST", "/mcp", &[named], &body).status, 202);
    };
    let slow = |id: u32, accept: &str| {
        let mut stream = listener.connect();
        listener.send(&mut stream, "POST", "/mcp", &[named, ("Accept", accept)], &call(id, "slow"));
        let asked = format!("\"id\":{id},");
        let arrived = || fs::read_to_string(listener.folder.path().join("slow")).unwrap_or_default();
        until("it arrives", || arrived().contains(&asked));
        BufReader::new(stream)
    };
    for (id, accept) in [(7, "application/json, text/event-stream"), (8, "application/json")] {
        let mut stream = slow(id, accept);
        cancel(id);
        let ended = reply(&mut stream);
        assert_eq!((ended.status, ended.body.as_str()), (202, ""), "{accept}");
    }
    // One that has begun as a stream: the stream ends.
    let mut stream = slow(9, "application/json, text/event-stream");
    let mut line = String::new();
    stream.read_line(&mut line).unwrap();
    assert!(line.starts_with("HTTP/1.1 200"), "{line}");
    cancel(9);
    let mut rest = String::new();
    let begun = Instant::now();
    while !rest.ends_with("0\r\n\r\n") {
        assert!(begun.elapsed() < LONG, "the stream goes on");
        assert!(stream.read_line(&mut rest).unwrap() > 0, "{rest}");
    }
    assert!(!rest.contains("data:"), "{rest}");
    // The session goes on.
    let answer = listener.ask("POST", "/mcp", &[named], &call(10, "list"));
    assert!(process(&answer).starts_with("process"));
}

#[test]
fn a_further_session_takes_the_place_of_the_one_that_is_unused_for_the_longest_time() {
    let listener = listening(&["mcp", "--listen", "127.0.0.1:0"]);
    let ping = r#"{"jsonrpc":"2.0","id":5,"method":"ping"}"#;
    let status = |session: &str| listener.ask("POST", "/mcp", &[("Mcp-Session-Id", session)], ping).status;
    let first = listener.session();
    let second = listener.session();
    for _ in 2..256 {
        listener.session();
    }
    assert_eq!(status(&first), 200, "256 sessions are there at once");
    let last = listener.session();
    assert_eq!([status(&first), status(&second), status(&last)], [200, 404, 200]);
}

#[test]
fn a_body_of_16_mib_is_read_and_one_byte_more_is_not() {
    const MOST: usize = 16 * 1024 * 1024;
    let listener = listening(&["mcp", "--listen", "127.0.0.1:0"]);
    let (headers, body) = modern("1", "tools/list", &json!({}));
    let headers: Vec<(&str, &str)> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let padded = |bytes: usize| format!("{body}{}", " ".repeat(bytes - body.len()));
    let fits = listener.ask("POST", "/mcp", &headers, &padded(MOST));
    assert_eq!((fits.status, &fits.message()["id"]), (200, &json!(1)));
    // Refused by its announced length, and by what comes when none is announced.
    let head = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    let mut announced = listener.connect();
    announced.write_all(format!("{head}Content-Length: {}\r\n\r\n", MOST + 1).as_bytes()).unwrap();
    let over = reply(&mut BufReader::new(announced));
    assert_eq!((over.status, &over.message()["id"]), (413, &Value::Null));
    let mut chunked = listener.connect();
    let size = format!("{head}Transfer-Encoding: chunked\r\n\r\n{:x}\r\n", MOST + 1);
    chunked.write_all(size.as_bytes()).unwrap();
    chunked.write_all(padded(MOST + 1).as_bytes()).unwrap();
    assert_eq!(reply(&mut BufReader::new(chunked)).status, 413);
    assert!(over.message()["error"]["message"].as_str().unwrap().contains("16777216"), "{}", over.body);
}

#[test]
fn a_head_and_a_body_that_do_not_come_are_given_up_after_30_seconds() {
    let listener = listening(&["mcp", "--listen", "127.0.0.1:0"]);
    let begun = Instant::now();
    let mut head = listener.connect();
    head.write_all(b"POST /mcp HTTP/1.1\r\nHost: loc").unwrap();
    let mut body = listener.connect();
    let half = b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
    body.write_all(half).unwrap();
    assert_eq!(reply(&mut BufReader::new(body)).status, 408);
    let waited = begun.elapsed();
    assert!((25..50).contains(&waited.as_secs()), "{waited:?}");
    let mut rest = Vec::new();
    let _ = head.read_to_end(&mut rest);
    let waited = begun.elapsed();
    assert!((25..50).contains(&waited.as_secs()), "{waited:?}");
}

#[test]
fn initialize_without_an_id_begins_nothing() {
    let listener = proxy(&[]);
    let body = r#"{"jsonrpc":"2.0","method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#;
    let reply = listener.ask("POST", "/mcp", &[], body);
    assert_eq!((reply.status, reply.header("mcp-session-id")), (400, None));
    assert_eq!(threads(&listener, "session"), 0);
}

#[test]
fn requests_of_one_list_are_all_answered_also_for_a_client_that_reads_json_alone() {
    let listener = proxy(&[]);
    let session = listener.session();
    let body = r#"[{"jsonrpc":"2.0","id":21,"method":"ping"},{"jsonrpc":"2.0","id":"22","method":"ping"}]"#;
    let named = [("Mcp-Session-Id", session.as_str()), ("Accept", "application/json")];
    let reply = listener.ask("POST", "/mcp", &named, body);
    let answers = reply.message();
    let ids: Vec<&Value> = answers.as_array().unwrap().iter().map(|answer| &answer["id"]).collect();
    assert_eq!((reply.status, ids), (200, vec![&json!(21), &json!("22")]), "{}", reply.body);
}
