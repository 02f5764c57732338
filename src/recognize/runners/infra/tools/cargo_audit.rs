//! cargo audit.
//!
//! Each advisory is a list of keys: `Crate:`, `Version:`, `Warning:` where it fails nothing, `Title:` and more, with the tree of who
//! depends on it below. The end is `error: 2 vulnerabilities found!`. Source: cargo-audit's `presenter.rs`.

use crate::event::{Block, Class, Event, FailureKind, Part, Seen, Sink};
use crate::recognize::kit::good_end::GoodEnd;
use crate::recognize::kit::lint::finding::declared;
use crate::recognize::kit::scan;
use crate::recognize::kit::{Run, Runner, Spec};
use crate::text::head;

/// The longest name that is held, in bytes.
const NAME_BYTES: usize = 240;
/// The most lines of an advisory.
const LINES: u32 = 200;

/// cargo audit.
#[derive(Debug, Default)]
pub struct CargoAudit {
    /// Crate and version of the advisory whose title comes.
    named: Option<String>,
    /// An advisory whose number comes: its name and title.
    titled: Option<(String, String)>,
    good: GoodEnd,
    /// The open advisory, and how many of its lines came.
    open: Option<(Class, u32)>,
    /// An advisory was reported.
    reported: bool,
    /// The number of them was.
    failed: bool,
}

impl Runner for CargoAudit {
    const SPEC: Spec = Spec {
        name: "cargo audit",
        reads: "cargo audit: advisories",
        starts: &[
            "Crate:     ",
            "Crate:    ",
            "Scanning Cargo.lock for vulnerabilities",
            "error: ",
            "warning: ",
        ],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.named.is_some() || self.titled.is_some() || self.open.is_some() || self.good.is_at()
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        self.good.line(text);
        if let Some((name, title)) = self.titled.take() {
            // The date is between the title and the number.
            if key(text, "Date").is_some() {
                self.titled = Some((name, title));
                return Seen::Mine(Class::Noise);
            }
            let id = key(text, "ID");
            let whole = id.map_or_else(|| name.clone(), |id| format!("{name} ({id})"));
            self.advisory(&whole, &title, run);
            if id.is_some() {
                return Seen::Mine(Class::Detail);
            }
        }
        if let Some(name) = key(text, "Crate") {
            self.close(run);
            self.named = Some(head(name, NAME_BYTES).to_owned());
            return Seen::Mine(Class::Noise);
        }
        if let Some(name) = &mut self.named {
            if let Some(version) = key(text, "Version") {
                name.push(' ');
                name.push_str(head(version, NAME_BYTES));
                return Seen::Mine(Class::Noise);
            }
            let name = name.clone();
            if key(text, "Warning").is_some() {
                self.named = None;
                run.emit(Event::BlockOpened(Block::Warning { key: &format!("{name} {text}") }));
                run.emit(Event::Decoded { part: Part::Why, text: &name });
                run.emit(Event::Text(Part::Why));
                self.open = Some((Class::Warning, 0));
                return Seen::Mine(Class::Warning);
            }
            self.named = None;
            if let Some(title) = key(text, "Title") {
                let whole = format!("{name}: {}", head(title, NAME_BYTES));
                self.titled = Some((whole, head(title, NAME_BYTES).to_owned()));
                return Seen::Mine(Class::Noise);
            }
        }
        if let Some((class, lines)) = self.open {
            if !text.is_empty()
                && lines < LINES
                && !text.starts_with("error: ")
                && !text.starts_with("warning: ")
            {
                self.open = Some((class, lines.saturating_add(1)));
                let keyed = text
                    .split_once(':')
                    .is_some_and(|(word, _)| word.bytes().all(|byte| byte.is_ascii_alphabetic()));
                run.emit(Event::Text(if keyed { Part::Why } else { Part::Where }));
                return Seen::Mine(class);
            }
            self.close(run);
        }
        let allowed = text.strip_prefix("warning: ").and_then(scan::number);
        if let Some((_, " allowed warning found" | " allowed warnings found")) = allowed {
            // After advisories that fail it this is printed, too.
            if !self.reported && !self.failed {
                self.good.say();
            }
            return Seen::Mine(Class::Totals);
        }
        let number = text.strip_prefix("error: ").and_then(scan::number);
        if let Some((errors, " vulnerability found!" | " vulnerabilities found!")) = number
            && errors > 0
        {
            self.failed = true;
            if std::mem::take(&mut self.reported) {
                declared(errors, run);
            } else {
                run.emit(Event::Consequence { name: text, kind: FailureKind::Build });
            }
            return Seen::Mine(Class::Totals);
        }
        if text.trim_start().starts_with("Scanning Cargo.lock for vulnerabilities") {
            return Seen::Mine(Class::Noise);
        }
        Seen::No
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        if let Some((name, title)) = self.titled.take() {
            self.advisory(&name, &title, run);
        }
        self.close(run);
        self.good.end(run);
    }
}

impl CargoAudit {
    fn close(&mut self, sink: &mut dyn Sink) {
        self.named = None;
        if self.open.take().is_some() {
            sink.emit(Event::BlockClosed);
        }
    }

    /// An advisory that fails the audit.
    fn advisory(&mut self, name: &str, title: &str, sink: &mut dyn Sink) {
        sink.emit(Event::BlockOpened(Block::Whole { name, kind: FailureKind::Diagnostic }));
        sink.emit(Event::Instead(name));
        sink.emit(Event::Heading);
        sink.emit(Event::Message(title));
        (self.open, self.reported) = (Some((Class::Detail, 0)), true);
    }
}

/// The value after `Key:` and blanks.
fn key<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let value = text.strip_prefix(key)?.strip_prefix(':')?;
    (value.starts_with("  ") || value.starts_with(' ') && key.len() > 6).then(|| value.trim())
}
