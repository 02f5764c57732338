//! `weir compile` through the binary: the rows of the specification, real conversations, and input that is wrong.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::Plain as _;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/compile/");

struct Run {
    code: i32,
    out: String,
    err: String,
}

fn run(words: &[&str], input: impl Into<Vec<u8>>) -> Run {
    let mut command = assert_cmd::Command::cargo_bin("weir").unwrap();
    let output = command.plain().arg("compile").args(words).write_stdin(input).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    Run { code: output.status.code().unwrap(), out: text(&output.stdout), err: text(&output.stderr) }
}

fn validator(name: &str) -> jsonschema::Validator {
    let path = format!("{}/src/compile/schema/{name}", env!("CARGO_MANIFEST_DIR"));
    jsonschema::validator_for(&serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()).unwrap()
}

fn assert_follows(schema: &str, value: &Value) {
    let errors: Vec<String> = validator(schema)
        .iter_errors(value)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
}

/// Each answer follows the schema, keeps its budgets and its window.
fn compiled(words: &[&str], context: &Value) -> Value {
    let run = run(words, context.to_string());
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{words:?}");
    let answer: Value = serde_json::from_str(&run.out).unwrap();
    assert_follows("weir.compile.1.json", &answer);
    let mut sum = 0;
    for (name, section) in answer["sections"].as_object().unwrap() {
        let after = section["after"].as_u64().unwrap();
        assert!(after <= section["budget"].as_u64().unwrap(), "{words:?} {name}");
        sum += after;
    }
    assert_eq!(answer["total"], sum);
    assert!(sum <= answer["window"].as_u64().unwrap());
    answer
}

fn refused(words: &[&str], context: &str) -> String {
    let run = run(words, context);
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{words:?}: {}", run.err);
    run.err
}

fn own() -> Value {
    serde_json::from_str(&fs::read_to_string(format!("{FOLDER}context.json")).unwrap()).unwrap()
}

fn file(name: &str) -> String {
    format!("{FOLDER}{name}")
}

fn ids(list: &Value, field: &str) -> Vec<String> {
    list.as_array().unwrap().iter().map(|item| item[field].as_str().unwrap_or_default().to_owned()).collect()
}

fn action<'a>(answer: &'a Value, id: &str) -> &'a Value {
    answer["actions"].as_array().unwrap().iter().find(|action| action["id"] == id).unwrap()
}

/// Ids of results that have no call before them, in messages of OpenAI's form.
fn orphans(messages: &[Value]) -> Vec<String> {
    let mut called = BTreeSet::new();
    let mut orphans = Vec::new();
    for message in messages {
        for call in message["tool_calls"].as_array().into_iter().flatten() {
            called.insert(call["id"].as_str().unwrap().to_owned());
        }
        if let Some(id) = message["tool_call_id"].as_str()
            && !called.contains(id)
        {
            orphans.push(id.to_owned());
        }
    }
    orphans
}

/// What cargo prints for 60 tests of which one fails.
fn failing_log() -> String {
    let mut log = String::from("running 60 tests\n");
    for number in 0..59 {
        writeln!(log, "test dock::berth_{number} ... ok").unwrap();
    }
    log + "test dock::last ... FAILED\n\nfailures:\n\n---- dock::last stdout ----\nthread 'dock::last' panicked at src/dock.rs:7:9:\nno berth left\n"
        + &(0..60)
            .map(|number| format!("  the ship {}a lies there\n", "l".repeat(number)))
            .collect::<String>()
        + "\n\nfailures:\n    dock::last\n\ntest result: FAILED. 59 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s\n"
}

/// A talk of `turns` messages in which every third calls a tool.
fn talk(turns: usize) -> Vec<Value> {
    let message = |number: usize| match number % 3 {
        0 => {
            json!({"id": format!("m{number}"), "role": "user", "content": format!("Look at pier {number} now. It was dark there yesterday.")})
        }
        1 => json!({"id": format!("m{number}"), "role": "assistant", "content": "I look.", "tool_calls":
            [{"id": format!("c{number}"), "name": "look", "arguments": {"pier": number}}]}),
        _ => json!({"id": format!("m{number}"), "role": "tool", "tool_call_id": format!("c{}", number - 1),
            "content": format!("the lamp of pier {number} is lit\n").repeat(number % 7 + 1)}),
    };
    (0..turns).map(message).collect()
}

