//! Single lines of Karma's reporters. Sources: `lib/reporters/base.js` and `progress.js` of Karma 1 to 6, and
//! karma-mocha-reporter's `index.js`.

use crate::recognize::kit::scan;

/// The longest name of a browser, in bytes.
const LONGEST_BROWSER: usize = 120;

/// Splits the browser off the front: `Chrome Headless 120.0.6099.71 (Linux 0.0.0)`, a name, a version, a system.
pub(super) fn browser(text: &str) -> Option<(&str, &str)> {
    if !text.starts_with(|first: char| first.is_alphabetic()) {
        return None;
    }
    let (before, after) = text.split_once(" (")?;
    let (name, version) = before.rsplit_once(' ')?;
    let versioned = version.starts_with(|first: char| first.is_ascii_digit());
    let close = after.find(')')?;
    let end = before.len().saturating_add(close).saturating_add(3);
    let (browser, rest) = text.split_at_checked(end)?;
    let plain = !name.contains([':', '(', '"', '\'', '/']) && browser.len() <= LONGEST_BROWSER;
    (versioned && plain).then_some((browser, rest))
}

/// `21 11 2026 10:00:00.000:INFO [Firefox 120.0 (Linux 0.0.0)]: Connected on socket Ab1 with id 1`: the browser.
pub(super) fn connected(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once(":INFO [")?;
    let (name, rest) = rest.split_once("]: ")?;
    (rest.starts_with("Connected on socket ") && browser(name).is_some()).then_some(name)
}

/// What a browser has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Results {
    pub(super) executed: u64,
    pub(super) total: u64,
    pub(super) failed: u64,
    pub(super) skipped: u64,
    /// It was disconnected, or something outside of specs failed.
    pub(super) broken: bool,
    /// The time of the whole is reported: the browser is done.
    pub(super) done: bool,
}

impl Results {
    /// Whether no spec is missing.
    pub(super) const fn is_complete(&self) -> bool {
        self.executed.saturating_add(self.skipped) >= self.total
    }
}

/// Reads `Executed 8 of 9 (3 FAILED) (skipped 1) ERROR (0.012 secs / 0.012 secs)`.
pub(super) fn executed(text: &str) -> Option<Results> {
    let (executed, rest) = scan::number(text.strip_prefix("Executed ")?)?;
    let (total, mut rest) = scan::number(rest.strip_prefix(" of ")?)?;
    let mut results = Results { executed, total, ..Results::default() };
    let mut printed = false;
    while !rest.is_empty() {
        let words = rest.strip_prefix(' ')?;
        if let Some(inner) = words.strip_prefix('(') {
            let (inner, after) = inner.split_once(')')?;
            if let Some(skipped) = inner.strip_prefix("skipped ") {
                results.skipped = scan::whole_number(skipped)?;
            } else if let Some(failed) = inner.strip_suffix(" FAILED") {
                results.failed = scan::whole_number(failed)?;
                printed = true;
            } else if inner.split(" / ").all(is_time) {
                results.done = !inner.starts_with("0 secs");
                printed = true;
            } else {
                return None;
            }
            rest = after;
            continue;
        }
        let (word, after) = words.split_at_checked(words.find(' ').unwrap_or(words.len()))?;
        match word {
            "SUCCESS" => {}
            "ERROR" | "DISCONNECTED" => results.broken = true,
            _ => return None,
        }
        printed = true;
        rest = after;
    }
    (printed && results.failed <= executed && executed <= total).then_some(results)
}

/// `0.012 secs`, `1 sec`, `1 min 3.4 secs`.
fn is_time(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit())
        && (text.ends_with(" secs") || text.ends_with(" sec"))
}

/// How many failed in all browsers together: `TOTAL: 3 FAILED, 5 SUCCESS`.
pub(super) fn total(text: &str) -> Option<u64> {
    let mut failed = 0;
    for part in text.strip_prefix("TOTAL: ")?.split(", ") {
        match scan::number(part)? {
            (number, " FAILED") => failed = number,
            (_, " SUCCESS") => {}
            _ => return None,
        }
    }
    Some(failed)
}

/// How many browsers Karma starts: `... INFO [launcher]: Launching browsers Chrome, Firefox with concurrency unlimited`.
pub(super) fn launched(text: &str) -> Option<usize> {
    let (_, names) = text.split_once(":INFO [launcher]: Launching browsers ")?;
    let (names, _) = names.rsplit_once(" with concurrency ")?;
    Some(names.split(", ").count())
}

/// What Karma itself calls an error: `... ERROR [reporter.coverage]: too little`. The launcher tries again, and what is printed of a
/// browser is reported again as an error of that browser.
pub(super) fn errored(text: &str) -> Option<&str> {
    let (stamp, what) = text.split_once(":ERROR [")?;
    let (source, message) = what.split_once("]: ")?;
    let stamped = stamp.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b' ' | b':' | b'.'));
    (stamped && source != "launcher" && browser(source).is_none()).then_some(message)
}

