//! What failed: a scenario with its text, a hook, a file that could not be loaded.

use super::behave::Behave;
use super::behave_lines;
use super::body::Body;
use crate::budget::Count as _;
use crate::event::{Block, Class, Event, FailureKind, Part, Seen, Sink};
use crate::recognize::kit::clip::{clipped, indent};
use crate::recognize::kit::frames::python;

impl Behave {
    /// `HOOK-ERROR in before_scenario: ...`
    pub(super) fn hook(&mut self, bare: &str, hook: &str, sink: &mut dyn Sink) -> Seen {
        let (name, message) = hook.split_once(": ").unwrap_or((hook, hook));
        let later = name.starts_with("before_scenario") || name.starts_with("before_tag");
        if later {
            self.hook = Some(clipped(bare));
        } else if self.scenario.is_some()
            && (name.contains("scenario") || name.contains("step") || name.contains("tag"))
        {
            if self.open.is_none() {
                self.fail(false, sink);
            }
            sink.emit(Event::Message(message));
            sink.emit(Event::Text(Part::Why));
        } else {
            self.sums.aborted |= name.ends_with("_all");
            self.outside_of_scenarios(bare, sink);
        }
        Seen::Mine(Class::Detail)
    }

    /// A failure that is no scenario's.
    pub(super) fn outside_of_scenarios(&mut self, name: &str, sink: &mut dyn Sink) {
        self.close(sink);
        self.sums.others.up(1);
        sink.emit(Event::BlockOpened(Block::Whole { name, kind: FailureKind::Setup }));
        sink.emit(Event::Heading);
        sink.emit(Event::BlockClosed);
    }

    /// Opens the block of the scenario's failure.
    pub(super) fn fail(&mut self, plain: bool, sink: &mut dyn Sink) {
        self.close(sink);
        let Some(scenario) = &self.scenario else { return };
        sink.emit(Event::BlockOpened(Block::Test { id: scenario.id(), kind: FailureKind::Test }));
        sink.emit(Event::Instead(&scenario.heading));
        sink.emit(Event::Heading);
        self.open = Some(Body::new(plain));
    }

    /// The text of what is open goes on up to a ruler.
    pub(super) fn until_ruler(&mut self) {
        if let Some(open) = self.open.as_mut() {
            open.ruled = true;
        }
    }

    /// The first line of a failure's text, or an error before the first feature.
    pub(super) fn begins_text(&mut self, text: &str, bare: &str, sink: &mut dyn Sink) -> Seen {
        let Some(scenario) = self.scenario.as_mut() else {
            return self.load(text, sink);
        };
        if matches!(bare, "\"\"\"" | "'''") {
            scenario.quoted = !scenario.quoted;
            return Seen::No;
        }
        let plain = scenario.file.is_empty();
        // A step without its place, and without a result.
        if plain && indent(text) == 4 && !behave_lines::is_reported(bare) {
            scenario.step = clipped(bare);
            return Seen::No;
        }
        let step = scenario.step.clone();
        if scenario.quoted
            || step.is_empty()
            || !behave_lines::is_reported(bare)
            || (indent(text) < 6 && !plain)
        {
            return Seen::No;
        }
        self.fail(plain, sink);
        sink.emit(Event::Decoded { part: Part::Why, text: &format!("    {step}") });
        self.text(text, bare, sink)
    }

    /// `ParserError: ...` and the like, before the first feature.
    fn load(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let name = text.split(':').next().unwrap_or_default();
        let error = (name.ends_with("Error") || name.ends_with("Exception")) && python::is_exception(text);
        let early =
            self.sums.is_empty() && self.row.is_empty() && !self.sums.failed_row && self.listing.is_empty();
        if !error || !early || self.sums.others > 0 {
            return Seen::No;
        }
        self.sums.others = 1;
        sink.emit(Event::BlockOpened(Block::Whole { name: text, kind: FailureKind::Collection }));
        sink.emit(Event::Heading);
        self.open = Some(Body::loose());
        Seen::Mine(Class::Detail)
    }

    /// A line of the text of what is open.
    pub(super) fn text(&mut self, text: &str, bare: &str, sink: &mut dyn Sink) -> Seen {
        let Some(open) = self.open.as_mut() else { return Seen::No };
        let (seen, over) = open.line(text, bare, sink);
        if over {
            self.close(sink);
        }
        seen
    }
}