#[test]
fn row_004_c1_the_window_is_strictly_smaller_than_the_raw_one() {
    let words = ["--raw", "200000", "--ratio", "1"];
    assert!(refused(&words, "{}").contains("--ratio must be above 0 and below 1, not '1'"));
    assert!(
        refused(&["--raw", "200k", "--window", "200000"], "{}")
            .contains("must be smaller than the model's own of 200000")
    );
    assert_eq!(compiled(&["--raw", "200k", "--ratio", "0.999999"], &json!({}))["window"], 199_999);
}

#[test]
fn row_004_c2_nothing_fills_the_window_and_pins_come_first() {
    let memory = |id: &str, pin: bool| json!({"id": id, "text": format!("{id} {}", "word ".repeat(30)), "pin": pin, "relevance": if pin { 0.0 } else { 1.0 }});
    let context = json!({"memory": [memory("a", false), memory("b", true)]});
    let all = compiled(&["--window", "1m"], &context);
    assert!(all["total"].as_u64().unwrap() < 200);
    let one = compiled(&["--window", "200", "--est", "chars4-ceil"], &context);
    assert_eq!(one["admitted_memory_ids"], json!(["b"]));
    let error = refused(&["--window", "20", "--est", "chars4-ceil"], &context.to_string());
    assert!(error.contains("the pinned items of memory take up 38 tokens, its budget is 5"), "{error}");
}

#[test]
fn row_004_c3_what_tools_take_up_is_measured() {
    let answer = compiled(
        &["--window", "24k", "--est", "chars4-ceil"],
        &json!({"tools": [{"name": "a"}, {"name": "bc"}]}),
    );
    // {"name":"a"} has 12 chars and {"name":"bc"} 13: 3 and 4 tokens.
    assert_eq!(answer["sections"]["tools"]["before"], 7);
}

#[test]
fn row_004_d1_each_section_has_its_budget_and_it_is_reported() {
    let words =
        ["--window", "1000", "--budgets", "system=100,memory=200,history=0.4k,tools=200,headroom=100"];
    assert!(refused(&words, "{}").contains("\"0.4k\" is not a number of tokens"));
    let words = ["--window", "10k", "--budgets", "system=1k,memory=2k,history=4k,tools=2000,headroom=1000"];
    let sections = &compiled(&words, &own())["sections"];
    let budget = |name: &str| sections[name]["budget"].as_u64().unwrap();
    assert_eq!(
        ["system", "memory", "history", "tools", "headroom"].map(budget),
        [1000, 2000, 4000, 2000, 1000]
    );
    let shares = &compiled(&["-b", "24k"], &own())["sections"];
    let budget = |name: &str| shares[name]["budget"].as_u64().unwrap();
    assert_eq!(
        ["system", "memory", "history", "tools", "headroom"].map(budget),
        [1500, 6000, 12_000, 3000, 1500]
    );
}

#[test]
fn row_004_d2_budgets_that_are_not_the_window_are_refused_with_both_numbers() {
    let error = refused(&["--window", "24000", "--budgets", "history=11999"], "{}");
    assert!(error.contains("the budgets sum up to 23999 tokens, the window is 24000"), "{error}");
    compiled(&["--window", "24000", "--budgets", "history=12000"], &json!({}));
}

#[test]
fn row_004_d3_every_section_is_brought_within_its_budget() {
    let long = |id: usize| json!({"id": format!("s{id}"), "text": format!("Rule {id}. {}", "ferries first ".repeat(40 + id * 9))});
    let mut context = own();
    context["system"] = json!([long(1), long(2), long(3)]);
    context["history"] = Value::Array(talk(60));
    for window in ["10", "100", "500", "1500"] {
        compiled(&["--window", window], &context);
    }
    // Items of 174, 205 and 237 tokens, of which 250 fit: the first stays, the second loses its middle, the third goes.
    let answer =
        compiled(&["--window", "4000", "--est", "chars4-ceil"], &json!({"system": context["system"]}));
    assert_eq!(action(&answer, "s1")["action"], "keep");
    assert_eq!(
        (&action(&answer, "s2")["action"], &action(&answer, "s2")["after"]),
        (&json!("clip"), &json!(76))
    );
    assert_eq!(action(&answer, "s3")["action"], "drop");
}

