//! Single lines of node's spec reporter. See `lib/internal/test_runner/reporter/spec.js` and `utils.js` of node.

use crate::event::Totals;
use crate::recognize::kit::scan;

/// What a line tells of a test or of a suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Passed,
    Failed,
    Skipped,
    /// Its failure or success does not count.
    Todo,
}

/// Reads `✔ name (0.7ms) # SKIP`: the mark and the name.
pub(super) fn verdict(text: &str) -> Option<(Mark, &str)> {
    let marks = [("✔ ", Mark::Passed), ("✖ ", Mark::Failed), ("﹣ ", Mark::Skipped), ("⚠ ", Mark::Todo)];
    let (mark, rest) = marks.iter().find_map(|(sign, mark)| Some((*mark, text.strip_prefix(sign)?)))?;
    // gotestsum writes two blanks after the marks of packages.
    if rest.starts_with(' ') {
        return None;
    }
    let (rest, directive) = match rest.rsplit_once(") # ") {
        Some((_, directive)) => {
            let end = rest.len().saturating_sub(directive.len()).saturating_sub(" # ".len());
            (rest.get(..end)?, directive)
        }
        None => (rest.trim_end(), ""),
    };
    let name = rest.strip_suffix("ms)").and_then(|rest| {
        let (name, time) = rest.rsplit_once(" (")?;
        let timed =
            !time.is_empty() && time.bytes().all(|byte| byte.is_ascii_digit() || b".e-".contains(&byte));
        timed.then_some(name)
    })?;
    // After the time is the reason of a skip or of what is to do; a failure that counts has none.
    let mark = match mark {
        Mark::Passed | Mark::Failed if directive.eq_ignore_ascii_case("skip") => Mark::Skipped,
        Mark::Passed | Mark::Failed if !directive.is_empty() => Mark::Todo,
        mark => mark,
    };
    Some((mark, name.trim_end()))
}

/// Reads `ℹ tests 171` and its neighbours into the totals; tells whether the line is one of them.
pub(super) fn count(text: &str, totals: &mut Totals) -> Option<Count> {
    let (word, number) = text.strip_prefix("ℹ ")?.trim_end().split_once(' ')?;
    if word == "duration_ms" {
        return number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.').then_some(Count::Last);
    }
    let number = scan::whole_number(number)?;
    let slot = match word {
        "tests" => {
            *totals = Totals { total: Some(number), ..Totals::default() };
            return Some(Count::First);
        }
        "suites" => return Some(Count::More),
        "pass" => &mut totals.passed,
        "fail" => &mut totals.failed,
        "cancelled" => &mut totals.errors,
        "skipped" => &mut totals.skipped,
        "todo" => &mut totals.other,
        _ => return None,
    };
    *slot = Some(number);
    Some(Count::More)
}

/// Which of the closing numbers a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Count {
    First,
    More,
    Last,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_ends_with_its_time_and_perhaps_a_directive() {
        assert_eq!(verdict("✔ adds (two) (0.777015ms)"), Some((Mark::Passed, "adds (two)")));
        assert_eq!(verdict("﹣ later (0.1ms) # SKIP"), Some((Mark::Skipped, "later")));
        assert_eq!(verdict("✖ bug (2.1ms) # TODO known"), Some((Mark::Todo, "bug")));
        assert_eq!(verdict("✖ bug (2.1ms) # not yet"), Some((Mark::Todo, "bug")));
        assert_eq!(verdict("✖ # 3 (2ms)"), Some((Mark::Failed, "# 3")));
        assert_eq!(verdict("✖ failing tests:"), None);
        assert_eq!(verdict("✔ mocha's (slow)"), None);
    }

    #[test]
    fn closing_numbers_are_read_one_by_one() {
        let mut totals = Totals::default();
        let lines =
            ["ℹ tests 3", "ℹ suites 1", "ℹ pass 1", "ℹ fail 1", "ℹ cancelled 0", "ℹ skipped 1", "ℹ todo 0"];
        assert!(lines.iter().all(|line| count(line, &mut totals).is_some()));
        assert_eq!(count("ℹ duration_ms 12.5", &mut totals), Some(Count::Last));
        assert_eq!(
            (totals.total, totals.passed, totals.failed, totals.skipped),
            (Some(3), Some(1), Some(1), Some(1))
        );
        assert_eq!(count("ℹ see the docs", &mut totals), None);
    }
}
