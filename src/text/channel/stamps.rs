//! What a CI writes before a runner's own text: time stamps and log commands.
//!
//! They are read only at the line's first column; for ordinary lines the first byte decides. The forms and their sources:
//! - `2026-01-02T03:04:05.678Z ` (GitHub's and Azure's raw logs, `kubectl logs --timestamps`, `docker logs -t`),
//!   with an offset instead of `Z`, or with a blank instead of the `T` (moreutils' `ts '%F %T'`; with a comma before the
//!   fraction, as loggers of Python and Java write it); GitLab adds the
//!   number and kind of its stream: `2026-01-02T03:04:05.678901Z 00O `, and what runs Kubernetes' containers `stdout F `;
//! - `Jan 02 03:04:05 ` (moreutils' `ts`), and `Jan  2 03:04:05 quay unit[12]: ` (journald, syslog) in a stream that
//!   begins with it: elsewhere they are text that was logged before;
//! - what `build_services` reads: the columns of Bamboo and of the openSUSE build service;
//! - `[2026-01-02T03:04:05.678Z] ` (Jenkins' Timestamper) and `[03:04:05] `, with TeamCity's mark and step after it
//!   (`[03:04:05]W: [Step 1/2] `), or with fastlane's mark of a command's output (`[03:04:05]: ▸ `);
//! - `03:04:05 ` (Jenkins' Timestamper as its page shows it, `ts %T`), with a second blank or a bar (`columns`) and with a fraction
//!   in some set-ups: only from the second of such lines on, since a runner's own line may begin so;
//! - `##[group]`, `##[error]` and similar ones (GitHub, Azure), alone or after a stamp;
//! - `>> ` before new findings of the kernel's build robot (`robots`);
//! - a job and a step before a stamp, each ended by a tab (`gh run view --log`; see `gh_run`).
//!
//! An application's own log lines begin with such a stamp too, followed by a level or, in Apple's system log, by the
//! process (`App[30007:2321848] `). They are text, not a prefix: such a stamp only counts as a CI's when the line before
//! it had one, or when one of Bazel's first lines follows. `::error::` is a command that the runner itself
//! prints; it stays.

use super::applications::{is_level, is_logged, is_process, is_stream};
use super::build_services::{self, Journal, MARK};
use super::clocks::{clock, ended, fraction, moment};
use super::columns::barred;
use super::gh_run::{Fields, Name};
use super::robots::marked;
use super::stripped::Kind;

/// What is known of the lines before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::text) struct Before {
    stamp: Stamp,
    fields: Fields,
    journal: Journal,
}

/// Whether the line before had a CI's time stamp.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stamp {
    /// Nothing was stripped from it, or there is no line before.
    #[default]
    Bare,
    /// It began with a clock, after which there are at least so many blanks in all such lines so far.
    Clock(Blanks),
    /// It had a time stamp.
    Stamped,
}

/// How many blanks follow a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Blanks {
    One,
    Two,
}

/// What GitHub and Azure write before the message of an error.
const ERROR: &[u8] = b"##[error]";

/// What a line begins with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::text) struct Prefix {
    /// How many bytes of the sanitised line to strip.
    pub length: usize,
    /// How many chars of the input those are: a byte order mark is one, however it is shown.
    pub chars: u64,
    /// Whether a byte order mark that was made visible is among them.
    pub mark: bool,
    /// Whether it says that the line is an error.
    pub error: bool,
    /// What is stripped.
    pub kind: Kind,
    /// What it says of the next lines.
    pub clue: Clue,
}

/// What the prefix of a line, or of one of its rows, says of the next lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::text) struct Clue {
    /// What it says of a CI's time stamp; a line with the fields of the line before counts as stamped.
    stamp: Stamp,
    /// The fields that name a job and a step.
    fields: Option<Name>,
    /// Whether it is a journal's line.
    journal: bool,
}

impl Prefix {
    /// How many bytes of a bare clock are stripped.
    #[inline]
    pub(in crate::text) fn clock(&self) -> usize {
        if matches!(self.clue.stamp, Stamp::Clock(_)) { self.length } else { 0 }
    }
}

