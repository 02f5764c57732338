//! Crashes, whoever prints them: sanitizers, signals, aborts, uncaught exceptions of Python, Java, Node.js, Ruby, PHP,
//! .NET and C++, panics of Rust programs, exhausted memory and time limits.
//!
//! Each report is one failure with its reason and place. What a shell says of a job that died (`line 1: 77 Aborted`)
//! is part of the report right before it, or a consequence; alone it is a failure. Inside of a test runner's section
//! that ends with totals all of it was output, as everything that is found there; runners that read crashes
//! of their tests themselves keep these lines. Go's panics are read by `go`, Swift's traps by `xctest`, exit statuses
//! that cargo tells by `rustc`. A Rust panic between cargo's `running N tests` and `test result:` is a test's.
//!
//! What does not end a process is none: `Exception ignored in`, a logging error's traceback, one below a line of a logger.

use super::names::{Names, clipped};
use super::sanitizer::{self, Head};
use super::{node, python, stack};
use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Seen, Strength};
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};
use crate::text::channel::levels;

/// How many lines below a crash what the shell says of it is looked for.
pub const SHELL_LINES: u32 = 3;
/// How many lines of the log after a report that may be, with those that others claimed.
pub const SHELL_REACH: u64 = 12;
/// The most lines of one report.
const REPORT_LINES: u32 = 2000;

/// What is open.
#[derive(Debug, Default)]
pub enum Open {
    /// Nothing.
    #[default]
    Nothing,
    /// A sanitizer's report; whether its summary was read, and its first frame.
    Sanitizer { summed_up: bool, placed: bool },
    /// Frames of UndefinedBehaviorSanitizer.
    Undefined,
    /// valgrind's, with the process's mark.
    Valgrind { mark: String, placed: bool },
    /// A traceback, under a name that is not final before its exception comes.
    Python {
        indent: usize,
        group: bool,
        name: String,
        place: Option<(String, Option<u64>)>,
        /// Its exception was reported.
        ended: bool,
        /// Its head was read; after the words of a chain a further one comes.
        headed: bool,
    },
    /// The place of a syntax error that Python met in the file that it was to run.
    Syntax { place: (String, Option<u64>), lines: u32 },
    /// A traceback with this indent that ended no process.
    Ignored(usize),
    /// The head of an error of Node.js.
    Node(node::Head),
    /// Frames below an exception of Java, .NET, JavaScript, Ruby or PHP; how many lines may still be its message's.
    Managed { placed: bool, language: Language, message: u32 },
    /// A Rust panic's message, and then its backtrace.
    Rust { message: bool },
    /// A line or two that belong to what was reported: `what():`, HotSpot's box.
    Follow,
    /// A crash was reported so many lines ago, at the line of this number: the shell may say more of it.
    Shell(u32, u64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    Java,
    Net,
    Node,
    Ruby,
    Php,
}

/// Crashes.
#[derive(Debug, Default)]
pub struct Process {
    pub(super) open: Open,
    pub(super) names: Names,
    pub(super) lines: u32,
    /// The number of the line that is read, and of the one before that it was shown.
    pub(super) at: u64,
    pub(super) before: u64,
    /// The number of the line after which a traceback is no crash.
    pub(super) ignored: u64,
    /// Tests of cargo run: their panics are not ours.
    pub(super) cargo: bool,
}

impl Runner for Process {
    const SPEC: Spec = Spec {
        name: "process",
        reads: "crashes: sanitizers, signals, uncaught exceptions",
        starts: &[
            "==",
            "WARNING: ThreadSanitizer: ",
            "ThreadSanitizer: reported ",
            "AddressSanitizer:DEADLYSIGNAL",
            "Traceback (most recent call last):",
            "+ Exception Group Traceback",
            "File \"",
            "Exception ignored ",
            "--- Logging error ---",
            "ERROR:",
            "CRITICAL:",
            // The date of a logger's line: an error that it prints may have a traceback below it.
            "20",
            "Exception in thread \"",
            "Unhandled exception. ",
            "Unhandled Exception: ",
            "Terminating due to java.lang.",
            "# A fatal error has been detected by the Java",
            "Fatal Python error: ",
            "FATAL ERROR: ",
            "Uncaught ",
            "error: Uncaught ",
            "node:",
            "file:///",
            "PHP Fatal error: ",
            "PHP Parse error: ",
            "Fatal error: Uncaught ",
            "Fatal error: Allowed memory size ",
            "terminate called ",
            "libc++abi: ",
            "thread '",
            "fatal runtime error: ",
            "memory allocation of ",
            "Segmentation fault",
            "Aborted",
            "Abort trap",
            "Killed",
            "Bus error",
            "Illegal instruction",
            "Floating point exception",
            "Trace/breakpoint trap",
            "double free or corruption",
            "free(): ",
            "malloc(): ",
            "malloc_consolidate(): ",
            "corrupted size vs. prev_size",
            "munmap_chunk(): ",
            "realloc(): ",
            "*** stack smashing detected ***",
            "*** buffer overflow detected ***",
            "timeout: sending signal ",
            "timeout: the monitored command dumped core",
            "Out of memory: Killed process ",
            "running ",
            "test result: ",
            "Summary [",
            "Starting ",
        ],
        inside: &[": line ", ": Assertion `"],
        places: Some(&["rb", "js", "mjs", "cjs", "ts", "mts", "jsx", "tsx"]),
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        !matches!(self.open, Open::Nothing)
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        self.lines.up(1);
        (self.before, self.at) = (self.at, line.number);
        if self.lines > REPORT_LINES && !matches!(self.open, Open::Nothing) {
            self.leave(run);
            run.close();
            self.open = Open::Nothing;
        }
        let reported = matches!(self.open, Open::Shell(..));
        if let Some(seen) = self.below(text, run) {
            return seen;
        }
        // The line that ended a report may be the shell's word on it.
        if !reported
            && matches!(self.open, Open::Shell(..))
            && let Some(seen) = self.below(text, run)
        {
            return seen;
        }
        self.begin(text, line.number, run)
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.leave(run);
    }
}

/// Whether a logger of Python's prints an error here: `ERROR:root: no`, `2026-01-02 10:11:12,345 ERROR quay no`.
fn logs_an_error(text: &str) -> bool {
    let bare = ["ERROR:", "CRITICAL:"].iter().find_map(|level| text.strip_prefix(level));
    bare.is_some_and(|rest| rest.split_once(':').is_some_and(|(name, _)| !name.contains(' ')))
        || (text.starts_with(|first: char| first.is_ascii_digit() || first == '[') && levels::is_error(text))
}

impl Process {
    /// Opens a failure's block; the line is its heading.
    pub(super) fn block(&mut self, name: &str, message: &str, kind: FailureKind, run: &mut Run<'_>) {
        let name = self.names.next(name);
        self.lines = 0;
        run.fail_whole(&name, kind);
        run.message(message);
        // What was printed right before tells what the process was at.
        run.emit(Event::Sign(Strength::Cause));
    }

