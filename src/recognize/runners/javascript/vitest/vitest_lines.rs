//! vitest's own lines while the tests run, one at a time.
//!
//! Sources: `BaseReporter`, `VerboseReporter` and `SummaryReporter` of vitest 1 to 4, and its `renderers/figures`.

use crate::budget::Count as _;
use crate::event::{FailureKind, Outcome};
use crate::recognize::kit::clip::indent;
use crate::recognize::kit::durations::{is_dotted, without_unit};
use crate::recognize::kit::frames::v8::source;
use crate::recognize::kit::scan;

/// What separates the parts of a name.
pub const SEPARATOR: &str = " > ";

/// How vitest's lines begin that matter while no section is open.
pub const STARTS: [&str; 9] = [
    "RUN  v",
    "DEV  v",
    "⎯⎯",
    "\u{276f} ",
    "FAIL  ",
    "Test Files  ",
    "Tests  ",
    "No test files found, exiting with code 1",
    "::error file=",
];

/// ` RUN  v4.1.12 /path`: vitest begins.
#[must_use]
pub fn begins(text: &str) -> bool {
    let bare = text.trim_start();
    let version = bare.strip_prefix("RUN  v").or_else(|| bare.strip_prefix("DEV  v"));
    indent(text) <= 1
        && version.is_some_and(|version| version.starts_with(|each: char| each.is_ascii_digit()))
}

/// The text of a banner: `⎯⎯⎯ Failed Tests 3 ⎯⎯⎯` gives `Failed Tests 3`, a bare ruler nothing.
#[must_use]
pub fn banner(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('⎯')?.trim_matches('⎯');
    text.ends_with('⎯').then(|| inner.trim())
}

/// The name after `[`, digits, `/`, digits and `]`: the divider that ends one error of the report, and of how many.
#[must_use]
pub fn divider(banner: &str) -> Option<u64> {
    let inner = banner.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'))?;
    let (at, of) = inner.split_once('/')?;
    scan::whole_number(at)?;
    scan::whole_number(of)
}

/// The header of something that a test printed: `stdout | test/a.test.ts > adds`.
#[must_use]
pub fn printed(text: &str) -> bool {
    (text.starts_with("stdout | ") || text.starts_with("stderr | ")) && text.len() > 9
}

/// Icon and the rest of a line.
fn icon(text: &str) -> Option<(Outcome, &str)> {
    let bare = text.trim_start();
    let (icon, rest) = bare.split_once(' ')?;
    let outcome = match icon {
        "✓" | "√" => Outcome::Passed,
        "×" | "❯" | "✗" => Outcome::Failed(FailureKind::Test),
        "↓" | "□" => Outcome::Skipped,
        "·" => Outcome::Other,
        _ => return None,
    };
    Some((outcome, rest.trim_start()))
}

/// One file's line: ` ❯ test/a.test.ts (16 tests | 1 failed) 11ms`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Module<'a> {
    /// The project, when there is one, and the path.
    pub file: &'a str,
    /// Whether its icon says that it failed.
    pub failed: bool,
    /// Passed, failed and skipped tests.
    pub counts: [u64; 3],
}

/// Reads a file's line.
#[must_use]
pub fn module(text: &str) -> Option<Module<'_>> {
    if indent(text) > 2 {
        return None;
    }
    let (outcome, rest) = icon(text)?;
    let (file, counted) = rest.rsplit_once(" (")?;
    let (counts, _) = counted.split_once(')')?;
    let mut parts = counts.split(" | ");
    let (total, noun) = scan::number(parts.next()?)?;
    if !matches!(noun, " test" | " tests") {
        return None;
    }
    let [mut failed, mut skipped] = [0_u64; 2];
    for part in parts {
        let (number, word) = scan::number(part)?;
        match word {
            " failed" => failed = number,
            " skipped" | " todo" => skipped.up(number),
            _ => {}
        }
    }
    let file = file.trim_end();
    let file = file.strip_prefix("TS  ").unwrap_or(file);
    let passed = total.saturating_sub(failed).saturating_sub(skipped);
    let bad = matches!(outcome, Outcome::Failed(_));
    source(file).then_some(Module { file, failed: bad, counts: [passed, failed, skipped] })
}

/// One test's line, in a file's tree or alone with its whole name: how it ended, and the name without its time.
#[must_use]
pub fn test(text: &str) -> Option<(Outcome, &str)> {
    let (outcome, rest) = icon(text)?;
    let name = timed(rest.trim_end());
    (!name.is_empty()).then_some((outcome, name))
}

/// Whether the name begins with a file: the line of a verbose reporter.
#[must_use]
pub fn whole(name: &str) -> bool {
    name.split_once(SEPARATOR).is_some_and(|(file, _)| source(unplaced(file).0))
}

/// A file without `:LINE:COLUMN`, and those.
fn unplaced(file: &str) -> (&str, &str) {
    let numbers = |text: &str| scan::whole_number(text).is_some();
    let split = file.rsplit_once(':').filter(|(_, column)| numbers(column));
    let split = split.and_then(|(rest, _)| rest.rsplit_once(':')).filter(|(_, line)| numbers(line));
    split.map_or((file, ""), |(path, _)| (path, file.get(path.len()..).unwrap_or_default()))
}