impl Clue {
    /// What two rows of one line say together.
    pub(in crate::text) fn or(self, other: Self) -> Self {
        let stamp = if self.stamp == Stamp::Bare { other.stamp } else { self.stamp };
        Self { stamp, fields: self.fields.or(other.fields), journal: self.journal || other.journal }
    }

    /// Whether it is a CI's line: with a time stamp, or with the fields of the line before.
    pub(in crate::text) fn is_stamped(self) -> bool {
        self.stamp == Stamp::Stamped
    }
}

impl Before {
    /// The state after a line that is not empty.
    #[inline]
    pub(in crate::text) fn next(self, clue: Clue) -> Self {
        let journal = self.journal.next(clue.journal);
        Self { stamp: clue.stamp, fields: self.fields.next(clue.fields), journal }
    }

    /// The state at the beginning of another file.
    pub(in crate::text) fn renewed(self) -> Self {
        Self { fields: self.fields.renewed(), journal: Journal::default(), ..self }
    }

    /// Whether a line has no prefix and does not change the state. Its first bytes show it, once lines without
    /// a prefix came for long enough.
    #[inline]
    pub(in crate::text) fn expects_none(self, line: &str) -> bool {
        !may_have_prefix(line) && self.is_bare()
    }

    /// Whether lines without a prefix came for so long that only lines are measured whose first bytes look like one.
    #[inline]
    pub(in crate::text) fn is_bare(self) -> bool {
        self.stamp == Stamp::Bare && self.fields.are_given_up()
    }
}

/// Whether the first bytes of a line look like a CI's prefix.
#[inline]
#[must_use]
pub fn may_have_prefix(line: &str) -> bool {
    matches!(
        line.as_bytes(),
        [b'0'..=b'9', b'0'..=b'9', b'0'..=b'9' | b':', ..]
            | [b'[', b'0'..=b'9', b'0'..=b'9', b'0'..=b'9' | b':', ..]
            | [b'#', b'#', b'[', ..]
            | [b'A'..=b'S', _, _, b' ', ..]
            | [b'>', b'>', b' ', ..]
    ) || (matches!(line.as_bytes().first(), Some(b'[' | b'b' | b'c' | b'e' | b's'))
        && build_services::may_begin(line.as_bytes()))
}

/// Measures a CI's prefix at the line's start.
#[inline]
pub(in crate::text) fn measure(line: &[u8], before: Before) -> Prefix {
    if let [b'0'..=b'9', ..] | [b'A'..=b'S', _, _, b' ', _, _, b' ', _, _, b':', ..] = line
        && before.journal.may_be()
        && let Some(rest) = build_services::journal(line)
    {
        let prefix = cut(line, rest, true);
        return Prefix { clue: Clue { journal: true, ..prefix.clue }, kind: Kind::Journal, ..prefix };
    }
    if let Some(b'0'..=b'9' | b'[' | b'#') = line.first() {
        let prefix = find(line, before.stamp);
        if prefix.length > 0 {
            return prefix;
        }
        if let Some(prefix) = clocked(line, before.stamp) {
            return prefix;
        }
    }
    if let [b'A'..=b'S', _, _, b' ', _, _, b' ', _, _, b':', ..] = line {
        let prefix = find(line, before.stamp);
        if prefix.length > 0 {
            return prefix;
        }
    }
    if let Some(rest) = marked(line) {
        return Prefix { kind: Kind::Mark, ..cut(line, rest, false) };
    }
    if build_services::may_begin(line)
        && let Some(rest) = build_services::column(line)
    {
        return Prefix { kind: Kind::Column, ..cut(line, rest, true) };
    }
    named(line, before.fields).unwrap_or_default()
}

/// A prefix without fields.
fn find(line: &[u8], before: Stamp) -> Prefix {
    let rest = stamp(line, before);
    let stamped = rest.is_some();
    let rest = rest.unwrap_or(line);
    cut(line, command(rest).unwrap_or(rest), stamped)
}

