//! What build services and journals write before each line, or after the stamps that `stamps` reads.
//!
//! - Bamboo: the kind of the line, a date and a clock, each with a tab after it: `build<TAB>02-Jan-2026 03:04:05<TAB>`;
//! - the openSUSE build service: the seconds since the build began, five columns wide: `[  130s] `;
//! - journald and syslog: a date, a clock, the machine and the process: `Jan  2 03:04:05 quay unit[12]: `, also with a date of ISO 8601;
//! - Bazel's first lines after a stamp, which begin with a level like those of loggers;
//! - TeamCity, fastlane, GitLab, the runtimes of Kubernetes' containers, and Ansible's log file: marks after a stamp.

use super::clocks::{clock, digits, ended, moment};

/// fastlane's mark with its blank.
pub(super) const MARK: &[u8] = "\u{25b8} ".as_bytes();
/// The kinds of Bamboo's lines.
const KINDS: [&[u8]; 4] = [b"build\t", b"error\t", b"simple\t", b"command\t"];
const MONTHS: [&[u8]; 12] =
    [b"Jan", b"Feb", b"Mar", b"Apr", b"May", b"Jun", b"Jul", b"Aug", b"Sep", b"Oct", b"Nov", b"Dec"];

/// Whether a line may have such a column, judged by its first bytes.
#[inline]
pub(super) fn may_begin(line: &[u8]) -> bool {
    match line {
        [b'[', _, _, _, _, _, s, end, ..] => *s == b's' && *end == b']',
        // Most words end at another byte, and not with a tab.
        [_, _, _, _, _, fifth, sixth, seventh, ..] => {
            [fifth, sixth, seventh].contains(&&b'\t') && KINDS.iter().any(|kind| line.starts_with(kind))
        }
        _ => false,
    }
}

/// What follows the column of a build service.
pub(super) fn column(line: &[u8]) -> Option<&[u8]> {
    seconds(line).or_else(|| bamboo(line))
}

/// `[  130s] `
fn seconds(line: &[u8]) -> Option<&[u8]> {
    let (seconds, rest) = line.strip_prefix(b"[")?.split_at_checked(5)?;
    let seconds = seconds.trim_ascii_start();
    let whole = !seconds.is_empty() && seconds.iter().all(u8::is_ascii_digit);
    ended(rest.strip_prefix(b"s]").filter(|_| whole)?)
}

/// `build<TAB>02-Jan-2026 03:04:05<TAB>`
fn bamboo(line: &[u8]) -> Option<&[u8]> {
    let rest = KINDS.iter().find_map(|kind| line.strip_prefix(*kind))?;
    let rest = digits(rest, 2)?.strip_prefix(b"-")?;
    let rest = name(rest)?.strip_prefix(b"-")?;
    let rest = clock(digits(rest, 4)?.strip_prefix(b" ")?)?;
    // Where blanks are cut off, an empty line has lost the tab after its clock.
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix(b"\t") }
}

fn name(text: &[u8]) -> Option<&[u8]> {
    MONTHS.iter().find_map(|name| text.strip_prefix(*name))
}

/// What follows `Jan 02 03:04:05`, as `ts` writes it.
pub(super) fn month(text: &[u8]) -> Option<&[u8]> {
    let rest = name(text)?.strip_prefix(b" ")?;
    clock(digits(rest, 2)?.strip_prefix(b" ")?)
}

/// What follows `Jan  2 03:04:05 quay unit[12]: `, or `2026-01-02T03:04:05+0000 quay unit[12]: `.
pub(super) fn journal(text: &[u8]) -> Option<&[u8]> {
    if let [b'0'..=b'9', ..] = text {
        return process(ended(moment(text)?)?);
    }
    let rest = name(text)?.strip_prefix(b" ")?;
    let rest = rest.strip_prefix(b" ").and_then(|rest| digits(rest, 1)).or_else(|| digits(rest, 2))?;
    process(ended(clock(rest.strip_prefix(b" ")?)?)?)
}

/// Whether a stream is a journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Journal {
    /// How many lines may still come before its first one.
    Open(u8),
    /// It is a journal.
    Known,
    /// It is not a journal.
    Never,
}

impl Default for Journal {
    fn default() -> Self {
        Self::Open(3)
    }
}

impl Journal {
    /// Whether a line can be a journal's.
    pub(super) fn may_be(self) -> bool {
        self != Self::Never
    }

    /// The state after a line, which may be a journal's.
    #[inline]
    pub(super) const fn next(self, is_journal: bool) -> Self {
        match self {
            Self::Open(_) if is_journal => Self::Known,
            Self::Open(0) => Self::Never,
            Self::Open(lines) => Self::Open(lines.saturating_sub(1)),
            Self::Known | Self::Never => self,
        }
    }
}

/// What follows `quay unit[12]: `
fn process(text: &[u8]) -> Option<&[u8]> {
    let word = |text: &[u8], more: &[u8]| {
        text.iter().take_while(|byte| byte.is_ascii_alphanumeric() || more.contains(byte)).count()
    };
    let machine = word(text, b"-_.");
    let rest = text.get(machine..).filter(|_| machine > 0)?.strip_prefix(b" ")?;
    let process = word(rest, b"-_.@()");
    let rest = rest.get(process..).filter(|_| process > 0)?.strip_prefix(b"[")?;
    let number = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    ended(rest.get(number..).filter(|_| number > 0)?.strip_prefix(b"]:")?)
}

