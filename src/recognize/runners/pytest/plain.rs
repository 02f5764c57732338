//! The line that most lines of a session with `-v` are: `tests/test_a.py::TestA::test_b PASSED   [ 12%]`, read eight bytes at a
//! time. It is looked at once from the front, and stops only at the bytes that mean something.
//!
//! Decides only where nothing is in doubt: for any other line `progress` decides, which reads the same out of these.

use super::node;
use crate::event::TestId;

/// A pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Plain<'a> {
    /// The node id.
    pub(super) id: &'a str,
    /// The same, split.
    pub(super) test: TestId<'a>,
    /// How far the session is.
    pub(super) percent: u64,
}

/// The same byte eight times.
const fn each(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// Reads the line; `None` when it is another, or has something about it that wants a closer look.
#[inline]
pub(super) fn passed(text: &str) -> Option<Plain<'_>> {
    let bytes = text.as_bytes();
    let [b' ', b'[', hundreds, tens, ones, b'%', b']'] = *bytes.last_chunk()? else { return None };
    let percent = percent(hundreds, tens, ones)?;
    let (file, rest) = bytes.split_at_checked(stop(bytes)?.checked_add(2)?)?;
    if !file.ends_with(b".py::") || file.first() == Some(&b'[') {
        return None;
    }
    let mut name = rest;
    let behind = loop {
        let (part, rest) = name.split_at_checked(stop(name)?)?;
        match rest {
            _ if part.is_empty() => return None,
            [b' ', ..] => break rest,
            // What stands in brackets is no class.
            [b':', b':', more @ ..] if memchr::memchr2(b'[', b'(', part).is_none() => name = more,
            _ => return None,
        }
    };
    if !is_pass(behind) {
        return None;
    }
    let id = text.get(..text.len().checked_sub(behind.len())?).filter(|id| id.len() <= node::LONGEST)?;
    let from = text.len().checked_sub(name.len())?;
    let test = TestId { module: id.get(..from.checked_sub(2)?)?, separator: "::", name: id.get(from..)? };
    Some(Plain { id, test, percent })
}

/// The number in `[ 12%]`, and in `[100%]`.
#[inline]
fn percent(hundreds: u8, tens: u8, ones: u8) -> Option<u64> {
    let digit = |byte: u8| Some(byte.wrapping_sub(b'0')).filter(|digit| *digit < 10);
    let ones = digit(ones)?;
    match (hundreds, tens) {
        (b' ', b' ') => Some(u64::from(ones)),
        (b' ', _) => Some(u64::from(digit(tens)?.saturating_mul(10).saturating_add(ones))),
        (b'1', b'0') if ones == 0 => Some(100),
        _ => None,
    }
}

/// Where the first byte stands that is a colon, a blank or anything else than printable ASCII. The last bytes, fewer than
/// eight, are not looked at: there the progress stands.
fn stop(bytes: &[u8]) -> Option<usize> {
    // A borrow or a carry runs into the bytes behind one that is told itself, and the first one counts.
    let told = |word: u64| {
        let beyond = word.wrapping_sub(each(b'!')) | word.wrapping_add(each(1));
        (beyond | (word ^ each(b':')).wrapping_sub(each(1))) & each(0x80)
    };
    let words = bytes.as_chunks().0.iter().map(|word| told(u64::from_le_bytes(*word)));
    let (index, told) = words.enumerate().find(|(_, told)| *told != 0)?;
    Some((index << 3) | (told.trailing_zeros() >> 3) as usize)
}

/// Whether there is nothing but blanks between the word and the progress: most of the line pushes that to the right.
#[inline(never)]
fn is_pass(behind: &[u8]) -> bool {
    let Some((blanks, _)) = behind.split_last_chunk::<6>() else { return false };
    let Some((_, blanks)) = blanks.split_first_chunk().filter(|(word, _)| *word == b" PASSED ") else {
        return false;
    };
    let blank = |word: &[u8; 8]| *word == [b' '; 8];
    match blanks.last_chunk() {
        // It overlaps the word before it.
        Some(last) => blanks.as_chunks().0.iter().all(blank) && blank(last),
        None => blanks.iter().all(|byte| *byte == b' '),
    }
}

