//! Compares what texts say, without their values.

use std::hash::Hasher;

/// The longest quoted value.
const QUOTED_BYTES: usize = 256;
/// How many digits one part of an id with hyphens has at least.
const ID_DIGITS: usize = 3;
/// From how many letters and digits on a word with both is an id.
const ID_BYTES: usize = 8;

/// Whether quoted text is compared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Quotes {
    /// It is a value, and not compared.
    Hidden,
    /// It is compared: it may be all that a text says.
    Kept,
}

/// Hashes a text without its values: numbers, ids, paths, addresses, quoted text, and the name of the test.
pub(super) fn alike(text: &str, name: &str, quotes: Quotes, hasher: &mut impl Hasher) {
    words(
        text,
        name,
        hasher,
        |word, hasher| {
            let digits = word.bytes().any(|byte| byte.is_ascii_digit());
            let letters = word.bytes().any(|byte| byte.is_ascii_alphabetic());
            let id = digits && (!letters || word.len() >= ID_BYTES || is_address(word));
            if id {
                hasher.write_u8(b'0');
            } else if digits {
                let mut in_number = false;
                for byte in word.bytes() {
                    let digit = byte.is_ascii_digit();
                    if !(digit && in_number) {
                        hasher.write_u8(if digit { b'0' } else { byte });
                    }
                    in_number = digit;
                }
            } else {
                hasher.write(word.as_bytes());
            }
        },
        quotes,
    );
    hasher.write_u8(0xff);
}

/// Hashes a text without addresses, the number of a Rust thread, and the name of the test.
pub(super) fn same(text: &str, name: &str, hasher: &mut impl Hasher) {
    let thread = text.starts_with("thread '");
    let bytes = text.as_bytes();
    let may_have_address = memchr::memchr2_iter(b'x', b'X', bytes)
        .any(|at| at.checked_sub(1).and_then(|at| bytes.get(at)) == Some(&b'0'));
    if !thread
        && !may_have_address
        && (name.is_empty()
            || name.len() > text.len()
            || memchr::memmem::find(bytes, name.as_bytes()).is_none())
    {
        hasher.write(bytes);
        hasher.write_u8(0xff);
        return;
    }
    words(
        text,
        name,
        hasher,
        |word, hasher| {
            if is_address(word) || thread && word.bytes().all(|byte| byte.is_ascii_digit()) {
                hasher.write_u8(b'0');
            } else {
                hasher.write(word.as_bytes());
            }
        },
        Quotes::Kept,
    );
    hasher.write_u8(0xff);
}