#[test]
fn row_004_d4_old_results_go_through_the_filter_then_to_sentences_then_to_one_line() {
    let mut history = vec![
        json!({"id": "q", "role": "user", "content": "Why do the docks fail? They passed yesterday."}),
        json!({"id": "a", "role": "assistant", "content": "", "tool_calls": [{"id": "c", "name": "run", "arguments": "{}"}]}),
        json!({"id": "r", "role": "tool", "tool_call_id": "c", "content": failing_log()}),
    ];
    history.extend(talk(9).into_iter().map(|mut message| {
        message["content"] = json!(format!(
            "{} At length.",
            message["content"].as_str().unwrap().lines().next().unwrap_or_default()
        ));
        message
    }));
    let at = |history_budget: &str| {
        let budgets = format!("system=0,memory=0,history={history_budget},tools=0,headroom=0");
        let answer = compiled(
            &["--window", history_budget, "--budgets", &budgets, "--est", "chars4-ceil"],
            &json!({"history": history}),
        );
        let content = answer["context"]["history"].to_string();
        (answer, content)
    };
    let (collapsed, text) = at("600");
    assert_eq!(action(&collapsed, "r")["action"], "collapse");
    assert!(text.contains("dock::last") && text.contains("no berth left"), "{text}");
    let both = |answer: &Value| ["r", "q"].iter().all(|id| action(answer, id)["action"] == "stub");
    let budgets = (100..600).step_by(5).map(|budget| at(&budget.to_string()));
    let (stubbed, text) = budgets.into_iter().find(|(answer, _)| both(answer)).unwrap();
    assert_eq!(
        (&action(&stubbed, "r")["action"], &action(&stubbed, "q")["action"]),
        (&json!("stub"), &json!("stub"))
    );
    assert!(text.contains("dock::last") && text.contains("Why do the docks fail? [...]"), "{text}");
    let (dropped, text) = at("90");
    assert_eq!(action(&dropped, "r")["action"], "drop");
    assert_eq!(text.matches("turns omitted]").count(), 1, "{text}");
    assert!(text.starts_with("[{\"content\":\"["), "{text}");
}

#[test]
fn row_004_d5_what_says_the_same_is_there_once() {
    let source: String =
        (0..80).fold(String::new(), |text, line| text + &format!("let berth_{line} = quay.moor({line});\n"));
    let read = |id: &str, text: &str| {
        vec![
            json!({"id": format!("{id}-call"), "role": "assistant", "content": "", "tool_calls": [{"id": id, "name": "read", "arguments": {"file": "quay.rs"}}]}),
            json!({"id": id, "role": "tool", "tool_call_id": id, "content": text}),
        ]
    };
    let mut history = read("r1", &source);
    history.extend(read("r2", &source.replace("moor(3)", "berth(3)")));
    history.extend(talk(3));
    let answer = compiled(&["--window", "24k"], &json!({"history": history}));
    assert_eq!(action(&answer, "r1")["action"], "dedupe");
    assert_eq!(action(&answer, "r1")["reason"], "says the same as r2");
    assert_eq!(action(&answer, "r2")["action"], "keep");
    assert_eq!(answer["context"]["history"][1]["content"], "[a later result says the same]");

    let memory = json!([{"id": "a", "text": "quite one thing", "embedding": [1, 0]}, {"id": "b", "text": "something else", "embedding": [0.99, 0.01]},
        {"id": "c", "text": "a third thing", "embedding": [0, 1]}]);
    let answer = compiled(&["--window", "24k"], &json!({"memory": memory}));
    assert_eq!(answer["admitted_memory_ids"], json!(["a", "c"]));
    assert_eq!(
        (&action(&answer, "b")["action"], &action(&answer, "b")["reason"]),
        (&json!("dedupe"), &json!("says the same as a"))
    );
}

#[test]
fn row_004_d6_the_last_messages_stay_and_no_result_loses_its_call_at_any_budget() {
    let context = json!({"history": talk(45)});
    for window in [1, 2, 5, 9, 17, 40, 77, 120, 200, 333, 500, 800, 1200, 2000, 5000] {
        for keep_last in ["0", "3", "8"] {
            let answer = compiled(&["--window", &window.to_string(), "--keep-last", keep_last], &context);
            let messages = answer["context"]["history"].as_array().unwrap();
            assert_eq!(orphans(messages), [""; 0], "{window} {keep_last}");
        }
    }
    let answer = compiled(&["--window", "400", "--keep-last", "3"], &context);
    for last in ["m42", "m43", "m44"] {
        assert_eq!(action(&answer, last)["action"], "keep");
    }
    assert_eq!(action(&answer, "m0")["action"], "drop");
}

