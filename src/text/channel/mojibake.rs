//! UTF-8 that was decoded with a code page of 256 characters and written again: `Γ£ô`, `ÔÇ║`, `âœ“`, `‚úì`.
//!
//! A line is restored whole or not at all: each of its characters is a byte of the page, and the bytes are UTF-8. A mark
//! that tools draw (`✓`, `›`, `─`) shows the page; letters alone, such as the `Ã©` that a test of encodings prints, are
//! restored only in a page that a mark has shown. Several letters of another alphabet are as good as a mark: hardly any
//! other text has such bytes. So is a box in the middle of a word: `gr├║a`.

use super::pages::Page;
use crate::budget::Count as _;

/// How often one line may have been decoded wrongly.
const ROUNDS: usize = 2;

/// Restores lines, and counts them by page.
#[derive(Debug, Default)]
pub(super) struct Mojibake {
    known: Option<Page>,
    lines: [u64; Page::ALL.len()],
}

impl Mojibake {
    /// The line as it was before, if it was decoded with a page.
    pub(super) fn restored(&mut self, line: &[u8]) -> Option<String> {
        if line.is_ascii() {
            return None;
        }
        let text = std::str::from_utf8(line).ok()?;
        let (page, mut restored) = self.taken_back(text)?;
        for _ in 1..ROUNDS {
            match undo(&restored, page).filter(|text| text.chars().any(is_mark)) {
                Some(again) => restored = again,
                None => break,
            }
        }
        self.known = Some(page);
        if let Some((_, lines)) = Page::ALL.iter().zip(&mut self.lines).find(|(each, _)| **each == page) {
            lines.up(1);
        }
        Some(restored)
    }

    fn taken_back(&self, text: &str) -> Option<(Page, String)> {
        if let Some(page) = self.known
            && let Some(restored) = undo(text, page)
        {
            return Some((page, restored));
        }
        let marked = |page: Page| {
            undo(text, page).filter(|restored| {
                restored.chars().any(is_mark) || is_foreign(restored) || has_box_in_word(text)
            })
        };
        Page::ALL.into_iter().find_map(|page| Some((page, marked(page)?)))
    }

    /// The pages and how many lines were decoded with each.
    pub(super) fn receipts(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let counted = Page::ALL.into_iter().zip(self.lines).filter(|(_, lines)| *lines > 0);
        counted.map(|(page, lines)| (page.name(), lines))
    }
}

/// The text before it was decoded with the page.
fn undo(text: &str, page: Page) -> Option<String> {
    let bytes: Option<Vec<u8>> = text.chars().map(|char| page.byte(char)).collect();
    let restored = String::from_utf8(bytes?).ok()?;
    // When the text stays the same, it was not decoded with the page. No tool prints controls from U+0080 on.
    let odd = |char: char| ('\u{80}'..'\u{a0}').contains(&char);
    (restored.len() < text.len() && !restored.contains(odd)).then_some(restored)
}

/// The fewest letters of another alphabet that show the page.
const FOREIGN: usize = 4;

/// Whether the text has several letters of another alphabet than the Latin one.
fn is_foreign(text: &str) -> bool {
    text.chars()
        .filter(|char| *char > '\u{36f}' && char.is_alphabetic())
        .nth(FOREIGN.saturating_sub(1))
        .is_some()
}

/// Whether a word has a character inside with which consoles draw boxes.
fn has_box_in_word(text: &str) -> bool {
    let is_box = |char: char| ('\u{2500}'..='\u{25a0}').contains(&char);
    let mut before = [' '; 3];
    text.chars().any(|last| {
        let [first, drawn, other] = before;
        before = [drawn, other, last];
        first.is_alphabetic()
            && is_box(drawn)
            && !other.is_whitespace()
            && !is_box(last)
            && last.is_alphabetic()
    })
}

