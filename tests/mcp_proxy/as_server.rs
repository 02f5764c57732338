//! `weir mcp`: weir itself as the server.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Client, request, started_as, weir};

const MODERN: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;

/// A log of cargo's, with so many tests of which some fail; it sleeps, then ends with a status.
const LOG: &str = r#"
n=$1; l=$(echo "$2" | tr , ' '); echo "     Running unittests src/lib.rs (target/debug/deps/app-0123456789abcdef)"; echo; echo "running $n tests"
i=0; while [ $i -lt $n ]; do case " $l " in *" $i "*) r=FAILED;; *) r=ok;; esac; echo "test m::case_$i ... $r"; i=$((i+1)); done
f=0; if [ -n "$2" ]; then printf '\nfailures:\n\n'; for i in $l; do f=$((f+1)); printf -- "---- m::case_$i stdout ----\n\nthread 'm::case_$i' panicked at src/lib.rs:$i:9:\nassertion failed: number $i\n\n"; done; printf '\nfailures:\n'; for i in $l; do echo "    m::case_$i"; done; fi
[ $f = 0 ] && r=ok || r=FAILED
printf "\ntest result: $r. $((n-f)) passed; $f failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.11s\n"
sleep ${4:-0}; exit $3
"#;

fn server(options: &[&str]) -> Client {
    started_as("mcp", options, |folder| std::fs::write(folder.path().join("log.sh"), LOG).unwrap())
}

fn allowing() -> Client {
    server(&["--allow", "sh log.sh*"])
}

fn params(tool: &str, arguments: &Value) -> String {
    json!({"name": tool, "arguments": arguments}).to_string()
}

/// The answer to a call; news before it is passed over.
#[track_caller]
fn called(client: &mut Client, tool: &str, arguments: &Value) -> Value {
    client.send(request("1", "tools/call", &params(tool, arguments)));
    loop {
        let message = client.message();
        if message["id"] == 1 {
            return message;
        }
    }
}

#[track_caller]
fn text(message: &Value) -> &str {
    message["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{message}"))
}

fn log(words: &[&str]) -> Value {
    let words: Vec<&str> = ["sh", "log.sh"].iter().chain(words).copied().collect();
    json!({"command": words})
}

#[test]
fn a_failing_run_is_answered_by_its_failures_in_both_eras() {
    let mut client = allowing();
    let message = called(&mut client, "weir_run", &log(&["2000", "700,1999", "101"]));
    let answer = text(&message);
    assert!(answer.contains("case_700") && answer.contains("number 1999"), "{answer}");
    assert!(answer.lines().any(|line| line.starts_with("weir: FAILED 2 failed")), "{answer}");
    let meta = &message["result"]["_meta"]["weir/answer"];
    assert_eq!(
        (&meta["kind"], &meta["verdict"], &meta["exit"]),
        (&json!("run"), &json!("failed"), &json!(101))
    );
    assert_eq!((&meta["failed"], &meta["passed"]), (&json!(2), &json!(1998)));
    assert!(message["result"].get("isError").is_none() && message["result"].get("resultType").is_none());
    // What was left out is had by the calls that the answer prints.
    let id = meta["snapshot"].as_str().unwrap();
    let lines = called(&mut client, "weir_get", &json!({"id": id, "grep": "case_70 "}));
    assert!(text(&lines).contains("test m::case_70 ... ok"), "{lines}");
    let modern = format!("{{\"name\":\"weir_run\",{MODERN},\"arguments\":{}}}", log(&["20", "", "3"]));
    client.send(request("2", "tools/call", &modern));
    let message = client.message();
    assert_eq!(message["result"]["resultType"], "complete");
    assert_eq!(message["result"]["_meta"]["weir/answer"]["verdict"], "failed", "exit 3 is not green");
}

#[test]
fn the_second_run_of_a_command_is_compared_with_the_first() {
    let mut client = allowing();
    called(&mut client, "weir_run", &log(&["30", "7", "101"]));
    let path = client.folder.path().join("log.sh");
    std::fs::write(&path, LOG.replace("$1; l=", "$1; set -- $1 7,9 $3; l=")).unwrap();
    let again = called(&mut client, "weir_run", &log(&["30", "7", "101"]));
    assert!(text(&again).contains("new 1"), "{}", text(&again));
}