#[test]
fn row_004_d7_memories_are_ranked_by_the_product_of_four_factors() {
    // The newest is of 2026-03-02. old: 60 days, 1/4. new: 0.5. sure: 30 days, 1/2 x 0.9 x 0.9 = 0.405. bare: nothing
    // is printed of it, 1. again: 0.1, and it says the same as new.
    let words = [
        "--window",
        "80",
        "--est",
        "chars4-ceil",
        "--budgets",
        "history=0,memory=28,tools=0,headroom=27,system=25",
    ];
    let all = compiled(&words, &own());
    assert_eq!(all["admitted_memory_ids"], json!(["bare", "new", "sure", "old"]));
    assert_eq!(all["dropped_memory_ids"], json!(["again"]));
    // 5 + 8 + 7 = 20 tokens are taken, and old costs 8.
    let words = [
        "--window",
        "80",
        "--est",
        "chars4-ceil",
        "--budgets",
        "history=0,memory=27,tools=0,headroom=28,system=25",
    ];
    assert_eq!(compiled(&words, &own())["admitted_memory_ids"], json!(["bare", "new", "sure"]));
    // At 2026-03-02 and 30 days all are half as recent but the one without a time: the order stays. Weighted, for old
    // 0.3/4 + 0.7 = 0.775; for new 0.3 + 0.2 + 0.3 = 0.8; for sure 0.15 + 0.36 + 0.18 + 0.1 = 0.79.
    assert_eq!(
        compiled(&["--window", "8k", "--now", "2026-04-01"], &own())["admitted_memory_ids"],
        json!(["bare", "new", "sure", "old"])
    );
    assert_eq!(
        compiled(&["--window", "8k", "--memory-score", "weighted"], &own())["admitted_memory_ids"],
        json!(["bare", "new", "sure", "old"])
    );
    let weighted = json!({"memory": [{"id": "a", "text": "one", "relevance": 0.1}, {"id": "b", "text": "two", "confidence": 0.05}]});
    assert_eq!(compiled(&["--window", "8k"], &weighted)["admitted_memory_ids"], json!(["a", "b"]));
    assert_eq!(
        compiled(&["--window", "8k", "--memory-score", "weighted"], &weighted)["admitted_memory_ids"],
        json!(["b", "a"])
    );
}

#[test]
fn row_004_d8_only_tools_that_the_task_asks_for_stay_and_the_others_are_named() {
    let mut context = own();
    context.as_object_mut().unwrap().remove("task");
    context["history"] = json!([]);
    context["tools"][2]["pin"] = json!(true);
    let answer = compiled(&["--window", "8k", "--task", "git"], &context);
    assert_eq!(ids(&answer["context"]["tools"], "name"), ["git_log", "tide"]);
    assert_eq!(answer["omitted_tools"], json!(["send_mail"]));
    assert_eq!(compiled(&["--window", "8k"], &context)["omitted_tools"], json!([]));
}

#[test]
fn row_004_d9_every_call_is_alone_and_is_fast() {
    let mut history = talk(600);
    for message in history.iter_mut().filter(|message| message["role"] == "tool") {
        message["content"] = json!(format!(
            "{}{}",
            message["id"].as_str().unwrap(),
            " the tide is coming in and ropes are wet".repeat(9)
        ));
    }
    let context = json!({"history": history});
    assert!(context.to_string().len() > 100_000);
    let words = ["--window", "8k"];
    let first = compiled(&words, &context);
    // Nothing was remembered of the first call. How long it takes is benchmarked, not tested; a minute is no fast answer.
    let start = std::time::Instant::now();
    assert_eq!(compiled(&words, &context), first);
    assert!(start.elapsed().as_secs() < 60);
}

#[test]
fn row_004_d10_the_same_context_gives_the_same_bytes_whatever_the_order_of_its_keys() {
    fn backwards(value: &Value) -> String {
        match value {
            Value::Object(fields) => {
                let fields: Vec<String> = fields
                    .iter()
                    .rev()
                    .map(|(name, field)| format!("{}:{}", json!(name), backwards(field)))
                    .collect();
                format!("{{{}}}", fields.join(","))
            }
            Value::Array(items) => {
                format!("[{}]", items.iter().map(backwards).collect::<Vec<_>>().join(", "))
            }
            other => other.to_string(),
        }
    }
    let mut context = own();
    context["history"] = Value::Array(talk(90));
    for window in ["300", "1000", "8k"] {
        let words = ["--window", window];
        let straight = run(&words, context.to_string()).out;
        assert_eq!(run(&words, context.to_string()).out, straight);
        assert_eq!(run(&words, backwards(&context)).out, straight);
    }
}

#[test]
fn row_004_d11_the_event_tells_everything_but_the_content() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("events.jsonl");
    let words = ["--window", "2k", "--event-log", log.to_str().unwrap()];
    let answer = compiled(&words, &own());
    compiled(&words, &own());
    let text = fs::read_to_string(&log).unwrap();
    assert_eq!(text.lines().count(), 2);
    let event: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    assert_follows("weir.compile.1.json", &event);
    assert_eq!(event["event"], "context_compiled");
    for field in [
        "window",
        "total",
        "sections",
        "admitted_memory_ids",
        "dropped_memory_ids",
        "omitted_tools",
        "actions",
    ] {
        assert_eq!(event[field], answer[field], "{field}");
    }
    assert!(event.get("context").is_none());
    for content in ["harbour", "commit", "rebuilt", "Sends", "a1b2c3"] {
        assert!(!text.contains(content), "{content}");
    }
}

