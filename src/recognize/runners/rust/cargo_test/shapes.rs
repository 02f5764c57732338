//! The shapes of libtest's lines, each as a function over one line.

use crate::event::TestId;
use crate::recognize::kit::scan;

/// Splits a test's name into module and name.
pub fn split(name: &str) -> TestId<'_> {
    // A doctest is named `src/lib.rs - module::item (line 12)`: its file is its module.
    match scan::split_once(name, " - ") {
        Some((file, item)) if name.ends_with(')') && file.contains('.') => {
            TestId { module: file, separator: " - ", name: item }
        }
        _ => TestId::split_last(name, "::"),
    }
}

/// Whether the text can be a test's name. rustc's compiletest and libtest-mimic have a kind before it: `[ui] tests/ui/a.rs`,
/// and both may have a variant in brackets: `[ui (nll)] tests/ui/a.rs`, `moor (fast) twice`.
pub fn is_name(name: &str) -> bool {
    let kind = name.strip_prefix('[').and_then(|rest| rest.split_once("] "));
    let name = kind.filter(|(kind, _)| is_one_word(kind)).map_or(name, |(_, name)| name);
    name.contains(char::is_alphanumeric)
        && (is_one_word(name) || name.contains(" - ") || name.contains(" (line "))
}

/// Whether no blank is in the text but beside words in brackets.
fn is_one_word(text: &str) -> bool {
    let in_brackets = |word: &&str| word.len() > 2 && word.starts_with('(') && word.ends_with(')');
    // Most names have no blank.
    if memchr::memchr(b' ', text.as_bytes()).is_none() {
        return !text.is_empty() && !in_brackets(&text);
    }
    let words = text.split(' ').count();
    let variants = text.split(' ').filter(in_brackets).count();
    let plain = words.saturating_sub(variants);
    plain > 0 && plain <= variants.saturating_add(1) && text.split(' ').all(|word| !word.is_empty())
}

/// `test NAME ... RESULT`, with the name and the text of the result.
pub fn status(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix("test ")?;
    let (name, result) =
        scan::split_once(rest, " ... ").or_else(|| rest.strip_suffix(" ...").map(|name| (name, "")))?;
    let name = name.strip_suffix(" - should panic").unwrap_or(name);
    let name =
        name.strip_suffix(" - compile fail").or_else(|| name.strip_suffix(" - compile")).unwrap_or(name);
    is_name(name).then_some((name, result))
}

/// The test of `test a::b ... ok`, split, when no blank is in its name: a short way round [`status`] and [`split`], which
/// read the same out of it.
pub fn plain_pass(text: &str) -> Option<TestId<'_>> {
    let name = text.strip_prefix("test ")?.strip_suffix(" ... ok")?;
    let plain = !name.is_empty() && memchr::memchr(b' ', name.as_bytes()).is_none();
    plain.then(|| TestId::split_last(name, "::"))
}

/// The name of `---- NAME stdout ----`.
pub fn block_name(text: &str) -> Option<&str> {
    let inner = text.strip_prefix("---- ")?.strip_suffix(" ----")?;
    let name = inner.strip_suffix(" stdout").or_else(|| inner.strip_suffix(" stderr"))?;
    is_name(name).then_some(name)
}

/// The text after ` panicked at ` when the line is a panic's first line.
pub fn panic_place(text: &str) -> Option<&str> {
    let begin = scan::trim_start(text).strip_prefix("thread '")?;
    let at = begin.rfind("' ").or_else(|| begin.find('\''))?;
    let rest = begin.get(at..)?;
    let (_, place) = rest.split_once(" panicked at ")?;
    Some(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_have_a_kind_before_it() {
        assert_eq!(status("test [quay] tests/moor.rs ... FAILED"), Some(("[quay] tests/moor.rs", "FAILED")));
        assert_eq!(block_name("---- [quay] tests/moor.rs stdout ----"), Some("[quay] tests/moor.rs"));
        assert_eq!(
            status("test [quay (deep)] tests/moor.rs ... FAILED"),
            Some(("[quay (deep)] tests/moor.rs", "FAILED"))
        );
        assert_eq!(block_name("---- moor (deep) twice stdout ----"), Some("moor (deep) twice"));
        assert!(is_name("[a]") && is_name("moor (deep)"));
        for no in [
            "|",
            "---",
            "[quay] a ship",
            "[a quay] ship",
            "[] ship",
            "[quay] ",
            "(deep)",
            "a ship (deep) sank here",
        ] {
            assert!(!is_name(no), "{no}");
        }
    }

    #[test]
    fn a_plain_pass_is_read_as_any_other_line() {
        for (text, plain) in [
            ("test a ... ok", true),
            ("test a::b::c ... ok", true),
            ("test a::b::c- ... ok", true),
            ("test a:: ... ok", true),
            ("test \u{e9}::b... ... ok", true),
            ("test result: ... ok", true),
            ("test src/a.rs - a::b (line 3) ... ok", false),
            ("test src/a.rs - a::b (line 3) - compile ... ok", false),
            ("test a - should panic ... ok", false),
            ("test a ... b ... ok", false),
            ("test  ... ok", false),
            ("test ... ok", false),
            ("test a b ... ok", false),
            ("test a ... ok ", false),
            ("test a ... FAILED", false),
            ("test a ...", false),
            ("", false),
        ] {
            let read = plain_pass(text);
            assert_eq!(read.is_some(), plain, "{text}");
            if plain {
                let (name, result) = status(text).expect("read by both");
                assert_eq!((read, result), (Some(split(name)), "ok"), "{text}");
            }
        }
    }
}