#[test]
fn nothing_runs_that_is_not_allowed() {
    let mut closed = server(&[]);
    closed.send(request("1", "tools/list", "{}"));
    let names = closed.message()["result"]["tools"].as_array().unwrap().len();
    assert_eq!(names, 2);
    assert_eq!(called(&mut closed, "weir_run", &json!({"command": ["touch", "x"]}))["error"]["code"], -32602);
    let mut client = allowing();
    std::os::unix::fs::symlink("/tmp", client.folder.path().join("out")).unwrap();
    for arguments in [
        json!({"command": ["touch", "x"]}),
        json!({"command": ["sh", "-c", "touch x"]}),
        json!({"command": ["sh", "log.sh", "a; touch x"]}),
        json!({"command": ["sh", "log.sh"], "cwd": "/tmp"}),
        json!({"command": ["sh", "log.sh"], "cwd": "out"}),
        json!({"command": ["sh", "log.sh"], "cwd": ".."}),
        json!({"command": "sh log.sh"}),
        json!({"command": []}),
        json!({"comand": ["sh"]}),
        json!({"command": ["sh", "log.sh"], "timeoutSeconds": -1}),
    ] {
        let message = called(&mut client, "weir_run", &arguments);
        assert_eq!(message["result"]["isError"], true, "{arguments}: {message}");
    }
    assert!(!client.folder.path().join("x").exists());
}

fn lives(file: &Path) -> bool {
    let pid = std::fs::read_to_string(file).unwrap_or_default();
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.trim())).unwrap_or_default();
    stat.rsplit(')').next().is_some_and(|rest| !rest.trim().is_empty() && !rest.trim().starts_with('Z'))
}

