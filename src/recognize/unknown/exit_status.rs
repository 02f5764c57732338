//! A line that is only a command's exit status: `Exit code: 1`, `EXIT=1`, `<exit_code>1</exit_code>`, `$? = 1`.
//!
//! Wrappers print it after or before what the command printed: agents' shells, `; echo "EXIT: $?"`, GNU time, services. The whole
//! line has to be of that form, so a sentence that mentions a status does not count.

use crate::recognize::kit::scan;

/// The longest such line, in bytes.
const LONGEST: usize = 80;

/// The names of the number, in lower case and with blanks between the words.
const LABELS: [&str; 26] = [
    "exit",
    "exit code",
    "exit status",
    "exit value",
    "exitcode",
    "exitstatus",
    "exited",
    "exited with",
    "exited with code",
    "exited with status",
    "exited with exit code",
    "command exit code",
    "command exit status",
    "command exited with code",
    "command exited with status",
    "command exited with non-zero status",
    "process exit code",
    "process exited with code",
    "process exited with status",
    "rc",
    "ret",
    "retcode",
    "return code",
    "return status",
    "returncode",
    "$?",
];

/// Whether the line may be an exit status, judged by its ends: most lines are not.
#[inline]
pub(super) fn may_be(begin: &str) -> bool {
    let first = begin.as_bytes().first().copied().unwrap_or_default();
    begin.len() <= LONGEST
        && matches!(
            first,
            b'e' | b'E'
                | b'r'
                | b'R'
                | b'c'
                | b'C'
                | b'p'
                | b'P'
                | b'$'
                | b'<'
                | b'['
                | b'('
                | b'='
                | b'-'
                | b'#'
                | b'*'
        )
        && begin.bytes().any(|byte| matches!(byte, b'1'..=b'9'))
}

/// Whether the line is a status that is not zero.
#[inline(never)]
pub(super) fn fails(begin: &str) -> bool {
    let text = begin.trim();
    // `===== exit 1 =====`
    let text = text.trim_matches(['=', '-', '*', '#', ' ']);
    status(unwrapped(text)).is_some_and(|status| status != 0)
}

/// The text inside brackets, or inside one or two tags: `<error>Exit code 1</error>`. A tag that holds only a number
/// stays: its name is the label.
fn unwrapped(text: &str) -> &str {
    let mut text = text;
    for _ in 0..2 {
        let inner = tagged(text)
            .filter(|inner| scan::whole_number(inner.trim()).is_none())
            .or_else(|| text.strip_prefix('[')?.strip_suffix(']'))
            .or_else(|| text.strip_prefix('(')?.strip_suffix(')'));
        match inner {
            Some(inner) => text = inner.trim(),
            None => break,
        }
    }
    text
}

/// The text between a tag and its end.
fn tagged(text: &str) -> Option<&str> {
    let (name, rest) = text.strip_prefix('<')?.split_once('>')?;
    rest.strip_suffix('>')?.strip_suffix(name)?.strip_suffix("</")
}

/// The number after a label.
fn status(text: &str) -> Option<u64> {
    let text = text.trim_end_matches(['.', ';', ',', ' ']);
    if let Some(number) = tagged(text) {
        let (name, _) = text.strip_prefix('<')?.split_once('>')?;
        return label(name).then(|| scan::whole_number(number.trim()))?;
    }
    let digits = text.bytes().rev().take_while(u8::is_ascii_digit).count();
    let (before, number) = text.split_at_checked(text.len().saturating_sub(digits))?;
    // `-1` is a status, `exit-1` is a name.
    let before =
        before.strip_suffix('-').filter(|before| before.ends_with([' ', ':', '='])).unwrap_or(before);
    let name = before.trim_end_matches([':', '=', ' ', '\t', '(']);
    (name.len() < before.len() && label(name)).then(|| scan::whole_number(number))?
}

/// Whether the words are one of [`LABELS`].
fn label(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let mut words = lower.split(['_', ' ']).filter(|word| !word.is_empty());
    let is = |known: &&str| known.split(' ').eq(words.clone());
    let found = LABELS.iter().any(is);
    words.next().is_some() && found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_a_status_is_understood_in_every_common_form() {
        for text in [
            "Exit code: 1",
            "Exit code 1",
            "Exit Code: 137",
            "EXIT: 1",
            "EXIT=1",
            "EXIT_CODE=1",
            "EXIT CODE = 2",
            "exit=1",
            "exit: 2",
            "exit 3",
            "rc=1",
            "RC: 1",
            "Exit status: 1",
            "exitcode: 1",
            "ExitCode: 4",
            "Return code: 1",
            "returncode=1",
            "$? = 1",
            "$?=1",
            "[exit 1]",
            "[Exit code: 1]",
            "(exit code 1)",
            "<exit_code>1</exit_code>",
            "<error>Exit code 1</error>",
            "<exit-status>Exit status: 2</exit-status>",
            "Command exited with non-zero status 1",
            "Process exited with status 1",
            "Process exited with code 1.",
            "=== exit 1 ===",
            "--- Exit code: 1 ---",
            "Exit code: -1",
        ] {
            assert!(may_be(text) && fails(text), "{text}");
        }
    }

    #[test]
    fn a_status_of_zero_and_lines_that_mention_one_are_none() {
        for text in [
            "",
            "Exit code: 0",
            "EXIT=0",
            "<exit_code>0</exit_code>",
            "[exit 0]",
            "exit",
            "exit1",
            "exit-1",
            "rc1",
            "-rc.1",
            "v1.0-rc 1 is out",
            "exit codes 1",
            "the exit code is 1",
            "exits with 1",
            "PASS exit code 1",
            "ok 1 - exit 1",
            "retries: 1",
            "<code>1</code>",
            "[1]",
            "Exit code: 1 is expected",
        ] {
            assert!(!fails(text), "{text}");
        }
    }
}
