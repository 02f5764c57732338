//! Karate: numbers of each feature, numbers of all, and what failed.
//!
//! ```text
//! Karate version: 1.4.1
//! ======================================================
//! elapsed:   2.13 | threads:    1 | thread time: 0.85
//! features:     2 | skipped:    0 | efficiency: 0.40
//! scenarios:    3 | passed:     2 | failed: 1
//! ======================================================
//! >>> failed features:
//! match failed: EQUALS
//!   $ | not equal (NUMBER:NUMBER)
//!
//! features/quay.feature:24
//! <<<
//! ```
//!
//! A scenario is called by its place, which is below the reason. Under a build tool the run is a part of what that
//! tells. Source of the format: karate-core's `Results` and `FeatureResult`.

use crate::event::{
    Block, Class, Event, FailureKind, Level, Opened, Part, Place, Runner, Seen, Sink, TestId, Totals,
};
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::names::Names;
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// The most lines of one reason that are held.
const MOST_HELD: usize = 200;

/// Where the recognizer is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Outside,
    /// After `Karate version:`.
    Numbers,
    /// After the numbers of all.
    After,
    /// In the list of what failed.
    List,
}

/// Karate.
#[derive(Debug, Default)]
pub struct Karate {
    state: State,
    running: bool,
    totals: Totals,
    /// Scenarios of the features so far, and those of them that failed.
    features: (u64, u64),
    held: Vec<String>,
    names: Names,
}

impl Recognizer for Karate {
    fn runner(&self) -> Runner {
        Runner("karate")
    }

    fn signs(&self) -> Signs {
        Signs { starts: &["Karate version: ", "scenarios: "], ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.state == State::Outside { Attention::Signs } else { Attention::Every }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged();
        let content = text.trim();
        if content.starts_with("Karate version: ") {
            self.finish(sink);
            self.open(sink);
            self.state = State::Numbers;
            return Seen::Mine(Class::Noise);
        }
        match self.state {
            State::Outside => {
                // The numbers of one feature: the run is one that has to end.
                let Some(reported) = scenarios(content).filter(|_| content.contains(" | time: ")) else {
                    return Seen::No;
                };
                self.open(sink);
                let (all, failed) = counted(&reported);
                self.features.0 = self.features.0.saturating_add(all);
                self.features.1 = self.features.1.saturating_add(failed);
                Seen::Mine(Class::Noise)
            }
            State::Numbers => {
                if let Some(totals) = scenarios(content) {
                    let (all, failed) = counted(&totals);
                    if self.features.0 > all || self.features.1 > failed {
                        // Some of the features were those of a run that was killed.
                        self.running = false;
                        self.open(sink);
                    }
                    self.totals = totals;
                    self.state = State::After;
                    sink.emit(Event::MayHaveEnded);
                    return Seen::Mine(Class::Totals);
                }
                let known = ["elapsed: ", "features: "].iter().any(|word| content.starts_with(word));
                if known || content.is_empty() || scan::is_ruler(content, '=', 20) {
                    return Seen::Mine(Class::Noise);
                }
                Seen::No
            }
            State::After if content == ">>> failed features:" => {
                self.state = State::List;
                Seen::Mine(Class::Noise)
            }
            State::After if scan::is_ruler(content, '=', 20) => {
                if self.totals.failed == Some(0) {
                    self.finish(sink);
                }
                Seen::Mine(Class::Noise)
            }
            State::After => {
                self.finish(sink);
                Seen::No
            }
            State::List if content == "<<<" => {
                self.finish(sink);
                Seen::Mine(Class::Noise)
            }
            State::List => self.listed(content, sink),
        }
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.finish(sink);
    }
}

impl Karate {
    fn open(&mut self, sink: &mut dyn Sink) {
        if !self.running {
            self.running = true;
            sink.emit(Event::MayHaveBegunBefore);
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
        }
    }

    /// A line of the list: a reason, or the place that ends it.
    fn listed(&mut self, content: &str, sink: &mut dyn Sink) -> Seen {
        let Some(place) = located(content) else {
            if self.held.len() < MOST_HELD {
                self.held.push(clipped(content));
            }
            return Seen::Mine(Class::Detail);
        };
        let name = self.names.next(content);
        let kind = FailureKind::Test;
        sink.emit(Event::BlockOpened(Block::Test { id: TestId::bare(&name), kind }));
        sink.emit(Event::Heading);
        sink.emit(Event::At { place, better: false });
        self.tell(sink);
        sink.emit(Event::BlockClosed);
        Seen::Mine(Class::Detail)
    }

