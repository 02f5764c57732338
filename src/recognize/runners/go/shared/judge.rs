//! Which part of a failure a line of text is: a log line of the test, a crash with its goroutines, a data race.
//!
//! The texts are those of Go's packages `testing`, `runtime` and of the race detector. One judge follows one stream of
//! text and remembers a crash that it saw; it does not know tests or packages and decides no verdict. A crash is only
//! one when goroutines are listed below it: a recovered panic that a test prints has none.

use crate::event::{FailureKind, Part, Place};

use super::frames::{frame_place, is_goroutine, is_register, is_std, test_of_function};
use super::shape;

/// The most lines between a crash's message and its first goroutine: a panic's value may have several lines.
const MESSAGE_LINES: usize = 60;
/// The most tests that a crash names.
const NAMES: usize = 64;
/// The longest name of a test that is remembered, in bytes.
const NAME_BYTES: usize = 1024;
/// The race detector's ruler.
const RULER: &str = "==================";

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged<'a> {
    /// The part of a failure, if the text belongs to one.
    pub part: Part,
    /// Blank lines and rulers.
    pub noise: bool,
    /// A place in the user's code.
    pub place: Option<Place<'a>>,
}

/// A process that died with a list of its goroutines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Crash {
    /// Whether the test binary's sign of a failure went off.
    pub timed_out: bool,
    /// Tests that the runtime lists as running (Go 1.20 and later).
    pub running: Vec<String>,
    /// Tests whose functions are in the goroutines: of a crash in the first one, of a timeout in all.
    pub in_frames: Vec<String>,
}

impl Crash {
    /// The kind of failure that it is.
    pub fn kind(&self) -> FailureKind {
        if self.timed_out { FailureKind::Timeout } else { FailureKind::Crash }
    }

    /// The tests that were running, as well as the crash tells.
    pub fn tests(&self) -> &[String] {
        if self.running.is_empty() { &self.in_frames } else { &self.running }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Mode {
    #[default]
    Plain,
    /// Below a log line that began at this indent.
    Log {
        indent: usize,
        part: Part,
    },
    Race {
        place_wanted: bool,
    },
    /// Below a crash's message, with the lines since.
    Message {
        lines: usize,
    },
    Goroutines,
}

/// Judges the lines of one stream of text.
#[derive(Debug, Default)]
pub struct Judge {
    mode: Mode,
    listing: bool,
    first_goroutine: bool,
    std_frame: bool,
    after_blank: bool,
    placed: bool,
    crash: Crash,
    crashed: bool,
    raced: bool,
    /// Whether a line began what may be a crash or a race.
    suspected: bool,
}

impl Judge {
    /// The crash that was seen, if its goroutines were.
    pub fn crash(&self) -> Option<&Crash> {
        self.crashed.then_some(&self.crash)
    }

    /// Whether a data race was reported.
    pub fn raced(&self) -> bool {
        self.raced
    }

    /// Whether the last line was inside a crash's report, or may turn out to be.
    pub fn in_crash(&self) -> bool {
        matches!(self.mode, Mode::Message { .. } | Mode::Goroutines)
    }

    /// Whether the last line was inside a race's report.
    pub fn in_race(&self) -> bool {
        matches!(self.mode, Mode::Race { .. })
    }

    /// A line of the test framework: it ends whatever was open.
    pub fn interrupt(&mut self) {
        self.mode = Mode::Plain;
    }

    /// Whether nothing is open and nothing was suspected: what comes next is judged as if it came first.
    pub fn is_plain(&self) -> bool {
        !self.suspected && self.mode == Mode::Plain
    }

    /// Whether the line begins or ends the report of a crash or a race.
    pub fn begins(text: &str) -> bool {
        matches!(text.as_bytes().first(), Some(b'=' | b'W' | b'p' | b'f' | b'S' | b'r'))
            && (text == RULER || text == "WARNING: DATA RACE" || Self::begins_crash(text))
    }

    /// Whether the line begins the report of a crash, or of what may be one.
    pub fn begins_crash(text: &str) -> bool {
        if !matches!(text.as_bytes().first(), Some(b'p' | b'f' | b'S' | b'r')) {
            return false;
        }
        [
            "panic: ",
            "fatal error: ",
            "SIGSEGV: ",
            "SIGABRT: ",
            "SIGQUIT: ",
            "SIGBUS: ",
            "runtime: goroutine stack",
        ]
        .iter()
        .any(|start| text.starts_with(start))
    }

    /// Forgets what was seen.
    pub fn reset(&mut self) {
        // Everything but the mode follows from a crash or a race, or from what looked like one.
        if self.suspected {
            *self = Self::default();
        }
        self.mode = Mode::Plain;
    }

    /// Judges the next line when it is no log line, or need not be reported as one.
    pub fn glance<'a>(&mut self, text: &'a str) -> Judged<'a> {
        if let Some(judged) = self.begun(text) {
            return judged;
        }
        match self.mode {
            Mode::Log { indent, part } => self.below_log(text, indent, part),
            Mode::Plain => Judged { part: Part::Output, noise: is_blank(text), place: None },
            Mode::Message { .. } | Mode::Goroutines | Mode::Race { .. } => self.judge(text),
        }
    }

