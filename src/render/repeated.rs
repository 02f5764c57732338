//! Lines beside the failures that only repeat their names: `  3) sails` in the tree of a runner whose run begins below
//! it.

use std::collections::HashSet;

use super::uncounted::unlocated;
use crate::report::{Report, State, Stored, Summary};

/// The separator between the titles of a name.
const SEPARATOR: &str = " > ";

/// Drops lines that only list names of failures which the answer has with their reasons, with the titles above them and
/// the empty lines below. They stay when more tests of a run failed than were located: such a line may be the only one
/// that names a failure.
pub(super) fn without_repeats<'a>(
    report: &Report,
    summary: &Summary,
    lines: Vec<&'a Stored>,
) -> Vec<&'a Stored> {
    if summary.counts.failed.is_none()
        || unlocated(report, summary) > 0
        || !lines.iter().any(|line| numbered(&line.text).is_some())
    {
        return lines;
    }
    let failures = report.failures();
    let live = || failures.records().iter().filter(|failure| failure.state == State::Live);
    if !live().all(|failure| failure.has_reason()) {
        return lines;
    }
    let (mut names, mut titles) = (HashSet::new(), HashSet::new());
    for failure in live() {
        let shown = failures.shown(failure);
        let (above, name) = shown.rsplit_once(SEPARATOR).unwrap_or(("", shown));
        names.insert(name);
        titles.extend(above.split(SEPARATOR));
    }
    let mut repeated = false;
    let mut kept: Vec<&Stored> = Vec::with_capacity(lines.len());
    for line in lines {
        let text = line.text.trim();
        if text.is_empty() && repeated {
            continue;
        }
        repeated = numbered(text).is_some_and(|name| names.contains(name));
        if repeated {
            // A title is above the first name of its tests.
            while kept.pop_if(|above| titles.contains(above.text.trim())).is_some() {}
        } else {
            kept.push(line);
        }
    }
    kept
}

/// The name in `3) name`.
fn numbered(text: &str) -> Option<&str> {
    let (number, name) = text.trim().split_once(") ")?;
    let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| name.trim())
}
