//! Lines below the beginning of a report: which are part of it, and where it ends.

use super::node::Next;
use super::process::{Language, Open, Process, SHELL_LINES, SHELL_REACH};
use super::python::{self, Reported};
use super::sanitizer::{self, Below, Rank};
use super::signal::is_signal;
use super::stack;
use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Part, Place, Seen};
use crate::recognize::kit::Run;
use crate::recognize::kit::crash::What;
use crate::recognize::kit::{crash, scan};

/// The most lines between the place of a syntax error and its name: source and carets.
const SYNTAX_LINES: u32 = 4;
/// The most lines of an error's message of Node.js, which may show a difference, above its frames.
const MESSAGE_LINES: u32 = 40;

impl Process {
    /// A line below the beginning of a report; `None` when it is not part of one.
    pub(super) fn below(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        const DETAIL: Option<Seen> = Some(Seen::Mine(Class::Detail));
        match &mut self.open {
            Open::Nothing => None,
            Open::Sanitizer { summed_up, placed } => match sanitizer::below(text, *summed_up) {
                Below::Part(part, place, rank) => {
                    *summed_up |= rank == Rank::Best || text.starts_with("SUMMARY: ");
                    if let Some(place) =
                        place.filter(|place| rank == Rank::Best || (!*placed && stack::is_own(*place)))
                    {
                        run.emit(Event::At { place, better: rank == Rank::Best && stack::is_own(place) });
                        *placed = true;
                    }
                    Some(run.text(part))
                }
                Below::Noise => Some(Seen::Mine(Class::Noise)),
                Below::Last => {
                    self.open = Open::Shell(0, self.before);
                    Some(Seen::Mine(Class::Noise))
                }
                Below::Outside => self.leave(run),
            },
            Open::Undefined => {
                if stack::native(text).is_some() {
                    return Some(run.text(Part::Where));
                }
                if text.starts_with("SUMMARY: UndefinedBehaviorSanitizer: ") || text.starts_with("note: ") {
                    return Some(Seen::Mine(Class::Noise));
                }
                self.leave(run)
            }
            Open::Valgrind { mark, placed } => {
                let rest = text.strip_prefix(mark.as_str())?.trim();
                if rest.is_empty() || sanitizer::head(text).is_some() {
                    return self.leave(run);
                }
                let place = stack::last_place(rest).filter(|place| stack::is_own(*place) && !*placed);
                if let Some(place) = place {
                    run.at(place);
                    *placed = true;
                }
                let frame = rest.starts_with("at 0x") || rest.starts_with("by 0x");
                Some(run.text(if frame && place.is_none() { Part::Where } else { Part::Why }))
            }
            Open::Ignored(indent) => {
                match python::below(text, *indent, false) {
                    Reported::Frame(_) | Reported::Inner | Reported::Head => {}
                    Reported::Exception(_) => self.open = Open::Nothing,
                    _ => {
                        self.open = Open::Nothing;
                        return None;
                    }
                }
                Some(Seen::Mine(Class::Other))
            }
            Open::Python { .. } => self.traceback(text, run),
            Open::Syntax { place: (file, line), lines } => {
                lines.up(1);
                let named = python::is_syntax_error(text);
                if !named && (!text.starts_with("    ") || *lines > SYNTAX_LINES) {
                    return self.leave(run);
                }
                if !named {
                    return Some(Seen::Inside(Class::Other));
                }
                let (file, line) = (std::mem::take(file), *line);
                self.block(text, text, FailureKind::Crash, run);
                run.at(Place { file: &file, line });
                let text = format!("  File \"{file}\", line {}", line.unwrap_or(0));
                run.emit(Event::Decoded { part: Part::Why, text: &text });
                self.open = Open::Follow;
                DETAIL
            }
            Open::Node(head) => match head.next(text) {
                Next::Goes => Some(Seen::Inside(Class::Other)),
                Next::None => self.leave(run),
                Next::Error => {
                    let head = head.clone();
                    self.block(text, text, FailureKind::Crash, run);
                    let placed = head.place().is_some();
                    if let Some(place) = head.place() {
                        run.at(place);
                        run.emit(Event::Decoded {
                            part: Part::Why,
                            text: &format!("{}:{}", head.file, head.line.unwrap_or(0)),
                        });
                    }
                    // Only what `assert` throws shows a difference.
                    let message = if text.starts_with("AssertionError") { MESSAGE_LINES } else { 0 };
                    self.open = Open::Managed { placed, language: Language::Node, message };
                    DETAIL
                }
            },
            Open::Managed { .. } => self.frame(text, run),
            Open::Rust { message } => {
                let bare = text.trim_start();
                if bare.is_empty() {
                    return if *message { Some(Seen::Mine(Class::Noise)) } else { self.leave(run) };
                }
                if bare.starts_with("note: ") {
                    return Some(Seen::Mine(Class::Noise));
                }
                let frame = bare.starts_with("at ")
                    || scan::number(bare).is_some_and(|(_, rest)| rest.starts_with(": "));
                if text.starts_with("stack backtrace:") || (frame && text.starts_with("  ")) {
                    return Some(run.text(Part::Where));
                }
                if *message {
                    *message = false;
                    return Some(run.why(text));
                }
                self.leave(run)
            }
            Open::Follow => {
                let bare = text.trim();
                let box_line = text.starts_with('#');
                let what = text.starts_with("  what():");
                let python = bare.starts_with("Current thread 0x") || bare.starts_with("Thread 0x");
                let inner = stack::python(text).is_some() || bare.starts_with("Python runtime state");
                let native = text.starts_with("----- ") || bare == "Extension modules:";
                if box_line || what || python || inner || native || bare.starts_with("SIG") {
                    if what {
                        run.message(bare);
                    }
                    if let Some(place) = stack::python(text).filter(|place| stack::is_own(*place)) {
                        run.at(place);
                    }
                    if bare != "#" {
                        run.text(if inner { Part::Where } else { Part::Why });
                    }
                    return DETAIL;
                }
                if bare.is_empty() {
                    return Some(Seen::Mine(Class::Noise));
                }
                self.leave(run)
            }
            Open::Shell(lines, from) => {
                if self.at.saturating_sub(*from) > SHELL_REACH {
                    // A run that claims its lines may lie between.
                    run.close();
                    self.open = Open::Nothing;
                    return None;
                }
                if crash::sign(text).is_some_and(|crash| crash.what == What::Signal && is_signal(text)) {
                    self.open = Open::Nothing;
                    return Some(run.text(Part::Why));
                }
                lines.up(1);
                if *lines > SHELL_LINES {
                    run.close();
                    self.open = Open::Nothing;
                }
                None
            }
        }
    }

    /// The line is not the report's: the shell's word on it is still looked for.
    pub(super) fn leave(&mut self, run: &mut Run<'_>) -> Option<Seen> {
        // Of a chain of tracebacks the last exception is the message.
        if let Open::Python { name, ended: true, .. } = &self.open {
            run.message(name);
        }
        self.open = match self.open {
            Open::Node(_) | Open::Ignored(_) | Open::Syntax { .. } | Open::Nothing => Open::Nothing,
            _ => Open::Shell(0, self.before),
        };
        None
    }
}
