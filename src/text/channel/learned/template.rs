//! What all lines of a stream begin with: the same text, in which numbers and levels differ.
//!
//! The first line has all elements that are possible; each further one leaves those that both have. Its end may be after
//! any of its blanks and colons: these are its candidates. Words without any mark are not a candidate, and neither is a
//! prefix with a word of failing: lines of a run begin like that too. Several blanks alone are one candidate.

use crate::text::channel::levels;
pub(crate) use numbered::Numbered;

mod numbered;

/// How far into a line it reaches at most, in bytes.
const LONGEST: usize = 160;
/// The most candidates of one template.
const MOST: usize = 12;
/// Parts of words of failing, in lower case: no prefix holds one, so none is cut off.
const FAILING: [&str; 9] = ["fail", "error", "err!", "fatal", "panic", "abort", "crash", "not ok", "exit"];
/// Marks of tests, which are not a prefix of their lines.
const MARKS: [char; 12] = ['✗', '✘', '✖', '✕', '×', '⨯', '❌', '●', '✓', '✔', '√', '✅'];

/// A part of what lines begin with.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Element {
    /// Just this text.
    Text(String),
    /// A number of any width.
    Number,
    /// A number on the right of its column: the line's own.
    Counter,
    /// The letter of a level before a date: `I0102`.
    Letter,
    /// The word of a level. `column` is the width that it fills together with the blanks after it, 0 without a column.
    Level { column: usize },
    /// The end of the prefix: a line that is the prefix alone has all of its blanks.
    End,
}

/// The common beginning of lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Template(Vec<Element>);

impl Template {
    /// What a first line may begin with.
    pub(crate) fn of(line: &str) -> Self {
        let mut elements = Vec::new();
        let mut rest = crate::text::head(line, LONGEST);
        if let Some(after) = counter(rest) {
            elements.push(Element::Counter);
            rest = after;
        } else if let Some(after) = letter(rest) {
            elements.push(Element::Letter);
            rest = after;
        }
        let mut before = ' ';
        while let Some(first) = rest.chars().next() {
            if first.is_ascii_digit() {
                elements.push(Element::Number);
                rest = rest.trim_start_matches(|each: char| each.is_ascii_digit());
            } else if !before.is_alphanumeric()
                && let Some((word, after)) = level(rest)
            {
                let text = after.trim_start_matches(' ');
                let column = rest.len().saturating_sub(text.len());
                elements.push(Element::Level { column: if column > word.len() { column } else { 0 } });
                rest = text;
            } else {
                match elements.last_mut() {
                    Some(Element::Text(text)) => text.push(first),
                    _ => elements.push(Element::Text(first.into())),
                }
                rest = rest.get(first.len_utf8()..).unwrap_or_default();
            }
            before = first;
        }
        Self(elements)
    }

    /// Keeps what a further line begins with too. A line that ends within it says nothing of the rest.
    pub(crate) fn narrow(&mut self, line: &str) {
        let mut rest = line;
        for at in 0..self.0.len() {
            if rest.is_empty() {
                return;
            }
            let Some(element) = self.0.get_mut(at) else { return };
            let whole = match element {
                Element::Text(text) => {
                    let common = common(text, rest);
                    let after = rest.get(common..).unwrap_or_default();
                    // A line that is the prefix alone has all of its blanks.
                    let alone = after.is_empty() && rest.ends_with(' ');
                    if common < text.len() && alone {
                        text.truncate(common);
                        self.0.truncate(at.saturating_add(1));
                        self.0.push(Element::End);
                        return;
                    }
                    if common < text.len() && !after.is_empty() {
                        text.truncate(common);
                        false
                    } else {
                        rest = after;
                        true
                    }
                }
                Element::Level { column } => match level(rest) {
                    Some((word, after)) => {
                        let text = after.trim_start_matches(' ');
                        let own = rest.len().saturating_sub(text.len());
                        let spaced = own > word.len() || after.is_empty();
                        // Inside brackets the longest level fills its column.
                        let filled = !spaced && *column > 0 && word.len().saturating_add(1) >= *column;
                        let same = spaced == (*column > 0) || filled || after.is_empty();
                        if spaced {
                            *column = own.max(word.len().saturating_add(1)).min(*column);
                        } else if !filled {
                            *column = 0;
                        }
                        rest = padded(word, after, *column).unwrap_or_default();
                        same
                    }
                    None => false,
                },
                Element::Number | Element::Counter | Element::Letter | Element::End => {
                    match element.after(rest) {
                        Some(after) => {
                            rest = after;
                            true
                        }
                        None => false,
                    }
                }
            };
            if !whole {
                let partly = match element {
                    Element::Text(text) => !text.is_empty(),
                    Element::Level { .. } => level(rest).is_some() || rest.is_empty(),
                    _ => false,
                };
                self.0.truncate(at.saturating_add(usize::from(partly)));
                return;
            }
        }
    }

