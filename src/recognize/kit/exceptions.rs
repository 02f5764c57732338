//! Exceptions as the languages' own run-times print them when they are not caught: `TypeError: no`,
//! `java.lang.OutOfMemoryError: heap`, `cannot load such file (LoadError)`, and tracebacks inside exception groups.
//!
//! Only shapes that begin or end a line; the words inside a sentence say nothing.

/// Endings of a class name that make it an exception's.
const ENDINGS: [&str; 3] = ["Error", "Exception", "Failure"];

/// How lines begin with which tools say that a script or file is broken.
const BEGINNINGS: [&str; 5] = [
    "Traceback (most recent call last)",
    "Test files exiting with errors",
    "Terminating due to ",
    "code: 'MODULE_NOT_FOUND'",
    "Exception Group Traceback",
];

/// What is in the lines that are read here: parts of `ENDINGS`, of `BEGINNINGS` and of a finding's severity.
pub const INSIDE: &[&str] = &[
    "Error",
    "Exception",
    "Failure",
    "Traceback (most",
    "Test files exiting",
    "Terminating due",
    "code: '",
    "(warning): ",
    "(error): ",
];

/// Whether the line reports an uncaught exception.
#[must_use]
#[inline(never)]
pub fn is_exception(text: &str) -> bool {
    // Exception groups and boxes indent with bars.
    let begin = text.trim_start_matches([' ', '\t', '|', '+', '-']);
    if begin.is_empty() {
        return false;
    }
    if numbered(begin).is_some_and(is_class) {
        return true;
    }
    BEGINNINGS.iter().any(|phrase| begin.starts_with(phrase))
        || names_a_class(begin)
        || ends_with_a_class(begin)
}

/// The first word of a row of a numbered table: ` 1.  AssertionError  total is 4`.
fn numbered(begin: &str) -> Option<&str> {
    let (_, rest) = super::scan::number(begin)?;
    // Two blanks separate columns; an item of a list follows its number after one blank.
    let (word, _) = rest.strip_prefix(".  ")?.trim_start().split_once("  ")?;
    Some(word)
}

fn is_class(word: &str) -> bool {
    let last = word.rsplit(['.', ':', '$']).next().unwrap_or(word);
    ENDINGS.iter().any(|ending| last.ends_with(ending) && (last.len() > ending.len() || *ending != "Failure"))
        && last.starts_with(|first: char| first.is_ascii_uppercase())
        && word.chars().all(|each| each.is_ascii_alphanumeric() || "._:$".contains(each))
}

/// `TypeError: no`, `java.lang.IllegalStateException: no`, `ValueError` alone.
fn names_a_class(begin: &str) -> bool {
    let (word, rest) = begin.split_once(": ").unwrap_or((begin.trim_end_matches(':'), ""));
    let plain = is_class(word);
    plain && (!rest.is_empty() || begin.len() == word.len())
}

/// `... cannot load such file -- x (LoadError)`, as Ruby prints it.
fn ends_with_a_class(begin: &str) -> bool {
    let Some((_, last)) = begin.strip_suffix(')').and_then(|inner| inner.rsplit_once('(')) else {
        return false;
    };
    is_class(last)
}

/// A linter's code with its severity in brackets: `SC2154 (warning): not assigned`, as ShellCheck prints it.
#[must_use]
#[inline(never)]
pub fn is_coded_finding(text: &str) -> bool {
    ["(warning): ", "(error): "].iter().any(|severity| {
        text.find(severity).and_then(|at| text.get(..at)).is_some_and(|before| {
            let code = before.trim_end().rsplit(' ').next().unwrap_or("");
            let letters = code.bytes().take_while(u8::is_ascii_uppercase).count();
            let digits = code.bytes().skip(letters).filter(u8::is_ascii_digit).count();
            letters > 0 && digits >= 3 && letters.saturating_add(digits) == code.len()
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_run_time_prints_of_an_uncaught_exception() {
        for text in [
            "TypeError: no",
            "java.lang.OutOfMemoryError: Java heap space",
            "    | ValueError: worker 1",
            "x.rb:85:in `require': cannot load such file -- nowhere (LoadError)",
            "  code: 'MODULE_NOT_FOUND',",
            "KeyError",
        ] {
            assert!(is_exception(text), "{text}");
        }
    }

    #[test]
    fn sentences_about_errors_are_none() {
        for text in [
            "handles a TypeError: see docs",
            "errors: none",
            "Error handling is on",
            " 1. ValidationError  rejects",
            "ok (no error)",
            "Failure",
        ] {
            assert!(!is_exception(text), "{text}");
        }
    }

    #[test]
    fn a_code_with_its_severity_is_a_finding() {
        assert!(is_coded_finding("   ^---^ SC2154 (warning): x is referenced but not assigned."));
        assert!(!is_coded_finding("   ^---^ SC2086 (info): Double quote"));
        assert!(!is_coded_finding("see (warning): nothing"));
    }
}
