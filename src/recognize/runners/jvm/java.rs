//! Programs of the Java virtual machine that die: exceptions that nobody caught, and what the machine itself says.
//!
//! A thread that dies need not be the end of its program, and test runners print such traces as output: so it is a
//! consequence, a failure only when no other explains the run.

use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Seen, Sink};
use crate::recognize::kit::frames::jvm::{Kind, Trace, frame};
use crate::recognize::kit::{Run, Runner, Spec};

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
    open: Option<(Trace, u8)>,
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
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.open.is_some()
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        if let Some((_, exception)) =
            text.strip_prefix("Exception in thread \"").and_then(|rest| rest.split_once("\" "))
        {
            self.close(run);
            run.emit(Event::Consequence { name: exception.trim(), kind: FailureKind::Crash });
            let mut trace = Trace::default();
            // The heading is the exception's line.
            trace.line(exception, &mut Heading(run));
            self.open = Some((trace, 0));
            return Seen::Mine(Class::Detail);
        }
        if FATAL.iter().any(|words| text.starts_with(words)) {
            self.close(run);
            let name = text.trim_start_matches("# ").trim().trim_end_matches(':');
            run.emit(Event::Consequence { name, kind: FailureKind::Crash });
            return Seen::Mine(Class::Detail);
        }
        let Some((trace, lines)) = &mut self.open else { return Seen::No };
        let bare = text.trim();
        let part = frame(bare).is_some() && bare.starts_with("at ")
            || ["Caused by: ", "Suppressed: ", "... "].iter().any(|words| bare.starts_with(words));
        let message = !part && !trace.framed() && *lines < MESSAGE_LINES && !bare.is_empty();
        if !part && !message {
            self.close(run);
            return Seen::No;
        }
        lines.up(u8::from(message));
        match trace.line(text, run) {
            Kind::Message => Seen::Inside(Class::Detail),
            _ => Seen::Mine(Class::Detail),
        }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.close(run);
    }
}

impl Java {
    fn close(&mut self, sink: &mut dyn Sink) {
        if self.open.take().is_some() {
            sink.emit(Event::BlockClosed);
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
