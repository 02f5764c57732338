//! How a process of Node.js dies in the middle of a run.
//!
//! An uncaught error is printed with its place, source line, error, frames and at last `Node.js v20.1.0`; an abort of V8
//! with native and JavaScript stack traces. Any test can print such text through a child process, so it counts only
//! when the run never tells its totals: the caller keeps it and tells it then.

use crate::budget::Count as _;
use crate::event::{Block, Event, FailureKind, Part, Place, Sink};
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::crash;
use crate::recognize::kit::crash::What;
use crate::recognize::kit::frames::v8::{frame, library, source};

/// The most lines that are kept.
const LINES: u32 = 40;
/// The most bytes that are kept.
const BYTES: usize = 8 * 1024;

/// What is known of a death.
#[derive(Clone, Debug, Default)]
pub struct Death {
    text: String,
    message: String,
    place: Option<(String, Option<u64>)>,
    /// Whether the place is the user's.
    own: bool,
    lines: u32,
    gathering: bool,
    /// Whether it is certain that a process died.
    certain: bool,
    blank: bool,
}

impl Death {
    /// Looks at a line that is outside of everything else. Whether it is kept.
    pub fn feed(&mut self, text: &str) -> bool {
        let before = (self.text.len(), self.certain);
        self.look(text);
        self.gathering || before != (self.text.len(), self.certain)
    }

    fn look(&mut self, text: &str) {
        if !self.gathering || begins(text) {
            self.begin(text);
            return;
        }
        if text.starts_with("Node.js v") {
            self.certain = true;
            self.gathering = false;
            return;
        }
        if self.lines >= LINES || self.text.len() > BYTES {
            self.gathering = self.lines < LINES.saturating_mul(10);
        } else {
            self.keep(text);
        }
        self.lines.up(1);
        if self.message.is_empty() && self.blank && !text.is_empty() && !text.starts_with(' ') {
            self.message = clipped(text);
        }
        self.blank = text.is_empty();
        let counted = text.trim_start_matches(|each: char| each.is_ascii_digit()).strip_prefix(": ");
        let numbered = counted.and_then(|rest| {
            let inner = rest.rsplit_once('(').map_or(rest, |(_, inner)| inner.trim_end_matches(')'));
            crate::recognize::kit::scan::place(inner).map(|(place, _)| place)
        });
        if let Some(place) = frame(text).or(numbered)
            && !self.own
            && !place.file.is_empty()
            && !library(place.file)
        {
            self.own = true;
            self.place = Some((clipped(place.file), place.line));
        }
        if let Some(crash) = crash::sign(text)
            && crash.what != What::Exception
        {
            self.message = clipped(text.trim());
            self.certain = true;
        }
    }

    fn begin(&mut self, text: &str) {
        let crash =
            crash::sign(text).filter(|crash| !matches!(crash.what, What::Exception | What::RustPanic));
        if crash.is_none() && !begins(text) {
            return;
        }
        if self.certain && crash.is_some() && !begins(text) {
            // The shell says last what became of the process.
            self.keep(text);
            return;
        }
        // V8 tells its native stack, then that of JavaScript.
        let native = text.starts_with("-----") || text.starts_with("<---");
        if !(native && self.gathering) {
            *self = Self { gathering: true, ..Self::default() };
        }
        self.certain |= native || crash.is_some() || exit(text).is_some();
        if let Some(exit) = exit(text) {
            self.message = clipped(exit);
        }
        if let Some(crash) = crash {
            self.message = clipped(crash.message);
        }
        if let Some((file, line)) = text.rsplit_once(':')
            && !native
            && source(file)
        {
            self.own = !library(file);
            self.place = Some((clipped(file), line.parse().ok()));
        }
        self.keep(text);
    }

    fn keep(&mut self, text: &str) {
        if text.trim().is_empty() {
            return;
        }
        self.text.push_str(&clipped(text));
        self.text.push('\n');
    }

    /// Forgets what was read: the run went on.
    pub fn forget(&mut self) {
        if self.gathering || self.certain {
            *self = Self::default();
        }
    }

    /// Tells the death as a failure when it is certain; whether it was.
    pub fn tell(&mut self, sink: &mut dyn Sink) -> bool {
        let death = std::mem::take(self);
        if !death.certain {
            return false;
        }
        let name = if death.message.is_empty() { "the process died" } else { death.message.as_str() };
        sink.emit(Event::BlockOpened(Block::Whole { name, kind: FailureKind::Crash }));
        sink.emit(Event::Message(name));
        death.text(sink);
        sink.emit(Event::BlockClosed);
        true
    }

    /// Whether a process died for certain.
    pub fn is_certain(&self) -> bool {
        self.certain
    }

    /// Adds the death to the failure that is open, when it is certain; whether it was.
    pub fn add(&mut self, sink: &mut dyn Sink) -> bool {
        let death = std::mem::take(self);
        if death.certain {
            if !death.message.is_empty() {
                sink.emit(Event::Message(&death.message));
            }
            death.text(sink);
        }
        death.certain
    }

    fn text(&self, sink: &mut dyn Sink) {
        let death = self;
        if let Some((file, line)) = &death.place {
            sink.emit(Event::At { place: Place { file, line: *line }, better: false });
        }
        let (mut why, mut frames) = (String::new(), String::new());
        for line in death.text.lines() {
            let place = frame(line);
            let part = if place.is_some_and(|place| library(place.file)) || line.contains("[node]") {
                &mut frames
            } else {
                &mut why
            };
            part.push_str(line);
            part.push('\n');
        }
        sink.emit(Event::Decoded { part: Part::Why, text: &why });
        if !frames.is_empty() {
            sink.emit(Event::Decoded { part: Part::Where, text: &frames });
        }
    }
}

/// `  ●  process.exit called with "7"`: jest says so when a test ends the process.
fn exit(text: &str) -> Option<&str> {
    text.trim_start().strip_prefix("●  ").filter(|rest| rest.starts_with("process.exit called with "))
}

/// Whether the text about a death begins here.
fn begins(text: &str) -> bool {
    if text.starts_with("----- ") {
        return text.starts_with("----- Native stack trace")
            || text.starts_with("----- JavaScript stack trace");
    }
    if text.starts_with("<--- Last few GCs") || exit(text).is_some() {
        return true;
    }
    let Some((file, line)) = text.rsplit_once(':') else { return false };
    let whole = !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit());
    whole && file.len() < 1024 && (source(file) || file.starts_with("node:"))
}
