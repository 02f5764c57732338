//! What ends a run otherwise than by its tests: a fatal error of the interpreter, pytest-timeout, an internal error, an
//! interrupt, a configuration file that cannot be imported, arguments that pytest refuses.

use super::block::Block;
use super::parts::Part as Stage;
use super::pytest::{Open, Pytest};
use super::rule;
use crate::event::{self, Class, Event, FailureKind, Part, Seen, Sink, TestId};
use crate::recognize::kit::frames::python;
use crate::recognize::kit::frames::python::has_extension;
use crate::recognize::runners::python::shared::pytest_id;

/// How faulthandler begins.
const FATAL: &str = "Fatal Python error: ";
/// The middle of the rule that pytest-timeout draws; it begins where the progress is.
const TIMEOUT: &str = "+++ Timeout +++";
/// How a line of an internal error begins.
const INTERNAL: &str = "INTERNALERROR> ";
/// How a `conftest.py` that cannot be imported is reported.
const CONFTEST: &str = "ImportError while loading conftest '";
/// How a plugin that cannot be imported is reported.
const PLUGIN: &str = "Error while loading plugin \"";
/// How a file of settings that is none is reported.
const CONFIG: &str = "ERROR: Config file '";
/// Arguments and settings that pytest refuses; the run ends.
const REFUSED: [&str; 10] = [
    "ERROR: usage: ",
    "ERROR: file or directory not found: ",
    "ERROR: not found: ",
    "ERROR: found no collectors for ",
    "ERROR: Wrong expression passed to ",
    "ERROR: Unknown ",
    "ERROR: Error importing plugin \"",
    "ERROR: Missing required plugins: ",
    CONFIG,
    "ERROR: while parsing the following warning configuration:",
];

impl Pytest {
    /// A line while a trouble's block is open. `None` when the line is no part of it.
    pub(super) fn open_trouble(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let seen = match &mut self.open {
            None | Some(Open::Report(_) | Open::Short(..) | Open::Warning) => return None,
            Some(Open::Internal) => text.strip_prefix(INTERNAL.trim_end()).map(|rest| internal(rest, sink)),
            Some(Open::Import(block)) => import(block, text, sink),
            Some(Open::Plugin(plugin)) => {
                let plugin = std::mem::take(plugin);
                self.open = None;
                self.open_plugin(&plugin, text, sink)
            }
            Some(Open::Dump) => python::dump(text, sink),
            Some(Open::Timeout) => {
                if rule::title(text.trim_end(), '+') == Some("Timeout") {
                    self.close(sink);
                    return Some(Seen::Mine(Class::Noise));
                }
                Some(python::dump(text, sink).unwrap_or_else(|| {
                    sink.emit(Event::Text(Part::Output));
                    Seen::Inside(Class::Detail)
                }))
            }
            Some(Open::Message) => {
                (text.starts_with(' ') || text.starts_with('(') || text.contains(": error: "))
                    .then(|| say(Part::Why, sink))
            }
        };
        if seen.is_none() {
            self.close(sink);
        }
        seen
    }

    /// Troubles that can come without a session.
    pub(super) fn trouble_outside(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if let Some(rest) = text.strip_prefix(INTERNAL) {
            return Some(self.open_internal(rest, sink));
        }
        if let Some(path) = text.strip_prefix(CONFTEST) {
            let path = path.trim_end().trim_end_matches(['.', ':']).trim_end_matches('\'');
            self.open_import(path, sink);
            return Some(say(Part::Where, sink));
        }
        if let Some(plugin) = text.strip_prefix(PLUGIN).and_then(|rest| rest.trim_end().strip_suffix("\".")) {
            self.close(sink);
            self.open = Some(Open::Plugin(plugin.chars().take(200).collect()));
            return Some(Seen::Inside(Class::Detail));
        }
        if let Some(message) = text.strip_prefix("ConftestImportFailure: ") {
            self.open_import("conftest.py", sink);
            sink.emit(Event::Message(message));
            return Some(say(Part::Why, sink));
        }
        if text.starts_with("+++") && rule::title(text.trim_end(), '+') == Some("Timeout") {
            // pytest-timeout draws it above and below the stacks of what it kills; which test ran was cut off.
            let kind = FailureKind::Timeout;
            sink.emit(Event::BlockOpened(event::Block::Whole { name: "Timeout", kind }));
            sink.emit(Event::Heading);
            sink.emit(Event::BlockClosed);
            return Some(Seen::Mine(Class::Detail));
        }
        if text.starts_with("ERROR: ") && is_refused(text) {
            let message = text.strip_prefix("ERROR: ").unwrap_or(text).trim_end();
            let name: String = message.chars().take(200).collect();
            let kind = FailureKind::Collection;
            sink.emit(Event::BlockOpened(event::Block::Whole { name: &name, kind }));
            sink.emit(Event::Heading);
            sink.emit(Event::Message(message));
            self.open = Some(Open::Message);
            return Some(Seen::Mine(Class::Detail));
        }
        None
    }