#[test]
fn row_004_d12_a_log_with_a_context_that_was_too_large_is_refuted() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, totals: &[u64]| {
        let log: String = totals.iter().fold(String::new(), |log, total| {
            log + &json!({"event": "context_compiled", "window": 100, "total": total}).to_string()
                + "\n{\"event\":\"other\"}\n"
        });
        let path = folder.path().join(name);
        fs::write(&path, log).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (good, bad) = (write("good", &[80, 100]), write("bad", &[80, 101, 120]));
    let fine = run(&["--check", &good, "--max", "100"], "");
    assert_eq!(
        (fine.code, fine.out.as_str()),
        (0, "weir: 2 contexts, the largest of 100 tokens, 0 too large\n")
    );
    assert_eq!(run(&["--check", &good, "--max", "99"], "").code, 1);
    let wrong = run(&["--check", &bad, "--max", "100"], "");
    assert_eq!(wrong.code, 1);
    assert!(wrong.err.contains("line 3: a context of 101 tokens, and 100 are allowed"), "{}", wrong.err);
    let json = run(&["--check", &bad, "--format", "json"], "");
    assert_eq!(json.code, 1);
    let answer: Value = serde_json::from_str(&json.out).unwrap();
    assert_follows("weir.check.1.json", &answer);
    assert_eq!(answer["over"].as_array().unwrap().len(), 2);
    fs::write(folder.path().join("broken"), "{\"event\":\"context_compiled\"}\n").unwrap();
    let broken = refused(&["--check", folder.path().join("broken").to_str().unwrap()], "");
    assert!(broken.contains("line 1: total: must be a number"), "{broken}");
}

#[test]
fn row_004_d14_four_tenths_of_the_raw_window_are_used() {
    assert_eq!(compiled(&["--raw", "200000"], &json!({}))["window"], 80_000);
    assert_eq!(compiled(&["--model", "claude-sonnet-4-20250514"], &json!({}))["window"], 80_000);
    assert_eq!(compiled(&["--raw", "200k", "--ratio", "0.29"], &json!({}))["window"], 58_000);
    let error = refused(&["--model", "gpt-4oo"], "{}");
    assert!(error.contains("did you mean 'gpt-4o'? otherwise use --raw N"), "{error}");
}

#[test]
fn row_004_d15_a_quarter_of_it_is_used_with_many_tools() {
    let tools = |chars: usize| json!({"tools": [{"name": "a", "description": "x".repeat(chars)}]});
    // {"description":"...","name":"a"} has 29 chars besides the description.
    let window = |chars: usize| {
        compiled(&["--raw", "200000", "--est", "chars4-ceil"], &tools(chars))["window"].clone()
    };
    assert_eq!((window(31_971), window(31_972)), (json!(80_000), json!(50_000)));
}

#[test]
fn row_004_p1_a_talk_that_grows_to_1000_turns_never_passes_the_window() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("events.jsonl");
    let log = log.to_str().unwrap();
    let all = talk(1000);
    for turns in (40..=1000).step_by(40) {
        compiled(&["--window", "2000", "--event-log", log], &json!({"history": all[..turns]}));
    }
    assert_eq!(run(&["--check", log, "--max", "2000"], "").code, 0);
}

#[test]
fn row_004_n1_a_table_and_a_line_tell_how_full_each_section_is() {
    let words = ["--window", "400", "--est", "chars4-ceil"];
    let explained = run(&[&words[..], &["--explain"]].concat(), own().to_string());
    assert_eq!(
        explained.out,
        "section     budget   before    after   used     in    out
system          25       22       22   88 %      2      2
memory         100       36       28   28 %      5      4
history        200       42       42   21 %      4      4
tools           50       88       34   68 %      3      1
headroom        25        0        0    0 %      0      0
total          400      188      126   32 %     14     11
actions: keep 11, dedupe 1, drop 2
omitted tools: send_mail, tide
estimator: chars4-ceil
"
    );
    let health = run(&[&words[..], &["--health"]].concat(), own().to_string());
    assert_eq!(
        health.out,
        "weir: context is 32 % full, 126 of 400 tokens (system 88 %, memory 28 %, history 21 %, tools 68 %, 0 items shortened, 3 left out)\n"
    );
    let json = run(&[&words[..], &["--health", "--format", "json"]].concat(), own().to_string());
    assert_follows("weir.health.1.json", &serde_json::from_str(&json.out).unwrap());
}

