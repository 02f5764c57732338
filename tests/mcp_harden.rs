//! Answers of MCP servers, judged without any server: each kind of answer, its budget, and every call that it prints.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a helper of tests fails like a test"
)]

use serde_json::value::RawValue;
use serde_json::{Value, json};
use weir::mcp::harden::{CallOf, Figures, Hardener, Keeping, Outcome};
use weir::settings::Redaction;
use weir::settings::guard::{Guard, Images, StoreAt, Switch, ToolGuard};
use weir::store::Place;

/// A hardener with a store of its own.
struct Bench {
    folder: tempfile::TempDir,
    guard: Guard,
    hardener: Hardener,
}

fn keeping(folder: &tempfile::TempDir) -> Keeping {
    let place = Place { folder: folder.path().join("store"), quota: 1 << 30 };
    Keeping { place: Some(place), redaction: Redaction::Redact, key: None }
}

impl Bench {
    fn new(change: impl FnOnce(&mut Guard)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut guard = Guard::default();
        change(&mut guard);
        let hardener = Hardener::open(&guard, &keeping(&folder), "weir_get");
        Self { folder, guard, hardener }
    }

    /// A list is paged by the number of its items, however small they are.
    fn usual() -> Self {
        Self::new(|guard| guard.base.budgets.small_list = 0)
    }

    fn judged(&self, method: &str, result: &str, guard: &ToolGuard) -> (Option<String>, Figures) {
        let raw = RawValue::from_string(result.to_owned()).unwrap();
        let of = CallOf { method, tool: "t", modern: false, around: 0, owner: None };
        let judged = self.hardener.judge(&of, &raw, guard);
        (judged.result.map(|result| result.get().to_owned()), judged.figures)
    }

    fn passes(&self, result: &str) {
        let (changed, figures) = self.judged("tools/call", result, &self.guard.base);
        assert_eq!(changed, None, "it was changed");
        assert_eq!((figures.outcome, figures.final_bytes), (Outcome::Passed, figures.response_bytes));
    }

    /// The changed result, within its budget.
    fn changed(&self, result: &str, outcome: Outcome) -> Value {
        let (changed, figures) = self.judged("tools/call", result, &self.guard.base);
        let changed: Value = serde_json::from_str(&changed.expect("it passed")).unwrap();
        assert_eq!(figures.outcome, outcome);
        assert!(figures.final_tokens <= figures.budget, "{figures:?}");
        let text = text_of(&changed);
        assert!(
            text.len()
                <= self.guard.base.budgets.hard_bytes.max(4 * self.guard.base.budgets.token_budget_threshold)
        );
        let meta = &changed["_meta"]["weir/answer"];
        assert_eq!(meta["budgetUsed"], figures.final_tokens);
        assert_eq!(
            meta["budgetUsed"].as_u64().unwrap() + meta["budgetRemaining"].as_u64().unwrap(),
            figures.budget
        );
        assert!(!text.contains("weir show"), "a command line: {text}");
        changed
    }

    fn get(&self, arguments: &Value) -> Value {
        let raw = RawValue::from_string(arguments.to_string()).unwrap();
        let judged = self.hardener.get(&raw, false, &self.guard);
        let result = judged.result.expect("the tool always answers");
        serde_json::from_str(result.get()).unwrap()
    }

    fn got(&self, arguments: &Value) -> Value {
        let got = self.get(arguments);
        assert_eq!(got["isError"], Value::Null, "{arguments}: {got}");
        assert!(got["_meta"]["weir/answer"]["kind"].is_string());
        got
    }

    fn refused(&self, arguments: &Value) -> String {
        let got = self.get(arguments);
        assert_eq!(got["isError"], true, "{arguments}: {got}");
        text_of(&got)
    }

    /// The pieces of a text put together again, from an answer on.
    fn walked(&self, first: &Value) -> String {
        let mut answer = first.clone();
        let mut text = String::new();
        for _ in 0..2000 {
            text.push_str(&content(&text_of(&answer)));
            let Some(cursor) = answer["_meta"]["weir/answer"]["nextCursor"].as_str() else { return text };
            answer = self.got(&json!({ "cursor": cursor }));
        }
        panic!("the pieces never end")
    }
}

fn text_of(result: &Value) -> String {
    let blocks = result["content"].as_array().or_else(|| result["contents"].as_array()).unwrap();
    blocks.iter().filter_map(|block| block["text"].as_str()).collect()
}

/// A piece without weir's own last line.
fn content(text: &str) -> String {
    let from = text.trim_end_matches('\n').rfind('\n').map_or(0, |at| at + 1);
    match text[from..].find("weir: ") {
        Some(at) => text[..from + at].to_owned(),
        None => text.to_owned(),
    }
}

/// The arguments of every call in a text.
fn calls(text: &str) -> Vec<Value> {
    text.match_indices("weir_get {")
        .map(|(at, _)| {
            let mut values = serde_json::Deserializer::from_str(&text[at + 9..]).into_iter::<Value>();
            values.next().unwrap().unwrap()
        })
        .collect()
}

/// The calls in all strings of a value.
fn all_calls(value: &Value) -> Vec<Value> {
    match value {
        Value::String(text) => calls(text),
        Value::Array(values) => values.iter().flat_map(all_calls).collect(),
        Value::Object(fields) => fields.values().flat_map(all_calls).collect(),
        _ => Vec::new(),
    }
}

fn of_text(text: &str) -> String {
    json!({ "content": [{ "type": "text", "text": text }] }).to_string()
}

fn items(count: usize, size: usize) -> String {
    let item =
        |number: usize| format!("{{\"id\":\"b{number:04}\",\"n\":1.10,\"notes\":\"{}\"}}", "x".repeat(size));
    format!("[{}]", (0..count).map(item).collect::<Vec<_>>().join(","))
}