    /// Judges the next line.
    pub fn judge<'a>(&mut self, text: &'a str) -> Judged<'a> {
        if let Some(judged) = self.begun(text) {
            return judged;
        }
        match self.mode {
            Mode::Message { lines } => self.message(text, lines),
            Mode::Goroutines => self.goroutines(text),
            Mode::Race { place_wanted } => self.race(text, place_wanted),
            Mode::Log { indent, part } if log_line(text).is_none() => self.below_log(text, indent, part),
            Mode::Log { .. } | Mode::Plain => self.log(text),
        }
    }

    /// Judges a line that begins or ends the report of a crash or a race.
    fn begun<'a>(&mut self, text: &'a str) -> Option<Judged<'a>> {
        // Most lines begin otherwise.
        if !matches!(text.as_bytes().first(), Some(b'=' | b'W' | b'p' | b'f' | b'S' | b'r')) {
            return None;
        }
        let plain = |part| Some(Judged { part, noise: false, place: None });
        if text == RULER {
            self.interrupt();
            return Some(Judged { part: Part::Output, noise: true, place: None });
        }
        if text == "WARNING: DATA RACE" {
            self.mode = Mode::Race { place_wanted: true };
            self.suspected = true;
            self.raced = true;
            self.placed = false;
            return plain(Part::Why);
        }
        if Self::begins_crash(text) && !matches!(self.mode, Mode::Message { .. }) {
            self.mode = Mode::Message { lines: 0 };
            self.suspected = true;
            self.listing = false;
            self.crash.timed_out = text.starts_with("panic: test timed out after ");
            return plain(Part::Why);
        }
        None
    }

    /// A line that is no log line, after one.
    fn below_log<'a>(&mut self, text: &'a str, indent: usize, part: Part) -> Judged<'a> {
        let below = shape::indent(text) >= indent.saturating_add(4);
        if !below {
            self.mode = Mode::Plain;
        }
        Judged { part: if below { part } else { Part::Output }, noise: is_blank(text), place: None }
    }

    fn log<'a>(&mut self, text: &'a str) -> Judged<'a> {
        let Some(logged) = log_line(text) else {
            self.mode = Mode::Plain;
            return Judged { part: Part::Output, noise: is_blank(text), place: None };
        };
        // A logger that writes into the test's log begins with the time of day: that is output, not a message.
        let part = if begins_with_time(logged.message) { Part::Output } else { Part::Why };
        self.mode = Mode::Log { indent: logged.indent, part };
        // `testing.go:1446: race detected during execution of test` names no place of the user's.
        let own = part == Part::Why && !matches!(logged.place.file, "testing.go" | "<autogenerated>");
        Judged { part, noise: false, place: own.then_some(logged.place) }
    }

    fn message<'a>(&mut self, text: &'a str, lines: usize) -> Judged<'a> {
        let why = Judged { part: Part::Why, noise: false, place: None };
        if is_goroutine(text) {
            self.mode = Mode::Goroutines;
            self.crashed = true;
            self.first_goroutine = true;
            self.after_blank = false;
            self.placed = false;
            return why;
        }
        let lines = lines.saturating_add(1);
        self.mode = if lines > MESSAGE_LINES { Mode::Plain } else { Mode::Message { lines } };
        let trimmed = text.trim();
        if trimmed.is_empty() {
            self.listing = false;
            return Judged { noise: true, ..why };
        }
        if self.listing
            && let Some((name, "")) =
                trimmed.rsplit_once(" (").map(|(name, rest)| (name, after_duration(rest)))
        {
            remember(&mut self.crash.running, name);
        }
        if trimmed == "running tests:" && self.crash.timed_out {
            self.listing = true;
            self.crash.running.clear();
        }
        let part = if trimmed.starts_with("PC=")
            || trimmed.starts_with("runtime stack:")
            || trimmed.starts_with("runtime.")
        {
            Part::Where
        } else {
            Part::Why
        };
        Judged { part, ..why }
    }

    fn goroutines<'a>(&mut self, text: &'a str) -> Judged<'a> {
        let frame = Judged { part: Part::Where, noise: false, place: None };
        if text.trim().is_empty() {
            self.after_blank = true;
            return Judged { noise: true, ..frame };
        }
        let header = is_goroutine(text);
        if self.after_blank && !header && !text.starts_with("rax ") && !text.starts_with("runtime stack:") {
            self.mode = Mode::Plain;
            return self.judge(text);
        }
        if header {
            self.first_goroutine = self.first_goroutine && !self.after_blank;
            self.after_blank = false;
            return frame;
        }
        self.after_blank = false;
        if let Some(path) = text.strip_prefix('\t') {
            let wanted = !self.std_frame && !self.placed && (self.first_goroutine || self.crash.timed_out);
            let place = frame_place(path).filter(|place| wanted && place.file != "_testmain.go");
            self.placed |= place.is_some();
            let part = if place.is_some() { Part::Why } else { Part::Where };
            return Judged { part, place, noise: false };
        }
        let function = text.strip_prefix("created by ").unwrap_or(text);
        if !is_register(text) && !function.contains(['(', '.']) && !function.starts_with("...") {
            self.mode = Mode::Plain;
            return self.judge(text);
        }
        self.std_frame = is_std(function);
        if !self.std_frame
            && (self.first_goroutine || self.crash.timed_out)
            && let Some(name) = test_of_function(function)
        {
            remember(&mut self.crash.in_frames, name);
        }
        // The first own function and its place are what a reader looks for.
        let main = self.crash.timed_out && function.starts_with("main.main(");
        let first =
            !self.std_frame && !self.placed && !main && (self.first_goroutine || self.crash.timed_out);
        if first { Judged { part: Part::Why, ..frame } } else { frame }
    }

    fn race<'a>(&mut self, text: &'a str, place_wanted: bool) -> Judged<'a> {
        let frame = Judged { part: Part::Where, noise: false, place: None };
        if text.trim().is_empty() {
            self.mode = Mode::Race { place_wanted: false };
            return Judged { noise: true, ..frame };
        }
        let access =
            ["Read at ", "Write at ", "Previous ", "Atomic "].iter().any(|start| text.starts_with(start));
        if access {
            self.mode = Mode::Race { place_wanted: true };
            return Judged { part: Part::Why, ..frame };
        }
        if let Some(path) = text.strip_prefix("      ") {
            let place = frame_place(path).filter(|_| place_wanted && !self.std_frame);
            if place.is_some() {
                // The first own frame of each access is what a reader wants to see.
                self.mode = Mode::Race { place_wanted: false };
                return Judged { part: Part::Why, noise: false, place };
            }
            return frame;
        }
        self.std_frame = is_std(text.trim());
        frame
    }
}