/// `0x7f18680ae450`, of 6 digits and more.
fn is_address(word: &str) -> bool {
    let digits = word.strip_prefix("0x").or_else(|| word.strip_prefix("0X"));
    digits.is_some_and(|digits| digits.len() >= 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

fn words<H: Hasher>(text: &str, name: &str, hasher: &mut H, word: impl Fn(&str, &mut H), quotes: Quotes) {
    let mut rest = text;
    let mut before = ' ';
    let may_have_path = quotes == Quotes::Hidden && memchr::memchr(b'/', text.as_bytes()).is_some();
    while let Some(first) = rest.chars().next() {
        if !name.is_empty()
            && !is_of_word(before)
            && let Some(after) = rest.strip_prefix(name)
            && !after.starts_with(is_of_word)
        {
            hasher.write_u8(1);
            before = ' ';
            rest = after;
            continue;
        }
        if may_have_path
            && !is_of_word(before)
            && let Some(after) = after_path(rest)
        {
            hasher.write_u8(b'/');
            before = 'a';
            rest = after;
            continue;
        }
        if quotes == Quotes::Hidden
            && is_of_word(first)
            && !is_of_word(before)
            && let Some(after) = after_id(rest)
        {
            hasher.write_u8(b'0');
            before = 'a';
            rest = after;
            continue;
        }
        if is_of_word(first) {
            let end = rest.find(|char| !is_of_word(char)).unwrap_or(rest.len());
            let (own, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
            word(own, hasher);
            before = 'a';
            rest = after;
            continue;
        }
        if quotes == Quotes::Hidden
            && matches!(first, '"' | '\'' | '`')
            && !is_of_word(before)
            && let Some(after) = after_quoted(rest, first)
        {
            hasher.write(b"''");
            before = first;
            rest = after;
            continue;
        }
        let mut bytes = [0; 4];
        hasher.write(first.encode_utf8(&mut bytes).as_bytes());
        before = first;
        rest = rest.get(first.len_utf8()..).unwrap_or("");
    }
}

/// What follows a path or a URL at the start of a text: `/tmp/zq`, `file:///tmp/zq`, `src/a.rs`.
fn after_path(text: &str) -> Option<&str> {
    let end = text.find(|char| !(is_of_word(char) || "/.:~%+@-".contains(char))).unwrap_or(text.len());
    let (path, after) = text.split_at_checked(end)?;
    let path = path.trim_end_matches(['.', ':', '-']);
    let slash = path.find('/')?;
    let named = path.len() > slash.saturating_add(1) && path.contains(char::is_alphabetic);
    (named && path.len() > 2).then(|| text.get(path.len()..).unwrap_or(after))
}

/// What follows an id at the start of a text, such as `ORD-21170-LQ` or `9f86d081-884c-4d1e-8a3b-60303ae22b99`: parts
/// between hyphens, of which one has at least three digits.
fn after_id(text: &str) -> Option<&str> {
    let end = text.find(|char| !(is_of_word(char) || char == '-')).unwrap_or(text.len());
    let (id, after) = text.split_at_checked(end)?;
    let digits = |part: &str| part.bytes().filter(u8::is_ascii_digit).count();
    let has_number = id.contains('-') && id.split('-').any(|part| digits(part) >= ID_DIGITS);
    (has_number && !id.ends_with('-')).then_some(after)
}

fn is_of_word(char: char) -> bool {
    char.is_alphanumeric() || char == '_'
}

/// What follows a quoted value at the start of a text.
fn after_quoted(text: &str, quote: char) -> Option<&str> {
    let inner = text.get(1..)?;
    let mut escaped = false;
    for (at, char) in inner.char_indices().take_while(|(at, _)| *at < QUOTED_BYTES) {
        if escaped {
            escaped = false;
        } else if char == '\\' {
            escaped = true;
        } else if char == quote {
            let after = inner.get(at.saturating_add(1)..)?;
            // An apostrophe inside a word does not end a value.
            if !after.starts_with(is_of_word) {
                return Some(after);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hash::DefaultHasher;

    fn alikes(left: &str, right: &str) -> bool {
        let of = |text: &str| {
            let mut hasher = DefaultHasher::new();
            alike(text, "test_a", Quotes::Hidden, &mut hasher);
            hasher.finish()
        };
        of(left) == of(right)
    }

    fn equal(left: &str, right: &str) -> bool {
        let of = |text: &str| {
            let mut hasher = DefaultHasher::new();
            same(text, "test_a", &mut hasher);
            hasher.finish()
        };
        of(left) == of(right)
    }

    #[test]
    fn values_do_not_count_and_words_do() {
        assert!(alikes("no berth 12 of 30", "no berth 7 of 3"));
        assert!(alikes("port 'Dover' is shut", "port \"x\" is shut"));
        assert!(alikes("port 'Dover' is shut", "port 'it\\'s' is shut"));
        assert!(alikes("order 9f86d081884c at 0x7f18680ae450", "order 60303ae22b99 at 0x7f18682e4750"));
        assert!(alikes("order ORD-21170-LQ is lost", "order ORD-70233-UN is lost"));
        assert!(alikes("cannot open /tmp/zq, it is shut", "cannot open file:///srv/b, it is shut"));
        assert!(!alikes("cannot open /tmp/zq", "cannot close /tmp/zq"));
        assert!(!alikes("utf-8 is lost", "ascii is lost"));
        assert!(!alikes("cannot open the port", "cannot close the port"));
        assert!(alikes("can't open", "can't open") && !alikes("can't open", "can't close"));
        assert!(!alikes("1 of 2", "1 in 2"));
    }

    #[test]
    fn only_addresses_may_differ_between_equal_lines() {
        assert!(equal("<Quay at 0x7f18680ae450>", "<Quay at 0x7f18682e4750>"));
        assert!(equal("thread 'a' (12) panicked at a.rs:3:1:", "thread 'a' (13) panicked at a.rs:3:1:"));
        assert!(!equal("left: 2", "left: 3"));
        assert!(!equal("port 'a'", "port 'b'"));
    }
}