/// What a line below `SUMMARY:` counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Summed {
    Completed(u64),
    Skipped(u64),
    Failed(u64),
}

/// Reads `✔ 5 tests completed`, `ℹ 1 test skipped`, `✖ 3 tests failed`.
pub(super) fn summed(text: &str) -> Option<Summed> {
    let (mark, rest) = text.split_once(' ')?;
    if mark.chars().count() != 1 {
        return None;
    }
    let (number, word) = scan::number(rest)?;
    match word {
        " test completed" | " tests completed" => Some(Summed::Completed(number)),
        " test skipped" | " tests skipped" => Some(Summed::Skipped(number)),
        " test failed" | " tests failed" => Some(Summed::Failed(number)),
        _ => None,
    }
}

/// What a page wrote to its console, after the browser's name: `LOG: 'a pear', 3`.
pub(super) fn logged(text: &str) -> Option<&str> {
    ["LOG: ", "WARN: ", "ERROR: ", "INFO: ", "DEBUG: ", "DUMP: ", "ALERT: ", "CONFIRM: ", "PROMPT: "]
        .iter()
        .find_map(|kind| text.strip_prefix(kind))
        // karma-spec-reporter: `WARN LOG: 'a pear'`.
        .or_else(|| {
            let (kind, printed) = text.split_once(" LOG: ")?;
            matches!(kind, "LOG" | "WARN" | "ERROR" | "INFO" | "DEBUG").then_some(printed)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_is_a_name_a_version_and_a_system() {
        let line = "Chrome Headless 120.0.6099.71 (Linux 0.0.0) cart adds (twice) FAILED";
        assert_eq!(
            browser(line),
            Some(("Chrome Headless 120.0.6099.71 (Linux 0.0.0)", " cart adds (twice) FAILED"))
        );
        assert_eq!(
            browser("Firefox 60.0.0 (Ubuntu 0.0.0): Executed").map(|(_, rest)| rest),
            Some(": Executed")
        );
        for text in
            ["cart adds (twice) FAILED", "at f (a.js:4:2)", "3 items 4 (x)", "note: item 4 (x) FAILED"]
        {
            assert_eq!(browser(text), None, "{text}");
        }
    }

    #[test]
    fn what_a_page_logs_is_after_its_level() {
        for text in ["LOG: 'a'", "ERROR: 'a'", "LOG LOG: 'a'", "ERROR LOG: 'a'"] {
            assert_eq!(logged(text), Some("'a'"), "{text}");
        }
        assert_eq!((logged("a LOG: 'a'"), logged("ERROR")), (None, None));
    }

    #[test]
    fn what_a_browser_has_done_is_read_in_any_order() {
        let all = Results { executed: 8, total: 9, failed: 3, skipped: 1, broken: true, done: true };
        assert_eq!(
            executed("Executed 8 of 9 (3 FAILED) (skipped 1) ERROR (0.01 secs / 0.01 secs)"),
            Some(all)
        );
        assert!(all.is_complete());
        let some = executed("Executed 1 of 4 SUCCESS (0 secs / 0.001 secs)");
        assert_eq!(some.map(|some| (some.is_complete(), some.done)), Some((false, false)));
        for text in ["Executed 2 of 2 specs SUCCESS in 1 sec.", "Executed 2 of 2", "Executed 3 of 2 SUCCESS"]
        {
            assert_eq!(executed(text), None, "{text}");
        }
    }

    #[test]
    fn sums_are_read_strictly() {
        assert_eq!([total("TOTAL: 3 FAILED, 5 SUCCESS"), total("TOTAL: 3 EUR")], [Some(3), None]);
        assert_eq!(total("TOTAL: 5 SUCCESS"), Some(0));
        let launcher = "21 11 2026 10:00:00.000:INFO [launcher]: Launching browsers";
        assert_eq!(launched(&format!("{launcher} A, B with concurrency unlimited")), Some(2));
        let stamp = "21 11 2026 10:00:00.000";
        assert_eq!(errored(&format!("{stamp}:ERROR [reporter.coverage]: low")), Some("low"));
        assert_eq!(errored(&format!("{stamp}:ERROR [launcher]: A failed 1 time")), None);
        let browser = format!("{stamp}:ERROR [Firefox 120.0 (Linux 0.0.0)]: Disconnected (0 times) ");
        assert_eq!(errored(&browser), None);
        assert_eq!(errored("said:ERROR [x]: no"), None);
        assert!(executed("Executed 5 of 5 SUCCESS (1 sec / 0.5 secs)").is_some_and(|all| all.done));
        assert_eq!(summed("✖ 3 tests failed"), Some(Summed::Failed(3)));
        assert_eq!((summed("✖ 3 tests failed again"), summed("✔ adds")), (None, None));
    }
}
