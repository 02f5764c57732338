//! Answers that cannot pass: too long, too deep.

use serde_json::{Value, json};

use crate::client::{before, call, configured, is_failure, request};

const BOUND: &str = r#"{"maxMessageBytes":100000}"#;

#[test]
fn a_line_that_is_too_long_is_an_error_of_its_own_call() {
    let mut client = configured(
        BOUND,
        "read -r a; printf '{\"result\":\"'; head -c 3000000 /dev/zero | tr '\\0' x; printf '\",\"id\":1}\\n{\"id\":2,\"result\":{}}\\n'; cat > /dev/null",
    );
    client.send(call("1", "a")).send(request("2", "ping", "{}"));
    is_failure(&client.message(), &json!(1), "maxMessageBytes");
    assert_eq!(client.line(), r#"{"id":2,"result":{}}"#);
}

#[test]
fn a_line_of_as_many_bytes_as_may_be_passes_with_any_line_end() {
    let bytes = 100_000 - r#"{"id":1,"result":""}"#.len();
    for (more, end) in [(0, "\\n"), (0, "\\r\\n"), (1, "\\n")] {
        let bytes = bytes + more;
        let mut client = configured(
            BOUND,
            &format!(
                "read -r a; printf '{{\"id\":1,\"result\":\"'; head -c {bytes} /dev/zero | tr '\\0' x; printf '\"}}{end}'; cat > /dev/null"
            ),
        );
        let answer = client.send(request("1", "ping", "{}")).message();
        match more {
            0 => assert_eq!(answer["result"].as_str().map(str::len), Some(bytes)),
            _ => is_failure(&answer, &json!(1), "a message of 100001 bytes"),
        }
    }
}

#[test]
fn the_id_of_a_line_that_is_too_long_is_found_under_a_key_with_escapes() {
    let mut client = configured(
        BOUND,
        "read -r a; printf '{\"result\":\"'; head -c 200000 /dev/zero | tr '\\0' x; printf '\",\"\\\\u0069d\":1}\\n'; cat > /dev/null",
    );
    is_failure(&client.send(call("1", "a")).message(), &json!(1), "maxMessageBytes");
    let long = format!(r#"{{"method":"ping","params":"{}","\u0069\u0064":77}}"#, "y".repeat(200_000));
    assert_eq!(client.send(long).message()["id"], 77);
}

#[test]
fn a_request_that_is_too_long_is_not_sent_and_answered() {
    let mut client = configured(BOUND, "cat > seen");
    let long = request("\"l\"", "tools/call", &format!("{{\"x\":\"{}\"}}", "y".repeat(200_000)));
    let answer = client.send(long).send("{\"method\":\"notifications/x\"}").message();
    assert_eq!(answer["id"], "l");
    assert!(answer["error"]["message"].as_str().unwrap().contains("maxMessageBytes"));
    client.close().ended();
    let seen = std::fs::read_to_string(client.folder.path().join("seen")).unwrap();
    assert_eq!(seen, "{\"method\":\"notifications/x\"}\n");
}

#[test]
fn a_question_of_the_server_that_is_too_long_is_refused_to_the_server() {
    let mut client = configured(
        BOUND,
        "printf '{\"id\":\"q\",\"method\":\"sampling/createMessage\",\"params\":\"'; head -c 200000 /dev/zero | tr '\\0' x; printf '\"}\\n'; read -r a; printf '%s\\n' \"$a\" > seen; cat > /dev/null",
    );
    let refusal: Value = serde_json::from_str(&client.file("seen", |text| text.ends_with('\n'))).unwrap();
    assert_eq!((&refusal["id"], &refusal["error"]["code"]), (&json!("q"), &json!(-32603)));
    assert_eq!(client.close().ended().lines, [""; 0]);
}

#[test]
fn an_error_that_is_too_long_keeps_its_code_and_both_ends() {
    let mut client = before(
        "read -r a; printf '{\"id\":1,\"error\":{\"code\":-32050,\"message\":\"first '; head -c 3000000 /dev/zero | tr '\\0' x; printf ' last\"}}\\n'; cat > /dev/null",
    );
    let line = client.send(call("1", "a")).line();
    assert!(line.len() < 41_000, "{}", line.len());
    let error: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(error["error"]["code"], -32050);
    let message = error["error"]["message"].as_str().unwrap();
    assert!(message.starts_with("first ") && message.ends_with(" last"));
}

#[test]
fn an_answer_that_is_too_deep_is_a_text_that_can_be_read() {
    let mut client = before(
        r#"read -r a
        deep=$(head -c 50000 /dev/zero | tr '\0' '['); shut=$(head -c 50000 /dev/zero | tr '\0' ']')
        printf '{"id":1,"result":{"content":[],"structuredContent":{"a":%s%s}}}\n' "$deep" "$shut"
        read -r a; printf '{"id":2,"error":{"code":7,"message":"no","data":%s%s}}\n' "$deep" "$shut"
        cat > /dev/null"#,
    );
    let line = client.send(call("1", "a")).line();
    assert!(line.len() < 40_000, "{} bytes", line.len());
    let answer: Value = serde_json::from_str(&line).expect("an answer of few levels");
    assert!(answer["result"]["content"][0]["text"].is_string());
    assert_eq!(answer["result"]["_meta"]["weir/answer"]["kind"], "digest");
    let error = client.send(call("2", "a")).message();
    assert_eq!((&error["error"]["code"], &error["error"]["message"]), (&json!(7), &json!("no")));
}
