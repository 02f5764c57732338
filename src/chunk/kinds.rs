//! What a line is for the cut before it: a new entry, a line of its own, or one that goes on from the line before.
//!
//! The rules are those of logs and stack traces of every language that indents its frames, and of the three that do not
//! everywhere: Python's last line of a traceback, Go's frames, and what follows Rust's `panicked at`.

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Nothing but blanks.
    Blank,
    /// It begins with a time or a level, as entries of logs do.
    Entry,
    /// A line of its own.
    Plain,
    /// It belongs to the line before.
    GoesOn,
}

/// Inside of what the last line was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Inside {
    #[default]
    Nothing,
    /// A Python traceback: ends after its first line that is not indented.
    Traceback,
    /// One of Python's sentences between two tracebacks.
    Between,
    /// A panic of Go before its goroutine.
    Panic,
    /// The frames of a goroutine: end at a blank line.
    Goroutine,
    /// The line after `panicked at`.
    Panicked,
}

/// Tells lines, one after the other from the beginning of a chunk on.
#[derive(Debug, Default)]
pub(super) struct Kinds(Inside);

/// Bytes of a line that are looked at.
const JUDGED: usize = 200;

/// What the lines between two tracebacks of Python begin with.
const BETWEEN: [&[u8]; 2] =
    [b"During handling of the above exception", b"The above exception was the direct cause"];

/// Beginnings of lines that go on from the one before though they are not indented.
const GOING_ON: [&[u8]; 9] = [
    b"at ",
    b"Caused by:",
    b"Suppressed:",
    b"... ",
    b"stack backtrace:",
    b"note: run with `RUST_BACKTRACE",
    b"note: Some details are omitted",
    b"created by ",
    b"+++",
];

impl Kinds {
    /// What the next line is.
    pub(super) fn next(&mut self, line: &[u8]) -> Kind {
        let line = line.get(..JUDGED).unwrap_or(line);
        let bare = line.trim_ascii_end();
        if bare.is_empty() {
            if matches!(self.0, Inside::Goroutine | Inside::Panicked) {
                self.0 = Inside::Nothing;
            }
            return Kind::Blank;
        }
        let was = self.0;
        if was == Inside::Traceback && !line.starts_with(b"  ") {
            self.0 = Inside::Nothing;
            return Kind::GoesOn;
        }
        if BETWEEN.iter().any(|words| bare.starts_with(words)) {
            self.0 = Inside::Between;
            return Kind::GoesOn;
        }
        if bare == b"Traceback (most recent call last):" {
            self.0 = Inside::Traceback;
            return if was == Inside::Between { Kind::GoesOn } else { Kind::Plain };
        }
        if bare.starts_with(b"goroutine ") && bare.ends_with(b"]:") {
            self.0 = Inside::Goroutine;
            return if was == Inside::Panic { Kind::GoesOn } else { Kind::Plain };
        }
        if was == Inside::Goroutine {
            return Kind::GoesOn;
        }
        if was == Inside::Panicked {
            self.0 = Inside::Nothing;
            return Kind::GoesOn;
        }
        let indented = line.first().is_some_and(u8::is_ascii_whitespace);
        let closes = matches!(bare.first(), Some(b'}' | b')' | b']'));
        if indented || closes || GOING_ON.iter().any(|words| bare.starts_with(words)) {
            return Kind::GoesOn;
        }
        self.0 = if bare.starts_with(b"panic: ") || bare.starts_with(b"fatal error: ") {
            Inside::Panic
        } else if bare.starts_with(b"thread '") && memchr::memmem::find(bare, b"panicked at").is_some() {
            Inside::Panicked
        } else {
            Inside::Nothing
        };
        if begins_an_entry(bare) { Kind::Entry } else { Kind::Plain }
    }
}

/// Whether a line begins with a time, a date or a level, in brackets or not.
fn begins_an_entry(line: &[u8]) -> bool {
    let line = line.strip_prefix(b"[").or_else(|| line.strip_prefix(b"<")).unwrap_or(line);
    is_time(line) || is_level(line) || is_syslog_date(line)
}

/// The shape of a line's beginning: `9` for a digit, everything else itself.
fn has_shape(line: &[u8], shape: &[u8]) -> bool {
    line.len() >= shape.len()
        && line.iter().zip(shape).all(|(byte, shape)| match shape {
            b'9' => byte.is_ascii_digit(),
            b'-' => matches!(byte, b'-' | b'/'),
            _ => byte == shape,
        })
}

