//! Many calls: a day of them as it may be recorded, a hundred at once while the settings change, and thousands in a row.
//!
//! The data is made here by a seed, the same each time.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;

use serde_json::value::RawValue;
use serde_json::{Value, json};
use weir::text::json::{Json, JsonPath, compact, string};

use crate::client::{Client, call, request, started};

/// Answers each line with the next prepared one: the files `1`, `2` and so on.
const PREPARED: &str = "n=0; while read -r line; do n=$((n+1)); cat \"$n\"; done";

/// Numbers that look like chance (SplitMix64).
pub struct Chance(pub u64);

impl Chance {
    pub fn next(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % below
    }

    fn words(&mut self, count: u64) -> String {
        const WORDS: [&str; 12] = [
            "harbour",
            "ticket",
            "r\u{e9}sum\u{e9}",
            "window",
            "queue",
            "copper",
            "\u{6f22}\u{5b57}",
            "late",
            "morning",
            "ledger",
            "of",
            "the",
        ];
        let word = |chance: &mut Self| WORDS[usize::try_from(chance.next(12)).unwrap()];
        (0..count).map(|_| word(self)).collect::<Vec<_>>().join(" ")
    }

    /// An object as a server may write it: blanks, numbers and escapes of its own.
    fn item(&mut self, number: u64) -> String {
        let (price, words) = (self.next(100_000), self.words(6));
        let blank = ["", " "][usize::try_from(self.next(2)).unwrap()];
        format!(
            "{{\"id\":{blank}\"o-{number}\",\"price\":{price}.50,\"rate\":1E+{},\"state\":\"\\u006fpen\",{blank}\"note\":\"{words}\",\"tags\":[{number},{blank}null]}}",
            self.next(20)
        )
    }

    fn list(&mut self, count: u64) -> String {
        let items: Vec<String> = (0..count).map(|number| self.item(number)).collect();
        format!("[{}]", items.join(","))
    }

    fn file(&mut self, lines: u64) -> String {
        let mut text = String::new();
        for number in 1..=lines {
            let words = self.next(9);
            writeln!(text, "{number:>6} {}", self.words(words)).unwrap();
        }
        text
    }

    fn record(&mut self) -> String {
        let lines = self.list(120);
        let (story, short) = (self.words(3_000), self.words(5));
        format!(
            "{{\"id\":\"rec-{}\",\"status\":\"open\",\"total\":12.50,\"story\":\"{story}\",\"lines\":{lines},\"owner\":{{\"name\":\"{short}\",\"history\":{}}},\"audit\":{{\"by\":\"{}\",\"seen\":false}}}}",
            self.next(1_000),
            self.list(60),
            self.words(900)
        )
    }

    fn log(&mut self, tests: u64) -> (String, Vec<String>) {
        let mut text = String::from("     Running unittests src/lib.rs (target/debug/deps/shop-00)\n\n");
        writeln!(text, "running {tests} tests").unwrap();
        let mut failed = Vec::new();
        for number in 0..tests {
            let fails = self.next(tests) < 4;
            writeln!(text, "test cart::sum_{number} ... {}", if fails { "FAILED" } else { "ok" }).unwrap();
            if fails {
                failed.push(format!("cart::sum_{number}"));
            }
        }
        text.push_str("\nfailures:\n\n");
        for name in &failed {
            writeln!(
                text,
                "---- {name} stdout ----\n\nthread '{name}' panicked at src/cart.rs:{}:5:\n{}\n",
                1 + self.next(900),
                self.words(8)
            )
            .unwrap();
        }
        text.push_str("\nfailures:\n");
        failed.iter().for_each(|name| writeln!(text, "    {name}").unwrap());
        let word = if failed.is_empty() { "ok" } else { "FAILED" };
        writeln!(text, "\ntest result: {word}. {} passed; {} failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.25s", tests - failed.len() as u64, failed.len()).unwrap();
        (text, failed)
    }
}

/// What a call is answered with, and what of it must come back.
enum Original {
    /// It passes.
    Small,
    /// A document.
    Json(String),
    /// A text, and the names that its first answer must hold.
    Text(String, Vec<String>),
}

fn quoted(text: &str) -> String {
    let mut word = String::new();
    string(text, &mut word);
    word
}

fn tokens(text: &str) -> usize {
    (3 * text.chars().count()).div_ceil(10)
}

fn text_of(result: &Value) -> &str {
    let content = result["content"].as_array().unwrap();
    assert_eq!(content.len(), 1, "{result}");
    content[0]["text"].as_str().unwrap()
}