/// A whole name without the place of the test.
#[must_use]
pub fn name(shown: &str) -> String {
    let (file, rest) =
        shown.split_at_checked(shown.find(SEPARATOR).unwrap_or(shown.len())).unwrap_or((shown, ""));
    format!("{}{rest}", unplaced(file).0)
}

/// The name without ` 12ms`, ` (retry x2)`, ` 9 MB heap used`, ` [note]`.
fn timed(rest: &str) -> &str {
    let mut rest = rest;
    if let Some(before) = rest.strip_suffix(" MB heap used") {
        rest = before.rsplit_once(' ').map_or(before, |(before, _)| before);
    }
    for word in [" (repeat x", " (retry x"] {
        if let Some((before, number)) = rest.strip_suffix(')').and_then(|inner| inner.rsplit_once(word))
            && scan::whole_number(number).is_some()
        {
            rest = before;
        }
    }
    if let Some((before, time)) = rest.rsplit_once(' ')
        && without_unit(time).is_some_and(is_dotted)
    {
        rest = before.trim_end();
    }
    rest
}

/// Rows of the status that a terminal repaints: `❯ test/a.test.ts 3/10`, `Test Files 1 passed (8)`, `├── slow`.
#[must_use]
pub fn status(text: &str) -> bool {
    let bare = text.trim_start();
    let numbers = |rest: &str| rest.starts_with(|each: char| each.is_ascii_digit());
    if let Some(rest) = bare.strip_prefix("❯ ") {
        let last = rest.rsplit(' ').next().unwrap_or_default();
        let progress = last
            .split_once('/')
            .is_some_and(|(at, of)| scan::whole_number(at).is_some() && scan::whole_number(of).is_some());
        return rest.ends_with(" [queued]") || progress;
    }
    ["Test Files ", "Tests ", "Start at ", "Duration "]
        .iter()
        .any(|title| bare.strip_prefix(title).is_some_and(numbers))
        || bare.starts_with("├── ")
        || bare.starts_with("└── ")
}

/// Dots of the dot reporter.
#[must_use]
pub fn dots(text: &str) -> bool {
    !text.is_empty()
        && text.contains('·')
        && text.chars().all(|each| matches!(each, '·' | 'x' | '-' | '*' | ' '))
}

/// A name without how long the test took: `adds 12ms`.
pub(super) fn untimed(name: &str) -> &str {
    let took = |took: &&str| took.strip_suffix("ms").and_then(scan::whole_number).is_some();
    match name.rsplit_once(' ').filter(|(_, last)| took(last)) {
        Some((name, _)) => name.trim_end(),
        None => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_files_line_counts_its_tests() {
        let read = module(" ❯ test/a.test.ts (16 tests | 1 failed | 2 skipped) 11ms").unwrap();
        assert_eq!((read.file, read.failed, read.counts), ("test/a.test.ts", true, [13, 1, 2]));
        let read = module(" ✓ |unit| test/a.test.ts  (1 test) 1.2s 30 MB heap used").unwrap();
        assert_eq!((read.file, read.failed, read.counts), ("|unit| test/a.test.ts", false, [1, 0, 0]));
        assert_eq!(module(" ❯ test/a.test.ts (0 test)").unwrap().counts, [0, 0, 0]);
        assert_eq!(module("   ✓ cart (3) 5ms"), None);
        assert_eq!(module(" ✓ mytool (3 tests)"), None);
    }

    #[test]
    fn a_tests_line_ends_with_time_and_retries() {
        assert_eq!(test("     ✓ adds 2 5ms"), Some((Outcome::Passed, "adds 2")));
        assert_eq!(
            test(" × a.test.ts > adds 1.20s (retry x2) 9 MB heap used").unwrap().1,
            "a.test.ts > adds"
        );
        assert!(whole("test/a.test.ts:3:1 > adds") && !whole("cart > adds"));
        assert_eq!(name("test/a.test.ts:3:1 > adds 1:2"), "test/a.test.ts > adds 1:2");
    }

    #[test]
    fn banners_and_dividers_are_between_dashes() {
        assert_eq!(banner("⎯⎯⎯⎯⎯⎯⎯ Failed Tests 3 ⎯⎯⎯⎯⎯⎯⎯"), Some("Failed Tests 3"));
        assert_eq!(banner("⎯⎯⎯⎯⎯⎯⎯⎯⎯"), Some(""));
        assert_eq!(divider(banner("⎯⎯⎯⎯[12/300]⎯").unwrap()), Some(300));
        assert_eq!(divider("[x/y]"), None);
        assert_eq!(banner("⎯⎯⎯ half"), None);
    }

    #[test]
    fn the_status_of_a_terminal_is_no_result() {
        assert!(status(" Test Files 1 failed (8)") && status(" ❯ test/a.test.ts 3/10"));
        assert!(!status(" Test Files  1 failed (8)") && !status(" ❯ test/a.test.ts (3 tests) 1ms"));
    }
}
