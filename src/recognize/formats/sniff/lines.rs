//! Forms that are text, a record a line: a report file of one is read by the recognizer of that text.
//!
//! On the input such lines need no telling, the scanner reads them as it reads all text. A file given as a report is
//! judged by its first lines, so that a log of something else is not taken for a report.

use crate::event::Runner;

/// A form: its runner, as the registry calls it, and whether a line that is not blank is one of its.
struct Form {
    runner: Runner,
    begins: fn(&str) -> bool,
}

/// Every form. A new one is one entry.
const FORMS: &[Form] = &[
    Form { runner: Runner("go test"), begins: go_json },
    Form { runner: Runner("libtest json"), begins: libtest_json },
];

/// The most lines that are looked at; before a report's own some tools print a line or two.
const LINES: usize = 20;

/// The runner of the first line that one of the forms knows.
pub fn runner(bytes: &[u8]) -> Option<Runner> {
    let text = String::from_utf8_lossy(bytes);
    text.lines()
        .filter(|line| !line.trim().is_empty())
        .take(LINES)
        .find_map(|line| FORMS.iter().find(|form| (form.begins)(line.trim_start())).map(|form| form.runner))
}

/// `go test -json`: an object with an action of a package, a test or a build.
fn go_json(line: &str) -> bool {
    let about = ["\"Package\":", "\"Test\":", "\"Output\":", "\"ImportPath\":"];
    line.starts_with('{') && line.contains("\"Action\":\"") && about.iter().any(|key| line.contains(key))
}

/// libtest's `--format json`, of cargo test and of nextest.
fn libtest_json(line: &str) -> bool {
    let rest = line.strip_prefix('{').map(str::trim_start).and_then(|rest| rest.strip_prefix("\"type\":"));
    rest.is_some_and(|rest| {
        ["\"suite\"", "\"test\"", "\"bench\""].iter().any(|kind| rest.trim_start().starts_with(kind))
            && line.contains("\"event\"")
    })
}