    /// Whether it has any candidate.
    pub(crate) fn is_any(&self) -> bool {
        !self.candidates().is_empty()
    }

    /// What may be the whole prefix, the shortest one first.
    pub(crate) fn candidates(&self) -> Vec<Self> {
        let mut candidates = Vec::new();
        for (at, element) in self.0.iter().enumerate() {
            let before = self.0.get(..at).unwrap_or_default();
            match element {
                Element::Text(text) => {
                    let next = self.0.get(at.saturating_add(1));
                    let whole = next == Some(&Element::End);
                    let ends = text.bytes().enumerate().filter_map(|(index, byte)| {
                        let end = index.saturating_add(1);
                        let last = end == text.len();
                        let clock = last && matches!(next, Some(Element::Number));
                        // The text's own blanks follow those that all lines have in common.
                        let amid = before.is_empty()
                            && text.as_bytes().get(end).is_some_and(|next| matches!(next, b' ' | b'\t'))
                            && is_blank(text.get(..end).unwrap_or_default());
                        let parted = match byte {
                            // When the end of the prefix is known, no blank before it belongs to the text.
                            b' ' | b'\t' if whole && !last => {
                                !is_blank(text.get(end..).unwrap_or_default()) && !amid
                            }
                            b' ' | b'\t' => !amid,
                            // The blank after it belongs to it.
                            b':' => !clock && text.as_bytes().get(end) != Some(&b' '),
                            _ => false,
                        };
                        parted.then_some(end)
                    });
                    candidates.extend(ends.filter_map(|end| {
                        let ends = (whole && end == text.len()).then_some(Element::End);
                        let text = Element::Text(text.get(..end)?.to_owned());
                        Some(Self(before.iter().cloned().chain([text]).chain(ends).collect()))
                    }));
                }
                Element::Level { column } if *column > 0 => {
                    candidates.push(Self(before.iter().chain([element]).cloned().collect()));
                }
                _ => {}
            }
        }
        // A date is cut off together with its clock.
        candidates.retain(|candidate| {
            candidate.is_strict() && candidate.is_clocked() == self.is_clocked() && !candidate.is_process()
        });
        candidates.truncate(MOST);
        candidates
    }

    /// Whether a run's own lines hardly begin like this.
    fn is_strict(&self) -> bool {
        let failing = |text: &str| {
            let text = text.to_ascii_lowercase();
            FAILING.iter().any(|word| text.contains(word)) || text.contains(MARKS)
        };
        let texts = || {
            self.0.iter().filter_map(|element| match element {
                Element::Text(text) => Some(&**text),
                Element::Number
                | Element::Counter
                | Element::Letter
                | Element::Level { .. }
                | Element::End => None,
            })
        };
        // Numbers between words are in many lines of runs: `3 tests `.
        let marked = |text: &str| text.chars().any(|each| !each.is_alphanumeric() && !each.is_whitespace());
        let any = self.is_logged()
            || self.is_counted()
            || self.is_indent()
            || self.is_tabbed()
            || texts().any(marked);
        any && !texts().any(failing)
    }

    /// Whether it is a name with a number, and a tab separates it from the text.
    fn is_tabbed(&self) -> bool {
        let tabbed = matches!(self.0.last(), Some(Element::Text(text)) if text.ends_with('\t'));
        tabbed && (0..self.0.len()).any(|at| self.is_in_name(at))
    }

    /// Whether it is only blanks, and more than one: the lines are indented.
    pub(crate) fn is_indent(&self) -> bool {
        matches!(&*self.0, [Element::Text(text)] if is_blank(text) && (text.len() > 1 || text == "\t"))
    }

    /// Whether it is written like a logger's or a clock's prefix, and hardly anything else is.
    pub(crate) fn is_logged(&self) -> bool {
        self.is_clocked() || self.has_level()
    }

    /// Whether a level is part of it.
    pub(crate) fn has_level(&self) -> bool {
        self.0.iter().any(|element| matches!(element, Element::Level { .. } | Element::Letter))
    }

    /// Whether it is only the lines' own numbers, and a tab separates them from the text.
    fn is_counted(&self) -> bool {
        matches!(&*self.0, [Element::Counter, Element::Text(parted)] if parted.starts_with('\t'))
    }

    /// Whether a clock with its seconds is part of it.
    pub(crate) fn is_clocked(&self) -> bool {
        let colon = |element: &Element| matches!(element, Element::Text(text) if text == ":");
        self.0.windows(5).any(|five| match five {
            [Element::Number, first, Element::Number, second, Element::Number] => {
                colon(first) && colon(second)
            }
            _ => false,
        })
    }