fn lines(count: usize) -> String {
    (1..=count).map(|number| format!("line {number} of the text\n")).collect()
}

fn page(result: &Value) -> Value {
    serde_json::from_str(&text_of(result)).unwrap()
}

fn record() -> String {
    let lines: Vec<Value> = (0..100).map(|number| json!({ "n": number, "amount": 1.25 })).collect();
    json!({
        "id": "b0001", "status": "pending", "guestName": "Guest 1", "description": "Long words here. ".repeat(600),
        "financial": { "total": 12.5, "lines": lines }, "_links": { "self": "/b/1" }, "debugInfo": { "trace": "t".repeat(200) },
    })
    .to_string()
}

fn log(tests: usize, failing: &[usize]) -> String {
    let mut log = format!(
        "     Running unittests src/lib.rs (target/debug/deps/app-0123456789abcdef)\n\nrunning {tests} tests\n"
    );
    for number in 0..tests {
        let outcome = if failing.contains(&number) { "FAILED" } else { "ok" };
        log.push_str(&format!("test tests::case_{number} ... {outcome}\n"));
    }
    log.push_str("\nfailures:\n\n");
    for number in failing {
        log.push_str(&format!(
            "---- tests::case_{number} stdout ----\n\nthread 'tests::case_{number}' panicked at src/a.rs:{number}:9:\nassertion `left == right` failed: total of {number}\n  left: 1\n right: 2\n\n"
        ));
    }
    log.push_str("\nfailures:\n");
    for number in failing {
        log.push_str(&format!("    tests::case_{number}\n"));
    }
    let (passed, failed) = (tests - failing.len(), failing.len());
    log.push_str(&format!(
        "\ntest result: FAILED. {passed} passed; {failed} failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.11s\n\nerror: test failed, to rerun pass `--lib`\n"
    ));
    log
}

#[test]
fn a_list_is_paged_and_its_pages_are_the_list() {
    let bench = Bench::usual();
    bench.passes(&of_text(&items(50, 0)));
    bench.changed(&of_text(&items(51, 0)), Outcome::Paginated);
    let first = bench.changed(&of_text(&items(500, 10)), Outcome::Paginated);
    let mut answer = page(&first);
    assert_eq!((answer["items"].as_array().unwrap().len(), &answer["totalCount"]), (50, &json!(500)));
    assert_eq!(first["_meta"]["weir/answer"]["totalCount"], 500);
    let mut seen = Vec::new();
    loop {
        seen.extend(answer["items"].as_array().unwrap().clone());
        let Some(cursor) = answer["nextCursor"].as_str() else { break };
        assert!(all_calls(&answer).contains(&json!({ "cursor": cursor })));
        answer = page(&bench.got(&json!({ "cursor": cursor })));
    }
    assert_eq!(all_calls(&answer), Vec::<Value>::new());
    assert_eq!(Value::Array(seen), serde_json::from_str::<Value>(&items(500, 10)).unwrap());
}

#[test]
fn a_small_list_passes_whatever_its_number_of_items() {
    let bench = Bench::new(|_| {});
    bench.passes(&of_text(&items(70, 0)));
    bench.changed(&of_text(&items(200, 0)), Outcome::Paginated);
}

#[test]
fn a_page_keeps_within_its_budget_and_its_items_as_they_were_written() {
    let bench = Bench::usual();
    let first = bench.changed(&of_text(&items(40, 1000)), Outcome::Paginated);
    assert!(page(&first)["items"].as_array().unwrap().len() < 40);
    assert!(text_of(&first).contains("{\"id\":\"b0000\",\"n\":1.10,"));
    let huge =
        format!("[{},{}]", json!({ "text": "y".repeat(40_000) }), items(60, 0).trim_matches(['[', ']']));
    let first = bench.changed(&of_text(&huge), Outcome::Paginated);
    let call = all_calls(&page(&first)).into_iter().find(|call| call["path"].is_string()).unwrap();
    let part = bench.got(&call);
    assert!(text_of(&part).len() <= 16_000);
}

#[test]
fn items_twice_are_one_list() {
    let bench = Bench::usual();
    let list: Value = serde_json::from_str(&items(500, 10)).unwrap();
    let blocks: Vec<Value> = list
        .as_array()
        .unwrap()
        .iter()
        .map(|item| json!({ "type": "text", "text": serde_json::to_string_pretty(item).unwrap() }))
        .collect();
    let result = json!({ "content": blocks, "structuredContent": { "result": list }, "isError": false });
    let changed = bench.changed(&result.to_string(), Outcome::Paginated);
    assert_eq!(changed["structuredContent"], Value::Null);
    assert_eq!(changed["content"].as_array().unwrap().len(), 1);
    assert_eq!(page(&changed)["totalCount"], 500);
}

#[test]
fn parts_of_a_stored_list_are_had_by_page_field_path_and_limit() {
    let bench = Bench::new(|guard| guard.base.budgets.token_budget_threshold = 100_000);
    let first = bench.changed(&of_text(&items(450, 0)), Outcome::Paginated);
    let id = first["_meta"]["weir/answer"]["snapshot"].clone();
    let cursor = page(&first)["nextCursor"].clone();
    let count = |answer: &Value| page(answer)["items"].as_array().unwrap().len();
    assert_eq!(count(&bench.got(&json!({ "cursor": cursor, "limit": 200 }))), 200);
    assert!(
        bench.refused(&json!({ "cursor": cursor, "limit": 201 })).contains("limit exceeds maximum of 200")
    );
    let three = bench.got(&json!({ "id": id, "pages": "1-3" }));
    assert_eq!(count(&three), 150);
    let some = page(&bench.got(&json!({ "id": id, "fields": "id,nosuch" })));
    assert_eq!(some["items"][0], json!({ "id": "b0000" }));
    assert!(some["meta"]["unknownFields"].to_string().contains("nosuch"));
    let next = page(&bench.got(&json!({ "cursor": some["nextCursor"] })));
    assert_eq!(next["items"][0], json!({ "id": "b0050" }));
    assert_eq!(text_of(&bench.got(&json!({ "id": id, "path": "[3].id" }))), "b0003");
    assert!(bench.refused(&json!({ "id": id, "path": "[900]" })).contains("450 items"));
}

