//! Servers over HTTP: a socket that answers each request by a script.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};

use serde_json::json;

use crate::client::{Client, LONG, call, is_failure, request, started};

/// A request as the server saw it: its first line and headers in small letters, and its body.
struct Seen {
    head: String,
    body: String,
}

impl Seen {
    fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines();
        lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }
}

/// A server: `answer` gives the whole answer to a body, status line first, or nothing to close the connection.
fn server(answer: impl Fn(&Seen) -> String + Send + Sync + 'static) -> (String, Receiver<Seen>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    let (see, seen) = channel();
    let answer = std::sync::Arc::new(answer);
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let (see, answer) = (see.clone(), answer.clone());
            std::thread::spawn(move || serve(&stream.unwrap(), &see, &*answer));
        }
    });
    (url, seen)
}

fn serve(stream: &TcpStream, see: &Sender<Seen>, answer: &dyn Fn(&Seen) -> String) {
    let mut reader = BufReader::new(stream);
    loop {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if reader.read_line(&mut head).unwrap_or(0) == 0 {
                return;
            }
        }
        let head = head.split_inclusive('\n').map(|line| match line.split_once(": ") {
            Some((name, value)) => format!("{}: {}\n", name.to_lowercase(), value.trim()),
            None => line.trim().to_owned() + "\n",
        });
        let mut seen = Seen { head: head.collect(), body: String::new() };
        let length = seen.header("content-length").map_or(0, |length| length.parse().unwrap());
        let mut body = vec![0; length];
        reader.read_exact(&mut body).unwrap();
        seen.body = String::from_utf8(body).unwrap();
        let answer = answer(&seen);
        let _ = see.send(seen);
        let mut stream = stream;
        if stream.write_all(answer.as_bytes()).is_err() || !answer.contains("content-length") {
            let _ = stream.shutdown(std::net::Shutdown::Both);
            return;
        }
    }
}

fn reply(status: &str, kind: &str, more: &str, body: &str) -> String {
    format!("HTTP/1.1 {status}\r\ncontent-type: {kind}\r\n{more}content-length: {}\r\n\r\n{body}", body.len())
}

fn proxy(url: &str, options: &[&str]) -> Client {
    let words: Vec<&str> = options.iter().copied().chain(["--url", url]).collect();
    started(&words, |_| {})
}

fn next(seen: &Receiver<Seen>) -> Seen {
    seen.recv_timeout(LONG).expect("a request")
}

const MODERN: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;

