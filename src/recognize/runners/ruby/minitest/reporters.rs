//! What minitest-reporters prints instead of points: a line for each test, with its result.
//!
//! Source: the gem minitest-reporters 1, `SpecReporter` (`  test_a      FAIL (0.01s)` below the class) and
//! `DefaultReporter`/`ProgressReporter` (` FAIL Cart#test_a (0.01s)`). The text of a failure is indented below.

/// A result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reported {
    Pass,
    Fail,
    Error,
    Skip,
}

const WORDS: [(&str, Reported); 4] = [
    ("PASS", Reported::Pass),
    ("FAIL", Reported::Fail),
    ("ERROR", Reported::Error),
    ("SKIP", Reported::Skip),
];

/// Reads a result line: the class when the line names it, the test, the result.
pub(super) fn result(text: &str) -> Option<(Option<&str>, &str, Reported)> {
    let inner = text.trim_end().strip_suffix("s)")?;
    let (before, time) = inner.rsplit_once(" (")?;
    if !text.starts_with(' ') || !time.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return None;
    }
    let content = before.trim();
    for (word, reported) in WORDS {
        if let Some(name) = content.strip_prefix(word).and_then(|rest| rest.strip_prefix(' '))
            && let Some((class, test)) = name.trim_start().split_once('#')
        {
            return Some((Some(class), test, reported));
        }
        if let Some(name) = content.strip_suffix(word)
            && name.ends_with("  ")
            && text.starts_with("  ")
        {
            let name = name.trim_end();
            return (!name.is_empty()).then_some((None, name, reported));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_reporters_name_the_test() {
        assert_eq!(
            result("  test_a                     FAIL (0.01s)"),
            Some((None, "test_a", Reported::Fail))
        );
        assert_eq!(result(" ERROR Cart#test_b (0.00s)"), Some((Some("Cart"), "test_b", Reported::Error)));
        assert_eq!(result("  it failed (0.01s)"), None);
    }
}