#[test]
fn a_record_is_digested_and_every_call_gets_its_part() {
    let bench = Bench::usual();
    let text = record();
    let whole: Value = serde_json::from_str(&text).unwrap();
    let changed = bench.changed(&of_text(&text), Outcome::Summarized);
    let answer = page_like(&changed);
    for field in ["id", "status", "guestName"] {
        assert_eq!(answer["summary"][field], whole[field]);
    }
    let calls = all_calls(&answer);
    assert!(calls.iter().any(|call| call["path"] == ".financial"), "{answer}");
    for call in &calls {
        let got = bench.got(call);
        match call["path"].as_str().unwrap().trim_start_matches('.') {
            "description" => assert_eq!(bench.walked(&got), whole["description"].as_str().unwrap()),
            "" => {}
            path => assert_eq!(serde_json::from_str::<Value>(&text_of(&got)).unwrap(), whole[path]),
        }
    }
    let id = &changed["_meta"]["weir/answer"]["snapshot"];
    assert_eq!(text_of(&bench.got(&json!({ "id": id, "path": ".financial.total" }))), "12.5");
    assert!(bench.refused(&json!({ "id": id, "path": ".nope" })).contains("financial"));
    bench.passes(&of_text("{\"id\":1,\"a\":{},\"b\":{}}"));
}

fn page_like(result: &Value) -> Value {
    page(result)
}

#[test]
fn fields_that_nobody_needs_are_stripped() {
    let bench = Bench::new(|guard| {
        guard.base.strip = vec!["_links".into(), "debug*".into()];
        guard.base.budgets.item_budget = 3000;
    });
    let answer = page(&bench.changed(&of_text(&record()), Outcome::Summarized));
    assert!(!answer["summary"].to_string().contains("debugInfo"));
    assert!(answer["meta"]["stripped"].to_string().contains("debugInfo"));
}

#[test]
fn a_text_is_chunked_and_its_chunks_are_the_text() {
    let bench = Bench::usual();
    let long = lines(10_000);
    let first = bench.changed(&of_text(&long), Outcome::Chunked);
    let meta = &first["_meta"]["weir/answer"];
    let printed = ["chunkIndex", "startLine", "endLine", "totalLines", "totalChunks"]
        .map(|name| meta[name].as_u64().unwrap());
    assert_eq!(printed, [0, 1, 200, 10_000, 50]);
    let text = text_of(&first);
    let last = text.lines().last().unwrap();
    assert!(
        last.starts_with("weir: chunk 1 of 50, lines 1-200 of 10000; rest: weir_get {\"cursor\":\"w1."),
        "{last}"
    );
    assert_eq!(bench.walked(&first), long);
    for text in [
        lines(1000).trim_end().to_owned(),
        "word ".repeat(4000),
        "\u{6f22}\u{5b57}".repeat(9000),
        format!("{}\n\n\n{}\r\n", "a".repeat(30_000), "\"\\\u{1b}".repeat(5000)),
    ] {
        let first = bench.changed(&of_text(&text), Outcome::Chunked);
        assert_eq!(bench.walked(&first), text);
    }
}

#[test]
fn a_text_of_the_budget_passes_and_one_char_more_is_two_chunks() {
    let bench = Bench::usual();
    bench.passes(&of_text(&"word ".repeat(1334)[..6666]));
    let changed = bench.changed(&of_text(&"word ".repeat(1334)[..6667]), Outcome::Chunked);
    assert_eq!(changed["_meta"]["weir/answer"]["totalChunks"], 2);
}

#[test]
fn a_text_that_is_at_twice_is_one_chunk() {
    let bench = Bench::usual();
    let text = lines(5000);
    let result =
        json!({ "content": [{ "type": "text", "text": text }], "structuredContent": { "content": text } });
    let changed = bench.changed(&result.to_string(), Outcome::Chunked);
    assert_eq!(changed["structuredContent"], Value::Null);
    assert_eq!(bench.walked(&changed), text);
}

#[test]
fn lines_of_a_stored_text_are_had_by_number_and_by_pattern() {
    let bench = Bench::usual();
    let first = bench.changed(&of_text(&lines(10_000)), Outcome::Chunked);
    let id = &first["_meta"]["weir/answer"]["snapshot"];
    for arguments in
        [json!({ "id": id, "lines": "100:200" }), json!({ "id": id, "startLine": 100, "endLine": 200 })]
    {
        let text = content(&text_of(&bench.got(&arguments)));
        let expected: String = (100..=200).map(|number| format!("line {number} of the text\n")).collect();
        assert_eq!(text, expected);
    }
    let clamped = text_of(&bench.got(&json!({ "id": id, "startLine": 9999, "endLine": 20_000 })));
    assert!(clamped.contains("line 10000 of the text\nweir: ") && clamped.contains("of 10000"), "{clamped}");
    let all = bench.got(&json!({ "id": id, "lines": "1:" }));
    assert_eq!(bench.walked(&all), lines(10_000));
    let found = text_of(&bench.got(&json!({ "id": id, "grep": "^line 77[0-9]{2} " })));
    assert!(found.starts_with("7700: line 7700 of the text\n"), "{found}");
    assert!(found.contains("100 of 100 matching lines"), "{found}");
    let many = text_of(&bench.got(&json!({ "id": id, "grep": "line" })));
    let call = calls(&many).pop().unwrap();
    let next = text_of(&bench.got(&call));
    let last = many.lines().rev().nth(1).unwrap().split(':').next().unwrap().parse::<u64>().unwrap();
    assert!(next.starts_with(&format!("{}: ", last + 1)), "{next}");
    assert!(bench.refused(&json!({ "id": id, "grep": "(" })).contains("grep"));
    assert!(bench.refused(&json!({ "id": id, "lines": "20000:" })).contains("10000"));
    assert!(bench.refused(&json!({ "id": id, "failures": true })).contains("no log"));
}