// Conversations as programs write them.

const CONVERSATIONS: [(&str, &str); 4] = [
    ("claude-code", "claude-code.jsonl"),
    ("codex", "codex.jsonl"),
    ("openai", "openai.json"),
    ("anthropic", "anthropic.json"),
];

/// What is in a conversation: ids of calls, and of results.
fn round_trips(value: &Value, calls: &mut Vec<String>, results: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            let text = |field: &str| fields.get(field).and_then(Value::as_str).map(str::to_owned);
            let kind = text("type").unwrap_or_default();
            if matches!(kind.as_str(), "tool_use" | "function") {
                calls.extend(text("id"));
            }
            if matches!(kind.as_str(), "function_call" | "custom_tool_call") {
                calls.extend(text("call_id"));
            }
            if kind.ends_with("_call_output") {
                results.extend(text("call_id"));
            }
            results.extend(text("tool_use_id"));
            results.extend(text("tool_call_id"));
            fields.values().for_each(|field| round_trips(field, calls, results));
        }
        Value::Array(items) => items.iter().for_each(|item| round_trips(item, calls, results)),
        _ => {}
    }
}

#[test]
fn every_conversation_is_within_every_window_and_no_result_loses_its_call() {
    for (format, name) in CONVERSATIONS {
        for window in ["10", "60", "200", "600", "1k", "2k", "4k", "24k"] {
            let answer = run(&["--from", format, &file(name), "--window", window], "");
            let answer: Value = serde_json::from_str(&answer.out).unwrap();
            assert_follows("weir.compile.1.json", &answer);
            assert!(answer["total"].as_u64() <= answer["window"].as_u64(), "{format} {window}");
            let back = run(&["--from", format, &file(name), "--window", window, "--to", format], "");
            assert_eq!((back.code, back.err.as_str()), (0, ""), "{format} {window}");
            let (mut calls, mut results) = (Vec::new(), Vec::new());
            for line in back.out.lines() {
                round_trips(&serde_json::from_str(line).unwrap(), &mut calls, &mut results);
            }
            for result in &results {
                assert!(calls.contains(result), "{format} {window}: {result}");
            }
            // What comes out is read again, and fits.
            let again = run(&["--from", format, "--window", window, "--explain"], back.out);
            assert_eq!(again.code, 0, "{format} {window}: {}", again.err);
        }
    }
}

#[test]
fn lines_that_nothing_was_done_with_come_out_byte_for_byte() {
    for (format, name) in &CONVERSATIONS[..2] {
        let input = fs::read_to_string(file(name)).unwrap();
        let back = run(&["--from", format, &file(name), "--window", "24k", "--to", format], "").out;
        let changed: Vec<(&str, &str)> =
            input.lines().zip(back.lines()).filter(|(before, after)| before != after).collect();
        assert_eq!(input.lines().count(), back.lines().count(), "{format}");
        // The first of two equal results.
        assert_eq!(changed.len(), 1, "{format}");
        assert!(changed[0].1.contains("[a later result says the same]"), "{format}");
    }
}

#[test]
fn a_chain_of_lines_is_linked_past_what_went() {
    let back = run(
        &["--from", "claude-code", &file("claude-code.jsonl"), "--window", "600", "--to", "claude-code"],
        "",
    )
    .out;
    let lines: Vec<Value> = back.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let there: BTreeSet<&str> = lines.iter().filter_map(|line| line["uuid"].as_str()).collect();
    for line in &lines {
        if let Some(parent) = line["parentUuid"].as_str() {
            assert!(there.contains(parent), "{line}");
        }
    }
    assert!(
        back.contains("turns omitted]")
            && back.contains("isSnapshotUpdate")
            && back.contains("Look for seals.")
    );
}

#[test]
fn failures_in_old_results_of_a_session_survive_as_names() {
    for (format, name) in CONVERSATIONS {
        let text = run(&["--from", format, &file(name), "--window", "3k", "--format", "text"], "").out;
        assert!(text.contains("docks::tests::moors_at_berth_17"), "{format}: {text}");
        assert!(text.contains("docks::tests::moors_at_berth_42"), "{format}: {text}");
    }
}

