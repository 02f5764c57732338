//! Kotest: its specs with their tests as they finish, the word for all, those that failed, and the numbers.
//!
//! ```text
//! >> Kotest
//! - Lock test-foils in attack position
//! - Test plan has 1 specs
//!
//! 1.  harbour.QuaySpec
//!     + a full quay
//!         - turns a ferry away FAILED (712ms)
//!
//! expected:<3> but was:<4>
//!           harbour.QuaySpec$1.invokeSuspend(QuaySpec.kt:17)
//!
//! >> There were test failures
//!
//!  harbour.QuaySpec
//!  - a full quay -- turns a ferry away
//!
//! Specs:   0 passed, 1 failed, 1 total
//! Tests:   0 passed, 1 failed, 0 ignored, 1 total
//! Time:    1s
//! ```
//!
//! A spec of the list without tests failed as a whole, and no number of tests tells of it. Source of the format: Kotest's
//! `TaycanConsoleReporter.kt` and the listeners of consoles that came after it.

use super::basic::{KotestBasic, STARTS};
use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Outcome, Part, Seen, TestId, Totals};
use crate::recognize::kit::bounds::LEVELS;
use crate::recognize::kit::clip::{clipped, indent};
use crate::recognize::kit::frames::jvm;
use crate::recognize::kit::frames::jvm::Frame;
use crate::recognize::kit::names::Names;
use crate::recognize::kit::{FAILED, Fields, Run, Runner, Shape, Spec, of_word, passed_failed, scan, shape};

/// What is between a container and what it contains.
const SEPARATOR: &str = " -- ";
/// The most failures and specs that are remembered for the list.
const MOST_REPORTED: usize = 512;

const GOOD: &str = ">> All tests passed";
const BAD: &str = ">> There were test failures";
const SPECS: Shape = shape("Specs:   {passed} passed, {failed} failed, {total} total");
const TESTS: Shape = shape("Tests:   {passed} passed, {failed} failed, {skipped} ignored, {total} total");

/// What became of a test, by the last word.
const OUTCOMES: [(&str, Outcome); 4] =
    [("OK", Outcome::Passed), ("FAILED", FAILED), ("ERROR", FAILED), ("IGNORED", Outcome::Skipped)];

/// The part of its output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    #[default]
    Specs,
    /// The word for all was that tests failed: they follow.
    Listed,
    /// All passed.
    Good,
    /// The console of old prints.
    Old,
}

/// Kotest: its console of today, and the one of old.
#[derive(Debug, Default)]
pub struct Kotest {
    old: KotestBasic,
    /// How many specs began, and the one that did last.
    begun: u64,
    spec: String,
    specs: Names,
    /// Containers with their columns.
    path: Vec<(usize, String)>,
    /// Failures that were reported, with their specs.
    reported: Vec<(String, String)>,
    /// The last line that nobody knows of the spec that runs, and those of specs that ended: why one failed as a whole.
    stray: String,
    strays: Vec<(String, String)>,
    /// The spec of the list for which no test was listed yet.
    bare: Option<String>,
    /// The list's spec.
    listed: String,
    /// Something was listed.
    any: bool,
    /// How many specs failed, when it was reported.
    failed_specs: Option<u64>,
    /// An empty line was above.
    blank: bool,
}

impl Runner for Kotest {
    const SPEC: Spec = Spec {
        name: "kotest",
        reads: "Kotest's own consoles, and KotlinTest's",
        starts: &[">> Kotest", GOOD, BAD, STARTS[0], STARTS[1], STARTS[2]],
        ..Spec::NONE
    };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        let blank = std::mem::replace(&mut self.blank, text.is_empty());
        if text == ">> Kotest" {
            (*self, *zone) = Default::default();
            return run.begin(None);
        }
        if text == GOOD || text == BAD {
            if *zone == Zone::Old {
                run.forget();
            }
            run.open();
            run.close();
            self.spec_ended();
            *zone = if text == GOOD { Zone::Good } else { Zone::Listed };
            (self.bare, self.any, self.failed_specs) = (None, false, None);
            return Seen::Mine(Class::Totals);
        }
        if *zone == Zone::Old || !run.is_running() {
            return self.old.line(zone, text, run);
        }
        self.after(*zone, text, blank, run).unwrap_or_else(|| self.inside(text, run))
    }

    fn end(&mut self, _zone: Zone, run: &mut Run<'_>) {
        self.whole(run);
    }
}

impl Kotest {
    /// A line of the specs that run.
    fn inside(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let content = text.trim_start();
        let column = indent(text);
        if column == 0
            && let Some(name) = spec(content, self.begun)
        {
            run.close();
            self.spec_ended();
            self.begun.up(1);
            self.spec = clipped(name.strip_suffix(" IGNORED").unwrap_or(name));
            self.specs.times(TestId::bare(&self.spec));
            self.path.clear();
            return Seen::Mine(Class::Noise);
        }
        if let Some(name) = content.strip_prefix("+ ").filter(|_| column >= 4) {
            run.close();
            self.path.retain(|(at, _)| *at < column);
            if self.path.len() < LEVELS {
                self.path.push((column, clipped(name)));
            }
            return Seen::Mine(Class::Noise);
        }
        if let Some((name, outcome)) = content.strip_prefix("- ").filter(|_| column >= 4).and_then(result) {
            return self.finished(column, name, outcome, run);
        }
        if !run.is_open() {
            if content.starts_with("- Test plan has ") && content.ends_with(" specs") {
                return Seen::Mine(Class::Noise);
            }
            if !content.is_empty() && jvm::frame(content).is_none() {
                self.stray = clipped(content);
            }
            return Seen::No;
        }
        if content.is_empty() {
            return Seen::Inside(Class::Noise);
        }
        let Some(Frame { class, place, .. }) = jvm::frame(content) else { return run.why_below(content) };
        let own = !jvm::is_library(class);
        if let Some(place) = place.filter(|_| own) {
            run.at(place);
        }
        run.below(if own { Part::Why } else { Part::Where })
    }

