//! The records of calls, and `weir stats`.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::desk::Desk;

/// A file of records: `over` of them of lists that were paged.
fn records(desk: &Desk, many: usize, over: usize, tool: &str) {
    let mut text = String::new();
    for index in 0..many {
        let paged = index < over;
        let record = json!({
            "event": "call", "time": format!("2026-11-26T10:{:02}:{:02}Z", index / 60 % 60, index % 60),
            "session": "s", "server": "x", "method": "tools/call", "tool": tool, "mode": "enforce",
            "arm": "hardened", "outcome": if paged { "paginated" } else { "passed" }, "oversized": paged,
            "estimatedTokens": if paged { 9000 } else { 100 }, "responseBytes": if paged { 30_000 } else { 333 },
            "finalTokens": if paged { 3000 } else { 100 }, "finalBytes": if paged { 10_000 } else { 333 },
            "itemCount": 1, "latency": 10 + index % 10, "overhead": 0.5,
        });
        writeln!(text, "{record}").unwrap();
    }
    desk.write("tele/2026-11-26.jsonl", &text);
}

fn stats(desk: &Desk, words: &[&str]) -> crate::desk::Done {
    desk.run(&[&["stats", "--telemetry", "tele"], words].concat())
}

const KEYS: [&str; 20] = [
    "time",
    "session",
    "server",
    "method",
    "tool",
    "mode",
    "arm",
    "outcome",
    "estimatedTokens",
    "responseBytes",
    "finalTokens",
    "finalBytes",
    "itemCount",
    "latency",
    "overhead",
    "paginationUsed",
    "summarizationUsed",
    "chunkingUsed",
    "oversized",
    "event",
];

#[test]
fn row_us5_1_every_call_has_its_record_and_stats_counts_them() {
    let desk = Desk::new();
    let mut proxy = desk.proxy(&[], &[]);
    for _ in 0..10 {
        proxy.call("list");
        proxy.call("small");
    }
    proxy.end();
    let calls = desk.records("call", 20);
    assert_eq!(calls.len(), 20);
    assert_eq!(stats(&desk, &["--format", "json"]).json()["calls"], 20);
}

#[test]
fn row_fr_029_a_record_has_every_key_and_no_content() {
    let desk = Desk::new();
    let mut proxy = desk.proxy(&[], &[]);
    proxy.call("list");
    proxy.end();
    let record = &desk.records("call", 1)[0];
    for key in KEYS {
        assert!(record.get(key).is_some(), "no {key} in {record}");
    }
    assert_eq!((&record["itemCount"], &record["paginationUsed"]), (&json!(60), &json!(true)));
    assert!(!record.to_string().contains("b59"));
    use std::os::unix::fs::PermissionsExt as _;
    for file in std::fs::read_dir(desk.path("tele")).unwrap().flatten() {
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }
}

#[test]
fn row_us5_2_an_answer_over_its_budget_has_an_event_with_its_reduction() {
    let desk = Desk::new();
    let mut proxy = desk.proxy(&[], &[]);
    proxy.call("text");
    proxy.call("small");
    proxy.end();
    let events = desk.records("oversized", 1);
    assert_eq!((events.len(), &events[0]["tool"]), (1, &json!("text")));
    assert!((50.0..100.0).contains(&events[0]["reductionPct"].as_f64().unwrap()), "{}", events[0]);
}

#[test]
fn row_fr_030_the_event_holds_both_sizes() {
    let desk = Desk::new();
    let mut proxy = desk.proxy(&[], &[]);
    proxy.call("text");
    proxy.end();
    let event = &desk.records("oversized", 1)[0];
    let size = |key: &str| event[key].as_u64().unwrap();
    assert!(size("originalTokens") > size("finalTokens") && size("finalTokens") > 0, "{event}");
}

#[test]
fn row_ke_5_no_record_is_both_paged_and_in_chunks() {
    let desk = Desk::new();
    let mut proxy = desk.proxy(&[], &[]);
    for tool in ["list", "text", "small"] {
        proxy.call(tool);
    }
    proxy.end();
    let used: Vec<_> = desk
        .records("call", 3)
        .iter()
        .map(|record| (record["paginationUsed"] == true, record["chunkingUsed"] == true))
        .collect();
    assert_eq!(used, [(true, false), (false, true), (false, false)]);
}

#[test]
fn row_us5_3_outcomes_are_counted_apart() {
    let desk = Desk::new();
    records(&desk, 100, 30, "t");
    let calls =
        |words: &[&str]| stats(&desk, &[&["--format", "json"], words].concat()).json()["calls"].clone();
    assert_eq!(calls(&["--outcome", "paginated"]), 30);
    assert_eq!(calls(&["--outcome", "passed"]), 70);
    assert_eq!(calls(&["--outcome", "media"]), 0);
}

#[test]
fn row_fr_031_calls_are_asked_for_by_tool_time_and_outcome() {
    let desk = Desk::new();
    records(&desk, 100, 30, "list_bookings");
    let calls =
        |words: &[&str]| stats(&desk, &[&["--format", "json"], words].concat()).json()["calls"].clone();
    assert_eq!(calls(&["--tool", "list_*"]), 100);
    assert_eq!(calls(&["--tool", "text"]), 0);
    assert_eq!(calls(&["--since", "2026-11-26T10:01:00Z"]), 40);
    assert_eq!(calls(&["--until", "2026-11-26T10:00:09Z", "--outcome", "paginated"]), 10);
    assert_eq!(calls(&["--since", "2099-01-01T00:00:00Z"]), 0);
    let now = [("WEIR_NOW", "1795687290")]; // 2026-11-26T10:01:30Z
    let ago = desk.with(&["stats", "--telemetry", "tele", "--format", "json", "--since", "30s"], &now, "");
    assert_eq!(ago.json()["calls"], 40);
    for words in [["--since", "soon"], ["--outcome", "lost"], ["--tool", "a["]] {
        assert_eq!(stats(&desk, &words).code, 2, "{words:?}");
    }
}

