//! Forms that are text, a record a line: a report file of one is read by the recognizer of that text.
//!
//! On the input such lines need no telling, the scanner reads them as it reads all text. A file given as a report is
//! judged by its first lines, so that a log of something else is not taken for a report.

use crate::event::Runner;
use crate::recognize::dispatch::registry;
use crate::recognize::kit::scan;

/// A form: its runner, as the registry calls it, and whether a line that is not blank is one of its.
struct Form {
    runner: Runner,
    begins: fn(&str) -> bool,
}

/// Every form. A new one is one entry; one whose runner the registry does not hold is passed over.
const FORMS: &[Form] = &[
    Form { runner: Runner("go test"), begins: go_json },
    Form { runner: Runner("libtest json"), begins: libtest_json },
    Form { runner: Runner("tap"), begins: tap },
];

/// The most lines that are looked at; before a report's own some tools print a line or two.
const LINES: usize = 20;

/// The runner of the first line that one of the forms knows.
pub fn runner(bytes: &[u8]) -> Option<Runner> {
    let known = registry::names();
    let forms: Vec<&Form> = FORMS.iter().filter(|form| known.contains(&form.runner.0)).collect();
    let text = String::from_utf8_lossy(bytes);
    text.lines()
        .filter(|line| !line.trim().is_empty())
        .take(LINES)
        .find_map(|line| forms.iter().find(|form| (form.begins)(line.trim_start())).map(|form| form.runner))
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

/// The Test Anything Protocol: its version, a plan or a test point.
fn tap(line: &str) -> bool {
    let point = line.strip_prefix("not ").unwrap_or(line).strip_prefix("ok ");
    let plan = line.strip_prefix("1..").and_then(scan::number);
    line.starts_with("TAP version ")
        || point.is_some_and(|rest| rest.starts_with("- ") || scan::number(rest).is_some())
        || plan.is_some_and(|(_, rest)| rest.is_empty() || rest.starts_with(' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_test_anything_protocol_is_reported_by_its_version_its_plan_or_a_point() {
        for line in ["TAP version 14", "1..3", "1..0 # SKIP no net", "ok 1 - a", "not ok 2", "ok - a"] {
            assert!(tap(line), "{line}");
        }
        for line in ["ok", "ok  \tpkg 0.01s", "ok then", "1..", "1..a", "1...3", "TAP"] {
            assert!(!tap(line), "{line}");
        }
    }

    #[test]
    fn a_form_whose_runner_is_not_known_is_not_reported() {
        let known = registry::names();
        for (text, name) in [("TAP version 13\n", "tap"), ("{\"Action\":\"run\",\"Test\":\"T\"}", "go test")]
        {
            let reported = runner(text.as_bytes()).map(|runner| runner.0);
            assert_eq!(reported, known.contains(&name).then_some(name));
        }
    }
}