#[test]
fn a_log_keeps_every_failure_also_as_an_error() {
    let bench = Bench::usual();
    let failing = [1700, 2500, 4998];
    let text = log(5000, &failing);
    let error = json!({ "content": [{ "type": "text", "text": text }], "isError": true }).to_string();
    for result in [of_text(&text), error] {
        let changed = bench.changed(&result, Outcome::Filtered);
        let answer = text_of(&changed);
        for number in failing {
            assert!(
                answer.contains(&format!("case_{number}")) && answer.contains(&format!("total of {number}")),
                "{answer}"
            );
        }
        assert!(answer.contains("\nweir: FAILED 3 failed"), "{answer}");
        let calls = calls(&answer);
        assert!(!calls.is_empty(), "{answer}");
        assert_eq!(bench.walked(&bench.got(&calls[0])), text);
    }
    let failing: Vec<usize> = (0..3000).step_by(10).collect();
    let changed = bench.changed(&of_text(&log(3000, &failing)), Outcome::Filtered);
    assert!(text_of(&changed).contains("300 failed"));
    for call in calls(&text_of(&changed)) {
        bench.got(&call);
    }
    let id = &changed["_meta"]["weir/answer"]["snapshot"];
    let mut answer = bench.got(&json!({ "id": id, "failures": true }));
    let mut names = String::new();
    loop {
        names.push_str(&text_of(&answer));
        let Some(cursor) = answer["_meta"]["weir/answer"]["nextCursor"].as_str() else { break };
        answer = bench.got(&json!({ "cursor": cursor }));
    }
    for number in failing {
        assert!(names.contains(&format!("weir: FAIL tests::case_{number} ")), "{number}");
    }
    bench.passes(&of_text(&log(150, &[3])));
}

#[test]
fn a_text_about_a_log_is_a_text() {
    let bench = Bench::usual();
    let trace: String = (0..40)
        .map(|second| {
            let frames: String = (0..28).map(|at| format!("\tat com.example.Deep{second}.call(Deep.java:{at})\n")).collect();
            format!("2026-11-27T10:00:{second:02} ERROR request {second} failed\njava.lang.IllegalStateException: no {second}\n{frames}")
        })
        .collect();
    let first = bench.changed(&of_text(&trace), Outcome::Chunked);
    assert_eq!(bench.walked(&first), trace);
}

#[test]
fn an_error_keeps_both_ends() {
    let bench = Bench::usual();
    let text = format!("first: the boom\n{}last: the cause\n", lines(5000));
    let result = json!({ "content": [{ "type": "text", "text": text }], "isError": true }).to_string();
    let changed = bench.changed(&result, Outcome::Clipped);
    assert_eq!(changed["isError"], true);
    let answer = text_of(&changed);
    assert!(answer.starts_with("first: the boom\n") && answer.ends_with("last: the cause\n"));
    let call = calls(&answer).pop().unwrap();
    assert_eq!(bench.walked(&bench.got(&call)), text);
}

