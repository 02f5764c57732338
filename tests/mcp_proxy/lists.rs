//! The list of tools.

use serde_json::json;

use crate::client::{before, configured, request};

/// A server that answers each line by the next of these.
fn server(answers: &[&str]) -> String {
    let steps: String =
        answers.iter().map(|answer| format!("read -r line; printf '%s\\n' '{answer}'\n")).collect();
    steps + "cat > /dev/null"
}

const TOOLS: &str = r#"{"id":1,"result":{"ttlMs":1.0, "tools":[{"name":"a","outputSchema":{"type":"object"}, "x":1e2},{"name":"b"}]}}"#;

#[test]
fn schemas_of_answers_go_and_the_get_tool_comes_last() {
    let mut client = before(&server(&[TOOLS]));
    let line = client.send(request("1", "tools/list", "{}")).line();
    let begin =
        r#"{"id":1,"result":{"ttlMs":1.0, "tools":[{"name":"a", "x":1e2},{"name":"b"},{"name":"weir_get","#;
    assert!(line.starts_with(begin) && line.ends_with("}]}}"), "{line}");
}

#[test]
fn the_get_tool_is_on_the_last_page_alone_and_under_a_name_that_is_free() {
    let mut client = before(&server(&[
        r#"{"id":1,"result":{"tools":[{"name":"weir_get"}],"nextCursor":"2"}}"#,
        r#"{"id":2,"result":{"tools":[{"name":"b"}]}}"#,
    ]));
    let first = client.send(request("1", "tools/list", "{}")).line();
    assert_eq!(first, r#"{"id":1,"result":{"tools":[{"name":"weir_get"}],"nextCursor":"2"}}"#);
    let last = client.send(request("2", "tools/list", r#"{"cursor":"2"}"#)).message();
    assert_eq!(last["result"]["tools"][1]["name"], "weir_get_2");
}

#[test]
fn the_get_tool_keeps_its_name_while_the_list_is_read_again() {
    let first = |id: u32| format!(r#"{{"id":{id},"result":{{"tools":[{{"name":"a"}}],"nextCursor":"2"}}}}"#);
    let mut client = before(&server(&[
        &first(1),
        r#"{"id":2,"result":{"tools":[{"name":"weir_get"}]}}"#,
        &first(3),
        r#"{"id":5,"result":{"tools":[{"name":"b"}]}}"#,
    ]));
    client.send(request("1", "tools/list", "{}")).line();
    client.send(request("2", "tools/list", r#"{"cursor":"2"}"#)).line();
    client.send(request("3", "tools/list", "{}")).line();
    let answer = client.send(request("4", "tools/call", r#"{"name":"weir_get_2","arguments":{}}"#)).message();
    assert_eq!((&answer["id"], &answer["result"]["isError"]), (&json!(4), &json!(true)));
    let last = client.send(request("5", "tools/list", r#"{"cursor":"2"}"#)).message();
    assert_eq!(last["result"]["tools"][1]["name"], "weir_get");
}

#[test]
fn a_server_without_tools_gets_none() {
    let list = r#"{"id":2,"result":{"tools":[]}}"#;
    let mut client = before(&server(&[r#"{"id":1,"result":{"capabilities":{"resources":{}}}}"#, list]));
    client.send(request("1", "initialize", "{}")).line();
    assert_eq!(client.send(request("2", "tools/list", "{}")).line(), list);
}

#[test]
fn what_is_observed_stays_as_it_is() {
    let mut client = configured(r#"{"mode":"observe"}"#, &server(&[TOOLS, r#"{"id":2,"result":{}}"#]));
    assert_eq!(client.send(request("1", "tools/list", "{}")).line(), TOOLS);
    // There is no get tool of weir's: the call is the server's.
    assert_eq!(
        client.send(request("2", "tools/call", r#"{"name":"weir_get","arguments":{}}"#)).line(),
        r#"{"id":2,"result":{}}"#
    );
}

#[test]
fn a_call_of_the_get_tool_is_answered_here_and_a_bad_one_is_a_result() {
    let mut client = before("cat > seen");
    for (id, params) in [("1", r#"{"name":"weir_get"}"#), ("2.0", r#"{"name":"weir_get","arguments":"x"}"#)] {
        let line = client.send(request(id, "tools/call", params)).line();
        assert!(line.contains(&format!("\"id\":{id},")), "{line}");
        let answer: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!(answer["result"]["isError"], true);
        assert_eq!(answer["result"].get("resultType"), None);
    }
    let modern = r#"{"name":"weir_get","arguments":{},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}"#;
    assert_eq!(client.send(request("3", "tools/call", modern)).message()["result"]["resultType"], "complete");
    let batch = format!("[{},{}]", request("4", "ping", "{}"), request("5", "tools/call", modern));
    let answers = client.send(batch).message();
    assert_eq!((answers.as_array().map(Vec::len), &answers[0]["id"]), (Some(1), &json!(5)));
    client.close().ended();
    let seen = std::fs::read_to_string(client.folder.path().join("seen")).unwrap();
    assert_eq!(seen, format!("[{}]\n", request("4", "ping", "{}")));
}