    /// Whether more than one blank is at its end.
    pub(crate) fn is_wide(&self) -> bool {
        !self.is_indent() && matches!(self.0.last(), Some(Element::Text(text)) if text.ends_with("  "))
    }

    /// Whether it is a process's number in brackets: lines of another number are another process's, and `names` keeps them apart.
    fn is_process(&self) -> bool {
        matches!(
            &*self.0,
            [Element::Text(open), Element::Number, Element::Text(close), rest @ ..]
                if open == "[" && close == "] " && matches!(rest, [] | [Element::End])
        )
    }

    /// Whether the text follows it without a blank: then the prefix may be part of a name.
    pub(crate) fn is_glued(&self) -> bool {
        matches!(self.0.last(), Some(Element::Text(text)) if text.ends_with(':'))
    }

    /// Whether build tools write like this: a level in brackets at the beginning.
    pub(crate) fn is_build_tools(&self) -> bool {
        matches!(&*self.0, [Element::Text(open), Element::Level { .. }, ..] if open == "[")
    }

    /// Whether such a level in brackets follows other text in it.
    pub(crate) fn ends_with_build_tools(&self) -> bool {
        self.0
            .windows(2)
            .any(|two| matches!(two, [Element::Text(open), Element::Level { .. }] if open.ends_with(" [")))
    }

    /// The rest of a line that begins like this.
    pub(crate) fn cut<'a>(&self, line: &'a str) -> Option<&'a str> {
        let mut rest = line;
        for (at, element) in self.0.iter().enumerate() {
            match element.after(rest) {
                Some(after) => rest = after,
                // Only blanks are missing.
                None => {
                    let last = self.0.get(at.saturating_add(1)).is_none_or(|next| *next == Element::End);
                    let ends = match element {
                        Element::Text(text) => !rest.is_empty() && text.trim_end() == rest.trim_end(),
                        _ => false,
                    };
                    return (last && ends).then_some("");
                }
            }
        }
        Some(rest)
    }
}

impl Element {
    /// The text after this element.
    fn after<'a>(&self, text: &'a str) -> Option<&'a str> {
        match self {
            Self::Text(own) => text.strip_prefix(&**own),
            Self::Number => {
                let rest = text.trim_start_matches(|each: char| each.is_ascii_digit());
                (rest.len() < text.len()).then_some(rest)
            }
            Self::Counter => counter(text),
            Self::Letter => letter(text),
            Self::End => Some(text),
            Self::Level { column } => {
                let (word, after) = level(text)?;
                padded(word, after, *column)
            }
        }
    }
}

fn is_blank(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' ' | b'\t'))
}

/// How many bytes both texts begin with.
fn common(one: &str, other: &str) -> usize {
    let same = one.chars().zip(other.chars()).take_while(|(left, right)| left == right);
    same.map(|(left, _)| left.len_utf8()).sum()
}

/// What follows the line's own number, with its separator.
fn counter(text: &str) -> Option<&str> {
    let digits = text.trim_start_matches(' ');
    let rest = digits.trim_start_matches(|each: char| each.is_ascii_digit());
    let parted = rest.starts_with(['\t', ' ', '|']) || rest.starts_with(": ");
    (rest.len() < digits.len() && parted).then_some(rest)
}

/// `I0102 `
fn letter(text: &str) -> Option<&str> {
    let rest = text.strip_prefix(['I', 'W', 'E', 'F', 'D'])?;
    let date = rest.as_bytes().get(..5)?;
    let dated = date.iter().take(4).all(u8::is_ascii_digit) && date.last() == Some(&b' ');
    dated.then_some(rest)
}

/// The word of a level, and what is after it.
fn level(text: &str) -> Option<(&str, &str)> {
    if !text.as_bytes().first().is_some_and(u8::is_ascii_alphabetic) {
        return None;
    }
    let end = text.bytes().position(|byte| !byte.is_ascii_alphabetic()).unwrap_or(text.len());
    let (word, rest) = text.split_at_checked(end)?;
    let alone = !rest.starts_with(|next: char| next.is_alphanumeric() || matches!(next, '_' | '!'));
    (alone && levels::is_level(word)).then_some((word, rest))
}