/// The prefix of a line whose text begins at `rest`.
fn cut(line: &[u8], rest: &[u8], stamped: bool) -> Prefix {
    let length = line.len().saturating_sub(rest.len());
    let error = line.get(..length).is_some_and(|prefix| prefix.ends_with(ERROR));
    // It is ASCII, except for fastlane's mark.
    let stripped = line.get(..length).unwrap_or_default();
    let wide = if stripped.ends_with(MARK) { MARK.len().saturating_sub(2) } else { 0 };
    let chars = u64::try_from(length.saturating_sub(wide)).unwrap_or(u64::MAX);
    let stamp = if stamped { Stamp::Stamped } else { Stamp::Bare };
    let kind = match stamp {
        Stamp::Stamped => Kind::Stamp,
        _ if length > 0 => Kind::Command,
        _ => Kind::Nothing,
    };
    Prefix { length, chars, mark: false, error, kind, clue: Clue { stamp, ..Clue::default() } }
}

/// A bare clock, which is a prefix when the line before had a clock too.
fn clocked(line: &[u8], before: Stamp) -> Option<Prefix> {
    let rest = fraction(clock(line)?);
    let text = rest.trim_ascii_start();
    let blanks = rest.len().saturating_sub(text.len());
    let known = matches!(before, Stamp::Clock(_));
    if (blanks == 0 && !text.is_empty()) || (!known && (is_logged(text) || is_stream(text))) {
        return None;
    }
    // An empty line says nothing of the blanks; of other lines the fewest blanks count.
    let own = if blanks == 1 && !text.is_empty() { Blanks::One } else { Blanks::Two };
    let (next, blanks) = match before {
        Stamp::Clock(before) if before == own => (own, before),
        Stamp::Clock(_) => (Blanks::One, Blanks::One),
        Stamp::Bare | Stamp::Stamped => (own, Blanks::One),
    };
    let clue = Clue { stamp: Stamp::Clock(next), ..Clue::default() };
    if !known {
        return Some(Prefix { clue, ..Prefix::default() });
    }
    let stripped = if blanks == Blanks::Two { rest.get(2..) } else { rest.get(1..) }.unwrap_or_default();
    let stripped = barred(rest).unwrap_or(stripped);
    let length = line.len().saturating_sub(stripped.len());
    let chars = u64::try_from(length).unwrap_or(u64::MAX);
    Some(Prefix { length, chars, clue, kind: Kind::Clock, ..Prefix::default() })
}

/// A prefix that begins with a job and a step.
#[inline]
fn named(line: &[u8], before: Fields) -> Option<Prefix> {
    let found = before.find(line)?;
    let (fields, rest) = line.split_at_checked(found.length)?;
    let inner = find(rest, Stamp::Stamped);
    if !inner.clue.is_stamped() && !before.known(found.name) {
        return None;
    }
    let fields = fields.strip_suffix(b"<U+FEFF>").filter(|_| found.mark).unwrap_or(fields);
    let chars = fields.iter().filter(|byte| !(0x80..0xc0).contains(*byte)).count();
    let chars = u64::try_from(chars).unwrap_or(u64::MAX).saturating_add(u64::from(found.mark));
    Some(Prefix {
        length: found.length.saturating_add(inner.length),
        chars: chars.saturating_add(inner.chars),
        mark: found.mark,
        error: inner.error,
        kind: Kind::Step,
        clue: Clue { stamp: Stamp::Stamped, fields: Some(found.name), journal: false },
    })
}

/// What follows a time stamp and its blank.
fn stamp(line: &[u8], before: Stamp) -> Option<&[u8]> {
    if let Some(inner) = line.strip_prefix(b"[") {
        if let Some(rest) = moment(inner) {
            return ended(rest.strip_prefix(b"]")?);
        }
        let rest = fraction(clock(inner)?).strip_prefix(b"]")?;
        return build_services::fastlane(rest).or_else(|| build_services::team_city(rest));
    }
    let after = moment(line).or_else(|| build_services::month(line))?;
    // Cloudflare's logs have a tab there.
    let rest = ended(after).or_else(|| after.strip_prefix(b"\t"))?;
    if before != Stamp::Stamped && ((is_level(rest) && !build_services::is_bazel(rest)) || is_process(rest)) {
        return None;
    }
    let more = build_services::gitlab(rest).or_else(|| build_services::container(rest));
    Some(more.or_else(|| build_services::ansible(rest)).unwrap_or(rest))
}

