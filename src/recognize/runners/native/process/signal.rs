//! Signals, aborts, panics and exhausted resources: what has no run-time to tell more than a line or two.

use super::names::clipped;
use super::process::{Open, Process};
use crate::event::{Class, Event, FailureKind, Seen, Strength};
use crate::recognize::kit::crash::What;
use crate::recognize::kit::{Run, crash, scan};

impl Process {
    /// Signals, aborts, panics and what else has no language.
    pub(super) fn begin_native(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(rest) = text.strip_prefix("ThreadSanitizer: reported ") {
            if rest.ends_with(" warnings") {
                run.consequence(text, FailureKind::Crash);
                return Seen::Mine(Class::Detail);
            }
            return Seen::No;
        }
        if text.starts_with("Terminating due to java.lang.") {
            let name = text.strip_prefix("Terminating due to ").unwrap_or(text);
            self.block(name, name, FailureKind::Crash, run);
            self.open = Open::Follow;
            return Seen::Mine(Class::Detail);
        }
        let Some(crash) = crash::sign(text) else { return Seen::No };
        let indented = text.starts_with([' ', '\t']);
        match crash.what {
            What::RustPanic if !self.cargo && !indented => {
                let panic = crash::rust_panic(text);
                let name = format!("thread '{}' panicked", panic.map_or("?", |panic| panic.thread));
                self.block(&name, crash.message, FailureKind::Crash, run);
                if let Some(place) = crash.place {
                    run.at(place);
                }
                let message = panic.is_none_or(|panic| panic.message.is_none());
                self.open = Open::Rust { message };
                Seen::Mine(Class::Detail)
            }
            What::Sanitizer if crash.place.is_some() && !indented => {
                let name = text.split_once(" runtime error: ").map_or(text, |(_, error)| error);
                self.block(&format!("runtime error: {name}"), name, FailureKind::Crash, run);
                if let Some(place) = crash.place {
                    run.at(place);
                }
                self.open = Open::Undefined;
                Seen::Mine(Class::Detail)
            }
            What::Sanitizer if text.starts_with("AddressSanitizer:DEADLYSIGNAL") => Seen::Mine(Class::Noise),
            What::Signal if is_signal(text) && !indented => {
                run.consequence(&signal_name(text), FailureKind::Crash);
                run.emit(Event::Sign(Strength::Cause));
                run.emit(Event::CommandFailed);
                self.open = Open::Nothing;
                Seen::Mine(Class::Detail)
            }
            What::Signal | What::Exception | What::Memory | What::Timeout if !indented => {
                if crash.what == What::Memory && text.contains("OOMKilled") {
                    return Seen::No;
                }
                if text.starts_with("panic: ") || text.starts_with("fatal error: ") {
                    return Seen::No;
                }
                // What was thrown tells more than that something was.
                let message = if text.starts_with("terminate called after ") { "" } else { text };
                self.block(text, message, crash.what.kind(), run);
                let assertion = text.split_once(": ").and_then(|(_, rest)| scan::place(rest));
                if let Some((place, _)) = assertion.filter(|_| text.contains(": Assertion `")) {
                    run.at(place);
                }
                self.open = Open::Follow;
                Seen::Mine(Class::Detail)
            }
            What::Runtime if !indented && own_runtime(text) && !self.cargo => {
                self.block(text, text, FailureKind::Crash, run);
                self.open = Open::Follow;
                Seen::Mine(Class::Detail)
            }
            _ => Seen::No,
        }
    }
}

/// Run-times that nobody else reads.
fn own_runtime(text: &str) -> bool {
    ["Fatal Python error: ", "# A fatal error has been detected", "fatal runtime error: ", "thread '"]
        .iter()
        .any(|begin| text.starts_with(begin))
}

/// Whether the line is a shell's word on a job that died, or a signal's name alone.
pub fn is_signal(text: &str) -> bool {
    let heap = text.starts_with("*** ")
        || text.contains("free")
        || text.contains("alloc")
        || text.contains("corrupt");
    let job = text.contains(": line ");
    job || !(heap || text.contains(": Assertion `") || text.contains("munmap_chunk"))
}

/// `bash: line 1:  8051 Segmentation fault      ./app`: without the numbers.
fn signal_name(text: &str) -> String {
    let job = text.split_once(": line ").and_then(|(_, rest)| {
        let (_, rest) = scan::number(rest)?;
        let (_, rest) = scan::number(rest.strip_prefix(':')?.trim_start())?;
        Some(rest.split_whitespace().collect::<Vec<_>>().join(" "))
    });
    clipped(&job.unwrap_or_else(|| text.trim().to_owned())).to_owned()
}