#[cfg(test)]
mod tests {
    use super::super::progress;
    use super::*;

    /// What both read; they have to agree wherever this one decides.
    fn decided(text: &str) -> bool {
        let read = passed(text);
        if let Some(plain) = read {
            let (named, test) = progress::ordinary(text).expect("read by both");
            assert_eq!(
                (plain.id, Some(plain.percent), plain.test),
                (named.id, named.percent, test),
                "{text}"
            );
            assert_eq!(named.outcome, Some(crate::event::Outcome::Passed));
        }
        read.is_some()
    }

    #[test]
    fn the_lines_of_most_sessions_are_decided_as_progress_decides_them() {
        for id in [
            "a.py::b",
            ".py::b",
            "tests/test_cart.py::test_adds",
            "tests/unit/deeply/nested/test_cart.py::TestCart::test_adds_an_item_twice",
            "t/a.py::C::D::test_b",
            "t/a.py::test_b[1-2]",
            "t/a.py::test_b[(]",
            "t/a.py::C::test_b[x.py]",
            "t/a.py::test_b(i=1)",
            "t/[a].py::test_b",
            "t/a.py::[x]",
            "t/a.py::C::[x]",
            "t/a-b+c.py::test;<=>?@^`{|}~",
        ] {
            for progress in ["[  0%]", "[  5%]", "[ 05%]", "[ 42%]", "[100%]"] {
                for blanks in 1..20 {
                    assert!(decided(&format!("{id} PASSED{}{progress}", " ".repeat(blanks))), "{id}");
                }
            }
        }
        let longest = format!("a.py::{}", "b".repeat(node::LONGEST - 6));
        assert!(
            decided(&format!("{longest} PASSED [  5%]")) && !decided(&format!("{longest}b PASSED [  5%]"))
        );
    }

    #[test]
    fn whatever_else_there_is_on_a_line_is_left_to_progress() {
        for text in [
            "",
            "[  5%]",
            " PASSED [  5%]",
            "a.py:: PASSED [  5%]",
            "a.py::C:: PASSED [  5%]",
            "a.py:::b PASSED [  5%]",
            "a.py::b:c PASSED [  5%]",
            "a.py::b[x::y] PASSED [  5%]",
            "a.py::b(x::y) PASSED [  5%]",
            "a.py::b[x y] PASSED [  5%]",
            "a.py::b\u{7f} PASSED [  5%]",
            "a.py::b\u{e9} PASSED [  5%]",
            "\u{e9}.py::b PASSED [  5%]",
            "a.py::b\tPASSED [  5%]",
            "a.py::b PASSED\t [  5%]",
            "a.py::b PASSED \t[  5%]",
            "a.py::b PASSED x [  5%]",
            "a.py::b PASSEDx [  5%]",
            "a.py::b PASSED[  5%]",
            "a.py::b FAILED [  5%]",
            "a.py::b  PASSED [  5%]",
            "a.py::b PASSED PASSED [  5%]",
            "a.py::b PASSED [  5%] ",
            "a.py::b PASSED [ 5%]",
            "a.py::b PASSED [  x%]",
            "a.py::b PASSED [ x5%]",
            "a.py::b PASSED [101%]",
            "a.py::b PASSED [110%]",
            "a.py::b PASSED [200%]",
            "a.py::b PASSED [0 5%]",
            "a.rst::b PASSED [  5%]",
            "a::b.py::c PASSED [  5%]",
            "C:\\t\\a.py::b PASSED [  5%]",
            "[gw0]a.py::b PASSED [  5%]",
            "[x]a.py::b PASSED [  5%]",
            "my tests/a.py::b PASSED [  5%]",
        ] {
            assert!(!decided(text), "{text}");
        }
    }
}