    /// Looks for the beginning of a report.
    fn begin(&mut self, text: &str, number: u64, run: &mut Run<'_>) -> Seen {
        let bare = text.trim_start();
        match bare.as_bytes().first() {
            Some(b'r')
                if text.starts_with("running ") && (text.ends_with(" tests") || text.ends_with(" test")) =>
            {
                self.cargo = true;
                return Seen::No;
            }
            Some(b't') if text.starts_with("test result: ") => {
                self.cargo = false;
                return Seen::No;
            }
            Some(b'S') if bare.starts_with("Summary [") => {
                self.cargo = false;
                return Seen::No;
            }
            Some(b'S') if bare.starts_with("Starting ") => {
                self.cargo |= bare.contains(" tests across ") || bare.contains(" test across ");
                return Seen::No;
            }
            Some(b'E' | b'-')
                if text.starts_with("Exception ignored ") || text.starts_with("--- Logging error") =>
            {
                self.ignored = number;
                return Seen::Mine(Class::Other);
            }
            _ if logs_an_error(text) => {
                // A traceback right below was caught and logged.
                self.ignored = number;
                return Seen::No;
            }
            _ => {}
        }
        if let Some((indent, group)) = python::head(text) {
            return self.begin_traceback(indent, group, number, run);
        }
        if let Some(head) = sanitizer::head(text) {
            return self.begin_sanitizer(head, text, run);
        }
        if let Some(errors) = sanitizer::valgrind_summary(text) {
            if errors > 0 {
                run.consequence("valgrind found errors", FailureKind::Crash);
            }
            return Seen::Mine(Class::Totals);
        }
        if text.starts_with("  File \"")
            && let Some(place) =
                stack::python(text).filter(|_| text.trim_end().ends_with(|last: char| last.is_ascii_digit()))
        {
            run.close();
            self.open = Open::Syntax { place: (clipped(place.file).to_owned(), place.line), lines: 0 };
            return Seen::Inside(Class::Other);
        }
        if let Some(head) = node::head(text) {
            run.close();
            self.open = Open::Node(head);
            return Seen::Inside(Class::Other);
        }
        if let Some(seen) = self.begin_managed(text, run) {
            return seen;
        }
        self.begin_native(text, run)
    }

    fn begin_sanitizer(&mut self, head: Head<'_>, text: &str, run: &mut Run<'_>) -> Seen {
        match head {
            Head::Memory(tool, found) => {
                self.block(&format!("{tool}: {found}"), found, FailureKind::Crash, run);
                self.open = Open::Sanitizer { summed_up: false, placed: false };
            }
            Head::Thread(found) => {
                self.block(&format!("ThreadSanitizer: {found}"), found, FailureKind::Crash, run);
                self.open = Open::Sanitizer { summed_up: false, placed: false };
            }
            Head::Valgrind(printed) => {
                self.block(printed, printed, FailureKind::Crash, run);
                let mark = text.split(' ').next().unwrap_or_default().to_owned();
                self.open = Open::Valgrind { mark, placed: false };
            }
        }
        Seen::Mine(Class::Detail)
    }
}
