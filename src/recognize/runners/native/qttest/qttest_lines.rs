//! Single lines of QtTest, each read by itself.

use crate::event::{Place, TestId, Totals};
use crate::recognize::kit::scan;

/// A line of a function: `FAIL!  : Crane::rows(glass: thin) Compared values are not the same`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reported<'a> {
    pub(super) word: &'a str,
    pub(super) class: &'a str,
    /// `Crane::rows(glass: thin)`.
    pub(super) whole: &'a str,
    /// `rows(glass: thin)`.
    pub(super) function: &'a str,
    pub(super) message: &'a str,
}

impl<'a> Reported<'a> {
    pub(super) fn name(&self) -> &'a str {
        self.function.strip_suffix("()").unwrap_or(self.function)
    }

    pub(super) fn id(&self) -> TestId<'a> {
        TestId { module: self.class, separator: "::", name: self.name() }
    }
}

/// What a line of a function begins with.
const WORDS: [&str; 17] = [
    "PASS",
    "FAIL!",
    "XFAIL",
    "XPASS",
    "SKIP",
    "BPASS",
    "BFAIL",
    "BXPASS",
    "BXFAIL",
    "QDEBUG",
    "QINFO",
    "QWARN",
    "QSYSTEM",
    "QCRITICAL",
    "QFATAL",
    "INFO",
    "RESULT",
];

pub(super) fn reported(text: &str) -> Option<Reported<'_>> {
    let (word, rest) = text.split_once(": ")?;
    // The words are filled up to one width.
    if word.len() < 7 {
        return None;
    }
    let word = word.trim_end();
    let word = WORDS.into_iter().find(|each| *each == word)?;
    let end = rest.find(") ").or_else(|| rest.rfind(')'))?.checked_add(1)?;
    let (function, message) = rest.split_at_checked(end)?;
    let open = function.find('(')?;
    let (class, name) = function.get(..open)?.rsplit_once("::")?;
    let whole = function;
    let function = function.get(open.checked_sub(name.len())?..)?;
    (is_class(class) && !name.is_empty()).then_some(Reported {
        word,
        class,
        whole,
        function,
        message: message.trim(),
    })
}

/// Whether the text can be a class, in its namespaces.
pub(super) fn is_class(text: &str) -> bool {
    !text.is_empty()
        && text.chars().all(|char| char.is_alphanumeric() || matches!(char, '_' | ':' | '<' | '>' | ','))
}

/// Reads `********* Start testing of Crane *********`.
pub(super) fn framed<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let rest = text.strip_prefix("********* ")?.strip_prefix(word)?;
    let class = rest.strip_prefix(" testing of ")?.strip_suffix(" *********")?;
    is_class(class).then_some(class)
}

/// Reads `   Loc: [crane.cpp(11)]` and, on Windows, `crane.cpp(11) : failure location`.
pub(super) fn location(text: &str) -> Option<Place<'_>> {
    let shown = match text.trim_start().strip_prefix("Loc: [") {
        Some(rest) => rest.strip_suffix(']')?,
        None => text.strip_suffix(" : failure location")?,
    };
    let (file, line) = shown.strip_suffix(')')?.rsplit_once('(')?;
    Some(Place { file, line: Some(scan::whole_number(line)?) })
}

/// Reads `Totals: 8 passed, 0 failed, 1 skipped, 0 blacklisted, 1ms`.
pub(super) fn totals(text: &str) -> Option<Totals> {
    let (passed, rest) = scan::number(text.strip_prefix("Totals: ")?)?;
    let (failed, rest) = scan::number(rest.strip_prefix(" passed, ")?)?;
    let (skipped, rest) = scan::number(rest.strip_prefix(" failed, ")?)?;
    let rest = rest.strip_prefix(" skipped")?;
    let other =
        rest.strip_prefix(", ").and_then(scan::number).filter(|(_, rest)| rest.starts_with(" blacklisted"));
    Some(Totals {
        passed: Some(passed),
        failed: Some(failed),
        skipped: Some(skipped),
        other: other.map(|(number, _)| number),
        ..Totals::default()
    })
}
