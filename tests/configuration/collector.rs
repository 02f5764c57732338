//! Metrics to a collector: `telemetry.otlp`. It may be dead, slow or rude; answers do not wait for it.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::desk::Desk;
use crate::stats::stats;

/// Longer than anything takes on a busy machine.
const LONG: Duration = Duration::from_secs(60);

/// A request as a collector sees it.
struct Request {
    line: String,
    kind: String,
    body: Value,
}

fn read(stream: &TcpStream) -> Option<Request> {
    let mut reader = BufReader::new(stream);
    let (mut line, mut length, mut kind) = (String::new(), 0, String::new());
    reader.read_line(&mut line).ok()?;
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).ok()?;
        let header = header.trim().to_ascii_lowercase();
        if header.is_empty() {
            break;
        }
        if let Some(value) = header.strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
        if let Some(value) = header.strip_prefix("content-type:") {
            value.trim().clone_into(&mut kind);
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(Request { line: line.trim().to_owned(), kind, body: serde_json::from_slice(&body).ok()? })
}

/// A stand-in for a collector: its URL, and what it gets.
fn collector() -> (String, Receiver<Request>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let Some(request) = read(&stream) else { continue };
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}");
            if sender.send(request).is_err() {
                return;
            }
        }
    });
    (url, receiver)
}

fn metric<'a>(body: &'a Value, name: &str) -> &'a Value {
    let metrics = body["resourceMetrics"][0]["scopeMetrics"][0]["metrics"].as_array().unwrap();
    metrics.iter().find(|metric| metric["name"] == name).unwrap_or_else(|| panic!("no {name} in {body}"))
}

/// The sum of all points of a metric.
fn sum(body: &Value, name: &str) -> i64 {
    let points = metric(body, name)["sum"]["dataPoints"].as_array().unwrap();
    points.iter().map(|point| point["asInt"].as_str().unwrap().parse::<i64>().unwrap()).sum()
}

#[test]
fn a_collector_gets_the_numbers_of_stats_and_nothing_else() {
    let desk = Desk::new();
    let (url, requests) = collector();
    let file = desk.write("weir.json", &json!({"telemetry": {"otlp": url}}).to_string());
    let mut proxy = desk.proxy(&["--config", &file], &[]);
    for tool in ["list", "small", "text", "small"] {
        proxy.call(tool);
    }
    proxy.end();
    let numbers = stats(&desk, &["--format", "json"]).json();
    let begun = Instant::now();
    // The last request is sent as the session ends; earlier ones may know less.
    let request = loop {
        let request = requests.recv_timeout(LONG).unwrap();
        assert_eq!(
            (request.line.as_str(), request.kind.as_str()),
            ("POST /v1/metrics HTTP/1.1", "application/json")
        );
        if sum(&request.body, "weir.calls") == 4 {
            break request;
        }
        assert!(begun.elapsed() < LONG);
    };
    let body = request.body;
    for (name, key) in [
        ("weir.estimated_tokens", "estimatedTokens"),
        ("weir.final_tokens", "finalTokens"),
        ("weir.response_bytes", "responseBytes"),
        ("weir.final_bytes", "finalBytes"),
        ("weir.oversized", "oversized"),
        ("weir.errors", "errors"),
    ] {
        assert_eq!(json!(sum(&body, name)), numbers[key], "{name}");
    }
    let latency = &metric(&body, "weir.latency")["histogram"]["dataPoints"][0];
    assert_eq!(latency["count"], "4");
    let text = body.to_string();
    assert!(!text.contains("b59") && !text.contains("line 1 of the text") && !text.contains("pong"));
    assert_eq!(desk.read("errors"), "");
}

#[test]
fn no_answer_waits_for_a_collector_that_is_dead_slow_or_rude() {
    // One that refuses, one that never answers, one that answers nonsense.
    let gone = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let rude = TcpListener::bind("127.0.0.1:0").unwrap();
    let addresses = [gone, silent.local_addr().unwrap(), rude.local_addr().unwrap()];
    std::thread::spawn(move || {
        for mut stream in rude.incoming().flatten() {
            let _ = stream.write_all(b"\0\0no HTTP\r\n\r\n");
        }
    });
    for address in addresses {
        let desk = Desk::new();
        let log = desk.word("log");
        let file =
            desk.write("weir.json", &json!({"telemetry": {"otlp": format!("http://{address}")}}).to_string());
        let mut proxy = desk.proxy(&["--config", &file, "--log", &log], &[]);
        let begun = Instant::now();
        for _ in 0..50 {
            proxy.call("small");
        }
        let took = begun.elapsed();
        let begun = Instant::now();
        proxy.end();
        assert!(took < Duration::from_secs(20), "{took:?}");
        assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
        assert_eq!(desk.records("call", 50).len(), 50);
        assert_eq!(desk.read("errors"), "");
    }
}

#[test]
fn the_address_of_a_collector_is_checked() {
    let desk = Desk::new();
    let check = |otlp: &str| {
        let file = desk.write("weir.json", &json!({"telemetry": {"otlp": otlp}}).to_string());
        desk.run(&["config", "check", &file])
    };
    for good in ["http://127.0.0.1:4318", "http://collector/", "http://[::1]:4318/v1/metrics"] {
        assert_eq!(check(good).code, 0, "{good}");
    }
    for bad in ["127.0.0.1:4318", "ftp://x", "http://", "http://a b", "http://user:secret@host"] {
        let done = check(bad);
        assert!(done.code == 2 && done.err.contains("telemetry.otlp"), "{bad}: {}", done.err);
        assert!(!done.err.contains("secret"));
    }
    let file = desk.write("weir.json", r#"{"telemetry": {"otlp": "http://h:4318"}}"#);
    let shown = desk.run(&["config", "show", "--config", &file, "--format", "json"]).json();
    assert_eq!(shown["telemetry"]["otlp"], "http://h:4318/v1/metrics");
}