/// What follows a level that fills its column, or the one blank after a longer one.
fn padded<'a>(word: &str, after: &'a str, column: usize) -> Option<&'a str> {
    if column == 0 || after.is_empty() {
        return Some(after);
    }
    let mut rest = after;
    for _ in 0..column.saturating_sub(word.len()).max(1) {
        match rest.strip_prefix(' ') {
            Some(more) => rest = more,
            None if word.len() >= column.saturating_sub(1) => return Some(rest),
            None => return None,
        }
    }
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The candidates that the lines leave of the template.
    fn learned(lines: &[&str]) -> Vec<Template> {
        let mut template = Template::of(lines[0]);
        lines[1..].iter().for_each(|line| template.narrow(line));
        template.candidates()
    }

    fn left<'a>(template: &Template, line: &'a str) -> Option<&'a str> {
        template.cut(line)
    }

    #[test]
    fn numbers_and_levels_differ_from_line_to_line() {
        for (lines, text, rest) in [
            (
                ["2026-01-02 03:04:05,678 INFO  [main] a", "2026-01-02 03:04:06,1 ERROR [main] b"],
                "2026-11-12 13:14:15,999 WARN  [main]   c",
                "  c",
            ),
            (
                ["2026-01-02 03:04:05,678 - INFO - a", "2026-01-02 03:04:05,678 - INFO - b"],
                "2026-01-02 03:04:05,678 - WARNING - c",
                "c",
            ),
            (["INFO:root:a", "ERROR:root:b"], "WARNING:root:  c", "  c"),
            (["[INFO ] a", "[ERROR] b"], "[WARN ]  c", " c"),
            (
                ["I0102 03:04:05.678901     123 quay.cc:12] a", "E0102 03:04:05.678901     123 quay.cc:7] b"],
                "W0102 03:04:05.678901     124 quay.cc:120]   c",
                "  c",
            ),
            (["     9\ta", "    10\tb"], "   100\t\tc", "\tc"),
            (["9: a", "10: b"], "11:   c", "  c"),
            (["build.log:9:a", "build.log:10:b"], "build.log:11:  c", "  c"),
            (["quay-7 main a", "quay-7 main b"], "quay-7 main c", "c"),
            (["> a", "> b"], "> ", ""),
            (["> a", "> b"], ">", ""),
        ] {
            let candidates = learned(&lines);
            let longest = candidates.last().unwrap();
            assert_eq!(left(longest, text), Some(rest), "{lines:?} {longest:?}");
        }
    }

    #[test]
    fn words_and_what_tells_of_a_failure_are_no_prefix() {
        for line in [
            " a",
            "   Compiling a",
            "test tide a",
            "3 tests a",
            "FAIL: a",
            "npm ERR! a",
            "  ✗ a",
            "not ok 3 - a",
        ] {
            assert!(learned(&[line]).iter().all(|each| left(each, line) != Some("a")), "{line}");
        }
        assert_eq!(learned(&["2026-01-02 03:04:05 a"]).len(), 1);
    }

    #[test]
    fn of_blanks_alone_all_that_lines_have_in_common_are_one() {
        for (lines, all) in
            [(&["    a", "    b c"][..], "    "), (&["\ta", "\t\tb"], "\t"), (&["      a", "   b"], "   ")]
        {
            let learned = learned(lines);
            assert_eq!(learned, [Template(vec![Element::Text(all.to_owned())])], "{lines:?}");
            assert!(learned[0].is_indent() && !learned[0].is_wide());
        }
    }

    #[test]
    fn lines_with_nothing_in_common_have_no_candidate_and_no_line_is_cut_that_lacks_it() {
        for lines in
            [["test a ... ok", "running 3"], ["", "a"], ["abc", "abd"], ["1 a", "b"], ["INFO a", "b"]]
        {
            assert_eq!(learned(&lines), [], "{lines:?}");
        }
        let quote = learned(&["> a", "> b"]).pop().unwrap();
        for line in ["", "a", " > a", ">a"] {
            assert_eq!(left(&quote, line), None, "{line}");
        }
    }

    #[test]
    fn a_line_that_ends_within_the_prefix_takes_nothing_back() {
        let candidates = learned(&["quay: a", "quay:", "quay: b"]);
        assert_eq!(candidates.iter().map(|each| left(each, "quay: c")).collect::<Vec<_>>(), [Some("c")]);
        assert_eq!(left(&candidates[0], "quay:"), Some(""));
    }

    #[test]
    fn a_line_that_is_the_prefix_alone_tells_how_many_blanks_it_has() {
        let candidates = learned(&["quay:   a", "quay:  ", "quay:   b"]);
        assert_eq!(candidates.last().and_then(|each| left(each, "quay:   c")), Some(" c"));
    }

    #[test]
    fn numbers_of_processes_are_no_prefix_of_one_stream() {
        assert_eq!(learned(&["[0] a", "[1] b"]), []);
        assert_eq!(learned(&["[0]  a", "[0] "]), []);
    }

    #[test]
    fn what_a_logger_writes_is_reported_from_any_other_words() {
        for (line, logged, tool) in [
            ("2026-01-02 03:04:05 quay a", true, false),
            ("[INFO] a", true, true),
            ("INFO: a", true, false),
            ("  12\ta", false, false),
            ("quay: a", false, false),
            ("> a", false, false),
        ] {
            let longest = Template::of(line).candidates().pop().unwrap();
            assert_eq!((longest.is_logged(), longest.is_build_tools()), (logged, tool), "{line}");
        }
    }
}
