//! How the process ends: exit codes, and messages on standard error. No other module knows either.
//!
//! | code | when |
//! |---|---|
//! | 0 | passed, or unknown without a sign of a failure; with `--exit-zero` any verdict; a reader that left |
//! | 1 | failed; what the call asserts does not hold |
//! | 2 | the command line, the environment or an item of the input is wrong; nothing was done |
//! | 3 | incomplete, or unknown with a sign of a failure; nothing or no text was read; what was to be shown is not stored |
//! | 70 | a bug in weir |
//! | 74 | the input could not be read or the answer could not be written |
//! | 128 + n | signal n, 130 after any SIGINT |
//!
//! `weir run` ends as its command did, whatever the verdict is: with its exit code, any 32 bits of it on Windows, by SIGINT
//! when that ended it (a shell then ends its script, too), with 128 + n when signal n ended it, with 124 after `--timeout`, 127 when there is no such program and 126 when it cannot be run (`env(1)`). Only when
//! the command succeeded, weir's own trouble gives the code: 70 and 74.
//!
//! Standard error may be closed or full, so every message is written by a call that may fail, and that is ignored.

use std::error::Error;
use std::fmt;
use std::io::{self, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use super::system;
use crate::filter::FilterEnd;
use crate::text::sanitize;
use crate::text::words::with_plain_causes;

/// Bad words on the command line, or in the environment (`weir(1)`; the shells' own code for it).
const USAGE: u8 = 2;

/// What a call asserted does not hold, such as the order of scores.
const REFUTED: u8 = 1;

/// A fault in weir (`EX_SOFTWARE` of `sysexits.h`).
const SOFTWARE: u8 = 70;

/// What was to be shown is not stored any more, or never was.
const GONE: u8 = 3;

/// Reading or writing failed (`EX_IOERR` of `sysexits.h`).
const INPUT_OUTPUT: u8 = 74;

/// A command was found and cannot be run (`env(1)`).
const NOT_RUN: u8 = 126;

/// There is no such command (`env(1)`).
const NOT_FOUND: u8 = 127;

/// A shell adds a signal's number to this.
const SIGNAL: u8 = 128;

/// The exit code where nobody can end by SIGINT.
const INTERRUPTED: u8 = 130;

/// What the exit code of a filter follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitBy {
    /// The verdict.
    Verdict,
    /// Nothing: `--exit-zero`.
    Zero,
}

/// How a job that did not fail ended.
#[derive(Debug, PartialEq, Eq)]
pub enum End {
    /// It printed what was asked for.
    Reported,
    /// It answered.
    Answered(FilterEnd, ExitBy),
    /// A command ran and ended with this exit status; the answer was written, or something was in its way.
    Ran(i32, Option<Problem>),
    /// The same of a command that SIGINT ended: whoever started us looks for that, so we end by it, too.
    RanIntoInterrupt(Option<Problem>),
}

/// Kinds of problems; each has its exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Usage,
    Input,
    Output,
    Gone,
    Refuted,
    ReaderLeft,
    NotRun,
    NotFound,
    Fault,
}

/// Why a job could not be done, in words for people: what was done, each cause after a colon, and what to do next.
#[derive(Debug)]
pub struct Problem {
    kind: Kind,
    cause: anyhow::Error,
    hint: Option<String>,
}

/// Two problems are equal when people read the same of both.
impl PartialEq for Problem {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind && self.to_string() == other.to_string()
    }
}

impl Eq for Problem {}

impl Problem {
    fn new(kind: Kind, cause: impl Into<anyhow::Error>) -> Self {
        Self { kind, cause: cause.into(), hint: None }
    }

    /// The call is wrong.
    #[must_use]
    pub fn usage(message: impl Into<String>) -> Self {
        Self::new(Kind::Usage, anyhow::Error::msg(message.into()))
    }

    /// The call is wrong, as what it names cannot be used.
    #[must_use]
    pub fn unusable(cause: impl Into<anyhow::Error>) -> Self {
        Self::new(Kind::Usage, cause)
    }

    /// The input could not be read.
    #[must_use]
    pub fn input(cause: impl Into<anyhow::Error>) -> Self {
        Self::new(Kind::Input, cause).context("failed to read the input")
    }