#[test]
fn several_blocks_are_cut_and_media_stay() {
    let bench = Bench::usual();
    let result = json!({ "content": [
        { "type": "text", "text": lines(9000), "annotations": { "priority": 0.5 } },
        { "type": "image", "data": "AAAA", "mimeType": "image/png" },
        { "type": "resource_link", "uri": "f://z", "name": "z" },
    ] });
    let changed = bench.changed(&result.to_string(), Outcome::Chunked);
    let kinds: Vec<&str> =
        changed["content"].as_array().unwrap().iter().map(|block| block["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["text", "image", "resource_link"]);
    assert_eq!(changed["content"][0]["annotations"]["priority"], 0.5);
    let resource = json!({ "content": [
        { "type": "text", "text": "ok" },
        { "type": "resource", "resource": { "uri": "f://x", "text": lines(9000) } },
    ], "structuredContent": { "sha": "abc" } });
    let changed = bench.changed(&resource.to_string(), Outcome::Clipped);
    let call = calls(&text_of(&changed)).pop().unwrap();
    let walked = bench.walked(&bench.got(&call));
    assert!(walked.contains("line 9000 of the text") && walked.contains("{\"sha\":\"abc\"}"));
}

#[test]
fn a_changed_result_keeps_its_members_as_they_were_written() {
    let bench = Bench::usual();
    let text = serde_json::to_string(&lines(9000)).unwrap();
    let result = format!(
        "{{\"zeta\":1.0,\"_meta\":{{\"vendor/x\":1e3}},\"content\":[{{\"type\":\"text\",\"text\":{text},\"annotations\":{{\"priority\":0.70}}}}],\"isError\":false,\"alpha\":9007199254740993}}"
    );
    let (changed, _) = bench.judged("tools/call", &result, &bench.guard.base);
    let changed = changed.unwrap();
    let order = [
        "{\"zeta\":1.0,\"_meta\":{\"vendor/x\":1e3,\"weir/answer\":{",
        "\"content\":[{",
        "\"priority\":0.70",
        "\"isError\":false,\"alpha\":9007199254740993}",
    ];
    let mut at = 0;
    for part in order {
        at += changed[at..].find(part).unwrap_or_else(|| panic!("{part} is not behind {at}"));
    }
}

#[test]
fn media_twice_are_once_and_media_too_large_are_words() {
    let bench = Bench::usual();
    let image = json!([{ "type": "image", "data": "A".repeat(300_000), "mimeType": "image/png" }]);
    bench.passes(&json!({ "content": image }).to_string());
    let twice = json!({ "content": image, "structuredContent": { "content": image } }).to_string();
    let changed = bench.changed(&twice, Outcome::Media);
    assert_eq!((&changed["content"], &changed["structuredContent"]), (&image, &Value::Null));
    let huge = json!({ "content": [
        { "type": "text", "text": "shot" },
        { "type": "image", "data": "A".repeat(1_500_000), "mimeType": "image/png" },
    ] });
    let changed = bench.changed(&huge.to_string(), Outcome::Media);
    assert!(text_of(&changed).contains("shot") && text_of(&changed).contains("image/png"));
    let bench = Bench::new(|guard| guard.images = Images::Store);
    let changed = bench.changed(&json!({ "content": image }).to_string(), Outcome::Media);
    let call = calls(&text_of(&changed)).pop().unwrap();
    assert_eq!(bench.got(&call)["content"], image);
}

#[test]
fn an_error_keeps_what_its_structured_content_says() {
    let bench = Bench::usual();
    let failed = |text: &str, structured: &Value| {
        json!({ "content": [{ "type": "text", "text": text }], "structuredContent": structured, "isError": true })
            .to_string()
    };
    let trace = "frame of the trace; ".repeat(1000);
    for (text, structured) in [
        ("Request failed".to_owned(), json!({ "first": "FIRST", "trace": trace, "z": "LAST" })),
        ("Request failed".to_owned(), json!({ "error": format!("FIRST {trace} LAST") })),
        (lines(200), json!({ "first": "FIRST", "trace": trace, "z": "LAST" })),
    ] {
        let changed = bench.changed(&failed(&text, &structured), Outcome::Clipped);
        let answer = text_of(&changed);
        assert!(answer.starts_with(text.lines().next().unwrap()) && answer.contains("LAST"), "{answer}");
        assert!(!answer.contains(" 0 bytes are left out"), "{answer}");
        assert_eq!((&changed["structuredContent"], &changed["isError"]), (&Value::Null, &json!(true)));
        let all = bench.walked(&bench.got(&calls(&answer).pop().unwrap()));
        assert!(all.starts_with(&text) && all.contains("FIRST") && all.contains("LAST"));
    }
    // A text that is in the structured content, or the other way round, is there once.
    let same = json!({ "first": "FIRST", "trace": trace, "z": "LAST" });
    let pretty = serde_json::to_string_pretty(&same).unwrap();
    let changed = bench.changed(&failed(&pretty, &same), Outcome::Clipped);
    let all = bench.walked(&bench.got(&calls(&text_of(&changed)).pop().unwrap()));
    assert_eq!(all.matches("FIRST").count(), 1);
    bench.passes(&failed("Request failed", &json!({ "error": "short" })));
}

#[test]
fn an_error_with_a_log_in_its_structured_content_keeps_every_failure() {
    let bench = Bench::usual();
    let failing = [1700, 2500, 2998];
    for structured in
        [json!({ "stdout": log(3000, &failing) }), json!({ "stdout": log(3000, &failing), "exit_code": 1 })]
    {
        let result = json!({
            "content": [{ "type": "text", "text": "tests failed" }], "structuredContent": structured, "isError": true,
        });
        let answer = text_of(&bench.changed(&result.to_string(), Outcome::Filtered));
        for number in failing {
            assert!(answer.contains(&format!("total of {number}")), "{answer}");
        }
        assert!(answer.contains("\nweir: FAILED 3 failed"), "{answer}");
        let all = bench.walked(&bench.got(&calls(&answer)[0]));
        assert!(all.contains("tests failed") && all.contains("case_2999"), "{all}");
    }
}

#[test]
fn structured_content_is_the_data_whatever_words_are_beside_it() {
    let bench = Bench::usual();
    let both = |words: &str, structured: &Value| {
        json!({ "content": [{ "type": "text", "text": words }], "structuredContent": structured }).to_string()
    };
    let list: Value = serde_json::from_str(&items(51, 5)).unwrap();
    let table = "| id | a row with words in it | another one |\n".repeat(80);
    for words in ["Found 51 bookings.", &table] {
        let changed = bench.changed(&both(words, &json!({ "result": list })), Outcome::Paginated);
        let answer = page(&changed);
        assert_eq!((&answer["totalCount"], answer["items"].as_array().unwrap().len()), (&json!(51), 50));
        let note = answer["meta"]["note"].as_str().unwrap();
        match calls(note).pop() {
            Some(call) => assert_eq!(bench.walked(&bench.got(&call)), table),
            None => assert_eq!(note, "beside it: Found 51 bookings."),
        }
    }
    // A list of a page, beside a short text, and small facts beside a large one, are what they were.
    let short: Value = serde_json::from_str(&items(50, 5)).unwrap();
    bench.passes(&both("Found 50 bookings.", &json!({ "result": short })));
    let facts = bench.changed(&both(&lines(2000), &json!({ "n": 1 })), Outcome::Clipped);
    assert!(text_of(&facts).ends_with("{\"n\":1}"));
    let fields: serde_json::Map<String, Value> =
        (0..600).map(|number| (format!("k{number}"), json!(format!("v{number}")))).collect();
    let markdown = format!("# Title\n{}", "words of it\n".repeat(1000));
    let changed = bench.changed(&both(&markdown, &json!({ "id": 5, "m": fields })), Outcome::Summarized);
    let answer = page(&changed);
    assert_eq!(answer["summary"]["id"], 5);
    let call = calls(answer["meta"]["note"].as_str().unwrap()).pop().unwrap();
    assert_eq!(bench.walked(&bench.got(&call)), markdown);
}

#[test]
fn an_object_that_is_one_string_is_a_text_in_either_form() {
    let bench = Bench::usual();
    let text = lines(5000);
    let object = json!({ "content": text });
    let in_text = of_text(&object.to_string());
    let structured = json!({ "content": [], "structuredContent": object }).to_string();
    for result in [in_text, structured] {
        let changed = bench.changed(&result, Outcome::Chunked);
        assert_eq!(bench.walked(&changed), text);
    }
}

#[test]
fn media_stay_in_a_line_that_is_no_longer_than_passes() {
    let bench = Bench::usual();
    let judged = |result: &Value, around: usize| {
        let raw = RawValue::from_string(result.to_string()).unwrap();
        let of = CallOf { method: "tools/call", tool: "t", modern: false, around, owner: None };
        let judged = bench.hardener.judge(&of, &raw, &bench.guard.base);
        (judged.result.map(|result| result.get().to_owned()), judged.figures.outcome)
    };
    let image = |bytes: usize| json!({ "type": "image", "data": "A".repeat(bytes), "mimeType": "image/png" });
    let one = json!({ "content": [{ "type": "text", "text": "shot" }, image(900_000)] });
    let around = 1_000_000 - one.to_string().len();
    assert_eq!(judged(&one, around), (None, Outcome::Passed));
    assert_eq!(judged(&one, around + 1).1, Outcome::Media);
    // What is put in the place of a text or of a block may be longer than it was.
    for content in [
        json!([{ "type": "text", "text": "word ".repeat(1400) }, image(900_000)]),
        json!([image(900_000), image(10), image(4000)]),
    ] {
        let result = json!({ "content": content });
        let length = result.to_string().len();
        for over in [-200_i64, 0, 1, 12, 100] {
            let around = usize::try_from(1_000_000 + over).unwrap() - length;
            let left = judged(&result, around).0.map_or(length, |result| result.len());
            assert!(left + around <= 1_000_000, "{over}");
        }
    }
}

#[test]
fn an_unknown_field_is_answered_by_the_nearest_one() {
    let bench = Bench::usual();
    let id_of = |changed: &Value| changed["_meta"]["weir/answer"]["snapshot"].clone();
    let list = id_of(&bench.changed(&of_text(&items(300, 5)), Outcome::Paginated));
    let answer = page(&bench.got(&json!({ "id": list, "fields": "id,note" })));
    assert_eq!(answer["items"][0], json!({ "id": "b0000" }));
    assert_eq!(answer["meta"]["unknownFields"], json!([".note"]));
    assert_eq!(answer["meta"]["note"], "there is no field .note; did you mean .notes?");
    let refused = bench.refused(&json!({ "id": list, "fields": "note,nothing" }));
    assert!(
        refused.starts_with("there is no field .note; did you mean .notes?; there is .id, "),
        "{refused}"
    );
    let known = page(&bench.got(&json!({ "id": list, "fields": "id,notes" })));
    assert_eq!(known["meta"]["note"], Value::Null);
    let record = id_of(&bench.changed(&of_text(&record()), Outcome::Summarized));
    let answer = page(&bench.got(&json!({ "id": record, "fields": "id,guestNam" })));
    assert_eq!(answer["meta"]["note"], "there is no field .guestNam; did you mean .guestName?");
    for arguments in [
        json!({ "id": record, "fields": "guestNam" }),
        json!({ "id": record, "fields": "totl", "path": ".financial" }),
    ] {
        let refused = bench.refused(&arguments);
        assert!(
            refused.contains("did you mean .guestName?") || refused.contains("did you mean .total?"),
            "{refused}"
        );
    }
}

#[test]
fn what_matched_in_a_long_line_is_shown() {
    let bench = Bench::usual();
    let changed = bench.changed(&of_text(&format!("got {}", items(300, 20))), Outcome::Chunked);
    let id = &changed["_meta"]["weir/answer"]["snapshot"];
    let found = text_of(&bench.got(&json!({ "id": id, "grep": "b012[0-9]" })));
    assert!(
        found.starts_with("1: ...") && found.contains("\"id\":\"b0120\"") && found.contains("b0129"),
        "{found}"
    );
    assert!(found.ends_with("\nweir: 1 of 1 matching lines shown, the text has 1 lines\n"), "{found}");
}

#[test]
fn resources_and_tasks_are_judged_like_tools() {
    let bench = Bench::usual();
    let entry = |text: &str| {
        json!({ "contents": [{ "uri": "f://big", "mimeType": "text/plain", "text": text }] }).to_string()
    };
    let guard = bench.guard.base.clone();
    let (changed, figures) = bench.judged("resources/read", &entry(&lines(3000)), &guard);
    let changed: Value = serde_json::from_str(&changed.unwrap()).unwrap();
    assert_eq!((&changed["contents"][0]["uri"], figures.outcome), (&json!("f://big"), Outcome::Chunked));
    assert_eq!(bench.walked(&changed), lines(3000));
    assert_eq!(bench.judged("resources/read", &entry("a\n"), &guard).0, None);
    let result: Value = serde_json::from_str(&of_text(&items(500, 10))).unwrap();
    let task = json!({ "taskId": "t1", "status": "completed", "result": result }).to_string();
    let (changed, _) = bench.judged("tasks/get", &task, &guard);
    let changed: Value = serde_json::from_str(&changed.unwrap()).unwrap();
    assert_eq!((&changed["taskId"], &page(&changed["result"])["totalCount"]), (&json!("t1"), &json!(500)));
    assert_eq!(bench.judged("tasks/get", "{\"taskId\":\"t\",\"status\":\"working\"}", &guard).0, None);
    let off = Bench::new(|guard| guard.resources = Switch::Off);
    assert_eq!(off.judged("resources/read", &entry(&lines(3000)), &guard).0, None);
}

#[test]
fn what_is_not_complete_and_what_weir_made_passes() {
    let bench = Bench::usual();
    let large = "m".repeat(40_000);
    bench.passes(
        &json!({ "resultType": "input_required", "content": [{ "type": "text", "text": large }] })
            .to_string(),
    );
    bench.passes(&json!({ "taskId": "t", "statusMessage": large }).to_string());
    bench.passes("[]");
    bench.passes("{\"content\":7}");
    let first = bench.changed(&of_text(&lines(10_000)), Outcome::Chunked);
    let outer = Bench::new(|guard| guard.base.budgets.chunk_size = 1000);
    outer.passes(&first.to_string());
    let small = Bench::new(|guard| {
        guard.base.budgets.token_budget_threshold = 800;
        guard.base.budgets.chunk_size = 500;
    });
    small.changed(&first.to_string(), Outcome::Chunked);
}

#[test]
fn a_kind_that_is_switched_off_passes() {
    let off = |change: fn(&mut ToolGuard)| Bench::new(|guard| change(&mut guard.base));
    off(|tool| tool.chunk = Switch::Off).passes(&of_text(&lines(5000)));
    off(|tool| tool.paginate = Switch::Off).passes(&of_text(&items(500, 10)));
    off(|tool| tool.summarize = Switch::Off).passes(&of_text(&record()));
    off(|tool| tool.enabled = Switch::Off).passes(&of_text(&lines(5000)));
    off(|tool| tool.filter = Switch::Off).changed(&of_text(&log(3000, &[5])), Outcome::Chunked);
}

#[test]
fn without_a_store_there_is_no_call_and_the_answer_says_so() {
    let bench = Bench::new(|guard| guard.store = StoreAt::Off);
    let error = json!({ "content": [{ "type": "text", "text": lines(5000) }], "isError": true }).to_string();
    for (result, outcome) in [
        (of_text(&items(500, 10)), Outcome::Paginated),
        (of_text(&record()), Outcome::Summarized),
        (of_text(&lines(5000)), Outcome::Chunked),
        (of_text(&log(5000, &[7])), Outcome::Filtered),
        (error, Outcome::Clipped),
    ] {
        let changed = bench.changed(&result, outcome);
        assert!(
            !changed.to_string().contains("weir_get") && !changed.to_string().contains("w1."),
            "{changed}"
        );
        assert!(text_of(&changed).contains("nothing is stored, so the rest cannot be had"), "{changed}");
        assert_eq!(changed["_meta"]["weir/answer"]["snapshot"], Value::Null);
    }
}

#[test]
fn a_bad_cursor_is_refused_with_advice() {
    let bench = Bench::usual();
    let first = bench.changed(&of_text(&items(150, 0)), Outcome::Paginated);
    let cursor = page(&first)["nextCursor"].as_str().unwrap().to_owned();
    for at in 3..cursor.len() - 1 {
        let other = if cursor.as_bytes()[at] == b'A' { "B" } else { "A" };
        let bad = format!("{}{other}{}", &cursor[..at], &cursor[at + 1..]);
        assert!(bench.refused(&json!({ "cursor": bad })).contains("start again without a cursor"));
    }
    for bad in ["", "xx"] {
        assert!(bench.refused(&json!({ "cursor": bad })).contains("invalid cursor format"));
    }
    for bad in [&cursor[..cursor.len() - 9], &format!("{cursor}AAAA"), &format!("w1.{}", "A".repeat(86))] {
        assert!(bench.refused(&json!({ "cursor": bad })).contains("start again without a cursor"));
    }
    assert_eq!(page(&bench.got(&json!({ "cursor": cursor })))["items"][0]["id"], "b0050");
    // Another store, another key.
    let other = Bench::usual();
    assert!(other.refused(&json!({ "cursor": cursor })).contains("start again without a cursor"));
    // The same store, started again; and with a key of its own, which another store can share.
    let again = Hardener::open(&bench.guard, &keeping(&bench.folder), "weir_get");
    let again = Bench { hardener: again, ..bench };
    assert_eq!(page(&again.got(&json!({ "cursor": cursor })))["items"][0]["id"], "b0050");
    assert!(again.refused(&json!({ "id": "aaaaaaaa", "lines": "1:2" })).contains("not stored any more"));
}

#[test]
fn a_cursor_expires() {
    let bench = Bench::new(|guard| guard.cursor_ttl = std::time::Duration::from_secs(1));
    let first = bench.changed(&of_text(&items(150, 0)), Outcome::Paginated);
    let cursor = page(&first)["nextCursor"].clone();
    std::thread::sleep(std::time::Duration::from_millis(2100));
    let refused = bench.refused(&json!({ "cursor": cursor }));
    assert!(refused.contains("expired") && refused.contains("start again without a cursor"), "{refused}");
}

#[test]
fn secrets_are_neither_shown_nor_stored() {
    let bench = Bench::usual();
    let secret = format!("ghp_{}", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8");
    let text = format!("key {secret}\n{}", lines(3000));
    let first = bench.changed(&of_text(&text), Outcome::Chunked);
    assert!(!first.to_string().contains(&secret) && text_of(&first).contains("[redacted"));
    assert!(!bench.walked(&first).contains(&secret));
}

#[cfg(unix)]
#[test]
fn an_estimator_that_fails_leaves_bytes() {
    let bench = Bench::new(|guard| guard.estimator = "exec:false".into());
    let (changed, figures) = bench.judged("tools/call", &of_text(&lines(5000)), &bench.guard.base);
    let changed: Value = serde_json::from_str(&changed.unwrap()).unwrap();
    assert!(text_of(&changed).len() <= 10_240);
    assert!(figures.trouble.unwrap().contains("estimator"));
}

#[test]
fn what_is_weighed_is_not_stored() {
    let bench = Bench::usual();
    let raw = RawValue::from_string(of_text(&lines(5000))).unwrap();
    let of = CallOf { method: "tools/call", tool: "t", modern: false, around: 0, owner: None };
    let figures = bench.hardener.weigh(&of, &raw, &bench.guard.base);
    assert_eq!(figures.outcome, Outcome::Chunked);
    assert!(figures.final_tokens < figures.estimated_tokens);
    assert!(!bench.folder.path().join("store").exists());
}

#[test]
fn a_reload_changes_what_is_obeyed() {
    let bench = Bench::usual();
    let mut guard = bench.guard.clone();
    guard.store = StoreAt::Off;
    bench.hardener.obey(&guard);
    let changed = bench.changed(&of_text(&lines(5000)), Outcome::Chunked);
    assert!(!text_of(&changed).contains("weir_get"));
}

#[test]
fn the_tool_answers_in_the_era_of_the_call() {
    let bench = Bench::usual();
    let raw = RawValue::from_string("{\"cursor\":\"xx\"}".to_owned()).unwrap();
    let modern = bench.hardener.get(&raw, true, &bench.guard).result.unwrap();
    assert!(modern.get().ends_with(",\"resultType\":\"complete\"}"));
    let refused = bench.refused(&json!({ "curser": "x" }));
    assert!(refused.contains("curser") && refused.contains("did you mean cursor"), "{refused}");
}

/// The store on a Redis of its own; without `redis-server` there is nothing to test.
#[cfg(all(unix, feature = "redis"))]
mod redis_store {
    use super::*;
    use std::net::{TcpListener, TcpStream};
    use std::process::{Child, Command, Stdio};
    use std::time::{Duration, Instant};

    struct Server {
        child: Child,
        port: u16,
        _folder: tempfile::TempDir,
    }

    impl Drop for Server {
        fn drop(&mut self) {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }

    fn server() -> Option<Server> {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let folder = tempfile::tempdir().unwrap();
        let child = Command::new("redis-server")
            .args([
                "--port",
                &port.to_string(),
                "--bind",
                "127.0.0.1",
                "--save",
                "",
                "--appendonly",
                "no",
                "--dir",
            ])
            .arg(folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let server = Server { child, port, _folder: folder };
        let end = Instant::now() + Duration::from_secs(20);
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(Instant::now() < end, "the server does not start");
            std::thread::sleep(Duration::from_millis(20));
        }
        Some(server)
    }

    fn machine(server: &Server, key: Option<&str>) -> Bench {
        let folder = tempfile::tempdir().unwrap();
        let guard = Guard {
            store: StoreAt::Redis(format!("redis://127.0.0.1:{}/0", server.port)),
            ..Guard::default()
        };
        let keeping = Keeping { key: key.map(ToOwned::to_owned), ..keeping(&folder) };
        let hardener = Hardener::open(&guard, &keeping, "weir_get");
        Bench { folder, guard, hardener }
    }

    fn asked(server: &Server, words: &[&str]) -> String {
        let url = format!("redis://127.0.0.1:{}/0", server.port);
        let mut connection = redis::Client::open(url).unwrap().get_connection().unwrap();
        let mut command = redis::cmd(words[0]);
        words[1..].iter().for_each(|word| {
            command.arg(word);
        });
        format!("{:?}", command.query::<redis::Value>(&mut connection).unwrap())
    }

    #[test]
    fn what_one_machine_keeps_another_one_gets_until_the_server_forgets() {
        let Some(server) = server() else { return };
        let key = "k".repeat(32);
        let (one, other) = (machine(&server, Some(&key)), machine(&server, Some(&key)));
        let first = one.changed(&of_text(&items(150, 0)), Outcome::Paginated);
        let cursor = page(&first)["nextCursor"].clone();
        assert_eq!(page(&other.got(&json!({ "cursor": cursor })))["items"][0]["id"], "b0050");
        let id = first["_meta"]["weir/answer"]["snapshot"].as_str().unwrap();
        let left = asked(&server, &["TTL", &format!("weir:1:{id}")]);
        let left: i64 = left.trim_matches(|char: char| !char.is_ascii_digit()).parse().unwrap();
        assert!((590..=600).contains(&left), "{left}");
        let stranger = machine(&server, Some(&"x".repeat(32)));
        assert!(stranger.refused(&json!({ "cursor": cursor })).contains("start again without a cursor"));
        for (result, outcome) in [
            (of_text(&lines(5000)), Outcome::Chunked),
            (of_text(&log(5000, &[7, 9])), Outcome::Filtered),
            (of_text(&record()), Outcome::Summarized),
        ] {
            let changed = one.changed(&result, outcome);
            let text = text_of(&changed);
            let read: Value = serde_json::from_str(&text).unwrap_or(Value::String(text));
            for call in all_calls(&read) {
                other.got(&call);
            }
        }
        let secret = format!("ghp_{}", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8");
        one.changed(&of_text(&format!("key {secret}\n{}", lines(3000))), Outcome::Chunked);
        asked(&server, &["FLUSHALL"]);
        assert!(other.refused(&json!({ "cursor": cursor })).contains("start again without a cursor"));
        assert!(one.folder.path().join("store").read_dir().map_or(0, Iterator::count) <= 1);
    }

    #[test]
    fn a_server_that_left_costs_no_answer_and_little_time() {
        let Some(mut server) = server() else { return };
        let bench = machine(&server, None);
        let first = bench.changed(&of_text(&items(150, 0)), Outcome::Paginated);
        server.child.kill().unwrap();
        server.child.wait().unwrap();
        let begun = Instant::now();
        for _ in 0..20 {
            let changed = bench.changed(&of_text(&items(150, 1)), Outcome::Paginated);
            assert!(text_of(&changed).contains("the store cannot be used, so the rest cannot be had"));
            assert_eq!(all_calls(&changed), Vec::<Value>::new());
        }
        let (_, figures) = bench.judged("tools/call", &of_text(&lines(5000)), &bench.guard.base);
        assert!(figures.trouble.unwrap().contains("store"));
        let refused = bench.refused(&json!({ "cursor": page(&first)["nextCursor"] }));
        assert!(refused.contains("start again without a cursor"), "{refused}");
        assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    }
}
