//! The lines of DejaGnu, each read by itself.

use crate::event::{Place, TestId};
use crate::recognize::kit::scan;

/// Whose numbers follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Of {
    Run,
    Target,
}

/// Reads `=== gcc Summary ===` and `=== gcc Summary for unix/-m32 ===`.
pub(super) fn summary(text: &str) -> Option<(Of, &str)> {
    let inner = head(text)?;
    if let Some(tool) = inner.strip_suffix(" Summary") {
        return Some((Of::Run, tool));
    }
    inner.split_once(" Summary for ").map(|(tool, _)| (Of::Target, tool))
}

/// Reads `=== gcc tests ===`.
pub(super) fn tests(text: &str) -> Option<&str> {
    head(text)?.strip_suffix(" tests")
}

/// What is in a head, before which there are two tabs, or the blanks that became of them.
fn head(text: &str) -> Option<&str> {
    let inner = text.trim_start().strip_prefix("=== ")?.strip_suffix(" ===")?;
    text.starts_with(['\t', ' ']).then_some(inner)
}

/// Reads `# of expected passes\t\t12`.
pub(super) fn count(text: &str) -> Option<(&str, u64)> {
    let rest = text.strip_prefix("# of ")?;
    let (label, number) = rest.split_once('\t').or_else(|| rest.split_once("  "))?;
    Some((label.trim_end(), scan::whole_number(number.trim_start())?))
}

/// Reads `FAIL: quay: counts crates`: the word, and what follows it.
pub(super) fn result(text: &str) -> Option<(&str, &str)> {
    const WORDS: [&str; 11] = [
        "PASS",
        "FAIL",
        "XPASS",
        "XFAIL",
        "KPASS",
        "KFAIL",
        "UNRESOLVED",
        "UNTESTED",
        "UNSUPPORTED",
        "ERROR",
        "WARNING",
    ];
    let (word, name) = text.split_once(": ")?;
    let name = name.trim();
    (WORDS.contains(&word) && !name.is_empty()).then_some((word, name))
}

/// Reads `Running testsuite/gcc.dg/dg.exp ...`.
pub(super) fn is_file(text: &str) -> bool {
    text.strip_prefix("Running ").is_some_and(|file| file.ends_with(".exp ..."))
}

/// Reads `(file "a/b.exp" line 24)`.
pub(super) fn tcl_place(text: &str) -> Option<Place<'_>> {
    let (file, line) = text.strip_prefix("(file \"")?.strip_suffix(')')?.split_once("\" line ")?;
    Some(Place { file, line: Some(scan::whole_number(line)?) })
}

/// Reads `Mon Nov 23 03:50:47 2026`.
pub(super) fn is_date(text: &str) -> bool {
    let words: Vec<&str> = text.split_ascii_whitespace().take(6).collect();
    matches!(words.as_slice(), [_, _, _, time, .., year]
        if time.matches(':').count() == 2 && scan::whole_number(year).is_some())
}

/// The file is before the first blank: `gcc.dg/a.c  -O2  (test for excess errors)`.
pub(super) fn id(name: &str) -> TestId<'_> {
    match name.split_once(' ') {
        Some((module, name)) if module.contains(['/', '.']) && !name.trim().is_empty() => {
            TestId { module, separator: " ", name }
        }
        _ => TestId::bare(name),
    }
}