#[test]
fn fields_that_are_not_known_come_out_as_they_went_in() {
    let back = run(&["--from", "openai", &file("openai.json"), "--window", "24k", "--to", "openai"], "").out;
    let back: Value = serde_json::from_str(&back).unwrap();
    assert_eq!((&back["model"], &back["temperature"]), (&json!("gpt-4o"), &json!(0.25)));
    let back =
        run(&["--from", "anthropic", &file("anthropic.json"), "--window", "24k", "--to", "anthropic"], "")
            .out;
    let back: Value = serde_json::from_str(&back).unwrap();
    assert_eq!(back["system"][0]["cache_control"], json!({"type": "ephemeral"}));
    assert_eq!(back["messages"][1]["content"][0]["signature"], "c2lnbmVk");
    assert_eq!(back["tools"][5], json!({"type": "web_search_20250305", "name": "web_search", "max_uses": 5}));
    let bare = json!([{"role": "user", "content": "hello", "own": [1.5, null]}]);
    let back = run(&["--from", "anthropic", "--window", "8k", "--to", "anthropic"], bare.to_string()).out;
    assert_eq!(serde_json::from_str::<Value>(&back).unwrap(), bare);
    let text = json!({"system": "Be short.", "messages": []});
    let back = run(&["--from", "anthropic", "--window", "8k", "--to", "anthropic"], text.to_string()).out;
    assert_eq!(serde_json::from_str::<Value>(&back).unwrap(), text);
}

#[test]
fn what_was_before_a_compaction_is_no_context() {
    let lines = [
        json!({"type": "user", "uuid": "a", "parentUuid": null, "message": {"role": "user", "content": "old"}}),
        json!({"type": "system", "subtype": "compact_boundary", "uuid": "b", "parentUuid": null}),
        json!({"type": "user", "uuid": "c", "parentUuid": "b", "message": {"role": "user", "content": "summary"}}),
    ];
    let session: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let answer: Value =
        serde_json::from_str(&run(&["--from", "claude-code", "--window", "8k"], session.clone()).out)
            .unwrap();
    assert_eq!(ids(&answer["context"]["history"], "id"), ["c"]);
    assert_eq!(
        run(&["--from", "claude-code", "--window", "8k", "--to", "claude-code"], session.clone()).out,
        session
    );
}

#[test]
fn a_line_that_is_still_written_is_passed_over_and_a_broken_one_is_named() {
    let session = fs::read_to_string(file("claude-code.jsonl")).unwrap();
    let cut = &session[..session.len() - 100];
    assert_eq!(run(&["--from", "claude-code", "--window", "8k", "--health"], cut).code, 0);
    let error = refused(
        &["--from", "claude-code", "--window", "8k"],
        &session.replacen("{\"parentUuid\"", "{parentUuid\"", 1),
    );
    assert!(error.starts_with("weir: standard input: line 2: is not JSON"), "{error}");
}

#[test]
fn a_conversation_goes_into_a_file_without_a_ceiling() {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("back.jsonl");
    let line =
        json!({"type": "system", "subtype": "other", "text": "x".repeat(1_100_000)}).to_string() + "\n";
    let words = ["--from", "claude-code", "--window", "8k", "--to", "claude-code"];
    let error = refused(&words, &line);
    assert!(error.contains("the ceiling of every answer is 1000000"), "{error}");
    let whole = run(&[&words[..], &["--output", target.to_str().unwrap()]].concat(), line.clone());
    assert_eq!((whole.code, whole.out.as_str()), (0, ""));
    assert_eq!(fs::read_to_string(target).unwrap(), line);
}

// Input that is wrong, or made to harm.

#[test]
fn what_is_wrong_is_named_by_its_place() {
    for (context, place) in [
        ("", "standard input is not JSON"),
        ("[]", "standard input must hold an object with the lists system"),
        ("{\"system\":{}}", "standard input: system: must be a list"),
        ("{\"system\":[{\"id\":\"a\"}]}", "standard input: system[0].text: is missing"),
        ("{\"memory\":[{\"text\":\"a\"},{\"text\":5}]}", "standard input: memory[1].text: must be a text"),
        (
            "{\"memory\":[{\"text\":\"a\",\"relevance\":-1}]}",
            "standard input: memory[0].relevance: must be a number",
        ),
        (
            "{\"memory\":[{\"text\":\"a\",\"time\":\"soon\"}]}",
            "standard input: memory[0].time: must be a time",
        ),
        (
            "{\"memory\":[{\"text\":\"a\",\"embedding\":[\"x\"]}]}",
            "standard input: memory[0].embedding: must be a list of numbers",
        ),
        ("{\"history\":[{\"content\":\"a\"}]}", "standard input: history[0].role: is missing"),
        (
            "{\"history\":[{\"role\":\"user\",\"content\":7}]}",
            "standard input: history[0].content: must be a text or a list of parts",
        ),
        ("{\"tools\":[{}]}", "standard input: tools[0].name: is missing"),
        ("{\"task\":[]}", "standard input: task: must be a text"),
        (
            "{\"histroy\":[]}",
            "standard input: 'histroy': is unknown; did you mean 'history'? the keys are system, memory, history, tools, task",
        ),
        (
            "{\"system\":[],\"model\":\"m\"}",
            "standard input: 'model': is unknown; the keys are system, memory, history, tools, task",
        ),
        (
            "{\"memory\":[{\"text\":\"a\",\"relevance\":1e999}]}",
            "standard input is not JSON at line 1, column 40: this number is too large",
        ),
    ] {
        let error = refused(&["--window", "8k"], context);
        assert!(error.starts_with(&format!("weir: {place}")), "{context}: {error}");
    }
    for words in [
        &["--window", "0"][..],
        &[],
        &["--window", "x"],
        &["--window", "8k", "--keep-last", "-1"],
        &["--window", "8k", "--now", "soon"],
        &["--window", "8k", "--ratio", "0.5"],
        &["--ratio", "0.5"],
        &["--window", "8k", "--to", "codex"],
        &["--window", "8k", "--from", "codex", "--to", "openai"],
        &["--window", "8k", "a.json", "b.json"],
        &["--window", "8k", "--est", "no"],
    ] {
        refused(words, "{}");
    }
}

