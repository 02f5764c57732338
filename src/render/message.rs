//! The message of a failure in one line.

use std::borrow::Cow;

use crate::event::Part;
use crate::report::Detail;

/// The longest line below a message that is added to it, in bytes.
const LONGEST_LINE: usize = 100;
/// Among how many lines below a message the first difference is looked for.
const DIFFERENCE_LINES: usize = 40;

/// The message that the recognizer named, or else the first why line. When it ends with a colon, or is above the head of
/// a difference, the first lines that differ are added.
#[must_use]
pub(super) fn in_one_line(detail: &Detail) -> Option<Cow<'_, str>> {
    let mut why = detail.lines.iter().filter(|(part, _)| *part == Part::Why).map(|(_, line)| &*line.text);
    let text = match &detail.message {
        Some(message) => message.trim(),
        None => why.clone().map(str::trim).find(|text| !text.is_empty())?,
    };
    let mut flat = flat(text);
    if why.any(|line| line.contains(text)) {
        let mut below = why.peekable();
        let announced = text.ends_with(':') || below.peek().is_some_and(|line| line.starts_with("--- "));
        if announced {
            differences(below).into_iter().for_each(|line| add(flat.to_mut(), line));
        }
    }
    (!flat.is_empty()).then_some(flat)
}

/// A trimmed text with one blank between its words.
fn flat(text: &str) -> Cow<'_, str> {
    let is_flat = |pair: &[u8]| matches!(pair, [b'!'..=b'~', b' '..=b'~'] | [b' ', b'!'..=b'~']);
    if text.as_bytes().windows(2).all(is_flat) {
        return Cow::Borrowed(text);
    }
    let mut flat = String::with_capacity(text.len());
    add(&mut flat, text);
    Cow::Owned(flat)
}

/// Adds a text with one blank between its words, and before them.
fn add(flat: &mut String, text: &str) {
    for word in text.split_whitespace() {
        if !flat.is_empty() {
            flat.push(' ');
        }
        flat.push_str(word);
    }
}

/// The first line that is only on one side, and the one right below it that is only on the other.
fn differences<'a>(why: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut found: Vec<&str> = Vec::new();
    for line in why.take(DIFFERENCE_LINES).map(str::trim) {
        let sign = line.chars().next().filter(|first| matches!(first, '-' | '+'));
        let Some(sign) = sign else {
            if found.is_empty() {
                continue;
            }
            break;
        };
        // Go's package cmp sometimes prints no-break spaces.
        let begins = |first: char| first.is_whitespace() || matches!(first, '\'' | '"');
        let tells = line.strip_prefix(sign).is_some_and(|rest| rest.starts_with(begins));
        if !tells || HEADS.contains(&line) || line.len() > LONGEST_LINE {
            continue;
        }
        if found.first().is_some_and(|first| first.starts_with(sign)) {
            continue;
        }
        found.push(line);
        if found.len() == 2 {
            break;
        }
    }
    found
}

/// Heads of differences, which say which side has which sign.
const HEADS: [&str; 6] =
    ["+ actual - expected", "+ expected - actual", "- Expected", "+ Received", "- expected", "+ actual"];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Class;
    use crate::report::Stored;

    fn message(message: Option<&str>, why: &[&str]) -> Option<String> {
        let mut detail = Detail::default();
        detail.lines = why.iter().map(|text| (Part::Why, Stored::decoded(text, Class::Detail))).collect();
        detail.message = message.map(Into::into);
        in_one_line(&detail).map(Cow::into_owned)
    }

    #[test]
    fn a_message_that_announces_a_difference_has_its_first_lines() {
        let go = [
            "    a_test.go:7: tides differ (-want +got):",
            "  []int{",
            "  \t1,",
            "- \t2,",
            "- \t3,",
            "+ \t4,",
            "  }",
        ];
        assert_eq!(
            message(Some("tides differ (-want +got):"), &go).as_deref(),
            Some("tides differ (-want +got): - 2, + 4,")
        );
        let php = [
            "Failed asserting that two arrays are equal.",
            "--- Expected",
            "+++ Actual",
            "@@ @@",
            "-    0 => 1",
            "+    0 => 2",
        ];
        assert_eq!(message(None, &php).as_deref(), Some(&*format!("{} - 0 => 1 + 0 => 2", php[0])));
        assert_eq!(
            message(None, &["they differ:", "-'a'", "+'b'"]).as_deref(),
            Some("they differ: -'a' +'b'")
        );
        assert_eq!(message(None, &["they differ:", "+ 1"]).as_deref(), Some("they differ: + 1"));
    }

    #[test]
    fn other_messages_stay_as_they_are() {
        for lines in [
            &["no:", "-1", "+1"][..],
            &["no:", "---", "+++"],
            &["no:", "below"],
            &["no", "- 1", "+ 2"],
            &["no", "", "--- Expected", "- 1"],
            &["no:", "- Expected", "+ Received"],
        ] {
            assert_eq!(message(None, lines).as_deref(), Some(lines[0]), "{lines:?}");
        }
        assert_eq!(message(Some("elsewhere:"), &["no", "- 1"]).as_deref(), Some("elsewhere:"));
        assert_eq!(message(None, &["", " "]), None);
    }
}