/// The arguments of each call that a text prints.
fn calls(text: &str) -> Vec<Value> {
    let texts = text.match_indices("weir_get {").map(|(at, _)| &text[at + "weir_get ".len()..]);
    texts.filter_map(|text| serde_json::Deserializer::from_str(text).into_iter().next()?.ok()).collect()
}

/// A session in which what is left out is got back.
struct Walk {
    client: Client,
    /// Of the calls of the get tool.
    number: u64,
}

impl Walk {
    fn get(&mut self, arguments: &Value) -> Value {
        self.number += 1;
        let id = format!("\"g{}\"", self.number);
        let params = json!({ "name": "weir_get", "arguments": arguments }).to_string();
        let message = self.client.send(request(&id, "tools/call", &params)).message();
        let result = message["result"].clone();
        assert_eq!(result["isError"], Value::Null, "{arguments}: {result}");
        Self::within(&result);
        result
    }

    /// Checks that an answer has no more than its budget.
    fn within(result: &Value) {
        let (text, meta) = (text_of(result), &result["_meta"]["weir/answer"]);
        let budget = match meta["kind"].as_str().unwrap() {
            "chunk" | "digest" => 2_000,
            _ => 4_000,
        };
        let (used, left) = (meta["budgetUsed"].as_u64().unwrap(), meta["budgetRemaining"].as_u64().unwrap());
        assert_eq!(used, tokens(text) as u64, "{meta}");
        // Lines and parts that somebody names have the budget of a list.
        assert!(used + left == budget || used + left == 4_000, "{meta}");
        assert!(text.len() <= 16_000, "{meta}");
    }

    /// Gets all of a text, from an answer on.
    fn text(&mut self, first: &Value) -> String {
        let (mut all, mut result) = (String::new(), first.clone());
        loop {
            let text = text_of(&result);
            let meta = &result["_meta"]["weir/answer"];
            let Some(cursor) = meta["nextCursor"].as_str() else {
                let last = text.strip_suffix('\n').and_then(|text| text.rfind('\n')).map_or(0, |at| at + 1);
                let own = text[last..].starts_with("weir: chunk ");
                all.push_str(if own { &text[..last] } else { text });
                return all;
            };
            let own = text.rfind("weir: chunk ").unwrap();
            all.push_str(&text[..own]);
            assert_eq!(calls(&text[own..]), [json!({ "cursor": cursor })]);
            result = self.get(&json!({ "cursor": cursor }));
        }
    }

    /// Gets all items of a list, from a page on, as they are written but for blanks between values.
    fn items(&mut self, first: &Value) -> Vec<String> {
        let (mut all, mut result) = (Vec::new(), first.clone());
        loop {
            let page = Json::parse(text_of(&result)).unwrap();
            all.extend(page.get("items").unwrap().elements().map(|item| item.text().to_owned()));
            let Some(cursor) = page.get("nextCursor").and_then(Json::string) else { return all };
            result = self.get(&json!({ "cursor": cursor }));
        }
    }

    /// Checks that all of a value is in an answer, or comes by the calls that it prints.
    fn holds(&mut self, result: &Value, whole: Json<'_>) {
        let text = text_of(result);
        match result["_meta"]["weir/answer"]["kind"].as_str().unwrap() {
            "page" => {
                let wanted: Vec<_> = whole.elements().map(|item| without_blanks(item.text())).collect();
                assert_eq!(self.items(result), wanted);
            }
            "digest" => {
                let calls = calls_of(text);
                assert!(!calls.is_empty(), "{text}");
                for arguments in calls {
                    let path = JsonPath::parse(arguments["path"].as_str().unwrap()).unwrap();
                    let part = whole.at(&path).unwrap_or_else(|| panic!("{path} is not in it"));
                    let got = self.get(&arguments);
                    self.holds(&got, part);
                }
            }
            kind => {
                let wanted = whole.string().unwrap_or_else(|| whole.text().into());
                assert!(["chunk", "part"].contains(&kind), "{kind}");
                assert_eq!(self.text(result), wanted);
            }
        }
    }
}

/// The calls that a digest prints, in any of its strings.
fn calls_of(text: &str) -> Vec<Value> {
    let (mut found, mut left) = (Vec::new(), vec![serde_json::from_str::<Value>(text).unwrap()]);
    while let Some(value) = left.pop() {
        match value {
            Value::String(text) => found.extend(calls(&text)),
            Value::Array(values) => left.extend(values),
            Value::Object(fields) => left.extend(fields.into_iter().map(|(_, value)| value)),
            _ => {}
        }
    }
    found
}

fn without_blanks(json: &str) -> String {
    let mut text = String::new();
    compact(json, &mut text);
    text
}

fn result(blocks: &str, more: &str) -> String {
    format!("{{\"content\":[{{\"type\":\"text\",\"text\":{}}}]{more}}}", quoted(blocks))
}