/// TeamCity's mark (` :`, `W:`, `E:`, `i:` ...) and step, or the blank of other tools.
pub(super) fn team_city(rest: &[u8]) -> Option<&[u8]> {
    let marked = match rest {
        // After a blank a colon may be a runner's own: `:compileJava`.
        [b' ', b':', rest @ ..] if matches!(rest, [] | [b' ' | b'\t', ..]) => rest,
        [b'W' | b'E' | b'F' | b'i', b':', rest @ ..] => rest,
        // Older versions.
        [b':', rest @ ..] if rest.starts_with(b" [Step ") => rest,
        _ => return ended(rest),
    };
    let text = marked.trim_ascii_start();
    let Some(step) = text.strip_prefix(b"[Step ") else { return Some(text) };
    let end = step.iter().position(|byte| *byte == b']');
    match end.and_then(|end| step.get(end.saturating_add(1)..)) {
        Some(rest) => Some(rest.strip_prefix(b" ").unwrap_or(rest)),
        None => Some(text),
    }
}

/// fastlane's colon, and its mark of a line that a command printed.
pub(super) fn fastlane(rest: &[u8]) -> Option<&[u8]> {
    let rest = rest.strip_prefix(b": ").filter(|rest| !rest.starts_with(b"[Step "))?;
    Some(rest.strip_prefix(MARK).unwrap_or(rest))
}

/// GitLab's stream: `00O `, `01E+`.
pub(super) fn gitlab(rest: &[u8]) -> Option<&[u8]> {
    match rest {
        [b'0'..=b'9' | b'a'..=b'f', b'0'..=b'9' | b'a'..=b'f', b'O' | b'E', b' ' | b'+', rest @ ..] => {
            Some(rest)
        }
        _ => None,
    }
}

/// A container's stream as its runtime writes it into its log, and whether the line is whole: `stdout F `, `stderr P `.
pub(super) fn container(rest: &[u8]) -> Option<&[u8]> {
    let rest = rest.strip_prefix(b"stdout ").or_else(|| rest.strip_prefix(b"stderr "))?;
    ended(rest.strip_prefix(b"F").or_else(|| rest.strip_prefix(b"P"))?)
}

/// What Ansible writes into its log file after the time: `p=94067 u=dev n=ansible INFO| `, in older versions without a
/// level and a name.
pub(super) fn ansible(rest: &[u8]) -> Option<&[u8]> {
    let word =
        |text: &[u8]| text.iter().take_while(|byte| !byte.is_ascii_whitespace() && **byte != b'|').count();
    let rest = rest.strip_prefix(b"p=")?;
    let number = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let rest = rest.get(number..).filter(|_| number > 0)?.strip_prefix(b" u=")?;
    let rest = rest.get(word(rest)..)?;
    let named = rest.strip_prefix(b" n=").and_then(|rest| rest.get(word(rest)..));
    let rest = named.unwrap_or(rest).strip_prefix(b" ")?;
    let level = rest.iter().take_while(|byte| byte.is_ascii_uppercase()).count();
    let rest = rest.get(level..)?.strip_prefix(b"|")?;
    // The first versions write two blanks.
    let rest = rest.strip_prefix(b" ").unwrap_or(rest);
    Some(rest.strip_prefix(b" ").filter(|_| named.is_none()).unwrap_or(rest))
}

/// Whether one of Bazel's first lines comes next. Bazel writes levels as loggers do.
pub(super) fn is_bazel(rest: &[u8]) -> bool {
    const BEGINS: [&[u8]; 8] = [
        b"WARNING: Streamed test output requested",
        b"INFO: Invocation ID: ",
        b"INFO: Streaming build results to: ",
        b"INFO: Reading rc options for ",
        b"INFO: Options provided by the client:",
        b"INFO: Build options ",
        b"INFO: Analyzed ",
        b"INFO: Found ",
    ];
    BEGINS.iter().any(|begin| rest.starts_with(begin))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_looks_like_a_column_is_none() {
        for line in [
            "[ 130s] a",
            "[     s] a",
            "[ 1 30s] a",
            "[  130s]a",
            "build\ta",
            "build\t5-Nov-2026 12:01:02\ta",
            "build\t05-Nov-2026 12:01:02 a",
            "other\t05-Nov-2026 12:01:02\ta",
        ] {
            assert_eq!(column(line.as_bytes()), None, "{line}");
        }
        assert_eq!(column(b"[   13s]"), Some(&b""[..]));
    }

    #[test]
    fn a_containers_stream_has_a_letter_after_it() {
        assert_eq!(container(b"stdout F moored"), Some(&b"moored"[..]));
        assert_eq!(container(b"stderr P"), Some(&b""[..]));
        for text in ["stdout moored", "stdout Full", "stdin F a", "F a"] {
            assert_eq!(container(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn ansibles_mark_has_a_process_and_a_user() {
        assert_eq!(ansible(b"p=7 u=dev n=ansible INFO| PLAY"), Some(&b"PLAY"[..]));
        assert_eq!(ansible(b"p=7 u=dev n=ansible |   PLAY"), Some(&b"  PLAY"[..]));
        assert_eq!(ansible(b"p=7 u=dev |  PLAY"), Some(&b"PLAY"[..]));
        for text in ["p=7 PLAY", "p= u=dev | PLAY", "p=7 u=dev PLAY", "p=7 u=dev n=ansible Info| PLAY"] {
            assert_eq!(ansible(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn a_machine_needs_a_process_with_its_number() {
        assert_eq!(process(b"quay moor@3.x[12]: a"), Some(&b"a"[..]));
        for text in ["quay moor: a", "quay moor[a]: a", "a quay moor[1]: a", "quay moor[1] a", "moor[1]: a"] {
            assert_eq!(process(text.as_bytes()), None, "{text}");
        }
        assert_eq!(month(b"Nov  5 12:01:02 a"), None);
        assert_eq!(journal(b"Nov 05 12:01:02 quay moor[1]: a"), Some(&b"a"[..]));
    }
}
