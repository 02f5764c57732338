//! How the process ends: exit codes, and messages on standard error. No other module knows either.
//!
//! | code | when |
//! |---|---|
//! | 0 | passed, or unknown without a sign of a failure; with `--exit-zero` any verdict; a reader that left |
//! | 1 | failed |
//! | 2 | the command line or the environment is wrong; nothing was read |
//! | 3 | incomplete, or unknown with a sign of a failure; what was to be shown is not stored |
//! | 70 | a fault in weir itself |
//! | 74 | the input could not be read or the answer could not be written |
//! | 128 + n | signal n, 130 after any SIGINT |
//!
//! Standard error may be closed or full, so every message is written by a call that may fail, and that is ignored.

use std::error::Error;
use std::fmt;
use std::io::{self, Write as _};
use std::process::ExitCode;

use crate::filter::FilterEnd;

/// Bad words on the command line, or in the environment (`weir(1)`; the shells' own code for it).
const USAGE: u8 = 2;

/// A fault in weir (`EX_SOFTWARE` of `sysexits.h`).
const SOFTWARE: u8 = 70;

/// What was to be shown is not stored any more, or never was.
const GONE: u8 = 3;

/// Reading or writing failed (`EX_IOERR` of `sysexits.h`).
const INPUT_OUTPUT: u8 = 74;

/// A shell adds a signal's number to this.
const SIGNAL: u8 = 128;

/// What the exit code of a filter follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitBy {
    /// The verdict.
    Verdict,
    /// Nothing: `--exit-zero`.
    Zero,
}

/// How a job that did not fail ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It printed what was asked for.
    Told,
    /// It answered.
    Answered(FilterEnd, ExitBy),
}

/// Kinds of problems; each has its exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Usage,
    Input,
    Output,
    Gone,
    ReaderLeft,
}

/// Why a job could not be done, in words for people: what is wrong, each cause after a colon, and what to do next.
#[derive(Debug, PartialEq, Eq)]
pub struct Problem {
    kind: Kind,
    message: String,
    hint: Option<String>,
}

impl Problem {
    /// The call is wrong.
    #[must_use]
    pub fn usage(message: impl Into<String>) -> Self {
        Self { kind: Kind::Usage, message: message.into(), hint: None }
    }

    /// The input could not be read.
    #[must_use]
    pub fn input(cause: &io::Error) -> Self {
        Self { kind: Kind::Input, message: with_causes("failed to read the input", cause), hint: None }
    }

    /// Something could not be written. A reader that left is no error of anybody's.
    #[must_use]
    pub fn output(what: &str, cause: &io::Error) -> Self {
        let kind = if cause.kind() == io::ErrorKind::BrokenPipe { Kind::ReaderLeft } else { Kind::Output };
        Self { kind, message: with_causes(&format!("failed to write {what}"), cause), hint: None }
    }

    /// What was to be shown is not there.
    #[must_use]
    pub fn gone(cause: &dyn Error) -> Self {
        Self { kind: Kind::Gone, message: in_full(cause), hint: None }
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
            Kind::ReaderLeft => 0,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)?;
        match &self.hint {
            Some(hint) => write!(formatter, "\nhint: {hint}"),
            None => Ok(()),
        }
    }
}

/// `what`, then every cause after a colon.
fn with_causes(what: &str, cause: &dyn Error) -> String {
    let mut message = what.to_owned();
    let mut next = Some(cause);
    while let Some(cause) = next {
        message.push_str(": ");
        message.push_str(&cause.to_string());
        next = cause.source();
    }
    message
}

/// An error and its causes.
fn in_full(error: &dyn Error) -> String {
    let text = error.to_string();
    error.source().map_or_else(|| text.clone(), |cause| with_causes(&text, cause))
}

/// Says what went wrong beside the answer, and changes nothing else.
pub(super) fn warn(what: &str, cause: &dyn Error) {
    say(&format!("weir: warning: {what}: {}\n", in_full(cause)));
}

/// Ends: says what went wrong, and gives the process its exit code.
#[must_use]
pub fn finish(ended: Result<End, Problem>) -> ExitCode {
    match ended {
        Ok(end) => ExitCode::from(code(end)),
        Err(problem) => {
            if problem.kind != Kind::ReaderLeft {
                say(&format!("weir: {problem}\n"));
            }
            ExitCode::from(problem.code())
        }
    }
}

fn code(end: End) -> u8 {
    match end {
        End::Told => 0,
        End::Answered(FilterEnd { signal: Some(signal), .. }, _) => {
            SIGNAL.saturating_add(u8::try_from(signal).unwrap_or(0))
        }
        End::Answered(FilterEnd { reader_left: true, .. }, _) | End::Answered(_, ExitBy::Zero) => 0,
        End::Answered(FilterEnd { exit_code, .. }, ExitBy::Verdict) => {
            u8::try_from(exit_code).unwrap_or(SOFTWARE)
        }
    }
}

/// Writes to standard error, in one piece, if anybody listens there.
fn say(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Makes a fault in weir one short line and exit code 70. The line holds nothing of the input.
pub fn be_brief_about_faults() {
    std::panic::set_hook(Box::new(|fault| {
        let place = fault.location().map(|place| format!(" at {}:{}", place.file(), place.line()));
        say(&format!("weir: a fault in weir itself{}\n", place.unwrap_or_default()));
        std::process::exit(i32::from(SOFTWARE));
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
            assert_eq!(i32::from(code(end)), exit_code);
        }
    }

    #[test]
    fn exit_zero_hides_the_verdict_but_no_signal() {
        let failed = FilterEnd { exit_code: 1, ..PASSED };
        assert_eq!(code(End::Answered(failed, ExitBy::Zero)), 0);
        assert_eq!(code(End::Answered(FilterEnd { signal: Some(15), ..failed }, ExitBy::Zero)), 143);
        assert_eq!(code(End::Answered(FilterEnd { signal: Some(2), ..PASSED }, ExitBy::Verdict)), 130);
    }

    #[test]
    fn a_reader_that_left_is_a_quiet_end() {
        let left = FilterEnd { exit_code: 1, reader_left: true, ..PASSED };
        assert_eq!(code(End::Answered(left, ExitBy::Verdict)), 0);
        let problem = Problem::output("the answer", &io::ErrorKind::BrokenPipe.into());
        assert_eq!((problem.kind, problem.code()), (Kind::ReaderLeft, 0));
    }

    #[test]
    fn usage_and_input_and_output_have_their_own_codes() {
        assert_eq!(Problem::usage("no").code(), 2);
        assert_eq!(Problem::input(&io::ErrorKind::InvalidInput.into()).code(), 74);
        assert_eq!(Problem::output("the answer", &io::ErrorKind::StorageFull.into()).code(), 74);
    }

    #[test]
    fn a_problem_names_its_causes_one_a_link_and_what_to_do_next() {
        let problem = Problem::output("the answer", &io::Error::other("disk gone")).hint("try again");
        assert_eq!(problem.to_string(), "failed to write the answer: disk gone\nhint: try again");
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
        let said = String::from_utf8(child.stderr).unwrap();
        assert_eq!(child.status.code(), Some(70));
        assert!(said.starts_with("weir: a fault in weir itself at src/cli/exit.rs:"), "{said}");
        assert_eq!((said.lines().count(), said.contains("secret")), (1, false));
    }
}
