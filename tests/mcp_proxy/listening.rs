//! `--listen`: clients over HTTP.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::as_server::walked;
use crate::client::{LONG, weir};

/// A server of a few lines: it answers each call by a list, and says which process it is.
const SERVER: &str = r#"while read -r line; do
id=$(printf '%s' "$line" | sed 's/.*"id":\("[^"]*"\|[0-9.]*\).*/\1/')
token=$(printf '%s' "$line" | sed -n 's/.*"progressToken":\("[^"]*"\|[0-9]*\).*/\1/p')
[ -n "$token" ] && echo '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":'$token',"progress":1}}'
case "$line" in
'['*) printf '%s' "$line" | grep -o '"id":[^,}]*' | while read -r each; do echo '{"jsonrpc":"2.0",'"$each"',"result":{}}'; done;;
*cancelled*) echo "$line" >> cancelled;;
*notifications/*) ;;
*'"slow"'*) echo "$line" >> slow;;
*no/such*) echo '{"jsonrpc":"2.0","id":'$id',"error":{"code":-32601,"message":"none"}}';;
*'"leave"'*) exit 3;;
*'"deaf"'*) sleep 600;;
*'"stay"'*) trap '' TERM; echo '{"jsonrpc":"2.0","id":'$id',"result":{"content":[{"type":"text","text":"process '$$'"}]}}'; while :; do sleep 1; done;;
*initialize*) echo '{"jsonrpc":"2.0","id":'$id',"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}}';;
*) echo '{"jsonrpc":"2.0","id":'$id',"result":{"content":[{"type":"text","text":"process '$$'"}]}}';;
esac; done"#;

pub struct Listener {
    pub child: Child,
    pub folder: TempDir,
    pub address: String,
}

impl Drop for Listener {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn listening(words: &[&str]) -> Listener {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("server.sh"), SERVER).unwrap();
    fs::write(folder.path().join("token"), "0123456789abcdef\n").unwrap();
    let mut command = weir(&folder);
    command.args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut line = String::new();
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    errors.read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("weir: listening on http://").unwrap_or_else(|| panic!("{line}"));
    let address = address.strip_suffix("/mcp").unwrap().to_owned();
    std::thread::spawn(move || std::io::copy(&mut errors, &mut std::io::sink()));
    Listener { child, folder, address }
}

pub fn proxy(options: &[&str]) -> Listener {
    let words = ["proxy", "--listen", "127.0.0.1:0", "--telemetry", "tele"];
    listening(&[&words, options, &["--", "sh", "server.sh"]].concat())
}

pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Reply {
    pub fn message(&self) -> Value {
        let data = self.body.lines().filter_map(|line| line.strip_prefix("data: ")).next_back();
        serde_json::from_str(data.unwrap_or(&self.body)).unwrap_or_else(|_| panic!("{}", self.body))
    }

    pub fn header(&self, name: &str) -> Option<String> {
        let mut lines = self.head.lines();
        lines.find_map(|line| Some(line.to_lowercase().strip_prefix(&format!("{name}: "))?.to_owned()))
    }
}

/// The length that a head tells, or none for a body in pieces.
fn length(head: &str) -> Option<usize> {
    let lower = head.to_lowercase();
    lower.lines().find_map(|line| line.strip_prefix("content-length: ")?.trim().parse().ok())
}

pub fn reply(reader: &mut impl std::io::BufRead) -> Reply {
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        assert!(reader.read_line(&mut head).unwrap() > 0, "the connection was closed: {head}");
    }
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    let mut body = Vec::new();
    if let Some(length) = length(&head) {
        body.resize(length, 0);
        reader.read_exact(&mut body).unwrap();
    } else if head.to_lowercase().contains("chunked") {
        loop {
            let mut size = String::new();
            reader.read_line(&mut size).unwrap();
            let size = usize::from_str_radix(size.trim(), 16).unwrap();
            let mut piece = vec![0; size + 2];
            reader.read_exact(&mut piece).unwrap();
            body.extend_from_slice(&piece[..size]);
            if size == 0 {
                break;
            }
        }
    }
    Reply { status, head, body: String::from_utf8(body).unwrap() }
}

impl Listener {
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(LONG)).unwrap();
        stream
    }

    /// One request on a connection of its own.
    pub fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Reply {
        let mut stream = self.connect();
        self.send(&mut stream, method, path, headers, body);
        reply(&mut BufReader::new(stream))
    }

    pub fn send(
        &self,
        stream: &mut TcpStream,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) {
        let mut head = format!("{method} {path} HTTP/1.1\r\nContent-Length: {}\r\n", body.len());
        let named = |name: &str| headers.iter().any(|(known, _)| known.eq_ignore_ascii_case(name));
        if !named("Host") {
            head += &format!("Host: {}\r\n", self.address);
        }
        if !named("Content-Type") {
            head += "Content-Type: application/json\r\n";
        }
        for (name, value) in headers.iter().filter(|(_, value)| !value.is_empty()) {
            head += &format!("{name}: {value}\r\n");
        }
        stream.write_all(format!("{head}\r\n{body}").as_bytes()).unwrap();
    }

    pub fn modern(&self, id: &str, method: &str, more: &Value) -> Reply {
        let (headers, body) = modern(id, method, more);
        let headers: Vec<(&str, &str)> =
            headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        self.ask("POST", "/mcp", &headers, &body)
    }

    pub fn session(&self) -> String {
        let body = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#;
        let reply = self.ask("POST", "/mcp", &[], body);
        assert_eq!((reply.status, &reply.message()["id"]), (200, &json!(1)), "{}", reply.body);
        reply.header("mcp-session-id").unwrap()
    }
}

pub fn modern(id: &str, method: &str, more: &Value) -> (Vec<(&'static str, String)>, String) {
    let mut params = more.clone();
    params["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2026-07-28");
    params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({});
    let body = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#);
    let mut headers =
        vec![("MCP-Protocol-Version", "2026-07-28".to_owned()), ("Mcp-Method", method.to_owned())];
    headers.extend(more["name"].as_str().map(|name| ("Mcp-Name", name.to_owned())));
    (headers, body)
}

pub fn process(reply: &Reply) -> String {
    let message = reply.message();
    message["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{message}")).to_owned()
}

#[test]
fn clients_without_a_session_share_a_server_and_never_each_others_answers() {
    let listener = proxy(&[]);
    let call = json!({"name": "list", "_meta": {"progressToken": "t"}});
    let first = process(&listener.modern("1", "tools/call", &json!({"name": "list"})));
    std::thread::scope(|scope| {
        for number in 0..8 {
            let (listener, call, first) = (&listener, &call, &first);
            scope.spawn(move || {
                let id = if number % 2 == 0 { "1".to_owned() } else { format!("\"a{number}\"") };
                let reply = listener.modern(&id, "tools/call", call);
                assert_eq!(process(&reply), *first);
                assert_eq!(reply.message()["id"].to_string(), id);
                assert!(reply.body.contains(r#""progressToken":"t""#), "{}", reply.body);
            });
        }
    });
    let unknown = listener.modern("3", "no/such", &json!({}));
    assert_eq!((unknown.status, &unknown.message()["error"]["code"]), (404, &json!(-32601)));
    // A server that ended is started anew: nobody else would.
    let left = listener.modern("4", "tools/call", &json!({"name": "leave"}));
    assert!(left.message()["error"]["message"].as_str().unwrap().contains("upstream"), "{}", left.body);
    let begun = Instant::now();
    loop {
        let reply = listener.modern("5", "tools/call", &json!({"name": "list"}));
        if reply.message().get("result").is_some() {
            assert_ne!(process(&reply), first);
            break;
        }
        assert!(begun.elapsed() < LONG);
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_session_has_a_server_of_its_own_until_it_ends() {
    let listener = proxy(&[]);
    let (one, two) = (listener.session(), listener.session());
    assert_ne!(one, two);
    let call = r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"list"}}"#;
    let of = |session: &str| listener.ask("POST", "/mcp", &[("Mcp-Session-Id", session)], call);
    assert_ne!(process(&of(&one)), process(&of(&two)));
    let news = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    assert_eq!(listener.ask("POST", "/mcp", &[("Mcp-Session-Id", &one)], news).status, 202);
    assert_eq!(listener.ask("DELETE", "/mcp", &[("Mcp-Session-Id", &one)], "").status, 200);
    assert_eq!([of(&one).status, of("no").status, of(&two).status], [404, 404, 200]);
    assert_eq!(listener.ask("POST", "/mcp", &[], call).status, 400);
    assert_eq!(listener.ask("GET", "/mcp", &[], "").status, 405);
    assert_eq!(listener.ask("GET", "/mcp", &[("Mcp-Session-Id", "no")], "").status, 404);
    assert_eq!(listener.ask("DELETE", "/mcp", &[], "").status, 405);
}

#[test]
fn a_client_that_closes_its_stream_cancels_its_call() {
    let listener = proxy(&[]);
    let (headers, body) = modern("1", "tools/call", &json!({"name": "slow"}));
    let headers: Vec<(&str, &str)> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let mut stream = listener.connect();
    listener.send(&mut stream, "POST", "/mcp", &headers, &body);
    let file = |name: &str| fs::read_to_string(listener.folder.path().join(name)).unwrap_or_default();
    let wait = |name: &str| {
        let begun = Instant::now();
        while file(name).is_empty() {
            assert!(begun.elapsed() < LONG, "{name}");
            std::thread::sleep(Duration::from_millis(10));
        }
        file(name)
    };
    wait("slow");
    drop(stream);
    assert!(wait("cancelled").contains("notifications/cancelled"));
}

#[test]
fn who_may_not_ask_is_refused_before_anything_is_started() {
    let listener = proxy(&["--token-file", "token"]);
    let bearer = ("Authorization", "Bearer 0123456789abcdef");
    let status = |headers: &[(&str, &str)]| listener.ask("GET", "/health", headers, "").status;
    assert_eq!(status(&[]), 401);
    assert_eq!(status(&[("Authorization", "Bearer 0123456789abcdeF")]), 401);
    assert_eq!(status(&[bearer]), 200);
    assert_eq!(status(&[bearer, ("Host", "evil.example")]), 403);
    assert_eq!(status(&[bearer, ("Origin", "http://evil.example")]), 403);
    assert_eq!(status(&[bearer, ("Origin", "http://localhost:3000")]), 200);
    for (headers, wanted) in [
        (vec![bearer, ("Content-Type", "text/plain")], 415),
        (vec![bearer, ("Accept", "text/html")], 406),
        (vec![bearer, ("MCP-Protocol-Version", "1900-01-01")], 400),
        (vec![bearer, ("MCP-Protocol-Version", "2026-07-28")], 400),
        (vec![bearer], 400),
    ] {
        let body = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
        assert_eq!(listener.ask("POST", "/mcp", &headers, body).status, wanted, "{headers:?}");
    }
    assert_eq!(listener.ask("POST", "/mcp", &[bearer], "{nope").message()["error"]["code"], -32700);
    assert_eq!(listener.ask("PUT", "/mcp", &[bearer], "").status, 405);
    assert_eq!(listener.ask("GET", "/nothing", &[bearer], "").status, 404);
    let output =
        weir(&listener.folder).args(["proxy", "--listen", "0.0.0.0:0", "--", "true"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("needs a token"));
}

#[test]
fn what_is_too_large_or_never_comes_harms_nobody_else() {
    let listener = proxy(&[]);
    // Idle connections, half of a head, half of a body.
    let mut idle: Vec<TcpStream> = (0..300).map(|_| listener.connect()).collect();
    for (number, stream) in idle.iter_mut().enumerate() {
        let part: &[u8] = match number % 3 {
            0 => b"",
            1 => b"POST /mcp HTTP/1.1\r\nHost: loc",
            _ => b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"a\":",
        };
        stream.write_all(part).unwrap();
    }
    let mut large = listener.connect();
    let head = format!(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        1_u64 << 40
    );
    large.write_all(head.as_bytes()).unwrap();
    assert_eq!(reply(&mut BufReader::new(large)).status, 413);
    let begun = Instant::now();
    let reply = listener.modern("1", "tools/call", &json!({"name": "list"}));
    assert!(process(&reply).starts_with("process") && begun.elapsed() < Duration::from_secs(20));
}

#[test]
fn many_requests_on_many_connections_leave_no_descriptor_after() {
    let listener = proxy(&[]);
    listener.modern("1", "tools/call", &json!({"name": "list"}));
    let descriptors = || fs::read_dir(format!("/proc/{}/fd", listener.child.id())).map_or(0, Iterator::count);
    let before = descriptors();
    std::thread::scope(|scope| {
        for _ in 0..16 {
            scope.spawn(|| {
                let mut stream = listener.connect();
                let mut reader = BufReader::new(stream.try_clone().unwrap());
                let (headers, body) = modern("1", "tools/call", &json!({"name": "list"}));
                let headers: Vec<(&str, &str)> =
                    headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
                for _ in 0..10 {
                    listener.send(&mut stream, "POST", "/mcp", &headers, &body);
                    let reply = reply(&mut reader);
                    assert_eq!((reply.status, &reply.message()["id"]), (200, &json!(1)));
                }
            });
        }
    });
    // What is opened once and kept, when it is first needed, is no leak: each of 16 connections would leave one.
    let most = before + 4;
    let begun = Instant::now();
    while descriptors() > most {
        assert!(begun.elapsed() < LONG, "{} descriptors, {before} before", descriptors());
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn health_and_metrics_and_the_page_are_there_for_whoever_looks() {
    let listener = proxy(&[]);
    listener.modern("1", "tools/call", &json!({"name": "list"}));
    let get = |path: &str| listener.ask("GET", path, &[], "");
    let begun = Instant::now();
    while get("/health").message()["calls"] != 1 {
        assert!(begun.elapsed() < LONG, "{}", get("/health").body);
        std::thread::sleep(Duration::from_millis(100));
    }
    let health = get("/health");
    assert_eq!((health.status, &health.message()["status"]), (200, &json!("ok")));
    let metrics = get("/metrics");
    assert!(metrics.body.contains("# TYPE weir_calls_total counter"), "{}", metrics.body);
    let page = get("/");
    assert!(page.body.contains("<html") && page.header("content-security-policy").is_some());
}

#[test]
fn weir_itself_is_served_over_http_and_walked_to_its_ends() {
    let listener = listening(&["mcp", "--listen", "127.0.0.1:0", "--allow", "sh ok.sh"]);
    let folder = listener.folder.path();
    let lines: String = (1..=1500).map(|line| format!("line {line} of the text\n")).collect();
    fs::write(folder.join("t.txt"), &lines).unwrap();
    fs::write(folder.join("ok.sh"), "echo 'test m::a ... ok'; sleep 1.5").unwrap();
    let call = |tool: &str, arguments: &Value| {
        listener.modern("1", "tools/call", &json!({"name": tool, "arguments": arguments})).message()
    };
    let first = call("weir_read", &json!({"file": "t.txt"}));
    let texts = walked(|tool, arguments| call(tool, arguments), first);
    let whole: String = texts
        .iter()
        .flat_map(|text| text.split_inclusive('\n'))
        .filter(|line| !line.starts_with("weir: "))
        .collect();
    assert!(whole == lines);
    let run =
        json!({"name": "weir_run", "arguments": {"command": ["sh", "ok.sh"]}, "_meta": {"progressToken": 7}});
    let reply = listener.modern("\"r\"", "tools/call", &run);
    assert!(
        reply.body.contains(r#""progressToken":7"#)
            && reply.header("content-type").unwrap().contains("event-stream")
    );
    assert_eq!(
        (&reply.message()["id"], &reply.message()["result"]["_meta"]["weir/answer"]["exit"]),
        (&json!("r"), &json!(0))
    );
    let session = listener.session();
    let ping = r#"{"jsonrpc":"2.0","id":5,"method":"ping"}"#;
    assert_eq!(
        listener.ask("POST", "/mcp", &[("Mcp-Session-Id", &session)], ping).message()["result"],
        json!({})
    );
}

#[test]
fn a_signal_ends_the_listener_and_its_servers() {
    let mut listener = proxy(&[]);
    let process = process(&listener.modern("1", "tools/call", &json!({"name": "list"})));
    let pid = process.rsplit(' ').next().unwrap().to_owned();
    std::process::Command::new("kill").arg(listener.child.id().to_string()).status().unwrap();
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = listener.child.try_wait().unwrap() {
            break status;
        }
        assert!(begun.elapsed() < LONG);
        std::thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(status.code(), Some(143));
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    assert!(stat.is_empty() || stat.contains(") Z "), "{stat}");
}