/// A day of calls.
fn day() -> Vec<(String, Original)> {
    let mut chance = Chance(20_260_728);
    let mut all = Vec::new();
    for number in 0..24 {
        all.push(match number % 6 {
            0 => {
                let list = chance.list(500);
                // As some SDKs have it: once in a text, once as a structure. The blanks of a structure are nothing.
                let structured = format!(",\"structuredContent\":{list}");
                let (more, whole) = if number == 6 {
                    (structured, without_blanks(&list))
                } else {
                    (String::new(), list.clone())
                };
                (result(&list, &more), Original::Json(whole))
            }
            1 => {
                let mut file = chance.file(10_000);
                if number == 7 {
                    file.pop();
                }
                (result(&file, ""), Original::Text(file, Vec::new()))
            }
            2 => {
                let record = chance.record();
                (result(&record, ""), Original::Json(record))
            }
            3 => {
                let (log, failed) = chance.log(2_000);
                (
                    result(&log, if failed.is_empty() { "" } else { ",\"isError\":true" }),
                    Original::Text(log, failed),
                )
            }
            4 => (result(&chance.words(200), ""), Original::Small),
            _ => (result(&chance.list(8), ",\"structuredContent\":{\"ok\":true}"), Original::Small),
        });
    }
    all
}

fn prepare(folder: &Path, results: impl IntoIterator<Item = String>) {
    for (number, result) in (1..).zip(results) {
        let line = format!("{{\"jsonrpc\":\"2.0\",\"id\":{number},\"result\":{result}}}\n");
        std::fs::write(folder.join(number.to_string()), line).unwrap();
    }
}

#[test]
fn a_day_of_calls_is_much_smaller_and_nothing_of_it_is_lost() {
    let day = day();
    let results: Vec<String> = day.iter().map(|(result, _)| result.clone()).collect();
    let client = started(&["--", "sh", "-c", PREPARED], |folder| prepare(folder.path(), results));
    let mut walk = Walk { client, number: 0 };
    let (mut before, mut after, mut shares) = (0, 0, Vec::new());
    for (number, (original, whole)) in (1..).zip(&day) {
        let line = walk.client.send(call(&number.to_string(), "any")).line();
        let message: Value = serde_json::from_str(&line).unwrap();
        let result = &message["result"];
        let members: HashMap<String, Box<RawValue>> = serde_json::from_str(&line).unwrap();
        let got = members["result"].get();
        before += original.len();
        after += got.len();
        shares.push(got.len() as f64 / original.len() as f64);
        match whole {
            Original::Small => assert_eq!(got, original),
            Original::Json(document) => {
                Walk::within(result);
                walk.holds(result, Json::parse(document).unwrap());
                let snapshot = &result["_meta"]["weir/answer"]["snapshot"];
                let whole = walk.get(&json!({ "id": snapshot, "lines": "1:" }));
                assert_eq!(walk.text(&whole), *document);
            }
            Original::Text(text, names) => {
                Walk::within(result);
                let shown = text_of(result);
                assert!(names.iter().all(|name| shown.contains(name.as_str())), "{shown}");
                let first = match calls(shown).as_slice() {
                    // A piece goes on; the failures of a log are followed by all of it.
                    [_] if result["_meta"]["weir/answer"]["kind"] == "chunk" => result.clone(),
                    [arguments] => walk.get(arguments),
                    calls => panic!("{calls:?} in {shown}"),
                };
                assert_eq!(walk.text(&first), *text);
            }
        }
    }
    let mean = shares.iter().sum::<f64>() / shares.len() as f64;
    assert!(after * 10 <= before * 4, "{after} of {before} bytes");
    assert!(mean <= 0.4, "a mean of {mean:.2}");
    assert!(walk.number > 100, "only {} calls of the get tool", walk.number);
}

