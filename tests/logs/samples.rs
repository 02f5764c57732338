//! The samples of each tool, and the answers that they must get: `testdata/TOOL/NAME.sample` and `NAME.answer`.
//!
//! A sample is what a tool prints, in as few lines as show what its name says; several are in one file with [`BETWEEN`] between
//! them. An answer has a line of JSON for what is true of the whole log, and one for each failure, section and warning. Changed
//! answers are written with `WEIR_BLESS=1 cargo test --test logs samples`, and read in the diff as code is.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;

use serde_json::{Map, Value};
use weir::budget::Mode;

use crate::support::here::judged;
use crate::support::logs::testdata;

/// The line between two logs of a file.
const BETWEEN: &str = "=== next log ===\n";
/// What is the same in each answer, or follows from what is written.
const LEFT_OUT: [&str; 9] =
    ["limits", "est_tokens", "mode", "schema", "snapshot", "kept", "seen", "exit", "signal"];
/// What gets a line for each of its entries, with the word before it.
const LISTS: [(&str, &str); 4] =
    [("failures", "failure"), ("flaky", "flaky"), ("sections", "section"), ("warnings", "warning")];

/// Whether a value says nothing that its absence would not say.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(yes) => !yes,
        Value::Number(number) => number.as_u64() == Some(0),
        Value::String(text) => text.is_empty(),
        Value::Array(all) => all.is_empty(),
        Value::Object(all) => all.is_empty(),
    }
}

/// Without what is empty.
fn short(value: Value) -> Value {
    match value {
        Value::Object(all) => Value::Object(
            all.into_iter()
                .map(|(key, value)| (key, short(value)))
                .filter(|(_, value)| !is_empty(value))
                .collect(),
        ),
        other => other,
    }
}

/// The answer to a log as lines.
fn answer(log: &str) -> String {
    let Value::Object(mut all) = judged(log, Mode::Verbose) else { panic!("an answer is an object") };
    for key in LEFT_OUT {
        all.remove(key);
    }
    let lists = LISTS.map(|(key, word)| (word, all.remove(key)));
    let mut lines = format!("{}\n", short(Value::Object(all)));
    for (word, list) in lists {
        let Some(Value::Array(list)) = list else { panic!("{word} is a list") };
        for entry in list {
            let row = Map::from_iter([(word.to_owned(), short(entry))]);
            writeln!(lines, "{}", Value::Object(row)).unwrap();
        }
    }
    lines
}

/// The answers to the logs of a file, with a blank line between them.
fn answers(sample: &Path) -> String {
    let text = String::from_utf8(fs::read(sample).unwrap()).unwrap();
    text.split(BETWEEN).map(answer).collect::<Vec<_>>().join("\n")
}

/// Does it for all, on all processors.
fn for_each(all: Vec<PathBuf>, what: impl Fn(&Path) + Sync) {
    let left = Mutex::new(all);
    let next = || left.lock().unwrap().pop();
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(path) = next() {
                    what(&path);
                }
            });
        }
    });
}

#[test]
fn each_sample_has_its_answer() {
    let bless = std::env::var_os("WEIR_BLESS").is_some();
    let differ = Mutex::new(Vec::new());
    let samples = testdata(&["sample"]);
    let count = samples.len();
    for_each(samples, |sample| {
        let kept = sample.with_extension("answer");
        let now = answers(sample);
        let before = fs::read_to_string(&kept).unwrap_or_default();
        if now == before {
            return;
        }
        if bless {
            fs::write(&kept, now).unwrap();
            return;
        }
        let pairs = now.lines().zip(before.lines().chain(std::iter::repeat("")));
        let first = pairs.into_iter().find(|(now, before)| now != before);
        let (now, before) = first.unwrap_or(("", "more lines than there are now"));
        differ.lock().unwrap().push(format!("{}\n  now {now}\n  not {before}", sample.display()));
    });
    let mut differ = differ.into_inner().unwrap();
    differ.sort();
    assert!(differ.is_empty(), "{} of {count} differ:\n{}", differ.len(), differ.join("\n"));
    assert!(testdata(&["answer"]).len() == count, "an answer has no sample");
}
