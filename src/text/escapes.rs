//! Escapes that are the only difference between the two sides of a comparison: there they are text, and are written out.
//!
//! Colours are not text: no line keeps them. But a test of code that prints colours compares texts with colours, and
//! without them both sides of the comparison look the same.

/// How an escape is written out.
const WRITTEN: &str = "\\x1b";
/// What a runner prints at the end of a coloured line.
const RESETS: [&str; 3] = ["\\x1b[39m", "\\x1b[0m", "\\x1b[m"];
/// Labels before a side of a comparison, and which side each is before.
const LABELS: [(&str, Side); 8] = [
    ("expected:", Side::Expected),
    ("want:", Side::Expected),
    ("left:", Side::Expected),
    ("wanted:", Side::Expected),
    ("received:", Side::Actual),
    ("actual:", Side::Actual),
    ("got:", Side::Actual),
    ("right:", Side::Actual),
];

/// One side of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The expected value.
    Expected,
    /// The actual value.
    Actual,
}

/// Which side of a comparison a line shows, and where the compared text begins.
#[must_use]
pub fn side(line: &str) -> Option<(Side, usize)> {
    // pytest's mark, and not a word that begins with its letter.
    let text = line.strip_prefix("E ").unwrap_or(line).trim_start();
    let at = line.len().saturating_sub(text.len());
    let after = |mark: usize| at.saturating_add(mark);
    match text.as_bytes().first()? {
        b'-' => return Some((Side::Expected, after(1))),
        b'+' => return Some((Side::Actual, after(1))),
        _ => {}
    }
    LABELS.iter().find_map(|(label, side)| {
        let head = text.get(..label.len())?;
        head.eq_ignore_ascii_case(label).then(|| (*side, after(label.len())))
    })
}

/// Whether a text may be one side of a comparison.
pub(super) fn may_be_a_side(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"E ").unwrap_or(text).trim_ascii_start();
    let labelled =
        |label: &str| text.get(..label.len()).is_some_and(|head| head.eq_ignore_ascii_case(label.as_bytes()));
    // This is called on each coloured line: few begin like a label.
    match text.first() {
        Some(b'-' | b'+') => true,
        Some(first) if b"ewlrag".contains(&(first | 0x20)) => LABELS.iter().any(|(label, _)| labelled(label)),
        _ => false,
    }
}

/// Writes a line with its escapes written out.
pub(super) fn show(line: &[u8], into: &mut String) {
    // The line is valid UTF-8: the caller has checked it.
    for piece in std::str::from_utf8(line).unwrap_or_default().split_inclusive('\u{1b}') {
        match piece.strip_suffix('\u{1b}') {
            Some(text) => {
                into.push_str(text);
                into.push_str(WRITTEN);
            }
            None => into.push_str(piece),
        }
    }
}

/// The compared text of a line with its escapes written out, but without the runner's own colours: a colour that begins
/// before the mark of the side ends with the line.
#[must_use]
pub fn shown_side<'a>(clean: &str, escapes: &'a str) -> Option<&'a str> {
    let (_, from) = side(clean)?;
    let mark = clean.get(..from)?;
    let mark = mark.strip_prefix("E ").unwrap_or(mark).trim();
    let at = escapes.find(mark)?;
    let shown = escapes.get(at.saturating_add(mark.len())..)?;
    let coloured = escapes.get(..at).is_some_and(|before| before.contains(WRITTEN));
    let end = coloured.then(|| RESETS.iter().find_map(|reset| shown.strip_suffix(reset))).flatten();
    Some(end.unwrap_or(shown))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(line: &str) -> String {
        let mut text = String::new();
        show(line.as_bytes(), &mut text);
        text
    }

    #[test]
    fn every_label_may_begin_a_side() {
        assert!(LABELS.iter().all(|(label, _)| may_be_a_side(label.as_bytes())));
    }

    #[test]
    fn the_sides_of_comparisons_are_known() {
        for (line, expected) in [
            ("- a", Some((Side::Expected, 1))),
            ("E         + a", Some((Side::Actual, 11))),
            ("    Expected: a", Some((Side::Expected, 13))),
            (" right: a", Some((Side::Actual, 7))),
            ("a - b", None),
            ("", None),
        ] {
            assert_eq!(side(line), expected, "{line}");
            assert!(expected.is_none() || may_be_a_side(line.as_bytes()), "{line}");
        }
    }

    #[test]
    fn a_runners_own_colours_are_no_part_of_what_it_compares() {
        let side = |clean: &str, line: &str| shown_side(clean, &shown(line)).map(str::to_owned);
        assert_eq!(side("- a", "- \u{1b}[90ma\u{1b}[39m").unwrap(), " \\x1b[90ma\\x1b[39m");
        assert_eq!(side("- a", "\u{1b}[32m- a\u{1b}[39m").unwrap(), " a");
        assert_eq!(
            side("got: a", "\u{1b}[31mgot: \u{1b}[1ma\u{1b}[22m\u{1b}[0m").unwrap(),
            " \\x1b[1ma\\x1b[22m"
        );
    }
}