/// Whether tools draw with it: dashes, quotes, arrows, boxes, ticks, crosses, pictures.
const fn is_mark(char: char) -> bool {
    matches!(
        char,
        '×' | '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205e}' | '\u{2190}'..='\u{2bff}' | '\u{1f300}'..='\u{1faff}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text when its bytes are decoded with the page.
    fn read_in(page: Page, text: &str) -> String {
        let char =
            |byte: u8| (0..0x1_0000).filter_map(char::from_u32).find(|char| page.byte(*char) == Some(byte));
        text.bytes().map(|byte| char(byte).unwrap()).collect()
    }

    const LINES: [&str; 6] = [
        " ✓ src/hull.test.ts (3 tests) 12ms",
        "  ❯ tide › rises 4ms",
        "⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯",
        "  × the dock’s gate – shut",
        "│ ✖ │ 🚢 harbour │",
        "\u{1b}[32m✔\u{1b}[0m größe",
    ];

    #[test]
    fn lines_of_each_page_are_taken_back() {
        for page in Page::ALL {
            let mut mojibake = Mojibake::default();
            for line in LINES {
                let read = read_in(page, line);
                assert_eq!(
                    mojibake.restored(read.as_bytes()).as_deref(),
                    Some(line),
                    "{} {read}",
                    page.name()
                );
            }
            let letters = read_in(page, "größe").into_bytes();
            assert_eq!(mojibake.restored(&letters).as_deref(), Some("größe"));
            let receipts: Vec<_> = mojibake.receipts().collect();
            assert_eq!(receipts, [(page.name(), 7)]);
        }
    }

    #[test]
    fn a_box_in_a_word_needs_no_mark() {
        for (page, line) in
            [(Page::Cp437, "FAILED test_quay.py::test_grúa_libre"), (Page::Cp850, "test_mañana")]
        {
            let read = read_in(page, line);
            assert_eq!(Mojibake::default().restored(read.as_bytes()).as_deref(), Some(line), "{read}");
        }
        for line in ["a├──b", "├─ quay", "quay │ pier", "a├b"] {
            assert_eq!(Mojibake::default().restored(line.as_bytes()), None);
        }
    }

    #[test]
    fn a_line_of_another_alphabet_needs_no_mark() {
        for line in ["  гавань открыта", "  λιμάνι", "港口已经开放"] {
            let read = read_in(Page::Latin1, line);
            // Controls from U+0080 on are not printed, but a page without them restores the text.
            let restored = Mojibake::default().restored(read.as_bytes());
            assert_eq!(restored.as_deref(), Some(line), "{read}");
        }
        for page in [Page::Cp866, Page::Cp1251] {
            let read = read_in(page, "  гавань открыта");
            assert_eq!(Mojibake::default().restored(read.as_bytes()).as_deref(), Some("  гавань открыта"));
        }
        let read = read_in(Page::Cp1252, "два");
        assert_eq!(Mojibake::default().restored(read.as_bytes()), None);
    }

    #[test]
    fn what_was_read_so_twice_is_taken_back_twice() {
        let twice = read_in(Page::Cp1252, &read_in(Page::Cp1252, " ✓ a"));
        assert_eq!(Mojibake::default().restored(twice.as_bytes()).as_deref(), Some(" ✓ a"));
    }

    #[test]
    fn other_lines_stay_as_they_are() {
        let read = read_in(Page::Cp437, "✓ a");
        for line in [
            "a".as_bytes(),
            "✓ a › b ×".as_bytes(),
            "größe, Übergang, naïve".as_bytes(),
            "├── a\n└── b".as_bytes(),
            "╔══╗ ║ ┌─┐ ═╗".as_bytes(),
            "Γειά σου".as_bytes(),
            "expected 'Ã©' to be 'e'".as_bytes(),
            "привет".as_bytes(),
            format!("{read} ✓").as_bytes(),
            b"\xff\xce\x93\xc2\xa3\xc3\xb4",
        ] {
            let mut mojibake = Mojibake::default();
            assert_eq!(mojibake.restored(line), None, "{}", String::from_utf8_lossy(line));
            assert_eq!(mojibake.receipts().count(), 0);
        }
    }
}
