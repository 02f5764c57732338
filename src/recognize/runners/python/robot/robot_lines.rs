//! Single lines of Robot Framework's console: rules, names, totals.

use crate::event::{Class, Event, Level, Seen, Sink, Totals};
use crate::recognize::kit::scan;

/// The least width that is believed.
const LEAST: usize = 30;

/// A result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reported {
    Pass,
    Fail,
    Skip,
    NotRun,
}

/// The width of a rule.
pub(super) fn rule(text: &str) -> Option<usize> {
    let text = text.trim_end();
    let first = text.chars().next().filter(|first| matches!(first, '=' | '-'))?;
    scan::is_ruler(text, first, LEAST).then_some(text.len())
}

pub(super) fn without_doc(name: &str) -> &str {
    scan::split_once(name, " :: ").map_or(name, |(name, _)| name).trim_end()
}

/// Whether two names are one, when the console cut one or both of them.
pub(super) fn is_same(left: &str, right: &str) -> bool {
    match (left.strip_suffix("..."), right.strip_suffix("...")) {
        (None, None) => left == right,
        (Some(begin), None) => right.starts_with(begin) && !begin.is_empty(),
        (None, Some(begin)) => left.starts_with(begin) && !begin.is_empty(),
        (Some(left), Some(right)) => left.starts_with(right) || right.starts_with(left),
    }
}

/// Reads `10 tests, 3 passed, 6 failed, 1 skipped`; version 3 counted critical tests first and printed `tests total`.
pub(super) fn totals(text: &str) -> Option<Totals> {
    let text = text.trim_end();
    let mut parts = text.split(", ");
    let (total, word) = scan::number(parts.next()?)?;
    if !matches!(word, " tests" | " test" | " tests total" | " test total" | " tasks" | " task") {
        return None;
    }
    let mut totals = Totals { total: Some(total), ..Totals::default() };
    for part in parts {
        let (number, word) = scan::number(part)?;
        match word {
            " passed" => totals.passed = Some(number),
            " failed" => totals.failed = Some(number),
            " skipped" => totals.skipped = Some(number),
            _ => return None,
        }
    }
    (totals.passed.is_some() && totals.failed.is_some()).then_some(totals)
}

/// A log that may begin amid a run: the run's own totals are above the names of its files, parted from them by a rule.
/// Those without a failure prove nothing alone.
#[derive(Debug, Default)]
pub(super) struct Cut(Option<Totals>);

impl Cut {
    /// Whether totals wait for what is below them.
    pub(super) const fn is_open(&self) -> bool {
        self.0.is_some()
    }

    /// A line outside of a run.
    pub(super) fn line(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if let Some(totals) = totals(text) {
            self.0 = (totals.failed > Some(0)).then_some(totals);
            return None;
        }
        if rule(text).is_some() {
            return None;
        }
        let totals = self.0.take().filter(|_| text.starts_with("Output:  "))?;
        sink.emit(Event::Declared { totals, level: Level::Section });
        Some(Seen::Mine(Class::Totals))
    }
}