#[test]
fn a_request_without_a_session_says_in_headers_what_it_is() {
    let (url, seen) = server(|_| {
        reply("200 OK", "application/json; charset=utf-8", "", "{\n\"id\":1,\r\n\"result\": {\"n\":1.0}\n}\n")
    });
    let mut client =
        proxy(&url, &["--header", "Authorization: Bearer canary", "--log", "log", "--log-level", "debug"]);
    let params = format!(r#"{{"name":"tést",{MODERN}}}"#);
    client.send(request("1", "prompts/get", &params));
    assert_eq!(client.line(), "{ \"id\":1,  \"result\": {\"n\":1.0} } ");
    let request = next(&seen);
    for (name, value) in [
        ("mcp-protocol-version", "2026-07-28"),
        ("mcp-method", "prompts/get"),
        ("mcp-name", "=?base64?dMOpc3Q=?="),
        ("authorization", "Bearer canary"),
        ("accept", "application/json, text/event-stream"),
        ("content-type", "application/json"),
    ] {
        assert_eq!(request.header(name), Some(value), "{name}");
    }
    assert_eq!(request.header("mcp-session-id"), None);
    let ended = client.close().ended();
    assert_eq!((ended.status, ended.errors.as_str()), (Some(0), ""));
    let log = std::fs::read_to_string(client.folder.path().join("log")).unwrap();
    assert!(!log.contains("canary"));
}

#[test]
fn arguments_that_a_tool_wants_in_headers_go_there() {
    let tool = |name: &str, property: &str| {
        format!(
            r#"{{"name":"{name}","inputSchema":{{"properties":{{"region":{property},"q":{{"type":"string"}}}}}}}}"#
        )
    };
    let good = tool("sql", r#"{"type":"string","x-mcp-header":"Region"}"#);
    let bad = tool("odd", r#"{"type":"array","x-mcp-header":"Region"}"#);
    let list = format!(r#"{{"id":1,"result":{{"tools":[{bad},{good}]}}}}"#);
    let (url, seen) = server(move |seen| {
        let answer = if seen.body.contains("tools/list") { list.as_str() } else { r#"{"id":2,"result":{}}"# };
        reply("200 OK", "application/json", "", answer)
    });
    let mut client = proxy(&url, &["--log", "log", "--log-level", "warn"]);
    let list = client.send(request("1", "tools/list", &format!("{{{MODERN}}}"))).message();
    let names: Vec<_> =
        list["result"]["tools"].as_array().unwrap().iter().map(|tool| &tool["name"]).collect();
    assert_eq!(names, ["sql", "weir_get"]);
    assert!(client.file("log", |log| log.ends_with('\n')).contains("WARN left out a tool: odd: "));
    assert_eq!(next(&seen).header("mcp-param-region"), None);
    let params = format!(r#"{{"name":"sql","arguments":{{"q":"x","region":"d\u00fc"}},{MODERN}}}"#);
    client.send(request("2", "tools/call", &params)).line();
    let call = next(&seen);
    assert_eq!(call.header("mcp-param-region"), Some("=?base64?ZMO8?="));
    assert_eq!(call.header("mcp-param-q"), None);
    // The era with sessions knows no such headers.
    client.send(request("2", "tools/call", r#"{"name":"sql","arguments":{"region":"x"}}"#)).line();
    assert_eq!(next(&seen).header("mcp-param-region"), None);
}

#[test]
fn a_session_is_kept_and_ended_and_events_are_lines_in_order() {
    let (url, seen) = server(|seen| match &seen.body {
        body if body.contains("\"initialize\"") => {
            let event =
                "event: message\ndata: {\"id\":0,\"result\":{\"protocolVersion\":\"2025-11-25\"}}\n\n";
            reply("200 OK", "text/event-stream", "Mcp-Session-Id: s-1\r\n", event)
        }
        body if body.contains("\"id\":1") => {
            let events = ": hi\n\nid: 1\ndata: {\"method\":\"notifications/progress\"}\n\ndata: {\"id\":1,\ndata: \"result\":{}}\n\n";
            reply("200 OK", "text/event-stream", "", events)
        }
        _ if seen.head.starts_with("GET") => reply("405 Method Not Allowed", "text/plain", "", ""),
        _ => reply("202 Accepted", "text/plain", "", ""),
    });
    let mut client = proxy(&url, &[]);
    client.send(request("0", "initialize", "{}"));
    assert_eq!(client.message()["result"]["protocolVersion"], "2025-11-25");
    assert_eq!(next(&seen).header("mcp-protocol-version"), None);
    client.send("{\"method\":\"notifications/initialized\"}");
    assert_eq!(next(&seen).header("mcp-session-id"), Some("s-1"));
    client.send(call("1", "t"));
    assert_eq!(client.line(), r#"{"method":"notifications/progress"}"#);
    assert_eq!(client.line(), r#"{"id":1, "result":{}}"#);
    let mut others = [next(&seen), next(&seen)];
    others.sort_by_key(|seen| seen.head.starts_with("GET"));
    assert_eq!(others[0].header("mcp-protocol-version"), Some("2025-11-25"));
    assert_eq!(others[0].header("mcp-session-id"), Some("s-1"));
    assert_eq!(client.close().ended().status, Some(0));
    let last = next(&seen);
    assert!(last.head.starts_with("DELETE") && last.header("mcp-session-id") == Some("s-1"), "{}", last.head);
}

#[test]
fn what_is_no_answer_is_an_error_of_its_own_call() {
    let html = "<html>".repeat(50_000);
    for (status, kind, body, part) in [
        ("401 Unauthorized", "text/plain", "", "401"),
        ("502 Bad Gateway", "text/html", html.as_str(), "502"),
        ("307 Temporary Redirect", "text/plain", "", "307"),
        (
            "400 Bad Request",
            "application/json",
            r#"{"id":null,"error":{"code":1,"message":"only old ones"}}"#,
            "only old ones",
        ),
        ("200 OK", "text/event-stream", "data: {\"id\":9}\n\n", "ended before"),
        ("200 OK", "application/json", "", "without an answer"),
    ] {
        let (body, status) = (body.to_owned(), status.to_owned());
        let (url, _seen) = server(move |_| reply(&status, kind, "", &body));
        let mut client = proxy(&url, &[]);
        client.send(call("\"q\"", "t"));
        let message = client.message();
        is_failure(&message, &json!("q"), part);
        assert!(message.to_string().len() < 2000);
    }
}

#[test]
fn a_refusal_in_the_protocols_own_words_passes() {
    let own = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"only 2026-07-28"}}"#;
    let (url, _seen) = server(move |_| reply("400 Bad Request", "application/json", "", own));
    let mut client = proxy(&url, &[]);
    client.send(request("1", "initialize", "{}"));
    assert_eq!(client.line(), own);
    assert_eq!(client.close().ended().lines, [""; 0]);
}

#[test]
fn nobody_there_and_a_connection_that_breaks_are_errors() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    drop(listener);
    let mut client = proxy(&url, &[]);
    is_failure(&client.send(call("1", "t")).message(), &json!(1), "");
    let cut = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{\"id\"\r\n";
    let (url, _seen) = server(move |_| cut.to_owned());
    let mut client = proxy(&url, &[]);
    is_failure(&client.send(call("1", "t")).message(), &json!(1), "");
}

#[test]
fn calls_are_answered_side_by_side() {
    let (url, _seen) = server(|seen| {
        let slow = seen.body.contains("\"id\":1");
        std::thread::sleep(std::time::Duration::from_millis(if slow { 1500 } else { 0 }));
        reply(
            "200 OK",
            "application/json",
            "",
            if slow { r#"{"id":1,"result":{}}"# } else { r#"{"id":2,"result":{}}"# },
        )
    });
    let mut client = proxy(&url, &[]);
    client.send(call("1", "slow")).send(call("2", "fast"));
    assert_eq!([client.line(), client.line()], [r#"{"id":2,"result":{}}"#, r#"{"id":1,"result":{}}"#]);
}

#[test]
fn a_url_or_a_header_that_is_none_is_refused_without_its_value() {
    for words in [
        &["--url", "ftp://x"][..],
        &["--url", "http://x", "--header", "canary"],
        &["--header", "a: b", "--", "true"],
    ] {
        let ended = started(words, |_| {}).ended();
        assert_eq!(ended.status, Some(2), "{words:?}");
        assert!(!ended.errors.contains("canary"), "{}", ended.errors);
    }
}

#[test]
fn a_call_too_many_is_refused_and_the_others_can_still_be_cancelled() {
    let (url, seen) = server(|seen| {
        if seen.body.contains("tools/call") {
            std::thread::sleep(LONG);
        }
        reply("202 Accepted", "text/plain", "", "")
    });
    let mut client = proxy(&url, &[]);
    for id in 1..=257 {
        client.send(call(&id.to_string(), "slow"));
    }
    is_failure(&client.message(), &json!(257), "256 calls");
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#);
    while !seen.recv_timeout(LONG).unwrap().body.contains("cancelled") {}
}

/// A server that answers nothing: what was asked, and a word when the connection of a call is closed.
fn silent() -> (String, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    let (see, seen) = channel();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let see = see.clone();
            std::thread::spawn(move || {
                let mut stream = stream.unwrap();
                let (mut asked, mut block) = (Vec::new(), [0; 4096]);
                while let Ok(count @ 1..) = stream.read(&mut block) {
                    asked.extend_from_slice(&block[..count]);
                    let text = String::from_utf8_lossy(&asked).into_owned();
                    if text.ends_with('}') {
                        let _ = see.send(text[text.find("\r\n\r\n").unwrap() + 4..].to_owned());
                    }
                    if text.contains("cancelled") {
                        stream.write_all(reply("202 Accepted", "text/plain", "", "").as_bytes()).unwrap();
                        asked.clear();
                    }
                }
                let _ = see.send("closed".to_owned());
            });
        }
    });
    (url, seen)
}

fn heard(seen: &Receiver<String>) -> String {
    seen.recv_timeout(LONG).expect("the server hears nothing")
}

#[test]
fn a_cancelled_call_is_ended_at_the_server() {
    let cancelled = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;
    let (url, seen) = silent();
    let mut client = proxy(&url, &[]);
    client.send(request("1", "tools/call", &format!(r#"{{"name":"slow",{MODERN}}}"#)));
    assert!(heard(&seen).contains("tools/call"));
    client.send(cancelled);
    assert_eq!(heard(&seen), "closed");
    // With sessions the server hears of it first.
    let (url, seen) = silent();
    let mut client = proxy(&url, &[]);
    client.send(call("1", "slow"));
    assert!(heard(&seen).contains("tools/call"));
    client.send(cancelled);
    assert_eq!((heard(&seen).as_str(), heard(&seen).as_str()), (cancelled, "closed"));
    assert_eq!(client.close().ended().lines, [""; 0]);
}

#[test]
fn a_call_that_takes_too_long_is_ended_at_the_server() {
    for params in [format!(r#"{{"name":"slow",{MODERN}}}"#), r#"{"name":"slow"}"#.to_owned()] {
        let (url, seen) = silent();
        let mut client = proxy(&url, &["--timeout", "1"]);
        client.send(request("1", "tools/call", &params));
        is_failure(&client.message(), &json!(1), "within 1.0 s");
        while heard(&seen) != "closed" {}
    }
}