#[test]
fn row_us5_4_more_than_the_share_asserted_is_exit_1_with_the_numbers() {
    let desk = Desk::new();
    records(&desk, 100, 6, "t");
    let done = stats(&desk, &["--check", "oversized<=5%"]);
    assert_eq!(done.code, 1);
    assert_eq!(done.err, "weir: oversized 6% (6 of 100 calls) is not <= 5%\n");
}

#[test]
fn row_nfr_o4_five_of_a_hundred_are_not_over_five_percent() {
    let desk = Desk::new();
    records(&desk, 100, 5, "t");
    let done = stats(&desk, &["--check", "oversized<=5%", "--check", "p95Latency<30"]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(done.out.starts_with("oversized 5% (5 of 100 calls) is <= 5%\n"), "{}", done.out);
    assert_eq!(stats(&desk, &["--check", "oversized<<5"]).code, 2);
    assert_eq!(stats(&desk, &["--tool", "none", "--check", "oversized<=5%"]).code, 3);
}

/// Whether a line is a sample of Prometheus' text format.
fn is_sample(line: &str) -> bool {
    let Some((name, value)) = line.rsplit_once(' ') else { return false };
    let (name, labels) = name.split_once('{').unwrap_or((name, "}"));
    name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
        && labels.ends_with('}')
        && value.parse::<f64>().is_ok()
}

#[test]
fn row_dep_3_the_numbers_are_written_for_prometheus() {
    let desk = Desk::new();
    records(&desk, 100, 20, "a\"b\n");
    let text = stats(&desk, &["--format", "prom"]).out;
    assert!(text.contains("# TYPE weir_calls_total counter\n"), "{text}");
    for line in text.lines() {
        assert!(
            line.starts_with("# HELP weir_") || line.starts_with("# TYPE weir_") || is_sample(line),
            "{line}"
        );
    }
    let calls = text.lines().filter(|line| line.starts_with("weir_calls_total{"));
    let sum: f64 = calls.map(|line| line.rsplit(' ').next().unwrap().parse::<f64>().unwrap()).sum();
    assert!((sum - 100.0).abs() < 1e-9);
}

#[test]
fn row_as_9_every_line_of_records_is_json() {
    let desk = Desk::new();
    let file = desk.write("weir.json", "{}");
    let mut proxy = desk.proxy(&["--config", &file], &[]);
    for tool in ["list", "text", "small"] {
        proxy.call(tool);
    }
    desk.write("weir.json", r#"{"rollout": 50}"#);
    proxy.call("small");
    proxy.end();
    for file in std::fs::read_dir(desk.path("tele")).unwrap().flatten() {
        let text = std::fs::read_to_string(file.path()).unwrap();
        assert!(text.ends_with('\n'));
        for line in text.lines() {
            assert!(serde_json::from_str::<Value>(line).unwrap().is_object(), "{line}");
        }
    }
}

#[test]
fn row_nfr_r4_records_that_cannot_be_written_cost_no_answer() {
    for folder in ["afile", "/proc/nope", "/dev/null/x", "pipe"] {
        let desk = Desk::new();
        desk.write("afile", "x");
        let today = desk.path("pipe");
        std::fs::create_dir(&today).unwrap();
        let mut proxy = desk.proxy(&["--telemetry", folder], &[]);
        assert_eq!(proxy.items(), 50, "{folder}");
        proxy.end();
    }
}

#[test]
fn row_fr_014_a_sample_of_estimates_is_held_against_a_count() {
    let desk = Desk::new();
    let file = desk.write("weir.json", r#"{"telemetry": {"sample": 1, "counter": "exec:wc -w"}}"#);
    let mut proxy = desk.proxy(&["--config", &file], &[]);
    proxy.call("text");
    let record = &desk.records("call", 1)[0];
    assert_eq!(record["actualTokens"], 5 * 3000);
    assert!(record["estErrorPct"].is_number());
    proxy.end();
    assert!(stats(&desk, &["--format", "json"]).json()["estErrorPct"].is_number());
    assert!(stats(&desk, &[]).out.contains("estimates  off by "));
}

#[test]
fn row_nfr_o2_nothing_is_counted_that_is_not_in_the_sample() {
    let desk = Desk::new();
    let file =
        desk.write("weir.json", r#"{"telemetry": {"sample": 0, "counter": "exec:touch counted; echo 1"}}"#);
    let mut proxy = desk.proxy(&["--config", &file], &[]);
    for _ in 0..5 {
        proxy.call("small");
    }
    proxy.end();
    assert!(desk.records("call", 5).iter().all(|record| record.get("actualTokens").is_none()));
    assert!(!desk.path("counted").exists());
}

#[test]
fn a_folder_that_is_not_there_and_no_folder_at_all_are_reported() {
    let desk = Desk::new();
    let missing = stats(&desk, &[]);
    assert!(missing.code == 3 && missing.err.contains("failed to read the records in"), "{}", missing.err);
    let none = desk.run(&["stats"]);
    assert!(none.code == 2 && none.err.contains("--telemetry DIR"), "{}", none.err);
    desk.write(".config/weir/weir.yaml", "telemetry: {dir: records}\n");
    desk.write(".config/weir/records/2026-01-01.jsonl", "");
    assert_eq!(desk.run(&["stats"]).out, "0 calls, 0 answers over their budget (0.0%)\n");
}