    fn tell(&mut self, sink: &mut dyn Sink) {
        let held = std::mem::take(&mut self.held);
        let mut reported = held.iter().filter(|line| !line.is_empty());
        if let Some(first) = reported.clone().next() {
            // What a match compares is on the next line.
            let second = reported
                .clone()
                .nth(1)
                .filter(|line| first.starts_with("match failed: ") && line.contains(" | "));
            match second {
                Some(second) => sink.emit(Event::Message(&format!("{first}: {second}"))),
                None => sink.emit(Event::Message(first)),
            }
        }
        reported.by_ref().for_each(|line| sink.emit(Event::Decoded { part: Part::Why, text: line }));
    }

    /// The run ended, when its numbers came.
    fn finish(&mut self, sink: &mut dyn Sink) {
        if matches!(self.state, State::After | State::List) {
            if !self.held.is_empty() {
                let kind = FailureKind::Test;
                let name = self.held.first().map_or(String::new(), |line| clipped(line));
                if !name.is_empty() {
                    sink.emit(Event::BlockOpened(Block::Test { id: TestId::bare(&name), kind }));
                    self.tell(sink);
                    sink.emit(Event::BlockClosed);
                }
            }
            sink.emit(Event::Declared { totals: self.totals, level: Level::Section });
            *self = Self::default();
        }
    }
}

/// All scenarios, and those that failed.
fn counted(totals: &Totals) -> (u64, u64) {
    let (passed, failed) = (totals.passed.unwrap_or(0), totals.failed.unwrap_or(0));
    (passed.saturating_add(failed), failed)
}

/// Reads `scenarios:    3 | passed:     2 | failed: 1`.
fn scenarios(content: &str) -> Option<Totals> {
    let (all, rest) = scan::number(content.strip_prefix("scenarios:")?.trim_start())?;
    let (passed, rest) = scan::number(rest.strip_prefix(" | passed:")?.trim_start())?;
    let (failed, _) = scan::number(rest.strip_prefix(" | failed:")?.trim_start())?;
    let totals = Totals { passed: Some(passed), failed: Some(failed), ..Totals::default() };
    (passed.checked_add(failed) == Some(all)).then_some(totals)
}

/// Reads `features/quay.feature:24`.
fn located(content: &str) -> Option<Place<'_>> {
    let (file, line) = content.rsplit_once(':')?;
    let line = scan::whole_number(line)?;
    (file.ends_with(".feature") && !file.contains(' ')).then_some(Place { file, line: Some(line) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut Karate::default(), text).join("\n")
    }

    const FEATURE: &str = "---------------\nfeature: features/quay.feature\nscenarios:  3 | passed:  2 | failed:  1 | time: 0.8510\n---------------\n";
    const NUMBERS: &str = "Karate version: 1.4.1\n======================================================\nelapsed:   2.13 | threads:    1 | thread time: 0.85\n\
                           features:     1 | skipped:    0 | efficiency: 0.40\nscenarios:    3 | passed:     2 | failed: 1\n======================================================\n";
    const LIST: &str = ">>> failed features:\nmatch failed: EQUALS\n  $ | not equal (NUMBER:NUMBER)\n  3\n  4\n\nfeatures/quay.feature:24\n<<<\n";

    #[test]
    fn a_scenario_is_called_by_its_place_and_has_the_reason_above_it() {
        let all = all(&format!("{FEATURE}{NUMBERS}{LIST}"));
        assert!(all.contains("name: \"features/quay.feature:24\""), "{all}");
        assert!(all.contains("Message(\"match failed: EQUALS: $ | not equal (NUMBER:NUMBER)\")"), "{all}");
        assert!(all.contains("passed: Some(2), failed: Some(1)"), "{all}");
    }

    #[test]
    fn a_run_that_is_cut_after_a_feature_tells_no_numbers() {
        let all = all(FEATURE);
        assert!(all.contains("SectionStarted") && !all.contains("Declared"), "{all}");
    }

    #[test]
    fn numbers_that_others_print_are_nobodys() {
        for text in [
            "scenarios: 3",
            "scenarios:    3 | passed:     2 | failed: 1\n",
            "scenarios: 3 | passed: 3 | failed: 3 | time: 1\n",
        ] {
            assert!(!all(text).contains("Started"), "{text}");
        }
    }
}
