//! What failed: a scenario with its text, a hook, a file that could not be loaded.

use super::behave::Behave;
use super::behave_lines;
use super::body::Body;
use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Part, Seen};
use crate::recognize::kit::Run;
use crate::recognize::kit::clip::{clipped, indent};
use crate::recognize::kit::frames::python;

impl Behave {
    /// `HOOK-ERROR in before_scenario: ...`
    pub(super) fn hook(&mut self, bare: &str, hook: &str, run: &mut Run<'_>) -> Seen {
        let (name, message) = hook.split_once(": ").unwrap_or((hook, hook));
        let later = name.starts_with("before_scenario") || name.starts_with("before_tag");
        if later {
            self.hook = Some(clipped(bare));
        } else if self.scenario.is_some()
            && (name.contains("scenario") || name.contains("step") || name.contains("tag"))
        {
            if !run.is_open() {
                self.fail(false, run);
            }
            run.why(message);
        } else {
            self.sums.aborted |= name.ends_with("_all");
            self.outside_of_scenarios(bare, run);
        }
        Seen::Mine(Class::Detail)
    }

    /// A failure that is no scenario's.
    pub(super) fn outside_of_scenarios(&mut self, name: &str, run: &mut Run<'_>) {
        self.sums.others.up(1);
        run.fail_whole(name, FailureKind::Setup);
        run.close();
    }

    /// Opens the block of the scenario's failure.
    pub(super) fn fail(&mut self, plain: bool, run: &mut Run<'_>) {
        run.close();
        let Some(scenario) = &self.scenario else { return };
        run.instead(&scenario.heading);
        run.fail(scenario.id());
        self.body = Body::new(plain);
    }

    /// The first line of a failure's text, or an error before the first feature.
    pub(super) fn begins_text(&mut self, text: &str, bare: &str, run: &mut Run<'_>) -> Seen {
        let Some(scenario) = self.scenario.as_mut() else {
            return self.load(text, run);
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
        self.fail(plain, run);
        run.emit(Event::Decoded { part: Part::Why, text: &format!("    {step}") });
        self.text(text, bare, run)
    }

    /// `ParserError: ...` and the like, before the first feature.
    fn load(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let name = text.split(':').next().unwrap_or_default();
        let error = (name.ends_with("Error") || name.ends_with("Exception")) && python::is_exception(text);
        let early =
            self.sums.is_empty() && self.row.is_empty() && !self.sums.failed_row && self.listing.is_empty();
        if !error || !early || self.sums.others > 0 {
            return Seen::No;
        }
        self.sums.others = 1;
        self.body = Body::loose();
        run.fail_whole(text, FailureKind::Collection)
    }

    /// A line of the text of what is open.
    pub(super) fn text(&mut self, text: &str, bare: &str, run: &mut Run<'_>) -> Seen {
        if !run.is_open() {
            return Seen::No;
        }
        let (seen, over) = self.body.line(text, bare, run);
        if over {
            run.close();
        }
        seen
    }
}