    /// Something could not be written. A closed pipe is nobody's error.
    #[must_use]
    pub fn output(what: &str, cause: impl Into<anyhow::Error>) -> Self {
        let cause = cause.into();
        let kind = if is(&cause, io::ErrorKind::BrokenPipe) { Kind::ReaderLeft } else { Kind::Output };
        Self::new(kind, cause).context(format!("failed to write {what}"))
    }

    /// A command could not be started.
    #[must_use]
    pub fn start(program: &str, cause: impl Into<anyhow::Error>) -> Self {
        let cause = cause.into();
        let kind = if is(&cause, io::ErrorKind::NotFound) { Kind::NotFound } else { Kind::NotRun };
        // A word without a folder was searched for: nothing but its name is wrong.
        let searched = kind == Kind::NotFound && !program.contains('/');
        let context = if searched {
            format!("there is no command {program}")
        } else {
            format!("failed to run {program}")
        };
        Self::new(kind, cause).context(context)
    }

    /// What was to be shown is not there.
    #[must_use]
    pub fn gone(cause: impl Into<anyhow::Error>) -> Self {
        Self::new(Kind::Gone, cause)
    }

    /// What the call asserted does not hold.
    #[must_use]
    pub fn refuted(message: impl Into<String>) -> Self {
        Self::new(Kind::Refuted, anyhow::Error::msg(message.into()))
    }

    /// Says what was being done when this went wrong.
    #[must_use]
    pub fn context(self, what: impl fmt::Display) -> Self {
        Self { cause: self.cause.context(what.to_string()), ..self }
    }

    /// Adds what to do next.
    #[must_use]
    pub fn hint(self, hint: impl Into<String>) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }

    const fn code(&self) -> u8 {
        match self.kind {
            Kind::Usage => USAGE,
            Kind::Input | Kind::Output => INPUT_OUTPUT,
            Kind::Gone => GONE,
            Kind::Refuted => REFUTED,
            Kind::ReaderLeft => 0,
            Kind::NotRun => NOT_RUN,
            Kind::NotFound => NOT_FOUND,
            Kind::Fault => SOFTWARE,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:#}", self.cause)?;
        match &self.hint {
            Some(hint) => write!(formatter, "\nhint: {hint}"),
            None => Ok(()),
        }
    }
}

/// Whether an error is one of the system of this kind.
fn is(cause: &anyhow::Error, kind: io::ErrorKind) -> bool {
    cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == kind)
}

