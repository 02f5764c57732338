//! What a JSON answer has only when there is something: the comparison with the last run, the command that runs the
//! failures again, the slowest tests.

use serde_json::{Map, Value, json};

use super::row::chars;
use super::view::View;
use crate::report::{Compared, Report, Slow, Slower, Summary};

/// The most tests that are named because they took longer than last time.
const SLOWER: usize = 10;

/// Adds these keys.
pub(super) fn add(map: &mut Map<String, Value>, report: &Report, view: &View, summary: &Summary) {
    if let Some(compared) = &summary.compared {
        map.insert("compared".to_owned(), numbers(compared, report));
    }
    if let Some(rerun) = &view.rerun {
        let without = rerun.without;
        let mut rerun = json!({ "words": rerun.words, "text": rerun.text });
        if let (1.., Some(rerun)) = (without, rerun.as_object_mut()) {
            rerun.insert("without".to_owned(), without.into());
        }
        // The failures themselves are more important.
        if chars(&rerun.to_string()).saturating_mul(4) <= view.limits.chars {
            map.insert("rerun".to_owned(), rerun);
        }
    }
    if view.slowest > 0 {
        let number = usize::try_from(view.slowest).unwrap_or(usize::MAX);
        let slowest = report.slowest();
        let each = |slow: &Slow| json!({ "id": slow.name, "duration_ms": slow.took_ms });
        map.insert("slowest".to_owned(), slowest.iter().take(number).map(each).collect());
    }
}

/// This run compared with the last one.
fn numbers(compared: &Compared, report: &Report) -> Value {
    let Compared { new, fixed, still, not_seen, slower } = compared;
    let mut numbers = json!({ "new": new, "fixed": fixed, "still_failing": still, "not_seen": not_seen });
    if let (1.., Some(numbers)) = (*slower, numbers.as_object_mut()) {
        let each = |slower: &Slower| json!({ "id": slower.name, "duration_ms": slower.took_ms, "last_ms": slower.last_ms });
        numbers.insert("slower".to_owned(), report.slower().iter().take(SLOWER).map(each).collect());
    }
    numbers
}