#[track_caller]
fn dies(file: &Path) {
    let begun = Instant::now();
    while lives(file) {
        assert!(begun.elapsed() < Duration::from_secs(10), "it lives");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A run that does not obey, with a child of its own; its pid is in a file.
const STUBBORN: &str = "trap '' TERM; echo test m::a ... ok; sh -c \"trap '' TERM; echo \\$\\$ > pid; sleep 60\" & sleep 60; wait";

fn stubborn() -> Client {
    started_as("mcp", &["--allow", "sh stubborn.sh"], |folder| {
        std::fs::write(folder.path().join("stubborn.sh"), STUBBORN).unwrap();
    })
}

#[test]
fn a_run_ends_with_its_children_when_it_is_cancelled_or_its_time_or_the_client_is_over() {
    let command = json!({"command": ["sh", "stubborn.sh"]});
    let has_begun = |client: &Client| drop(client.file("pid", |pid| pid.ends_with('\n')));
    let mut client = stubborn();
    client.send(request("7", "tools/call", &params("weir_run", &command)));
    has_begun(&client);
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#);
    dies(&client.folder.path().join("pid"));
    client.send(request("8", "ping", "{}"));
    assert_eq!(client.message()["id"], 8, "a cancelled call is not answered");

    std::fs::remove_file(client.folder.path().join("pid")).unwrap();
    let mut timed = command.clone();
    timed["timeoutSeconds"] = json!(1);
    let message = called(&mut client, "weir_run", &timed);
    assert!(text(&message).contains("timed out") || text(&message).contains("time"), "{message}");
    assert_eq!(message["result"]["_meta"]["weir/answer"]["exit"], 124);
    dies(&client.folder.path().join("pid"));

    std::fs::remove_file(client.folder.path().join("pid")).unwrap();
    client.send(request("9", "tools/call", &params("weir_run", &command)));
    has_begun(&client);
    let ended = client.close().ended();
    assert_eq!((ended.status, ended.errors.as_str()), (Some(0), ""));
    dies(&client.folder.path().join("pid"));
}

#[test]
fn progress_tells_the_tests_so_far_and_only_who_asks() {
    let mut client = allowing();
    let call = format!(
        "{{\"name\":\"weir_run\",\"_meta\":{{\"progressToken\":\"t\"}},\"arguments\":{}}}",
        log(&["20", "3", "101", "2.5"])
    );
    client.send(request("1", "tools/call", &call));
    let (one, two, answer) = (client.message(), client.message(), client.message());
    assert_eq!((&one["params"]["progressToken"], &one["params"]["progress"]), (&json!("t"), &json!(1)));
    assert!(two["params"]["message"].as_str().unwrap().contains("19 passed, 1 failed"), "{two}");
    assert_eq!(answer["id"], 1);
}

#[test]
fn the_environment_is_passed_on_but_for_what_names_secrets() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("env.sh"), "echo home:$HOME store:$WEIR_STORE key:$WEIR_KEY; cat")
        .unwrap();
    let mut command = weir(&folder);
    command.args(["mcp", "--allow", "sh env.sh"]).env("WEIR_KEY", "k".repeat(40)).env("WEIR_STORE", "kept");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let call = request("1", "tools/call", &params("weir_run", &json!({"command": ["sh", "env.sh"]})));
    child.stdin.as_mut().unwrap().write_all(format!("{call}\n").as_bytes()).unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let message: Value = serde_json::from_str(&line).unwrap();
    assert!(
        text(&message).contains(&format!("home:{} store:kept key:\n", folder.path().display())),
        "{message}"
    );
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_file_is_read_by_its_content_and_only_inside() {
    let mut client = server(&[]);
    let put = |name: &str, text: &str| std::fs::write(client.folder.path().join(name), text).unwrap();
    let list: Vec<Value> = (0..500).map(|number| json!({"id": number})).collect();
    put("l.json", &json!(list).to_string());
    put("t.txt", &(1..=9000).map(|line| format!("line {line}\n")).collect::<String>());
    put(
        "small.log",
        "running 2 tests\ntest a ... ok\ntest b ... FAILED\n\nfailures:\n    b\n\ntest result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out\n",
    );
    put("empty", "");
    std::fs::write(client.folder.path().join("binary"), b"a\0b").unwrap();
    std::os::unix::fs::symlink("/etc/passwd", client.folder.path().join("s")).unwrap();
    let page: Value =
        serde_json::from_str(text(&called(&mut client, "weir_read", &json!({"file": "l.json"})))).unwrap();
    assert_eq!(page["totalCount"], 500);
    let next = called(&mut client, "weir_get", &json!({"cursor": page["nextCursor"]}));
    assert!(text(&next).contains(r#"{"id":50}"#), "{next}");
    let chunk = called(&mut client, "weir_read", &json!({"file": "t.txt"}));
    assert_eq!(chunk["result"]["_meta"]["weir/answer"]["totalLines"], 9000);
    let lines = called(&mut client, "weir_read", &json!({"file": "t.txt", "lines": "5000:5001"}));
    assert!(text(&lines).starts_with("line 5000\nline 5001\n"), "{lines}");
    let log = called(&mut client, "weir_read", &json!({"file": "small.log"}));
    assert!(text(&log).contains("weir: FAILED 1 failed, 1 passed"), "{log}");
    for file in ["/etc/passwd", "s", "../x", "no", "binary", ".", "t.txt/x"] {
        let refused = called(&mut client, "weir_read", &json!({"file": file}));
        assert_eq!(refused["result"]["isError"], true, "{file}: {refused}");
    }
    let beyond = called(&mut client, "weir_read", &json!({"file": "t.txt", "lines": "9001:"}));
    assert_eq!(beyond["result"]["isError"], true);
    assert!(called(&mut client, "weir_read", &json!({"file": "empty"}))["result"].get("isError").is_none());
}

#[test]
fn what_is_wrong_is_answered_by_the_code_of_its_kind() {
    let mut client = allowing();
    let mut code = |line: &str| client.send(line).message()["error"]["code"].clone();
    assert_eq!(code("{nope"), -32700);
    assert_eq!(code("[]"), -32600);
    assert_eq!(code("42"), -32600);
    assert_eq!(code(r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#), -32600);
    assert_eq!(code(&request("1", "no/such", "{}")), -32601);
    assert_eq!(code(&request("1", "tools/call", r#"{"name":"nope"}"#)), -32602);
    assert_eq!(code(&request("1", "tools/call", "{}")), -32602);
    let old = r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":"1999-01-01"}}"#;
    let message = client.send(request("1", "tools/list", old)).message();
    assert_eq!(
        (&message["error"]["code"], &message["error"]["data"]["supported"][0]),
        (&json!(-32022), &json!("2026-07-28"))
    );
    for (asked, answered) in
        [("2025-06-18", "2025-06-18"), ("1990-01-01", "2025-11-25"), ("2026-07-28", "2025-11-25")]
    {
        let hello = format!(
            r#"{{"protocolVersion":"{asked}","capabilities":{{}},"clientInfo":{{"name":"c","version":"1"}}}}"#
        );
        let message = client.send(request("1", "initialize", &hello)).message();
        assert_eq!(message["result"]["protocolVersion"], answered);
    }
    let batch = format!("[{},{}]", request("1", "ping", "{}"), request("2", "ping", "{}"));
    assert_eq!(client.send(batch).message().as_array().unwrap().len(), 2);
}

/// Follows the calls that answers print, as a client without any knowledge of pages, to the end.
#[track_caller]
pub fn walked(mut call: impl FnMut(&str, &Value) -> Value, first: Value) -> Vec<String> {
    let (mut texts, mut message) = (Vec::new(), first);
    loop {
        let answer = text(&message).to_owned();
        let printed = answer.rfind("weir_get {").map(|at| &answer[at + "weir_get ".len()..]);
        let next = message["result"]["_meta"]["weir/answer"]["nextCursor"].is_string();
        let arguments = printed.filter(|_| next).map(|printed| {
            let printed = printed.replace("\\\"", "\"");
            let mut values = serde_json::Deserializer::from_str(&printed).into_iter::<Value>();
            values.next().unwrap().unwrap()
        });
        texts.push(answer);
        match arguments {
            Some(arguments) => message = call("weir_get", &arguments),
            None => return texts,
        }
        assert!(texts.len() < 5000, "it never ends");
    }
}

#[test]
fn a_list_and_a_text_are_walked_to_their_ends() {
    let mut client = server(&[]);
    let list: Vec<Value> =
        (0..700).map(|number| json!({"id": format!("b{number:05}"), "n": number})).collect();
    std::fs::write(client.folder.path().join("l.json"), json!(list).to_string()).unwrap();
    let lines: String = (1..=1500).map(|line| format!("line {line} of the text\n")).collect();
    std::fs::write(client.folder.path().join("t.txt"), &lines).unwrap();
    let first = called(&mut client, "weir_read", &json!({"file": "t.txt"}));
    let texts = walked(|tool, arguments| called(&mut client, tool, arguments), first);
    let whole: String = texts
        .iter()
        .flat_map(|text| text.split_inclusive('\n'))
        .filter(|line| !line.starts_with("weir: "))
        .collect();
    assert!(whole == lines, "{} lines", whole.lines().count());
    let first = called(&mut client, "weir_read", &json!({"file": "l.json"}));
    let pages = walked(|tool, arguments| called(&mut client, tool, arguments), first);
    let items = pages.iter().flat_map(|page| {
        let page: Value = serde_json::from_str(page).unwrap();
        page["items"].as_array().unwrap().clone()
    });
    assert_eq!(items.collect::<Vec<_>>(), list);
}

#[test]
fn six_clients_are_reported_how_to_start_it() {
    let folder = tempfile::tempdir().unwrap();
    for client in ["claude-code", "codex", "cursor", "vscode", "gemini", "opencode"] {
        let words = ["mcp", "--allow", "cargo test*", "--timeout", "60", "--print-config", client];
        let output = weir(&folder).args(words).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(
            output.status.success() && text.contains("cargo test*") && text.contains("weir"),
            "{client}: {text}"
        );
        assert!(String::from_utf8_lossy(&output.stderr).contains("put this into"), "{client}");
        if client != "codex" {
            serde_json::from_str::<Value>(&text).unwrap();
        }
    }
}

#[test]
fn what_a_client_calls_itself_decides_about_its_own_answers_alone() {
    let mut client = allowing();
    let mut room = |who: &str| {
        let meta = format!(
            r#""io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}}{who}"#
        );
        let run = r#"{"command":["sh","log.sh","20","","0"],"mode":"verbose"}"#;
        let call = format!(r#"{{"name":"weir_run","_meta":{{{meta}}},"arguments":{run}}}"#);
        let message = client.send(request("1", "tools/call", &call)).message();
        let answer = message["result"]["_meta"]["weir/answer"].clone();
        answer["budgetUsed"].as_u64().unwrap() + answer["budgetRemaining"].as_u64().unwrap()
    };
    let codex = r#","io.modelcontextprotocol/clientInfo":{"name":"codex","version":"1"}"#;
    let nobody = room("");
    assert!(room(codex) < nobody);
    assert_eq!(room(""), nobody);
}

#[test]
fn the_name_of_initialize_holds_for_the_session() {
    let mut client = allowing();
    let mut room = || {
        let message = called(&mut client, "weir_run", &log(&["20", "", "0"]));
        let answer = message["result"]["_meta"]["weir/answer"].clone();
        let room = answer["budgetUsed"].as_u64().unwrap() + answer["budgetRemaining"].as_u64().unwrap();
        let hello = r#"{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"codex","version":"1"}}"#;
        client.send(request("0", "initialize", hello)).message();
        room
    };
    let (before, after, still) = (room(), room(), room());
    assert!(after < before && still == after, "{before} {after} {still}");
}

#[test]
fn a_file_is_read_no_further_when_its_call_is_cancelled() {
    let mut client = server(&[]);
    let text = std::fs::File::create(client.folder.path().join("large.txt")).unwrap();
    // No disk holds it: it has a hole where its text would be.
    text.set_len(1 << 40).unwrap();
    client.send(request("7", "tools/call", &params("weir_read", &json!({"file": "large.txt"}))));
    let calls = |client: &Client| {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", client.child.id())).unwrap().flatten();
        let names = tasks.map(|task| std::fs::read_to_string(task.path().join("comm")).unwrap_or_default());
        names.filter(|name| name.trim() == "call").count()
    };
    let begun = Instant::now();
    while calls(&client) == 0 {
        assert!(begun.elapsed() < Duration::from_secs(10), "it begins");
        std::thread::sleep(Duration::from_millis(5));
    }
    // Long enough to be beyond what is read at once.
    std::thread::sleep(Duration::from_secs(2));
    assert_eq!(calls(&client), 1);
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#);
    while calls(&client) > 0 {
        assert!(begun.elapsed() < Duration::from_secs(20), "it is read on");
        std::thread::sleep(Duration::from_millis(20));
    }
    client.send(request("8", "ping", "{}"));
    assert_eq!(client.message()["id"], 8, "a cancelled call is not answered");
}

#[test]
fn what_is_printed_for_a_client_holds_wherever_the_client_starts_it() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("token"), "0123456789abcdef\n").unwrap();
    let here = folder.path().canonicalize().unwrap();
    let printed = |words: &[&str]| {
        let words = [&["mcp", "--print-config", "cursor"], words].concat();
        let output = weir(&folder).args(words).current_dir(&here).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let value: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}"));
        (value["mcpServers"]["weir"].clone(), String::from_utf8(output.stderr).unwrap())
    };
    let (server, _) = printed(&["--root", "sub", "--config", "./c.yaml", "--telemetry", "../t"]);
    let words: Vec<&str> =
        server["args"].as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
    let path = |name: &str| here.join(name).display().to_string();
    let wanted = ["--root", &path("sub"), "--config", &path("c.yaml"), "--telemetry", &path("../t")];
    assert_eq!(words[1..], wanted);
    let (server, _) = printed(&["--telemetry", "off"]);
    assert!(server["args"].as_array().unwrap().contains(&json!("off")), "{server}");
    for (address, url) in [
        ("0.0.0.0:8080", "http://127.0.0.1:8080/mcp"),
        ("[::]:8080", "http://[::1]:8080/mcp"),
        ("192.0.2.1:80", "http://192.0.2.1:80/mcp"),
        (":8080", "http://127.0.0.1:8080/mcp"),
        ("localhost:8080", "http://localhost:8080/mcp"),
    ] {
        let (server, hint) = printed(&["--listen", address, "--token-file", "token"]);
        assert_eq!(server["url"], url);
        assert!(hint.contains("Authorization: Bearer") && !hint.contains("0123456789abcdef"), "{hint}");
    }
    let (_, hint) = printed(&["--listen", "8080"]);
    assert!(!hint.contains("Authorization"), "{hint}");
}

#[test]
fn a_token_is_read_from_a_regular_file_alone() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["mcp", "--listen", "127.0.0.1:0", "--token-file", "/dev/zero"];
    let begun = Instant::now();
    let mut child = weir(&folder).args(words).stderr(Stdio::piped()).spawn().unwrap();
    let status = loop {
        match child.try_wait().unwrap() {
            Some(status) => break status.code(),
            None if begun.elapsed() > Duration::from_secs(5) => break None,
            None => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    let _ = child.kill();
    let output = child.wait_with_output().unwrap();
    assert_eq!(status, Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("not a regular file"));
}
