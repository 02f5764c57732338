//! Clients and servers that do what they should not.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{LONG, before, call, configured, request, started, weir, with};

/// Far over every budget.
const LONG_TEXT: &str = "text=$(head -c 60000 /dev/zero | tr '\\0' x)";

/// The result of a call to a server that answers with `answer`, in which `$text` is a long text.
fn result_of(answer: &str) -> Value {
    let mut client = before(&format!(
        "{LONG_TEXT}; read -r a; printf '{{\"id\":1,{answer}}}\\n' \"$text\"; cat > /dev/null"
    ));
    let line = client.send(call("1", "a")).line();
    assert!(line.len() < 20_000, "{} bytes pass", line.len());
    serde_json::from_str::<Value>(&line).unwrap()["result"].clone()
}

#[test]
fn an_error_of_null_beside_a_result_does_not_hide_its_size() {
    let result = result_of(r#""error":null,"result":{"content":[{"type":"text","text":"%s"}]}"#);
    assert_eq!(result["_meta"]["weir/answer"]["kind"], "chunk");
    let result =
        result_of(r#""error":{"code":1,"message":"no"},"result":{"content":[{"type":"text","text":"%s"}]}"#);
    assert_eq!(result["_meta"]["weir/answer"]["kind"], "chunk");
}

#[test]
fn a_result_of_another_form_is_bounded_too() {
    for (answer, kind) in [
        (r#""result":{"toolResult":{"a":"%s"}}"#, "digest"),
        (r#""result":{"content":"%s"}"#, "chunk"),
        (r#""result":{"content":{"type":"text","text":"%s"}}"#, "digest"),
        (r#""result":"%s""#, "chunk"),
        (r#""result":["%s"]"#, "page"),
        (r#""result":{"content":[{"text":"%s"}]}"#, "chunk"),
        (r#""result":{"content":[],"structuredContent":"%s"}"#, "chunk"),
    ] {
        assert_eq!(result_of(answer)["_meta"]["weir/answer"]["kind"], kind, "{answer}");
    }
    let mut client = before(
        "digits=$(head -c 60000 /dev/zero | tr '\\0' 7); read -r a; printf '{\"id\":1,\"result\":{\"content\":[],\"structuredContent\":%s}}\\n' \"$digits\"; cat > /dev/null",
    );
    let line = client.send(call("1", "a")).line();
    assert!(line.len() < 20_000 && line.contains("\"kind\":\"cut\""), "{} bytes pass", line.len());
}

#[test]
fn a_small_result_of_another_form_passes() {
    let answer = r#"{"id":1,"result":{"toolResult":{"a":1.0}}}"#;
    let mut client = before(&format!("read -r a; printf '%s\\n' '{answer}'; cat > /dev/null"));
    assert_eq!(client.send(call("1", "a")).line(), answer);
}

/// A proxy whose client does not read, and whose server prints without end.
fn unread() -> (std::process::Child, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let script =
        "read -r a; while :; do printf '{\"method\":\"notifications/x\",\"params\":\"%01000d\"}\\n' 1; done";
    let mut command = weir(&folder);
    command.args(["proxy", "--", "sh", "-c", script]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let line = call("1", "a") + "\n";
    std::io::Write::write_all(child.stdin.as_mut().unwrap(), line.as_bytes()).unwrap();
    // Until its pipe is full.
    std::thread::sleep(Duration::from_millis(500));
    (child, folder)
}

#[track_caller]
fn status_of(child: &mut std::process::Child) -> Option<i32> {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        if begun.elapsed() > LONG {
            let _ = child.kill();
            panic!("the proxy does not end");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_client_that_does_not_read_cannot_keep_the_proxy_from_its_end() {
    let (mut child, _folder) = unread();
    let output = child.stdout.take();
    Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    assert_eq!(status_of(&mut child), Some(143));
    drop(output);
    let (mut child, _folder) = unread();
    let output = child.stdout.take();
    drop(child.stdin.take());
    assert_eq!(status_of(&mut child), Some(0));
    drop(output);
}

#[test]
fn a_log_that_is_a_pipe_without_a_reader_keeps_nobody_waiting() {
    let mut client = started(&["--log", "pipe", "--", "cat"], |folder| {
        let made = Command::new("mkfifo").arg(folder.path().join("pipe")).status().unwrap();
        assert!(made.success());
    });
    assert_eq!(client.send("{\"method\":\"x\"}").line(), "{\"method\":\"x\"}");
    let ended = client.close().ended();
    assert_eq!(ended.status, Some(0));
    assert!(ended.errors.contains("failed to open the log"), "{}", ended.errors);
}

#[test]
fn odd_ids_come_back_as_they_were_written() {
    let ids = [
        "0",
        "-1",
        "1.50",
        "1e2",
        "9007199254740993",
        "\"\"",
        "\"\\u0061\\n\"",
        "\"\u{6f22}\"",
        "null",
        "[1]",
        "{\"a\":1}",
    ];
    let mut client = before(
        "while read -r line; do id=${line#*\\\"id\\\":}; id=${id%%,\\\"method\\\"*}; printf '{\"id\":%s,\"result\":{\"content\":[]}}\\n' \"$id\"; done",
    );
    for id in ids {
        assert_eq!(
            client.send(call(id, "a")).line(),
            format!("{{\"id\":{id},\"result\":{{\"content\":[]}}}}")
        );
    }
}

#[test]
fn both_eras_on_one_pipe_each_get_their_own_form() {
    let script = format!(
        "{LONG_TEXT}; while read -r line; do n=$((n+1)); printf '{{\"id\":%d,\"result\":{{\"content\":[{{\"type\":\"text\",\"text\":\"%s\"}}]}}}}\\n' $n \"$text\"; done"
    );
    let mut client = before(&script);
    let modern = r#"{"name":"a","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}"#;
    let first = client.send(request("1", "tools/call", modern)).message();
    let cursor = first["result"]["_meta"]["weir/answer"]["nextCursor"].clone();
    // What the server left out is not added to its results, and weir's own results have what their era wants.
    let get = |meta: bool| {
        let mut params = json!({ "name": "weir_get", "arguments": { "cursor": cursor } });
        if meta {
            params["_meta"] = json!({ "io.modelcontextprotocol/protocolVersion": "2026-07-28" });
        }
        request("\"g\"", "tools/call", &params.to_string())
    };
    assert_eq!(client.send(get(true)).message()["result"]["resultType"], "complete");
    assert_eq!(client.send(get(false)).message()["result"]["resultType"], Value::Null);
    assert_eq!(client.send(call("2", "a")).message()["result"]["resultType"], Value::Null);
}

#[test]
fn the_get_tool_makes_room_for_tools_of_its_name_however_they_are_written() {
    let list = r#"{"id":1,"result":{"tools":[{"name":"weir\u005fget"},{"name":"weir_get_2"},{"name":"weir_get_2"},{"name":"\u5de5\u5177 \ud83d\ude00","outputSchema":{}}]}}"#;
    let script = format!(
        "{LONG_TEXT}; read -r a; printf '%s\\n' '{list}'; read -r a; printf '{{\"id\":2,\"result\":{{\"content\":[{{\"type\":\"text\",\"text\":\"%s\"}}]}}}}\\n' \"$text\"; read -r a; printf '{{\"id\":3,\"result\":{{\"its\":\"own\"}}}}\\n'; cat > /dev/null"
    );
    let mut client = before(&script);
    let tools = client.send(request("1", "tools/list", "{}")).message();
    let tools = tools["result"]["tools"].as_array().unwrap().clone();
    assert_eq!(
        (tools.len(), &tools[4]["name"], &tools[3]["outputSchema"]),
        (5, &json!("weir_get_3"), &Value::Null)
    );
    let answer = client.send(call("2", "\\u5de5\\u5177 \\ud83d\\ude00")).message();
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("rest: weir_get_3 {"), "{text}");
    assert_eq!(client.send(call("3", "weir_get")).line(), r#"{"id":3,"result":{"its":"own"}}"#);
}

#[test]
fn a_cursor_of_another_key_leads_nowhere() {
    let script = format!(
        "{LONG_TEXT}; while read -r line; do printf '{{\"id\":1,\"result\":{{\"content\":[{{\"type\":\"text\",\"text\":\"%s\"}}]}}}}\\n' \"$text\"; done"
    );
    let mut one = before(&script);
    let answer = one.send(call("1", "a")).message();
    let cursor = answer["result"]["_meta"]["weir/answer"]["nextCursor"].as_str().unwrap().to_owned();
    let mut other = before(&script);
    other.send(call("1", "a")).line();
    for cursor in
        [cursor.as_str(), &cursor[..cursor.len() - 4], "w1.", "../../etc/passwd", "\u{0}\u{202e}", ""]
    {
        let params = json!({ "name": "weir_get", "arguments": { "cursor": cursor } }).to_string();
        let got = other.send(request("2", "tools/call", &params)).message();
        assert_eq!(got["result"]["isError"], true, "{cursor}");
        assert!(got["result"]["content"][0]["text"].as_str().unwrap().len() < 300);
    }
}

#[test]
fn the_smallest_budgets_hold() {
    let settings = r#"{"tokenBudgetThreshold":100,"itemBudget":100,"chunkSize":100,"defaultPageSize":1,"maxPageSize":1,"chunkMaxLines":1}"#;
    let script = format!(
        "{LONG_TEXT}; while read -r line; do n=$((n+1)); case $n in 1) printf '{{\"id\":1,\"result\":{{\"content\":[{{\"type\":\"text\",\"text\":\"%s\"}}]}}}}\\n' \"$text\";; *) printf '{{\"id\":%d,\"result\":{{\"content\":[],\"structuredContent\":[{{\"a\":\"%s\"}},{{\"a\":1}},{{\"a\":2}}]}}}}\\n' $n \"$text\";; esac; done"
    );
    let mut client = configured(settings, &script);
    for (id, budget) in [("1", 100), ("2", 200)] {
        let answer = client.send(call(id, "a")).message();
        let text = answer["result"]["content"][0]["text"].as_str().unwrap();
        assert!((3 * text.chars().count()).div_ceil(10) <= budget, "{text}");
        let mut meta = answer["result"]["_meta"]["weir/answer"].clone();
        let mut steps = 0;
        while let (Some(cursor), true) = (meta["nextCursor"].as_str(), steps < 5) {
            let params = json!({ "name": "weir_get", "arguments": { "cursor": cursor } }).to_string();
            let got = client.send(request("\"g\"", "tools/call", &params)).message();
            let text = got["result"]["content"][0]["text"].as_str().unwrap();
            assert!((3 * text.chars().count()).div_ceil(10) <= budget, "{text}");
            meta = got["result"]["_meta"]["weir/answer"].clone();
            steps += 1;
        }
        assert!(steps > 1);
    }
}

#[test]
fn settings_that_are_nested_without_end_change_nothing_while_it_runs() {
    let mut client =
        with(&["--config", "weir.yaml"], "while read -r line; do printf '%s\\n' \"$line\"; done");
    client.send("{\"method\":\"x\"}").line();
    let file = client.folder.path().join("weir.yaml");
    for text in [
        "[".repeat(300_000),
        "a: ".repeat(10_000),
        "{\"tools\":".repeat(100_000),
        "- ".repeat(100_000),
        "\u{0}\u{feff}".to_owned(),
    ] {
        std::fs::write(&file, text).unwrap();
        // A request looks at the file in the thread of the client.
        let line = request("1", "ping", "{}");
        assert_eq!(client.send(&line).line(), line);
    }
    std::fs::remove_file(&file).unwrap();
    std::os::unix::fs::symlink("weir.yaml", &file).unwrap();
    let line = request("2", "ping", "{}");
    assert_eq!(client.send(&line).line(), line);
    assert_eq!(client.close().ended().status, Some(0));
}
