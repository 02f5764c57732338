//! The shapes of the lines that esbuild prints, by its sources (`internal/logger/logger.go`, `lib/shared/common.ts`).

use crate::recognize::kit::scan;

/// What a message begins with: an error or a warning, on terminals without Unicode by a letter.
const HEADS: [(&str, bool); 5] = [
    ("\u{2718} [ERROR] ", true),
    ("X [ERROR] ", true),
    ("\u{25b2} [WARNING] ", false),
    ("\u{25b2} [INFO] ", false),
    ("! [WARNING] ", false),
];

/// The first line of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head<'a> {
    /// Whether it is an error.
    pub error: bool,
    /// Its blanks: what belongs to it is deeper.
    pub indent: usize,
    /// TypeScript's code, or empty.
    pub code: &'a str,
    /// What is wrong.
    pub message: &'a str,
}

/// Reads the first line of a message.
pub fn head(text: &str) -> Option<Head<'_>> {
    let begin = text.trim_start_matches(' ');
    let (start, error) = HEADS.iter().find(|(start, _)| begin.starts_with(start))?;
    let message = without_plugin(begin.get(start.len()..)?);
    let (code, message) = coded(message).unwrap_or(("", message));
    Some(Head { error: *error, indent: text.len().saturating_sub(begin.len()), code, message })
}

/// The message without the plugin that gave it: `no [plugin angular-compiler]`.
fn without_plugin(message: &str) -> &str {
    match message.rsplit_once(" [plugin ") {
        Some((before, name)) if name.ends_with(']') && !before.is_empty() => before,
        _ => message,
    }
}

/// Splits TypeScript's code off: `TS2322: no`.
fn coded(message: &str) -> Option<(&str, &str)> {
    let (code, rest) = message.split_once(": ")?;
    let number = code.strip_prefix("TS").or_else(|| code.strip_prefix("NG"))?;
    number.parse::<i32>().is_ok().then_some((code, rest))
}

/// Reads the last line, the number of errors: `1 warning and 3 errors`, `2 errors`, `1 warning`,
/// `6 of 12 errors shown (disable the message limit with --log-limit=0)`. All errors, and
/// whether all were shown.
pub fn sum(text: &str) -> Option<(u64, bool)> {
    let mut errors = (0, true);
    let text = text.split_once(" shown (disable the message limit ").map_or(text, |(shown, _)| shown);
    for part in text.split(" and ") {
        let (shown, all) = part.split_once(" of ").map_or((None, part), |(shown, all)| (Some(shown), all));
        let (value, noun) = scan::number(all)?;
        let shown = shown.map_or(Some(value), scan::whole_number)?;
        match noun {
            " error" | " errors" => errors = (value, value == shown),
            " warning" | " warnings" => {}
            _ => return None,
        }
    }
    Some(errors)
}

/// Whether the line begins the list of errors that a program is reported: `Error: Build failed with 3 errors:`.
pub fn lists(text: &str) -> bool {
    let Some((before, number)) = text.rsplit_once(" failed with ") else { return false };
    let counted = scan::number(number).is_some_and(|(_, noun)| matches!(noun, " error:" | " errors:"));
    let what = before.rsplit(' ').next().unwrap_or(before);
    counted && matches!(what, "Build" | "Transform")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_has_a_mark_in_front() {
        let read = |text| head(text).map(|head| (head.error, head.indent, head.code, head.message));
        assert_eq!(read("\u{2718} [ERROR] Unexpected \";\""), Some((true, 0, "", "Unexpected \";\"")));
        assert_eq!(read("  X [ERROR] no"), Some((true, 2, "", "no")));
        assert_eq!(read("\u{25b2} [WARNING] no [a]"), Some((false, 0, "", "no [a]")));
        assert_eq!(
            read("\u{2718} [ERROR] TS2322: no ship [plugin angular-compiler]"),
            Some((true, 0, "TS2322", "no ship"))
        );
        assert_eq!(read("[ERROR] no"), None);
    }

    #[test]
    fn the_sum_is_of_errors_and_warnings_alone() {
        assert_eq!(sum("1 warning and 3 errors"), Some((3, true)));
        assert_eq!(sum("2 warnings"), Some((0, true)));
        assert_eq!(sum("1 error"), Some((1, true)));
        assert_eq!(
            sum("6 of 12 errors shown (disable the message limit with --log-limit=0)"),
            Some((12, false))
        );
        assert_eq!(
            sum("1 of 2 warnings and 6 of 9 errors shown (disable the message limit with --log-limit=0)"),
            Some((9, false))
        );
        for text in ["3 errors found", "error", "1 error and a half", ""] {
            assert_eq!(sum(text), None, "{text}");
        }
    }

    #[test]
    fn a_list_is_announced_by_its_number() {
        for text in ["Error: Build failed with 3 errors:", "[vite:a] Transform failed with 1 error:"] {
            assert!(lists(text), "{text}");
        }
        for text in ["Error: Job failed with 3 errors:", "Build failed with an error:", "Build failed"] {
            assert!(!lists(text), "{text}");
        }
    }
}