/// An error and its causes, each after a colon.
fn in_full(error: &dyn Error) -> String {
    let causes = std::iter::successors(Some(error), |error: &&dyn Error| (*error).source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

/// Says what went wrong beside the answer, and changes nothing else.
pub(super) fn warn(what: &str, cause: &dyn Error) {
    say(&format!("weir: warning: {what}: {}\n", in_full(cause)));
}

/// Says something of the answer to whoever watches, and changes nothing else.
pub(super) fn warn_of(what: &str) {
    say(&format!("weir: warning: {what}\n"));
}

/// Tells whoever watches something that is no trouble.
pub(super) fn tell(what: &str) {
    say(&format!("weir: {what}\n"));
}

/// Writes a line that is no message of ours to standard error.
pub(super) fn say_line(line: &str) {
    say(&format!("{line}\n"));
}

/// Ends as a shell does that finds no such program.
#[cfg(unix)]
pub(super) fn not_found(name: &str) -> ExitCode {
    say(&format!("{name}: command not found\n"));
    ExitCode::from(NOT_FOUND)
}

/// Ends as a shell does that cannot start a program.
#[cfg(unix)]
pub(super) fn not_run(program: &str, cause: &io::Error) -> ExitCode {
    say(&format!("{program}: {cause}\n"));
    ExitCode::from(if cause.kind() == io::ErrorKind::NotFound { NOT_FOUND } else { NOT_RUN })
}

/// Ends: says what went wrong, and gives the process its exit code.
#[must_use]
pub fn finish(ended: Result<End, Problem>) -> ExitCode {
    match ended {
        Ok(End::Ran(status, trouble)) => {
            let own = trouble.map_or(0, |problem| reported(&problem));
            if status == 0 { own.into() } else { system::status(status).unwrap_or(SOFTWARE.into()) }
        }
        Ok(End::RanIntoInterrupt(trouble)) => {
            if let Some(problem) = &trouble {
                reported(problem);
            }
            system::end_by_interrupt();
            ExitCode::from(INTERRUPTED)
        }
        Ok(end) => ExitCode::from(code(&end)),
        Err(problem) => ExitCode::from(reported(&problem)),
    }
}

/// Says what went wrong; gives its exit code. A fault has been reported where it happened.
fn reported(problem: &Problem) -> u8 {
    if !matches!(problem.kind, Kind::ReaderLeft | Kind::Fault) {
        say(&format!("weir: {problem}\n"));
    }
    problem.code()
}

/// An exit status as a byte; one that is none is not success.
fn byte(status: i32) -> u8 {
    u8::try_from(status).unwrap_or(SOFTWARE)
}

fn code(end: &End) -> u8 {
    match *end {
        End::Reported => 0,
        End::Ran(status, _) => byte(status),
        End::RanIntoInterrupt(_) => INTERRUPTED,
        End::Answered(FilterEnd { signal: Some(signal), .. }, _) => {
            SIGNAL.saturating_add(u8::try_from(signal).unwrap_or(0))
        }
        End::Answered(_, ExitBy::Zero) => 0,
        End::Answered(FilterEnd { exit_code, .. }, ExitBy::Verdict) => byte(exit_code),
    }
}

/// Writes to standard error, in one piece, if anybody listens there. Words of others may be in it: nothing that a
/// terminal obeys gets through.
fn say(text: &str) {
    let _ = io::stderr().write_all(sanitize(&with_plain_causes(text)).0.as_bytes());
}

/// Whether a fault does not end the process, because a command runs whose end is awaited.
static SURVIVED: AtomicBool = AtomicBool::new(false);

/// Does a job whose faults are reported, as all are, and do not end the process.
pub(super) fn survive<T>(job: impl FnOnce() -> Result<T, Problem>) -> Result<T, Problem> {
    SURVIVED.store(true, Ordering::Relaxed);
    // What the job was about to change is not looked at again, but for a command that is waited for.
    let done = catch_unwind(AssertUnwindSafe(job));
    SURVIVED.store(false, Ordering::Relaxed);
    done.unwrap_or_else(|_| Err(Problem::new(Kind::Fault, anyhow::Error::msg(String::new()))))
}

/// Makes a fault in weir one short line and exit code 70. The line holds nothing of the input.
pub fn be_brief_about_faults() {
    std::panic::set_hook(Box::new(|fault| {
        let place = fault.location().map(|place| format!(" at {}:{}", place.file(), place.line()));
        say(&format!("weir: a bug in weir{}\n", place.unwrap_or_default()));
        let stores = std::thread::current().name() == Some(crate::store::WRITER_THREAD);
        if !stores && !SURVIVED.load(Ordering::Relaxed) {
            std::process::exit(i32::from(SOFTWARE));
        }
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    const PASSED: FilterEnd = FilterEnd { exit_code: 0, signal: None, reader_left: false };

    #[test]
    fn the_exit_code_is_the_verdicts() {
        for exit_code in [0, 1, 3] {
            let end = End::Answered(FilterEnd { exit_code, ..PASSED }, ExitBy::Verdict);
            assert_eq!(i32::from(code(&end)), exit_code);
        }
    }

    #[test]
    fn exit_zero_hides_the_verdict_but_no_signal() {
        let failed = FilterEnd { exit_code: 1, ..PASSED };
        assert_eq!(code(&End::Answered(failed, ExitBy::Zero)), 0);
        assert_eq!(code(&End::Answered(FilterEnd { signal: Some(15), ..failed }, ExitBy::Zero)), 143);
        assert_eq!(code(&End::Answered(FilterEnd { signal: Some(2), ..PASSED }, ExitBy::Verdict)), 130);
    }

    #[test]
    fn a_reader_that_left_is_a_quiet_end_with_the_code_that_is_known() {
        let left = FilterEnd { exit_code: 1, reader_left: true, ..PASSED };
        assert_eq!(code(&End::Answered(left, ExitBy::Verdict)), 1);
        assert_eq!(code(&End::Answered(left, ExitBy::Zero)), 0);
        let problem = Problem::output("the answer", io::Error::from(io::ErrorKind::BrokenPipe));
        assert_eq!((problem.kind, problem.code()), (Kind::ReaderLeft, 0));
    }

    #[test]
    fn usage_and_input_and_output_have_their_own_codes() {
        assert_eq!(Problem::usage("no").code(), 2);
        assert_eq!(Problem::input(io::Error::from(io::ErrorKind::InvalidInput)).code(), 74);
        assert_eq!(Problem::output("the answer", io::Error::from(io::ErrorKind::StorageFull)).code(), 74);
    }

    #[test]
    fn a_problem_names_its_causes_one_a_link_and_what_to_do_next() {
        let problem = Problem::output("the answer", io::Error::other("disk gone")).hint("try again");
        assert_eq!(problem.to_string(), "failed to write the answer: disk gone\nhint: try again");
    }

    #[test]
    fn a_command_that_could_not_be_started_ends_as_with_env() {
        let start = |kind: io::ErrorKind| Problem::start("'x'", io::Error::from(kind));
        assert_eq!(start(io::ErrorKind::NotFound).code(), 127);
        assert_eq!(start(io::ErrorKind::PermissionDenied).code(), 126);
        assert_eq!(start(io::ErrorKind::Other).code(), 126);
        assert!(start(io::ErrorKind::NotFound).to_string().starts_with("there is no command 'x': "));
        assert!(start(io::ErrorKind::PermissionDenied).to_string().starts_with("failed to run 'x': "));
    }

    #[test]
    fn no_trouble_of_our_own_hides_the_exit_code_of_a_command_that_failed() {
        let full = || Some(Problem::output("the answer", io::Error::from(io::ErrorKind::StorageFull)));
        let ended = |status, trouble| finish(Ok(End::Ran(status, trouble)));
        for (status, trouble, code) in
            [(0, None, 0), (7, None, 7), (7, full(), 7), (0, full(), 74), (139, None, 139)]
        {
            assert_eq!(format!("{:?}", ended(status, trouble)), format!("{:?}", ExitCode::from(code)));
        }
    }

    #[test]
    fn a_fault_while_a_command_runs_is_reported_and_survived() {
        const CHILD: &str = "WEIR_TEST_SURVIVED";
        if std::env::var_os(CHILD).is_some() {
            be_brief_about_faults();
            let survived = survive(|| -> Result<(), Problem> { panic!("secret of the input") });
            assert_eq!(survived.map_err(|problem| problem.code()), Err(SOFTWARE));
            std::process::exit(3);
        }
        let child = std::process::Command::new(std::env::current_exe().unwrap())
            .args([
                "cli::exit::tests::a_fault_while_a_command_runs_is_reported_and_survived",
                "--exact",
                "--nocapture",
            ])
            .env(CHILD, "1")
            .output()
            .unwrap();
        let printed = String::from_utf8(child.stderr).unwrap();
        assert_eq!(child.status.code(), Some(3), "{printed}");
        assert!(printed.starts_with("weir: a bug in weir at src/cli/exit.rs:"), "{printed}");
    }

    #[test]
    fn a_fault_is_one_line_and_exit_code_70() {
        const CHILD: &str = "WEIR_TEST_FAULT";
        if std::env::var_os(CHILD).is_some() {
            be_brief_about_faults();
            panic!("secret of the input");
        }
        let child = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["cli::exit::tests::a_fault_is_one_line_and_exit_code_70", "--exact", "--nocapture"])
            .env(CHILD, "1")
            .output()
            .unwrap();
        let printed = String::from_utf8(child.stderr).unwrap();
        assert_eq!(child.status.code(), Some(70));
        assert!(printed.starts_with("weir: a bug in weir at src/cli/exit.rs:"), "{printed}");
        assert_eq!((printed.lines().count(), printed.contains("secret")), (1, false));
    }
}