fn is_time(line: &[u8]) -> bool {
    // ISO 8601, the logs of web servers, the time alone, seconds since the epoch.
    [b"9999-99-99".as_slice(), b"99-99-9999", b"99-99-99 ", b"99:99:99", b"9999999999."]
        .iter()
        .any(|shape| has_shape(line, shape))
        || (line.get(2) == Some(&b'/') && line.get(6) == Some(&b'/') && has_shape(line, b"99"))
        // glog: a level's letter, month and day.
        || (matches!(line.first(), Some(b'I' | b'W' | b'E' | b'F'))
            && has_shape(line.get(1..).unwrap_or_default(), b"9999 99:99:99"))
}

fn is_syslog_date(line: &[u8]) -> bool {
    let months = [
        b"Jan ", b"Feb ", b"Mar ", b"Apr ", b"May ", b"Jun ", b"Jul ", b"Aug ", b"Sep ", b"Oct ", b"Nov ",
        b"Dec ",
    ];
    let days = [b"Mon ", b"Tue ", b"Wed ", b"Thu ", b"Fri ", b"Sat ", b"Sun "];
    let month = |line: &[u8]| months.iter().any(|month| line.starts_with(*month));
    let digit = |at: usize| line.get(at).is_some_and(u8::is_ascii_digit);
    (month(line) && digit(5))
        || (days.iter().any(|day| line.starts_with(*day)) && month(line.get(4..).unwrap_or_default()))
}

fn is_level(line: &[u8]) -> bool {
    let levels: [&[u8]; 11] = [
        b"TRACE",
        b"DEBUG",
        b"INFO",
        b"NOTICE",
        b"WARNING",
        b"WARN",
        b"ERROR",
        b"CRITICAL",
        b"FATAL",
        b"SEVERE",
        b"level=",
    ];
    levels.iter().any(|level| match line.strip_prefix(*level) {
        Some(rest) => level.ends_with(b"=") || rest.first().is_none_or(|byte| !byte.is_ascii_alphanumeric()),
        None => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> String {
        let mut kinds = Kinds::default();
        let letter = |kind| match kind {
            Kind::Blank => '_',
            Kind::Entry => 'E',
            Kind::Plain => 'P',
            Kind::GoesOn => '.',
        };
        text.split_inclusive('\n').map(|line| letter(kinds.next(line.as_bytes()))).collect()
    }

    #[test]
    fn a_line_with_a_time_or_a_level_begins_an_entry() {
        for line in [
            "2024-05-06T07:08:09Z x",
            "[2024-05-06 07:08:09] x",
            "2024/05/06 x",
            "07:08:09.123 x",
            "1715000000.123 x",
            "[06/May/2024:07:08:09 +0000] x",
            "May  6 07:08:09 host x",
            "Mon May  6 07:08:09 2024 x",
            "I0506 07:08:09.123 x",
            "INFO x",
            "[ERROR] x",
            "level=info x",
        ] {
            assert_eq!(kinds(line), "E", "{line}");
        }
        for line in ["a", "20 apples", "INFORMATION", "May be", "99-bottles", "Mayor 1", "Friday"] {
            assert_eq!(kinds(line), "P", "{line}");
        }
    }

    #[test]
    fn a_stack_trace_goes_on_from_its_first_line() {
        assert_eq!(
            kinds("Exception in thread x\n\tat a.B\nCaused by: y\n\tat c\n\t... 3 more\nnext\n"),
            "P....P"
        );
        assert_eq!(
            kinds("Traceback (most recent call last):\n  File \"a\", line 1\n    x\nValueError: no\nnext\n"),
            "P...P"
        );
        assert_eq!(
            kinds(
                "Traceback (most recent call last):\n  a\nKeyError\n\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n  b\nValueError\nnext"
            ),
            "P.._._...P"
        );
        assert_eq!(
            kinds("panic: no\n\ngoroutine 1 [running]:\nmain.f()\n\t/a.go:1\nmain.main()\n\nnext"),
            "P_...._P"
        );
        assert_eq!(
            kinds("thread 'a' panicked at src/a.rs:1:2:\nmessage\nnote: run with `RUST_BACKTRACE=1`\nnext"),
            "P..P"
        );
        assert_eq!(kinds("fn a() {\n  b\n}\n"), "P..");
    }
}