/// What follows a clock and its blanks or its bar, which together have this many bytes.
#[must_use]
pub fn after_clock(text: &str, bytes: usize) -> Option<&str> {
    let (prefix, rest) = text.split_at_checked(bytes)?;
    let blanks = fraction(clock(prefix.as_bytes())?);
    let bar = matches!(blanks, b" |" | b" | ");
    (bar || (!blanks.is_empty() && blanks.iter().all(|byte| *byte == b' '))).then_some(rest)
}

/// What follows a CI's time stamp and its blank, when the text begins with one. `known` is whether the line before had
/// one: else the stamp of an application's own log line does not count.
#[must_use]
pub fn after_stamp(text: &str, known: bool) -> Option<&str> {
    let rest = stamp(text.as_bytes(), if known { Stamp::Stamped } else { Stamp::Bare })?;
    text.get(text.len().saturating_sub(rest.len())..)
}

/// `##[group]` and similar ones.
fn command(text: &[u8]) -> Option<&[u8]> {
    const NAMES: [&[u8]; 8] =
        [b"group]", b"endgroup]", b"error]", b"warning]", b"section]", b"command]", b"debug]", b"notice]"];
    let rest = text.strip_prefix(b"##[")?;
    NAMES.iter().find_map(|name| rest.strip_prefix(*name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(line: &str) -> &str {
        &line[measure(line.as_bytes(), Before::default()).length..]
    }

    #[test]
    fn the_stamps_of_a_ci_are_stripped() {
        for stamp in [
            "2026-01-02T03:04:05Z ",
            "2026-01-02T03:04:05.6Z ",
            "2026-01-02T03:04:05.6789012Z ",
            "2026-01-02T03:04:05.678Z\t",
            "2026-01-02T03:04:05.678+02:00 ",
            "2026-01-02T03:04:05-0700 ",
            "2026-01-02 03:04:05 ",
            "2026-01-02 03:04:05.678 ",
            "2026-01-02 03:04:05,678 ",
            "Jan 02 03:04:05 ",
            "2026-01-02T03:04:05.678901Z 00O ",
            "2026-01-02T03:04:05.678901Z 01E+",
            "2026-01-02T03:04:05.678901234Z stdout F ",
            "2026-01-02 03:04:05,678 p=94067 u=dev n=ansible INFO| ",
            "2026-01-02 03:04:05,678 p=94067 u=dev n=ansible | ",
            "[2026-01-02T03:04:05.678Z] ",
            "[03:04:05] ",
            "[03:04:05.678] ",
            "[03:04:05]W: [Step 1/2] ",
            "[03:04:05] :\t [Step 1/2] ",
            "[03:04:05]: [Step 1/2] ",
            "##[error]",
            "##[endgroup]",
            "2026-01-02T03:04:05.678Z ##[error]",
        ] {
            assert_eq!(left(&format!("{stamp}  test a ... ok")), "  test a ... ok", "{stamp}");
        }
        assert_eq!(left("2026-01-02T03:04:05.678Z"), "");
        assert_eq!(left("2026-01-02T03:04:05.678Z \tx"), "\tx");
    }

    #[test]
    fn a_build_by_bazel_may_begin_right_after_a_stamp() {
        for stamp in ["2026-01-02T03:04:05.6789012Z ", "Jan 02 03:04:05 ", "2026-01-02 03:04:05 "] {
            let line = format!("{stamp}INFO: Analyzed 5 targets (0 packages loaded).");
            assert_eq!(left(&line), "INFO: Analyzed 5 targets (0 packages loaded).");
            let line = format!("{stamp}INFO: Analysis began");
            assert_eq!(left(&line), line);
        }
    }

    #[test]
    fn a_runners_own_text_stays() {
        for line in [
            "[ 50%] Building C object",
            "[INFO] BUILD FAILURE",
            "2026-01-02 03:04:05,678 INFO opens",
            "[ RUN      ] A.b",
            "[100%] done",
            "[1/2] a",
            "[12:01] a",
            "[12:01:02",
            "171",
            "1 passed",
            "2026-01-02",
            "2026-01-02T03:04:05",
            "2026-01-02T03:04:05.678Z| a",
            "2026-01-02 03:04:05,678 INFO a",
            "12:01:02 a",
            "Job 02 03:04:05 a",
            "May 2 03:04:05 a",
            "May 02 03:04",
            "##[unknown]a",
            "## [error]a",
            "#1 a",
            "::error::a",
            "error: a",
            "",
        ] {
            assert_eq!(left(line), line);
        }
    }

    #[test]
    fn one_stamp_is_stripped_and_the_applications_own_stays() {
        let own = "2026-01-02T03:04:05Z INFO a: b";
        assert_eq!(left(&format!("2026-01-02T03:04:06Z {own}")), own);
    }

    #[test]
    fn a_stamp_before_a_level_is_a_ci_stamp_only_after_a_stamped_line() {
        for line in
            ["2026-01-02T03:04:05Z ERROR a", "2026-01-02 03:04:05 warn: a", "2026-01-02T03:04:05Z  INFO"]
        {
            assert_eq!(measure(line.as_bytes(), Before::default()), Prefix::default(), "{line}");
            let after = Before { stamp: Stamp::Stamped, ..Before::default() };
            assert!(measure(line.as_bytes(), after).clue.is_stamped(), "{line}");
        }
        assert_eq!(left("2026-01-02T03:04:05Z ERRORS"), "ERRORS");
        assert_eq!(left("2026-01-02T03:04:05Z [ERROR] Tests run: 1"), "[ERROR] Tests run: 1");
    }

    #[test]
    fn fastlanes_mark_is_one_char() {
        let prefix = measure("[15:47:28]: \u{25b8}     x".as_bytes(), Before::default());
        assert_eq!((prefix.length, prefix.chars), (16, 14));
        assert_eq!(left("[15:47:28]: \u{25b8}     x"), "    x");
        assert_eq!(left("[15:47:28]: $ xcodebuild"), "$ xcodebuild");
    }

    #[test]
    fn a_stamp_of_apples_system_log_stays_unless_the_line_before_was_stamped() {
        let line = "2018-11-04 10:33:21.838307-0800 My App[30007:2321848] Fatal error";
        assert_eq!(left(line), line);
        let after = Before { stamp: Stamp::Stamped, ..Before::default() };
        assert!(measure(line.as_bytes(), after).clue.is_stamped());
        assert_eq!(left(&format!("2018-11-04T10:33:22.1Z {line}")), line);
        for text in ["a[b]", "[1:2] a", "a[1:2 b", "a[:2] b", "a[1:] b"] {
            assert_eq!(left(&format!("2018-11-04 10:33:21.838 {text}")), text);
        }
    }

    #[test]
    fn a_job_and_a_step_are_stripped_with_the_stamp_after_them() {
        for fields in ["test (ubuntu, 1.95)\tRun cargo test\t", "1\tUNKNOWN STEP\t", "\u{1f9ea} é\tß\t"] {
            let prefix = format!("{fields}2026-01-02T03:04:05.6789012Z ");
            let line = format!("{prefix}\ta\tb");
            let found = measure(line.as_bytes(), Before::default());
            assert_eq!((found.length, found.chars), (prefix.len(), prefix.chars().count() as u64), "{line}");
            assert!(found.clue.is_stamped() && !found.mark);
            let marked = line.replace("\t2026", "\t<U+FEFF>2026");
            let found = measure(marked.as_bytes(), Before::default());
            assert_eq!((found.length, found.mark), (prefix.len() + 8, true), "{marked}");
            assert_eq!(found.chars, prefix.chars().count() as u64 + 1);
        }
        assert_eq!(left("a\tb\t2026-01-02T03:04:05.6Z ##[error]x"), "x");
        assert_eq!(left("a\tb\t2026-01-02T03:04:05.6Z 2026-01-02T03:04:05Z x"), "2026-01-02T03:04:05Z x");
    }

    #[test]
    fn a_job_and_a_step_without_a_stamp_are_only_those_of_the_line_before() {
        let stamped = measure(b"a\tb\t2026-01-02T03:04:05Z x", Before::default());
        let after = Before::default().next(stamped.clue);
        assert_eq!(measure(b"a\tb\tx\ty", after).length, 4);
        for line in ["a\tc\tx", "a\tb", "a b\t"] {
            assert_eq!(measure(line.as_bytes(), after), Prefix::default(), "{line}");
        }
        assert_eq!(measure(b"a\tb\tx\ty", Before::default()), Prefix::default());
        assert_eq!(measure(b"a\tb\tx\ty", after.next(Clue::default())), Prefix::default());
    }

    /// The texts of lines that follow one another, without their prefixes.
    fn all_left(lines: &[&str]) -> Vec<String> {
        let mut before = Before::default();
        let left = |line: &&str| {
            let found = measure(line.as_bytes(), before);
            before = before.next(found.clue);
            line[found.length..].to_owned()
        };
        lines.iter().map(left).collect()
    }

    #[test]
    fn a_clock_is_stripped_from_the_second_of_its_lines_on() {
        let lines =
            ["12:01:02 a", "12:01:02 1 passed", "12:01:03", "12:01:04 ", "12:01:04   b", "12:01:05.678 c"];
        assert_eq!(all_left(&lines), ["12:01:02 a", "1 passed", "", "", "  b", "c"]);
        assert_eq!(
            all_left(&["12:01:02 a", "12:01:02 error: b", "12:01:02 3 | c"])[1..],
            ["error: b", "3 | c"]
        );
        assert_eq!(all_left(&["12:01:02 a", "b", "12:01:03 c"]), ["12:01:02 a", "b", "12:01:03 c"]);
    }

    #[test]
    fn two_blanks_after_each_clock_belong_to_it() {
        let lines = ["12:01:02  a", "12:01:02    b", "12:01:03  ", "12:01:04  c"];
        assert_eq!(all_left(&lines), ["12:01:02  a", "  b", "", "c"]);
        let lines = ["12:01:02   a", "12:01:02 b", "12:01:02   c"];
        assert_eq!(all_left(&lines), ["12:01:02   a", "b", "  c"]);
    }

    #[test]
    fn a_journals_machine_and_process_are_stripped_where_the_stream_begins_with_it() {
        let lines = [
            "-- Logs begin on Monday. --",
            "Nov 25 12:01:02 quay moor[7]: a",
            "Nov  5 12:01:02 quay moor[7]:   1 passed",
            "Nov 25 12:01:03 quay kernel: b",
            "Nov 25 12:01:03 quay moor[7]: ERROR c",
        ];
        assert_eq!(all_left(&lines)[1..], ["a", "  1 passed", "quay kernel: b", "ERROR c"]);
        let shown =
            ["a", "b", "c", "d", "Nov 25 12:01:02 quay moor[7]: a", "Nov  5 12:01:02 quay moor[7]: b"];
        assert_eq!(all_left(&shown)[4..], ["quay moor[7]: a", shown[5]]);
    }

    #[test]
    fn the_columns_of_build_services_are_stripped() {
        for line in [
            "build\t05-Nov-2026 12:01:02\t  a",
            "error\t05-Nov-2026 12:01:02\t  a",
            "[   13s]   a",
            "[12345s]   a",
        ] {
            assert_eq!(left(line), "  a", "{line}");
            assert!(may_have_prefix(line) && measure(line.as_bytes(), Before::default()).clue.is_stamped());
        }
    }

    #[test]
    fn an_applications_clock_stays() {
        for line in [
            "12:01:02.345 [main] INFO a.B - c",
            "12:01:02 ERROR a",
            "12:01:02 PM [vite] a",
            "12:01:02 web.1   | a",
            "12:01:02,345 a",
            "12:01:02Z a",
            "12:01:02a",
        ] {
            assert_eq!(all_left(&[line, line, line]), [line, line, line]);
        }
    }
}
