//! The line that most lines of a session with `-v` are: `tests/test_a.py::TestA::test_b PASSED   [ 12%]`, read eight bytes at a
//! time. It is looked at once from the front, and stops only at the bytes that mean something.
//!
//! Decides only where nothing is in doubt: for any other line `progress` decides, which reads the same out of these.

use crate::event::TestId;
use crate::recognize::runners::python::shared::pytest_id;

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
    let (plain, after) = read(text)?;
    after.is_empty().then_some(plain)
}

/// The same of the first of several lines, and how many bytes it takes with its end.
#[inline]
pub(super) fn first(text: &str) -> Option<(Plain<'_>, usize)> {
    let (plain, after) = read(text)?;
    let after = after.strip_prefix(b"\n")?;
    Some((plain, text.len().wrapping_sub(after.len())))
}

/// Reads what a line begins with, and returns what is after it.
#[inline]
fn read(text: &str) -> Option<(Plain<'_>, &[u8])> {
    let bytes = text.as_bytes();
    let (file, rest) = bytes.split_at_checked(stop(bytes)?.wrapping_add(2))?;
    if !file.ends_with(b".py::") || file.first() == Some(&b'[') {
        return None;
    }
    let mut name = rest;
    let after = loop {
        let (part, rest) = name.split_at_checked(stop(name)?)?;
        match rest {
            _ if part.is_empty() => return None,
            [b' ', ..] => break rest,
            // What is in brackets is no class.
            [b':', b':', more @ ..] if memchr::memchr2(b'[', b'(', part).is_none() => name = more,
            _ => return None,
        }
    };
    let (percent, rest) = progress(after)?;
    let id = text.get(..bytes.len().wrapping_sub(after.len())).filter(|id| id.len() <= pytest_id::LONGEST)?;
    let from = bytes.len().wrapping_sub(name.len());
    let test = TestId { module: id.get(..from.wrapping_sub(2))?, separator: "::", name: id.get(from..)? };
    Some((Plain { id, test, percent }, rest))
}

/// How far the session is, when nothing but blanks are between the word and the progress: most of the line pushes that to the
/// right. And what is after it.
#[inline]
fn progress(after: &[u8]) -> Option<(u64, &[u8])> {
    let (_, mut rest) = after.split_first_chunk().filter(|(word, _)| *word == b" PASSED ")?;
    while let Some((word, _)) = rest.split_first_chunk() {
        let other = u64::from_le_bytes(*word) ^ each(b' ');
        if other != 0 {
            rest = rest.get((other.trailing_zeros() >> 3) as usize..)?;
            break;
        }
        rest = rest.get(8..)?;
    }
    while let [b' ', more @ ..] = rest {
        rest = more;
    }
    let ([b'[', hundreds, tens, ones, b'%', b']'], rest) = rest.split_first_chunk()? else { return None };
    Some((percent(*hundreds, *tens, *ones)?, rest))
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

/// Where the first byte is that is a colon, a blank or anything else than printable ASCII. The last bytes, fewer than
/// eight, are not looked at: there the progress is.
#[inline]
fn stop(bytes: &[u8]) -> Option<usize> {
    // A borrow or a carry runs into the bytes after one that is reported itself, and the first one counts.
    let reported = |word: u64| {
        let beyond = word.wrapping_sub(each(b'!')) | word.wrapping_add(each(1));
        (beyond | (word ^ each(b':')).wrapping_sub(each(1))) & each(0x80)
    };
    let mut rest = bytes;
    loop {
        let (word, more) = rest.split_first_chunk()?;
        let reported = reported(u64::from_le_bytes(*word));
        if reported != 0 {
            let before = bytes.len().wrapping_sub(rest.len());
            return Some(before.wrapping_add((reported.trailing_zeros() >> 3) as usize));
        }
        rest = more;
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
        let lines = format!("{text}\nmore");
        assert_eq!(
            first(&lines).map(|(plain, bytes)| (Some(plain), bytes)),
            read.map(|plain| (Some(plain), text.len() + 1))
        );
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
        let longest = format!("a.py::{}", "b".repeat(pytest_id::LONGEST - 6));
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