    /// Troubles while tests run.
    pub(super) fn trouble_in_progress(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if let Some(rest) = text.strip_prefix(INTERNAL) {
            self.ensure_open(sink);
            return Some(self.open_internal(rest, sink));
        }
        if self.distributed
            && let Some((before, rest)) = text.split_once(INTERNAL)
            && super::progress::letters(before).is_some()
        {
            // The workers' letters have no line end after them yet.
            self.ensure_open(sink);
            self.count_before(before, sink);
            return Some(self.open_internal(rest, sink));
        }
        if text.starts_with(CONFTEST) {
            self.ensure_open(sink);
            return self.trouble_outside(text, sink);
        }
        if text.trim_end().ends_with("+++")
            && let Some((before, _)) = text.split_once(TIMEOUT)
        {
            let before = before.trim_end_matches('+');
            self.count_before(before, sink);
            self.open_death("Timeout", FailureKind::Timeout, before, sink);
            sink.emit(Event::Message("Timeout"));
            self.open = Some(Open::Timeout);
            return Some(Seen::Mine(Class::Detail));
        }
        let at = memchr::memmem::find(text.as_bytes(), FATAL.as_bytes())?;
        let (before, fatal) = text.split_at_checked(at)?;
        if !self.is_in_flight(before) {
            return None;
        }
        self.count_before(before, sink);
        self.open_death(fatal.trim_end(), FailureKind::Crash, before, sink);
        sink.emit(Event::Message(fatal.trim_end()));
        self.open = Some(Open::Dump);
        Some(Seen::Mine(Class::Detail))
    }

    /// Counts the letters that are before a trouble on its line.
    fn count_before(&mut self, before: &str, sink: &mut dyn Sink) {
        if let Some(letters) = super::progress::letters(before) {
            self.letters(letters, before, sink);
        }
    }

    /// Whether what is before a fatal error on its line is progress: letters or the name of a test.
    fn is_in_flight(&self, before: &str) -> bool {
        let before = before.trim_end();
        before.is_empty()
            || super::progress::letters(before).is_some()
            || pytest_id::leading(before).is_some()
            || has_extension(before)
    }

    /// Opens the block of the test in flight, or of the process when the test is not known.
    fn open_death(&mut self, name: &str, kind: FailureKind, before: &str, sink: &mut dyn Sink) {
        self.ensure_open(sink);
        self.close(sink);
        let named = pytest_id::leading(before).filter(|_| !self.distributed).map(|(id, _)| id.to_owned());
        let alone = match self.flights.as_slice() {
            [id] if !self.distributed => Some(id.clone()),
            _ => None,
        };
        let block = match named.as_deref().or(alone.as_deref()) {
            Some(id) => event::Block::Test { id: pytest_id::split(id), kind },
            None => event::Block::Whole { name, kind },
        };
        sink.emit(Event::BlockOpened(block));
        sink.emit(Event::Heading);
        if !self.distributed {
            self.flights.clear();
        }
    }

    fn open_internal(&mut self, rest: &str, sink: &mut dyn Sink) -> Seen {
        self.close(sink);
        // The session ends here, whatever it was to run.
        (self.halted, self.internal) = (true, true);
        sink.emit(Event::BlockOpened(event::Block::Whole {
            name: "INTERNALERROR",
            kind: FailureKind::Crash,
        }));
        self.open = Some(Open::Internal);
        internal(rest, sink)
    }