#[test]
fn nesting_beyond_all_measure_is_refused() {
    for depth in [200, 200_000] {
        let deep = format!(
            "{{\"history\":[{{\"role\":\"user\",\"content\":{}{}}}]}}",
            "[".repeat(depth),
            "]".repeat(depth)
        );
        let error = refused(&["--window", "8k"], &deep);
        assert!(error.contains("nested too deeply"), "{error}");
    }
}

#[test]
fn a_huge_message_is_clipped_and_stays_within_the_window() {
    let huge = json!({"history": [{"id": "h", "role": "user", "content": format!("begin {} end", "water ".repeat(1_000_000))}]});
    let answer = compiled(&["--window", "1000"], &huge);
    assert_eq!(action(&answer, "h")["action"], "clip");
    let content = answer["context"]["history"][0]["content"].as_str().unwrap();
    assert!(content.starts_with("begin") && content.ends_with("end"));
}

#[test]
fn results_without_a_call_and_ids_that_come_twice_do_no_harm() {
    let answer =
        |id: &str, text: &str| json!({"id": "same", "role": "tool", "tool_call_id": id, "content": text});
    let call = |id: &str| json!({"id": "same", "role": "assistant", "content": "", "tool_calls": [{"id": id, "name": "x", "arguments": ""}]});
    let history = vec![
        answer("a", "early"),
        call("a"),
        call("a"),
        answer("a", "one"),
        answer("a", "two"),
        answer("zz", "late"),
    ];
    for window in ["4", "16", "50", "8k"] {
        let answer = compiled(&["--window", window], &json!({"history": history}));
        assert_eq!(orphans(answer["context"]["history"].as_array().unwrap()), [""; 0], "{window}");
    }
    let answer = compiled(&["--window", "8k"], &json!({"history": history}));
    assert_eq!(answer["context"]["history"].as_array().unwrap().len(), 4);
    assert_eq!(answer["actions"][0]["reason"], "no call before it has its id");
}

#[test]
fn lines_that_point_to_each_other_in_a_ring_end() {
    let line = |uuid: &str, parent: &str| json!({"type": "user", "uuid": uuid, "parentUuid": parent, "message": {"role": "user", "content": format!("{uuid} {}", "word ".repeat(90))}});
    let session: String = [line("a", "b"), line("b", "c"), line("c", "b"), line("d", "c"), line("e", "e")]
        .iter()
        .map(|line| format!("{line}\n"))
        .collect();
    for window in ["16", "100", "300"] {
        let run = run(
            &["--from", "claude-code", "--window", window, "--keep-last", "0", "--to", "claude-code"],
            session.clone(),
        );
        assert_eq!(run.code, 0, "{}", run.err);
    }
}

#[test]
fn text_shows_nothing_that_a_terminal_obeys() {
    let context = json!({"history": [{"role": "user", "content": "a\u{1b}[2Jb\u{202e}"}]});
    let text = run(&["--window", "8k", "--format", "text"], context.to_string()).out;
    assert!(!text.contains('\u{1b}') && !text.contains('\u{202e}'), "{text:?}");
}

#[test]
fn a_log_that_cannot_be_written_is_an_error_and_nothing_is_printed() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    let run = run(&["--window", "8k", "--event-log", "/dev/full"], "{}");
    assert_eq!((run.code, run.out.as_str()), (74, ""));
}
