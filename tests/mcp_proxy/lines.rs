//! What passes as it is, and what does not.

use serde_json::json;

use crate::client::{before, call, is_failure, request};

#[test]
fn lines_of_the_client_reach_the_server_byte_for_byte_garbage_too() {
    let lines: [&[u8]; 9] = [
        br#"{"params":{"z":1,"a":[1.0,1E400,12345678901234567890]},"method":"x","id":1e2,"jsonrpc":"2.0"}"#,
        br#"{ "jsonrpc" : "2.0" , "method":"notifications/\u0069nitialized" }"#,
        b"{not json",
        b"\xff\xfe",
        b"",
        b"[]",
        b"null",
        br#"{"id":{},"method":"tools/call","params":null}"#,
        b"{\"id\":7,\"method\":\"ping\",\"id\":8}\r",
    ];
    let mut client = before("cat > seen");
    let mut sent = Vec::new();
    for line in lines {
        client.send(line);
        sent.extend_from_slice(line);
        sent.push(b'\n');
    }
    client.close().ended();
    assert_eq!(std::fs::read(client.folder.path().join("seen")).unwrap(), sent);
}

#[test]
fn lines_of_the_server_reach_the_client_byte_for_byte() {
    let mut client = before(
        r#"read -r line
        printf '%s\n' '{"method":"notifications/message","params":{"z":1.0,"a":-0.0,"b":"\ud800 \u0041 \/"},"jsonrpc":"2.0"}'
        printf '%s\r\n' '{ "result" : {"big":123456789012345678901234567890, "e":1E+400} , "id":"\u0061" }'
        printf '%s\n' '{"id":"a","method":"roots/list","jsonrpc":"2.0"}'
        cat > /dev/null"#,
    );
    client.send(request("\"a\"", "vendor/x", "{}"));
    assert_eq!(
        client.line(),
        r#"{"method":"notifications/message","params":{"z":1.0,"a":-0.0,"b":"\ud800 \u0041 \/"},"jsonrpc":"2.0"}"#
    );
    assert_eq!(
        client.bytes(),
        b"{ \"result\" : {\"big\":123456789012345678901234567890, \"e\":1E+400} , \"id\":\"\\u0061\" }\r\n"
    );
    assert_eq!(client.line(), r#"{"id":"a","method":"roots/list","jsonrpc":"2.0"}"#);
    assert_eq!(client.close().ended().status, Some(0));
}

#[test]
fn ids_of_every_kind_find_their_answers() {
    for id in ["1.5", "1e2", "9007199254740993", "-7", "\"\"", "\"1\"", "null", "\"\\u00e9\""] {
        let mut client = before(&format!(
            "read -r line; printf '%s\\n' '{{\"id\":{id},\"result\":{{}}}}' '{{\"id\":{id},\"result\":{{\"second\":1}}}}'; cat > /dev/null"
        ));
        client.send(request(id, "ping", "{}"));
        assert_eq!(client.line(), format!("{{\"id\":{id},\"result\":{{}}}}"));
        let ended = client.close().ended();
        // An answer without an id may be for anything that could not be read.
        let second = if id == "null" { 1 } else { 0 };
        assert_eq!(ended.lines.len(), second, "{id}: {:?}", ended.lines);
    }
}

#[test]
fn what_nobody_waits_for_is_dropped_alone_out_of_a_batch() {
    let mut client = before(
        r#"read -r line
        printf '%s\n' '[{"id":1,"result":{"n":1.0}}, {"id":9,"result":{}} ,{"method":"notifications/x"}]'
        printf '%s\n' '[{"id":9,"result":{}}]' '[{"id":2,"result":{}},{"id":3,"method":"roots/list"}]'
        cat > /dev/null"#,
    );
    client.send(format!("[{},{}]", request("1", "ping", "{}"), request("2", "ping", "{}")));
    assert_eq!(client.line(), r#"[{"id":1,"result":{"n":1.0}},{"method":"notifications/x"}]"#);
    assert_eq!(client.line(), r#"[{"id":2,"result":{}},{"id":3,"method":"roots/list"}]"#);
    assert_eq!(client.close().ended().lines, [""; 0]);
}

#[test]
fn a_line_that_is_no_json_goes_to_standard_error() {
    let mut client = before(
        "printf 'Server v1 \\033[32mready\\033[0m\\n\\nlistening\\n'; read -r line; echo '{\"id\":1,\"result\":{}}'; cat > /dev/null",
    );
    client.send(request("1", "ping", "{}"));
    assert_eq!(client.line(), r#"{"id":1,"result":{}}"#);
    let ended = client.close().ended();
    assert_eq!(ended.lines, [""; 0]);
    assert_eq!(ended.errors, "Server v1 \u{1b}[32mready\u{1b}[0m\nlistening\n");
}

#[test]
fn an_answer_that_is_no_json_leaves_nobody_waiting() {
    let mut client = before("read -r line; echo '{\"id\":\"a\",\"result\":{\"x\":NaN}}'; cat > /dev/null");
    client.send(call("\"a\"", "t"));
    is_failure(&client.message(), &json!("a"), "no JSON");
    assert_eq!(client.close().ended().lines, [""; 0]);
}

#[test]
fn bytes_that_are_no_text_are_replaced() {
    let mut client =
        before("read -r line; printf '{\"id\":1,\"result\":{\"x\":\"a\\377b\"}}\\n'; cat > /dev/null");
    client.send(request("1", "ping", "{}"));
    assert_eq!(client.line(), "{\"id\":1,\"result\":{\"x\":\"a\u{fffd}b\"}}");
}

#[test]
fn a_request_that_is_json_to_its_server_alone_gets_its_answer() {
    let mut client = before("read -r line; echo '{\"id\":4,\"result\":{}}'; cat > /dev/null");
    client.send(r#"{"id":4,"method":"tools/call","params":{"name":"t","arguments":{"x":NaN}}}"#);
    assert_eq!(client.line(), r#"{"id":4,"result":{}}"#);
}

#[test]
fn an_answer_in_pieces_is_one_line_and_two_in_one_write_are_two() {
    let mut client = before(
        "read -r line; for c in '{\"id\"' ':1,' '\"result\":' '{}}'; do printf %s \"$c\"; sleep 0.05; done; printf '\\n{\"id\":2,\"result\":1}\\n{\"id\":3,\"result\":2}\\n'; cat > /dev/null",
    );
    client.send(request("1", "a", "{}")).send(request("2", "a", "{}")).send(request("3", "a", "{}"));
    assert_eq!([client.line(), client.line(), client.line()].map(|line| line.len()), [20, 19, 19]);
}

#[test]
fn a_request_that_was_cancelled_is_answered_at_most_once() {
    let mut client = before(
        "read -r a; read -r b; echo '{\"id\":1,\"result\":{}}'; echo '{\"id\":1,\"result\":{}}'; echo \"$b\" > seen; cat > /dev/null",
    );
    let cancelled = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;
    client.send(call("1", "t")).send(cancelled);
    assert_eq!(client.file("seen", |text| text.ends_with('\n')).trim_end(), cancelled);
    assert!(client.close().ended().lines.len() <= 1);
}