    fn spec_ended(&mut self) {
        let stray = std::mem::take(&mut self.stray);
        if !stray.is_empty() && self.strays.len() < MOST_REPORTED {
            self.strays.push((self.spec.clone(), stray));
        }
    }

    fn finished(&mut self, column: usize, name: &str, outcome: Outcome, run: &mut Run<'_>) -> Seen {
        self.path.retain(|(at, _)| *at < column);
        let mut path: Vec<&str> = self.path.iter().map(|(_, name)| name.as_str()).collect();
        path.push(name);
        let path = path.join(SEPARATOR);
        let id = id(&self.spec, &path);
        if outcome != FAILED {
            return run.report(id, outcome);
        }
        if self.reported.len() < MOST_REPORTED {
            self.reported.push((clipped(&path), self.spec.clone()));
        }
        let name = run.failed(id);
        run.more(&name)
    }

    /// A line after the word for all.
    fn after(&mut self, zone: Zone, text: &str, blank: bool, run: &mut Run<'_>) -> Option<Seen> {
        if zone == Zone::Specs {
            return None;
        }
        if let Some(Fields { failed, total: Some(all), .. }) = SPECS.read(text) {
            // More specs than began: a test printed this.
            self.failed_specs = failed.filter(|_| self.begun == 0 || all <= self.begun);
            return Some(Seen::Mine(Class::Totals));
        }
        if let Some(failed_specs) = self.failed_specs.take() {
            return self.ended(zone, failed_specs, &TESTS.read(text)?, run);
        }
        if zone == Zone::Good {
            return None;
        }
        if let Some(path) = text.strip_prefix(" - ") {
            self.any = true;
            self.bare = None;
            return Some(self.reported_again(path, run));
        }
        let name = text.strip_prefix(' ').filter(|name| !name.starts_with(' '));
        if let Some(name) = name.filter(|_| blank || self.any || self.bare.is_some()) {
            self.whole(run);
            self.any = true;
            self.listed = clipped(name);
            self.bare = Some(self.listed.clone());
            return Some(Seen::Mine(Class::Detail));
        }
        text.is_empty().then_some(Seen::Mine(Class::Noise))
    }

    /// The spec of the list for which no test was listed failed as a whole.
    fn whole(&mut self, run: &mut Run<'_>) {
        if let Some(name) = self.bare.take() {
            let stray = self.strays.iter().find(|(spec, _)| *spec == name);
            run.fail_whole_at_once(&name, FailureKind::Suite, stray.map_or("", |(_, stray)| stray));
        }
    }

    fn reported_again(&self, path: &str, run: &mut Run<'_>) -> Seen {
        // Some versions print their own name where that of the spec belongs.
        let known = self.specs.knows(&self.listed);
        let reported = self.reported.iter().find(|(reported, _)| !known && reported == path);
        run.listed(id(reported.map_or(&self.listed, |(_, spec)| spec), path), "")
    }

    fn ended(
        &mut self,
        zone: Zone,
        failed_specs: u64,
        tests: &Fields<'_>,
        run: &mut Run<'_>,
    ) -> Option<Seen> {
        let (passed, failed, skipped) = (tests.passed?, tests.failed?, tests.skipped?);
        let bad = zone == Zone::Listed;
        // No run tells both that all passed and that something failed: somebody else printed this.
        if !bad && (failed > 0 || failed_specs > 0) {
            return None;
        }
        self.whole(run);
        if bad && failed == 0 && run.counts().whole == 0 {
            run.fail_whole_at_once("the engine", FailureKind::Suite, "");
        }
        let counts = run.counts();
        let failed = failed.saturating_add(counts.whole);
        run.may_have_ended();
        // A line of a failure that is not listed was printed by a test.
        if bad || counts.passed >= passed {
            run.emit(Event::Announced(passed.saturating_add(failed).saturating_add(skipped)));
        }
        Some(run.totals(Totals { skipped: Some(skipped), ..passed_failed(passed, failed) }))
    }
}

/// A test of a spec.
fn id<'a>(spec: &'a str, name: &'a str) -> TestId<'a> {
    TestId { module: spec, separator: if spec.is_empty() { "" } else { SEPARATOR }, name }
}

/// Reads `2.  harbour.QuaySpec` when one spec began before it.
fn spec(text: &str, begun: u64) -> Option<&str> {
    let (number, rest) = scan::number(text)?;
    let name = rest.strip_prefix(". ")?.trim_start();
    (number == begun.saturating_add(1) && !name.is_empty()).then_some(name)
}

/// Reads `turns a ferry away FAILED (712ms)`.
fn result(text: &str) -> Option<(&str, Outcome)> {
    let bare = text
        .strip_suffix("ms)")
        .and_then(|text| text.rsplit_once(" ("))
        .filter(|(_, time)| !time.is_empty() && time.bytes().all(|byte| byte.is_ascii_digit()))
        .map_or(text, |(text, _)| text);
    let (name, word) = bare.rsplit_once(' ')?;
    Some((name, of_word(&OUTCOMES, word)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_end_with_a_result() {
        assert_eq!(result("moors FAILED OK (12ms)"), Some(("moors FAILED", Outcome::Passed)));
        assert_eq!(result("moors (12ms) IGNORED"), Some(("moors (12ms)", Outcome::Skipped)));
        for text in ["OK", "moors FAILED (soon)", "moors OKAY"] {
            assert_eq!(result(text), None, "{text}");
        }
    }
}
