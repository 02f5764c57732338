//! Text that does not come as lines of the input: strings decoded from JSON or XML, which may hold colours as well.
//!
//! They are treated like the lines of `reader`, but a CI's prefix stays, and rows that were drawn over are dropped.

use std::borrow::Cow;

use super::rows::{Extent, Rows, Stop};
use super::safe::{self, Made};
use crate::budget::Count as _;

/// Makes a text of any number of lines printable: escape sequences are removed, dangerous code points are escaped, and of
/// each line its last row is kept. Returns the text and how many code points were escaped or sequences removed, not
/// counting colours.
///
/// A line keeps at most its first `HELD_BYTES`: callers have to bound their strings before.
#[must_use]
pub fn clean(text: &str) -> (Cow<'_, str>, u64) {
    if text.split('\n').all(is_clean) {
        return (Cow::Borrowed(text), 0);
    }
    let mut rows = Rows::new();
    let mut cleaned = String::with_capacity(text.len());
    let mut escaped = 0_u64;
    for (index, line) in text.split('\n').enumerate() {
        if index > 0 {
            cleaned.push('\n');
        }
        if is_clean(line) {
            cleaned.push_str(line);
            continue;
        }
        cleaned.push_str(last_row(&mut rows, line));
        escaped.up(rows.counts().escaped);
    }
    (Cow::Owned(cleaned), escaped)
}

/// Puts a text of weir's own, which may hold some of the input, on one line: line ends and tabs become blanks, so nothing
/// is drawn over.
#[must_use]
pub fn one_line(text: &str) -> String {
    safe::sanitize(&text.replace(['\r', '\n', '\t'], " ")).0.into_owned()
}

fn is_clean(line: &str) -> bool {
    let (length, made) = safe::before_control(line.as_bytes());
    length == line.len() && (made == Made::Plain || safe::first_unsafe(None, line).is_none())
}

/// What a line finally shows, with all pieces of the row.
fn last_row<'a>(rows: &'a mut Rows, line: &str) -> &'a str {
    rows.begin();
    let mut rest = line.as_bytes();
    loop {
        let (used, stop) = rows.feed(rest, Extent::Whole);
        rest = rest.get(used..).unwrap_or_default();
        if stop == Stop::Used && rows.end() == Stop::Used {
            return rows.text();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn each_line_is_cleaned_and_newlines_stay() {
        assert_eq!(clean("a\n\tb é\n"), (Cow::Borrowed("a\n\tb é\n"), 0));
        assert_eq!(clean("\u{1b}[31mred\u{1b}[m\nb\0\r\n10%\r20%\n"), ("red\nb<U+0000>\n20%\n".into(), 1));
        assert_eq!(clean("a\u{1b}]0;t\u{7}b\n\u{1b}[2Kc\u{202e}"), ("ab\nc<U+202E>".into(), 2));
    }

    proptest! {
        #[test]
        fn twice_is_once(text in "[a\n\r\t \u{1b}\\[\\]0;mKé\u{202e}\u{9b}\u{7}]{0,60}") {
            let (once, _) = clean(&text);
            prop_assert_eq!(once.matches('\n').count(), text.matches('\n').count());
            prop_assert_eq!(clean(&once), (Cow::Borrowed(&*once), 0));
        }
    }
}
