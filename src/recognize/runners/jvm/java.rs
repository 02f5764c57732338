//! Programs of the Java virtual machine that die: exceptions that nobody caught, and what the machine itself says.
//!
//! A thread that dies need not be the end of its program, and test runners print such traces as output: so it is a
//! consequence, a failure only when no other explains the run.

use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Seen, Sink};
use crate::recognize::kit::frames::jvm::{Kind, Trace, frame};
use crate::recognize::kit::{EveryLine, Run, Runner, Spec};

/// How the machine says that it gives up.
const FATAL: [&str; 6] = [
    "Terminating due to java.lang.",
    "# A fatal error has been detected by the Java Runtime Environment",
    "Error occurred during initialization of VM",
    "Error: Could not find or load main class ",
    "Error: Unable to access jarfile ",
    "Error: Main method not found in class ",
];
/// How many lines a message may have.
const MESSAGE_LINES: u8 = 8;

/// Java programs.
#[derive(Debug, Default)]
pub struct Java {
    trace: Trace,
    /// How many lines the message has besides the first.
    lines: u8,
}

impl Runner for Java {
    const SPEC: Spec = Spec {
        name: "java",
        reads: "exceptions that nobody caught in programs of the Java virtual machine",
        starts: &[
            "Exception in thread \"",
            "Terminating due to java.lang.",
            "# A fatal error has been detected",
            "Error occurred during initialization",
            "Error: Could not find or load main",
            "Error: Unable to access jarfile",
            "Error: Main method not found",
        ],
        every_line: EveryLine::BelowFailure,
        ..Spec::NONE
    };

    type Zone = ();

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        if let Some((_, exception)) =
            text.strip_prefix("Exception in thread \"").and_then(|rest| rest.split_once("\" "))
        {
            let seen = run.open_consequence(exception.trim(), FailureKind::Crash);
            *self = Self::default();
            // The heading is the exception's line.
            self.trace.line(exception, &mut Heading(run));
            return seen;
        }
        if FATAL.iter().any(|words| text.starts_with(words)) {
            run.close();
            run.consequence(text.trim_start_matches("# ").trim().trim_end_matches(':'), FailureKind::Crash);
            return Seen::Mine(Class::Detail);
        }
        if !run.is_open() {
            return Seen::No;
        }
        let bare = text.trim();
        let part = frame(bare).is_some() && bare.starts_with("at ")
            || ["Caused by: ", "Suppressed: ", "... "].iter().any(|words| bare.starts_with(words));
        let message = !part && !self.trace.framed() && self.lines < MESSAGE_LINES && !bare.is_empty();
        if !part && !message {
            run.close();
            return Seen::No;
        }
        self.lines.up(u8::from(message));
        match self.trace.line(text, run) {
            Kind::Message => Seen::Inside(Class::Detail),
            _ => Seen::Mine(Class::Detail),
        }
    }
}

/// Takes what is printed of a heading: its text is there already.
struct Heading<'a>(&'a mut dyn Sink);

impl Sink for Heading<'_> {
    fn emit(&mut self, event: Event<'_>) {
        if !matches!(event, Event::Text(_)) {
            self.0.emit(event);
        }
    }
}