    fn open_import(&mut self, path: &str, sink: &mut dyn Sink) {
        self.close(sink);
        let kind = FailureKind::Collection;
        let id = TestId::bare(path);
        sink.emit(Event::BlockOpened(event::Block::Test { id, kind }));
        sink.emit(Event::Heading);
        self.open = Some(Open::Import(Block::new(false)));
    }

    /// The line below the head of a plugin that cannot be imported. Other tools have plugins, too: only a frame
    /// of Python's tells that the words were pytest's.
    fn open_plugin(&mut self, plugin: &str, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let (before, _) = text.split_once(": in ")?;
        let (file, line) = before.rsplit_once(':')?;
        if file.is_empty() || line.is_empty() || !line.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let kind = FailureKind::Collection;
        sink.emit(Event::BlockOpened(event::Block::Test { id: TestId::bare(plugin), kind }));
        sink.emit(Event::Instead(&format!("{PLUGIN}{plugin}\".")));
        let mut block = Block::new(false);
        let seen = block.line(text, sink);
        self.open = Some(Open::Import(block));
        Some(seen)
    }

    /// A rule of `!`: the session stops early. Failures stop it as asked; anything else is a failure itself.
    pub(super) fn halt(&mut self, title: &str, sink: &mut dyn Sink) -> Seen {
        self.ensure_open(sink);
        self.close(sink);
        self.halted = true;
        let reason = title.strip_prefix("xdist.dsession.Interrupted: ").unwrap_or(title);
        let reported = reason.starts_with("stopping after ")
            || reason.starts_with("Interrupted: ") && reason.contains(" during collection")
            || reason == "collection failures";
        if reported || self.nested.is_some() {
            return Seen::Mine(Class::Noise);
        }
        if title == "KeyboardInterrupt" {
            // No test failed of it: the session did not end.
            self.interrupted = true;
            sink.emit(Event::Interrupted);
            return Seen::Mine(Class::Noise);
        }
        let name: String = title.chars().take(200).collect();
        let kind = FailureKind::Unfinished;
        sink.emit(Event::BlockOpened(event::Block::Whole { name: &name, kind }));
        sink.emit(Event::Heading);
        sink.emit(Event::Message(title));
        if self.part != Stage::Progress {
            self.part = Stage::Summary;
        }
        self.open = Some(Open::Import(Block::reported()));
        Seen::Mine(Class::Detail)
    }
}

/// Whether a line that begins with `ERROR: ` tells of arguments or settings that pytest refuses.
fn is_refused(text: &str) -> bool {
    // Any tool may say so much of its settings; pytest goes on with its option or its kinds of file.
    let pytests = ["Check your '-c/--config-file' option.", "Supported extensions are: "];
    let whole = !text.starts_with(CONFIG) || pytests.iter().any(|each| text.contains(each));
    whole && REFUSED.iter().any(|each| text.starts_with(each))
}

/// A line of an internal error, without its beginning.
fn internal(rest: &str, sink: &mut dyn Sink) -> Seen {
    let rest = rest.strip_prefix(' ').unwrap_or(rest);
    if python::is_exception(rest) {
        sink.emit(Event::Message(rest));
        return say(Part::Why, sink);
    }
    if let Some((place, _)) = python::frame(rest) {
        sink.emit(Event::At { place, better: python::is_own(place.file) });
    }
    // In other styles of traceback the exception's lines begin with `E`.
    let reported = rest.strip_prefix("E ").map(str::trim_start).filter(|reported| !reported.is_empty());
    if let Some(reported) = reported {
        if python::is_exception(reported) {
            sink.emit(Event::Message(reported));
        }
        return say(Part::Why, sink);
    }
    say(Part::Where, sink)
}

/// A line of a failed import: frames, source and the exception, up to something else.
fn import(block: &mut Block, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
    if text.starts_with("(to show a full traceback") {
        return Some(Seen::Mine(Class::Noise));
    }
    let traceback = text.starts_with(['E', ' '])
        || crate::recognize::kit::scan::place(text).is_some()
        || text.starts_with("Traceback")
        || python::is_exception(text) && !text.starts_with("make");
    (traceback && !text.trim().is_empty()).then(|| block.line(text, sink))
}

/// The current line belongs to the open block.
fn say(part: Part, sink: &mut dyn Sink) -> Seen {
    sink.emit(Event::Text(part));
    Seen::Mine(Class::Detail)
}
