//! What may be printed: dangerous code points become visible, everything else stays as it is.
//!
//! Controls could drive a terminal, bidirectional marks could reorder what is read, invisible characters could carry a
//! message past the reader. Each is shown as `<U+XXXX>`. `rows` removes whole escape sequences before their introducer
//! gets here, and the renderers print only what went through here. Joiners (U+200C, U+200D) stay between letters and in
//! emoji, presentation selectors (U+FE0E, U+FE0F) after an emoji, since scripts and emoji need them; anywhere else they
//! are invisible and escaped like the others.

use std::borrow::Cow;

use crate::budget::Count as _;

/// What bytes a run without controls has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Made {
    /// Printable ASCII and tabs.
    Plain,
    /// Also bytes from 0x80 on.
    High,
}

/// A word with this byte repeated. Callers keep it in a constant: what calls it for each word pays for the call where the
/// compiler does not merge the two.
const fn each(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

/// The top bit of each byte of a word.
const TOP: u64 = each(0x80);
/// All other bits of each byte of a word.
const LOW: u64 = each(0x7f);

/// The top bit of every byte that is a control other than a tab (below 0x20, or 0x7f).
#[inline]
const fn controls(word: u64) -> u64 {
    const BLANK: u64 = each(0x60);
    const DELETE: u64 = each(1);
    const TAB: u64 = each(b'\t');
    let low = word & LOW;
    let below_blank = !low.wrapping_add(BLANK);
    let delete = low.wrapping_add(DELETE);
    let not_tab = (low ^ TAB).wrapping_add(LOW);
    ((below_blank & not_tab) | delete) & !word & TOP
}

/// Whether one byte is a control other than a tab.
#[inline]
pub(super) const fn is_control(byte: u8) -> bool {
    (byte < 0x20 && byte != b'\t') || byte == 0x7f
}

/// How many bytes come before the first control other than a tab, and which kind of bytes they are.
///
/// Checks every byte once, eight at a time: this is the cost of an ordinary line.
#[inline]
pub(super) fn before_control(bytes: &[u8]) -> (usize, Made) {
    let mut high = 0_u64;
    let mut at = 0_usize;
    let (words, rest) = bytes.as_chunks::<8>();
    for word in words {
        let word = u64::from_le_bytes(*word);
        let found = controls(word);
        if found != 0 {
            let bits = found.trailing_zeros() & !7;
            high |= word & TOP & !u64::MAX.checked_shl(bits).unwrap_or_default();
            return (at.saturating_add((bits >> 3) as usize), made(high));
        }
        high |= word;
        at.up(8);
    }
    for byte in rest {
        if is_control(*byte) {
            break;
        }
        high |= u64::from(*byte);
        at.up(1);
    }
    (at, made(high))
}

/// How many bytes [`plain_run`] checks together.
const RUN: usize = 64;

/// How many bytes come before the first one that is not printable ASCII, a tab or a newline.
///
/// There is no early end inside a group, so that the compiler checks many bytes at once.
#[inline]
pub(super) fn plain_run(bytes: &[u8]) -> usize {
    // Bytes beyond ASCII are negative.
    let printable = |byte: &u8| (byte.cast_signed() >= 0x20) & (*byte != 0x7f);
    let plain = |byte: &u8| printable(byte) | (*byte == b'\t') | (*byte == b'\n');
    let (groups, rest) = bytes.as_chunks::<RUN>();
    let whole = groups.iter().take_while(|group| group.iter().fold(true, |all, byte| all & plain(byte)));
    let run = whole.count().saturating_mul(RUN);
    let last = bytes.get(run..).unwrap_or(rest);
    run.saturating_add(last.iter().take_while(|byte| plain(byte)).count())
}

#[inline]
const fn made(high: u64) -> Made {
    if high & TOP == 0 { Made::Plain } else { Made::High }
}

/// Whether a code point is shown as `<U+XXXX>` wherever it is. Tab and newline are not.
///
/// These are the controls, marks that reorder or separate text, annotations, and every code point that a terminal may
/// show as nothing (Unicode's property Default_Ignorable_Code_Point). The joiners U+200C and U+200D and the selectors
/// U+FE0E and U+FE0F depend on their neighbours: `is_unsafe_between` decides.
#[must_use]
pub const fn is_unsafe(character: char) -> bool {
    matches!(character,
        '\0'..='\u{8}' | '\u{b}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{ad}' | '\u{34f}' | '\u{61c}'
        | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{200b}'
        | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0d}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Whether a code point is shown as `<U+XXXX>` between these two: `before` is the last shown char before it, `after` the
/// char that follows.
///
/// A single joiner stays between letters and in emoji, a selector of presentation after an emoji.
#[must_use]
pub fn is_unsafe_between(before: Option<char>, character: char, after: Option<char>) -> bool {
    match character {
        '\u{200c}' | '\u{200d}' => {
            let selector = matches!(before, Some('\u{fe0e}' | '\u{fe0f}'));
            !((selector || before.is_some_and(is_joined)) && after.is_some_and(is_joined))
        }
        '\u{fe0e}' | '\u{fe0f}' => !before.is_some_and(is_emoji),
        _ => is_unsafe(character),
    }
}

/// Whether a code point joins what is around it, so that its meaning depends on what follows.
pub(super) const fn is_joiner(character: char) -> bool {
    matches!(character, '\u{200c}' | '\u{200d}')
}

/// What a joiner may join: a letter, a vowel sign or virama of a script that has them, or a part of an emoji.
fn is_joined(character: char) -> bool {
    let sign = matches!(character,
        '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5c7}' | '\u{610}'..='\u{6ed}' | '\u{900}'..='\u{1cff}'
        | '\u{a800}'..='\u{abff}' | '\u{11000}'..='\u{11fff}');
    let emoji = !character.is_ascii() && is_emoji(character);
    (sign || emoji || character.is_alphabetic()) && !is_unsafe(character)
}

/// Whether the char is in a block of emoji, or of characters that have presentation selectors.
const fn is_emoji(character: char) -> bool {
    matches!(character,
        '#' | '*' | '0'..='9' | '\u{a9}' | '\u{ae}' | '\u{203c}' | '\u{2049}' | '\u{2122}' | '\u{2139}'
        | '\u{2194}'..='\u{21aa}' | '\u{231a}'..='\u{23fa}' | '\u{24c2}' | '\u{25aa}'..='\u{27bf}'
        | '\u{2934}'..='\u{2935}' | '\u{2b05}'..='\u{2b55}' | '\u{3030}' | '\u{303d}' | '\u{3297}'
        | '\u{3299}' | '\u{1f000}'..='\u{1faff}')
}

/// Whether the bytes may begin a code point that [`is_unsafe_between`] has to check.
#[inline]
const fn is_suspect(bytes: &[u8]) -> bool {
    match bytes {
        [0xc2, second, ..] => *second < 0xa0 || *second == 0xad,
        [0xcd, 0x8f, ..]
        | [0xd8, 0x9c, ..]
        | [0xe1, 0x85 | 0x9e | 0xa0, _, ..]
        | [0xe2, 0x80 | 0x81, _, ..]
        | [0xe3, 0x85, 0xa4, ..]
        | [0xef, 0xb8 | 0xbb | 0xbe | 0xbf, _, ..]
        | [0xf0, 0x9b, 0xb2, ..]
        | [0xf0, 0x9d, 0x85, ..]
        | [0xf3, 0xa0, ..] => true,
        _ => false,
    }
}

/// Where the first unsafe code point is in text without ASCII controls (bytes from the front). `before` is the last char
/// that was shown before the text.
///
/// Checks lead bytes only: an ordinary text with accents or in Chinese costs a comparison per byte, ASCII an eighth of
/// that.
#[inline]
pub(super) fn first_unsafe(before: Option<char>, text: &str) -> Option<(usize, char)> {
    let bytes = text.as_bytes();
    let mut at = 0_usize;
    loop {
        let rest = bytes.get(at..)?;
        let first = *rest.first()?;
        if first < 0x80 {
            let ascii = match rest.first_chunk::<8>() {
                Some(word) if u64::from_ne_bytes(*word) & TOP == 0 => 8,
                _ => 1,
            };
            at.up(ascii);
            continue;
        }
        if first >= 0xc0 && is_suspect(rest) {
            let (earlier, later) = text.split_at_checked(at)?;
            let mut later = later.chars();
            let character = later.next()?;
            let before = earlier.chars().next_back().or(before);
            if is_unsafe_between(before, character, later.next()) {
                return Some((at, character));
            }
        }
        at.up(1);
    }
}

/// How many chars a line without dangerous controls has; `None` when it needs more work: bad UTF-8, dangerous code
/// points.
#[inline]
pub(super) fn count(line: &[u8], made: Made) -> Option<u64> {
    if made == Made::Plain {
        return u64::try_from(line.len()).ok();
    }
    let text = std::str::from_utf8(line).ok()?;
    first_unsafe(None, text).is_none().then(|| u64::try_from(text.chars().count()).unwrap_or(u64::MAX))
}

/// How many bytes the visible form of a code point below U+0100 has.
const FORM_BYTES: usize = 8;

/// The visible forms of the code points below U+0100, one after the other.
const FORMS: [u8; 256 * FORM_BYTES] = forms();

/// The same as text.
const FORMS_TEXT: &str = match std::str::from_utf8(&FORMS) {
    Ok(text) => text,
    Err(_) => "",
};

#[expect(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "runs while weir is compiled")]
const fn forms() -> [u8; 256 * FORM_BYTES] {
    let digits = *b"0123456789ABCDEF";
    let mut all = [0; 256 * FORM_BYTES];
    let mut code = 0;
    while code < 256 {
        let form = [b'<', b'U', b'+', b'0', b'0', digits[code / 16], digits[code % 16], b'>'];
        let mut place = 0;
        while place < FORM_BYTES {
            all[code * FORM_BYTES + place] = form[place];
            place += 1;
        }
        code += 1;
    }
    all
}

/// The visible form of a code point below U+0100.
#[inline]
pub(super) fn form(code: u8) -> &'static str {
    let from = usize::from(code).saturating_mul(FORM_BYTES);
    FORMS_TEXT.get(from..from.saturating_add(FORM_BYTES)).unwrap_or_default()
}

/// Writes a code point in its visible form.
pub(super) fn escape(character: char, into: &mut String) {
    let code = u32::from(character);
    if let Ok(code) = u8::try_from(code) {
        into.push_str(form(code));
        return;
    }
    into.push_str("<U+");
    // Hexadecimal digits from the highest of six on; the first two only if they are needed.
    for (place, shift) in [20_u32, 16, 12, 8, 4, 0].into_iter().enumerate() {
        let above = code >> shift;
        if place >= 2 || above > 0 {
            into.push(char::from_digit(above & 0xf, 16).map_or('0', |digit| digit.to_ascii_uppercase()));
        }
    }
    into.push('>');
}

/// Makes any text printable; newlines and tabs stay. Returns the text and how many code points were escaped.
///
/// Escape sequences are not removed here: their introducer becomes visible. A second call changes nothing more.
#[must_use]
pub fn sanitize(text: &str) -> (Cow<'_, str>, u64) {
    if is_safe(text) {
        return (Cow::Borrowed(text), 0);
    }
    let mut safe = String::with_capacity(text.len().saturating_add(16));
    let mut escaped = 0_u64;
    for (character, harmful) in judged(text) {
        if harmful {
            escape(character, &mut safe);
            escaped.up(1);
        } else {
            safe.push(character);
        }
    }
    (Cow::Owned(safe), escaped)
}

/// Whether [`sanitize`] changes nothing.
#[must_use]
pub fn is_safe(text: &str) -> bool {
    !judged(text).any(|(_, harmful)| harmful)
}

/// The code points of a text, each with whether it has to be shown in a visible form.
pub fn judged(text: &str) -> impl Iterator<Item = (char, bool)> {
    let mut before = None;
    let mut characters = text.chars().peekable();
    std::iter::from_fn(move || {
        let character = characters.next()?;
        let harmful = is_unsafe_between(before, character, characters.peek().copied());
        before = (!harmful).then_some(character);
        Some((character, harmful))
    })
}

/// [`sanitize`] for bytes: each maximal part that is not UTF-8 becomes one U+FFFD, and counts as escaped.
#[must_use]
pub fn sanitize_bytes(bytes: &[u8]) -> (Cow<'_, str>, u64) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return sanitize(text);
    }
    let mut safe = String::with_capacity(bytes.len());
    let mut escaped = 0_u64;
    for chunk in bytes.utf8_chunks() {
        let (valid, count) = sanitize(chunk.valid());
        safe.push_str(&valid);
        escaped.up(count);
        if !chunk.invalid().is_empty() {
            safe.push(char::REPLACEMENT_CHARACTER);
            escaped.up(1);
        }
    }
    (Cow::Owned(safe), escaped)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Code points that Unicode's DerivedCoreProperties lists as ignorable by default, without those that depend on
    /// their neighbours, and the ones that separate, reorder or annotate.
    const INVISIBLE: &[std::ops::RangeInclusive<u32>] = &[
        0xad..=0xad,
        0x34f..=0x34f,
        0x61c..=0x61c,
        0x115f..=0x1160,
        0x17b4..=0x17b5,
        0x180b..=0x180f,
        0x200b..=0x200b,
        0x200e..=0x200f,
        0x2028..=0x202e,
        0x2060..=0x206f,
        0x3164..=0x3164,
        0xfe00..=0xfe0d,
        0xfeff..=0xfeff,
        0xffa0..=0xffa0,
        0xfff0..=0xfffb,
        0x1bca0..=0x1bca3,
        0x1d173..=0x1d17a,
        0xe0000..=0xe0fff,
    ];

    #[test]
    fn the_list_is_escaped_and_nothing_else() {
        let inside = |code: u32| {
            (code < 0x20 && code != 9 && code != 10)
                || (0x7f..=0x9f).contains(&code)
                || INVISIBLE.iter().any(|range| range.contains(&code))
        };
        for code in 0..=0x10_ffff_u32 {
            let Some(character) = char::from_u32(code) else { continue };
            assert_eq!(is_unsafe(character), inside(code), "U+{code:04X}");
            if code >= 0x80 {
                let text = format!("é{character}é");
                let selector = matches!(code, 0xfe0e | 0xfe0f);
                let found = (inside(code) || selector).then_some((2, character));
                assert_eq!(first_unsafe(None, &text), found, "U+{code:04X}");
            }
        }
    }

    #[test]
    fn a_dangerous_code_point_becomes_visible() {
        assert_eq!(sanitize("a\u{202e}b\0\t\u{1b}\n"), (Cow::Borrowed("a<U+202E>b<U+0000>\t<U+001B>\n"), 3));
        assert_eq!(sanitize("a\u{ad}\u{206a}\u{fff9}"), (Cow::Borrowed("a<U+00AD><U+206A><U+FFF9>"), 3));
    }

    #[test]
    fn a_selector_stays_after_an_emoji_only() {
        let shown = |text: &str| sanitize(text).0.into_owned();
        for stays in [
            "\u{2714}\u{fe0f}",
            "1\u{fe0f}\u{20e3}",
            "\u{1f3f3}\u{fe0f}\u{200d}\u{1f308}",
            "\u{2764}\u{fe0e}",
        ] {
            assert_eq!(shown(stays), stays);
        }
        assert_eq!(shown("e\u{fe0f}"), "e<U+FE0F>");
        assert_eq!(shown("\u{2714}\u{fe0f}\u{fe0f}"), "\u{2714}\u{fe0f}<U+FE0F>");
        assert_eq!(shown("\u{fe0e}"), "<U+FE0E>");
    }

    #[test]
    fn a_single_joiner_stays_between_letters_and_in_emoji() {
        let shown = |text: &str| sanitize(text).0.into_owned();
        let (persian, indic) = ("\u{645}\u{6cc}\u{200c}\u{62e}", "\u{915}\u{94d}\u{200d}\u{937}");
        for stays in [persian, indic, "a\u{200d}b", "\u{1f468}\u{1f3fd}\u{200d}\u{1f469}"] {
            assert_eq!(shown(stays), stays);
        }
        assert_eq!(shown("a\u{200d}"), "a<U+200D>");
        assert_eq!(shown("\u{200c}a"), "<U+200C>a");
        assert_eq!(shown("a \u{200d}b"), "a <U+200D>b");
        assert_eq!(shown("a\u{200c}\u{200d}b"), "a<U+200C><U+200D>b");
        assert_eq!(shown("a\u{200d}\u{3164}"), "a<U+200D><U+3164>");
    }

    #[test]
    fn every_code_point_is_shown_by_its_number() {
        for code in (0..=0x10_ffff_u32).step_by(7) {
            let Some(character) = char::from_u32(code) else { continue };
            let mut shown = String::new();
            escape(character, &mut shown);
            assert_eq!(shown, format!("<U+{code:04X}>"));
        }
    }

    #[test]
    fn what_is_not_utf8_is_replaced_per_maximal_part() {
        let bytes = b"a\xe2\x82b\xff\xffc";
        assert_eq!(sanitize_bytes(bytes), (String::from_utf8_lossy(bytes), 3));
    }

    #[test]
    fn every_byte_is_sorted_at_every_place() {
        for length in (1..20).chain([31, 32, 33, 70]) {
            for at in 0..length {
                for byte in 0..=255_u8 {
                    let mut bytes = vec![b'x'; length];
                    bytes[at] = byte;
                    let found = match byte {
                        b'\t' | b' '..=b'~' => (length, Made::Plain),
                        0..=0x1f | 0x7f => (at, Made::Plain),
                        0x80.. => (length, Made::High),
                    };
                    assert_eq!(before_control(&bytes), found);
                    bytes[0] = 0x80;
                    let found = if at == 0 { (length, Made::High) } else { (found.0, Made::High) };
                    assert_eq!(before_control(&bytes), found);
                }
            }
        }
    }

    #[test]
    fn a_plain_run_ends_before_the_first_byte_that_is_not() {
        for length in (0..5).chain([63, 64, 65, 127, 128, 200]) {
            for at in 0..length {
                for byte in 0..=255_u8 {
                    let mut bytes = vec![b'x'; length];
                    bytes[at] = byte;
                    let plain = matches!(byte, b'\t' | b'\n' | b' '..=b'~');
                    assert_eq!(
                        plain_run(&bytes),
                        if plain { length } else { at },
                        "{byte} at {at} of {length}"
                    );
                }
            }
        }
    }

    #[test]
    fn what_follows_a_control_does_not_tell_what_comes_before_it() {
        assert_eq!(before_control(b"ab\n\xff\xff\xff\xff\xff"), (2, Made::Plain));
        assert_eq!(before_control(b"\n\xff\xff\xff\xff\xff\xff\xff"), (0, Made::Plain));
    }

    proptest! {
        #[test]
        fn twice_is_once_and_newlines_stay(text in any::<String>()) {
            let (once, _) = sanitize(&text);
            let (twice, more) = sanitize(&once);
            prop_assert_eq!(&once, &twice);
            prop_assert_eq!(more, 0);
            prop_assert_eq!(text.matches('\n').count(), once.matches('\n').count());
        }

        #[test]
        fn what_depends_on_its_neighbours_is_stable(text in "[ab1 \u{200d}\u{200c}\u{fe0f}\u{2714}\u{ad}\u{94d}]{0,12}") {
            let (once, escaped) = sanitize(&text);
            prop_assert_eq!(sanitize(&once), (Cow::Borrowed(&*once), 0));
            prop_assert_eq!(first_unsafe(None, &text).is_some(), escaped > 0);
        }

        #[test]
        fn bytes_are_read_as_the_standard_library_reads_them(bytes in any::<Vec<u8>>()) {
            let lossy = String::from_utf8_lossy(&bytes);
            let (safe, _) = sanitize_bytes(&bytes);
            prop_assert_eq!(safe, sanitize(&lossy).0);
        }
    }
}