/// Whether nothing can be seen of the text.
fn is_blank(text: &str) -> bool {
    let inked = text.as_bytes().last().is_some_and(u8::is_ascii_graphic);
    !inked && text.trim().is_empty()
}

/// A line of a test's log, or one after output without line end.
fn log_line(text: &str) -> Option<shape::Logged<'_>> {
    if !shape::may_log(text) {
        return None;
    }
    shape::logged(text).or_else(|| shape::glued_log(text))
}

fn remember(names: &mut Vec<String>, name: &str) {
    if names.len() < NAMES && name.len() <= NAME_BYTES && !names.iter().any(|known| known == name) {
        names.push(name.to_owned());
    }
}

/// What follows `1m2.5s)`: nothing for the entries of the list of running tests.
fn after_duration(text: &str) -> &str {
    text.strip_suffix("s)")
        .filter(|rest| rest.bytes().all(|byte| byte.is_ascii_digit() || b"hm.".contains(&byte)))
        .map_or(text, |_| "")
}

/// Whether the text begins with a date or a time of day.
fn begins_with_time(text: &str) -> bool {
    let bytes = text.as_bytes();
    let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    match digits {
        4 => matches!(bytes.get(4), Some(b'-' | b'/')) && bytes.get(5).is_some_and(u8::is_ascii_digit),
        2 => {
            bytes.get(2) == Some(&b':')
                && bytes.get(3).is_some_and(u8::is_ascii_digit)
                && bytes.get(5) == Some(&b':')
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> (Vec<String>, Judge) {
        let mut judge = Judge::default();
        let rows = text
            .lines()
            .map(|line| {
                let judged = judge.judge(line);
                let place = judged
                    .place
                    .map(|place| format!(" {}:{}", place.file, place.line.unwrap_or(0)))
                    .unwrap_or_default();
                if judged.noise { "noise".to_owned() } else { format!("{:?}{place}", judged.part) }
            })
            .collect();
        (rows, judge)
    }

    #[test]
    fn a_crash_is_its_message_then_frames_and_the_first_own_frame_is_its_place() {
        let (rows, judge) = parts(
            "panic: boom [recovered]\n\tpanic: boom\n\ngoroutine 7 [running]:\ntesting.tRunner.func1.2({0x5, 0x6})\n\
             \t/usr/lib/go/src/testing/testing.go:1396 +0x24e\na.com/b.helper(...)\n\t/home/u/b/b.go:9\n\
             a.com/b.TestX(0x0?)\n\t/home/u/b/b_test.go:21 +0x1c\ncreated by testing.(*T).Run\nsome output",
        );
        assert_eq!(
            rows,
            [
                "Why",
                "Why",
                "noise",
                "Why",
                "Where",
                "Where",
                "Why",
                "Why /home/u/b/b.go:9",
                "Where",
                "Where",
                "Where",
                "Output"
            ]
        );
        assert_eq!(judge.crash().map(Crash::tests), Some(&["TestX".to_owned()][..]));
    }

    #[test]
    fn a_panic_without_goroutines_is_no_crash() {
        let (_, judge) = parts("panic: staged [recovered]\nand on it goes");
        assert_eq!(judge.crash(), None);
    }

    #[test]
    fn a_timeout_names_the_running_tests() {
        let (_, judge) = parts(
            "panic: test timed out after 1s\n\trunning tests:\n\t\tTestA (1s)\n\t\tTestB/c (0.5s)\n\ngoroutine 5 [running]:\n",
        );
        assert_eq!(
            judge.crash(),
            Some(&Crash {
                timed_out: true,
                running: vec!["TestA".to_owned(), "TestB/c".to_owned()],
                in_frames: Vec::new()
            })
        );
    }

    #[test]
    fn an_older_timeout_names_tests_by_their_frames_in_any_goroutine() {
        let (_, judge) = parts(
            "panic: test timed out after 3s\n\ngoroutine 33 [running]:\ntesting.(*M).startAlarm.func1()\n\t/go/x.go:1 +0x8e\n\n\
             goroutine 29 [sleep]:\ntime.Sleep(0xd)\n\t/go/y.go:1 +0x1\na.com/b.TestSlow(0x0)\n\t/b_test.go:3 +0x1\n",
        );
        assert_eq!(judge.crash().map(|crash| crash.tests().to_vec()), Some(vec!["TestSlow".to_owned()]));
    }

    #[test]
    fn a_race_tells_both_accesses_and_the_first_place() {
        let (rows, judge) = parts(
            "==================\nWARNING: DATA RACE\nRead at 0x00c0 by goroutine 17:\n  a.com/b.TestX.func1()\n\
             \u{20}     /b_test.go:76 +0x39\n\nPrevious write at 0x00c0 by goroutine 16:\n  a.com/b.TestX()\n\
             \u{20}     /b_test.go:77 +0x124\n==================",
        );
        assert_eq!(
            rows,
            [
                "noise",
                "Why",
                "Why",
                "Where",
                "Why /b_test.go:76",
                "noise",
                "Why",
                "Where",
                "Why /b_test.go:77",
                "noise"
            ]
        );
        assert!(judge.raced());
    }

    #[test]
    fn lines_below_a_log_line_belong_to_it_while_they_are_deeper() {
        let (rows, _) = parts("    a_test.go:3: diff:\n          []int{\n        }\n    other\n");
        assert_eq!(rows, ["Why a_test.go:3", "Why", "Why", "Output"]);
    }

    #[test]
    fn a_logger_inside_a_tests_log_is_output() {
        let (rows, _) = parts("    logger.go:130: 2024-05-01T10:00:00 INFO up\n    a_test.go:3: boom");
        assert_eq!(rows, ["Output", "Why a_test.go:3"]);
    }
}
