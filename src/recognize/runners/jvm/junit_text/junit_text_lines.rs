//! The single lines of JUnit's own text runners: heads, lists, items, totals. No state; `junit_text` knows what they mean.

use crate::event::TestId;
use crate::recognize::kit::frames::jvm::is_class;
use crate::recognize::kit::scan;

/// What a run says of itself at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) runs: u64,
    pub(super) bad: u64,
}

/// What JUnit 4 and Bazel's runner say first.
pub(super) fn is_name(text: &str) -> bool {
    text.starts_with("JUnit version ") || text == "JUnit4 Test Runner"
}

/// `Time: 0.012`, `Time: 1,234.5`: in the digits of a country.
pub(super) fn is_time(text: &str) -> bool {
    text.strip_prefix("Time: ").is_some_and(|time| {
        time.starts_with(|first: char| first.is_ascii_digit())
            && time.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b','))
    })
}

/// `There was 1 failure:`, `There were 2 errors:`.
pub(super) fn is_list(text: &str) -> bool {
    let one = matches!(text, "There was 1 failure:" | "There was 1 error:");
    let many = || {
        text.strip_prefix("There were ")
            .and_then(scan::number)
            .is_some_and(|(_, rest)| matches!(rest, " failures:" | " errors:"))
    };
    one || many()
}

/// `OK (3 tests)`: how many ran.
pub(super) fn passed(text: &str) -> Option<u64> {
    let (runs, rest) = scan::number(text.strip_prefix("OK (")?)?;
    matches!(rest, " test)" | " tests)").then_some(runs)
}

/// `Tests run: 3,  Failures: 1`, and JUnit 3's `,  Errors: 1` after it.
pub(super) fn failed(text: &str) -> Option<Sum> {
    let (runs, rest) = scan::number(text.strip_prefix("Tests run: ")?)?;
    let (failures, rest) = scan::number(rest.strip_prefix(",  Failures: ")?)?;
    let errors = match rest.strip_prefix(",  Errors: ") {
        Some(rest) => scan::whole_number(rest)?,
        None if rest.is_empty() => 0,
        None => return None,
    };
    Some(Sum { runs, bad: failures.saturating_add(errors) })
}

/// `2) counts(shop.CartTest)`, `2) shop.CartTest`; JUnit 3 goes on with the trace.
pub(super) fn item(text: &str) -> Option<(u64, &str, &str)> {
    let (number, rest) = scan::number(text)?;
    let rest = rest.strip_prefix(") ")?;
    // A class has no brackets of its own, a name may have some.
    let ends = rest.match_indices(')').map(|(at, _)| at.saturating_add(1));
    let split = { ends }.find_map(|end| {
        let (name, trace) = rest.split_at_checked(end)?;
        let thrown = trace.split(':').next().unwrap_or(trace);
        (!id(name).module.is_empty() && thrown.contains('.') && is_class(thrown)).then_some((name, trace))
    });
    let (name, trace) = split.unwrap_or((rest, ""));
    (name.ends_with(')') || is_class(name)).then_some((number, name, trace))
}

/// A test's method, with the class after it in brackets.
pub(super) fn id(name: &str) -> TestId<'_> {
    let split = name.strip_suffix(')').and_then(|name| name.rsplit_once('('));
    match split.filter(|(method, class)| !method.is_empty() && is_class(class)) {
        Some((method, class)) => TestId { module: class, separator: ".", name: method },
        None => TestId::bare(name),
    }
}