#[test]
fn a_hundred_calls_at_once_are_each_answered_once_while_the_settings_change() {
    const CALLS: u64 = 100;
    let list = Chance(7).list(70);
    // All wait at once; then the last one is answered first.
    let script = "n=0; while read -r line; do n=$((n+1)); if [ $n -eq 100 ]; then while [ $n -gt 0 ]; do cat $n; n=$((n-1)); done; fi; done";
    let mut client = started(&["--config", "weir.json", "--", "sh", "-c", script], |folder| {
        prepare(folder.path(), (0..CALLS).map(|_| result(&list, "")));
        std::fs::write(folder.path().join("weir.json"), "{}").unwrap();
    });
    let settings = client.folder.path().join("weir.json");
    let writer = std::thread::spawn(move || {
        for time in 0..50_u64 {
            let text = match time % 5 {
                0 => format!("{{\"defaultPageSize\":{}}}", 10 + time),
                1 => "{\"mode\":\"observe\"}".to_owned(),
                2 => "{\"defaultPage".to_owned(),
                3 => "{\"tools\":{\"a*\":{\"enabled\":false}}}".to_owned(),
                _ => "{\"rollout\":50,\"assign\":\"call\"}".to_owned(),
            };
            // Some are written over the file, some take its place.
            if time % 2 == 0 {
                std::fs::write(&settings, text).unwrap();
            } else {
                let other = settings.with_extension("new");
                std::fs::write(&other, text).unwrap();
                std::fs::rename(other, &settings).unwrap();
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    });
    for number in 1..=CALLS {
        client.send(call(&number.to_string(), "any"));
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let mut answered = std::collections::BTreeSet::new();
    let mut changed = 0;
    for _ in 0..CALLS {
        let message = client.message();
        assert!(answered.insert(message["id"].as_u64().unwrap()), "answered twice: {}", message["id"]);
        let text = text_of(&message["result"]);
        if text != list {
            assert_eq!(message["result"]["_meta"]["weir/answer"]["totalCount"], 70, "{message}");
            changed += 1;
        }
    }
    assert_eq!(answered.len() as u64, CALLS);
    assert!(changed > 0);
    writer.join().unwrap();
    let ended = client.close().ended();
    assert_eq!((ended.status, ended.lines), (Some(0), Vec::new()));
    assert!(ended.errors.lines().all(|line| line.starts_with("weir: ")), "{}", ended.errors);
}

/// What a process holds: kilobytes of memory, and open files.
#[cfg(target_os = "linux")]
fn held(client: &Client) -> (u64, usize) {
    let process = Path::new("/proc").join(client.child.id().to_string());
    let status = std::fs::read_to_string(process.join("status")).unwrap();
    let memory = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    let memory = memory.trim().trim_end_matches(" kB").parse().unwrap();
    (memory, std::fs::read_dir(process.join("fd")).unwrap().count())
}

/// `WEIR_SOAK` names another number of calls.
#[cfg(target_os = "linux")]
#[test]
fn memory_and_open_files_do_not_grow_with_the_calls() {
    let all: u64 = std::env::var("WEIR_SOAK").map_or(2_000, |calls| calls.parse().unwrap());
    let script = "n=0; while read -r line; do n=$((n+1)); case $((n % 20)) in
        3) printf '{\"id\":%d,\"result\":' $n; cat list;;
        9) printf '{\"id\":%d,\"result\":' $n; cat log;;
        13) printf '{\"id\":%d,\"error\":{\"code\":-32050,\"message\":\"no\"}}\\n' $n;;
        17) printf '{\"id\":%d,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"%d ' $n $n; cat words;;
        *) printf '{\"id\":%d,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"row %d\"}]}}\\n' $n $n;;
        esac; done";
    let mut chance = Chance(11);
    let mut client =
        started(&["--telemetry", "tele", "--log", "log.txt", "--", "sh", "-c", script], |folder| {
            let write = |name: &str, text: String| std::fs::write(folder.path().join(name), text).unwrap();
            write("list", result(&chance.list(80), "") + "}\n");
            write("log", result(&chance.log(300).0, "") + "}\n");
            // The end of a text whose beginning is another one each time.
            write("words", chance.words(3_000) + "\"}]}}\n");
        });
    let mut early = None;
    let mut gets = 0_u64;
    for number in 1..=all {
        let message = client.send(call(&number.to_string(), "any")).message();
        assert_eq!(message["id"], number, "{message}");
        let cursor = &message["result"]["_meta"]["weir/answer"]["nextCursor"];
        if cursor.is_string() {
            gets += 1;
            let params = json!({ "name": "weir_get", "arguments": { "cursor": cursor } }).to_string();
            let got = client.send(request("\"get\"", "tools/call", &params)).message();
            assert_eq!((&got["id"], &got["result"]["isError"]), (&json!("get"), &Value::Null), "{got}");
        }
        if number == all / 4 {
            early = Some(held(&client));
        }
    }
    let ((early, early_files), (late, late_files)) = (early.unwrap(), held(&client));
    let figures = format!(
        "{all} calls, {gets} of the get tool: {early} KB and {early_files} files, then {late} KB and {late_files} files\n"
    );
    std::io::Write::write_all(&mut std::io::stderr(), figures.as_bytes()).unwrap();
    assert!(gets * 11 > all, "{gets}");
    assert!(late <= early + 3_000, "{early} KB became {late} KB");
    assert!(late_files <= early_files, "{early_files} open files became {late_files}");
}
