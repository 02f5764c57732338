//! Catch2's console, compact and Automake forms.
//!
//! The console form tells only of tests that have something to tell: a heading between rulers (the test case, its
//! sections, its place), then the assertions, each up to a blank line. What a test prints is anywhere between. A
//! run that passed has no header at all: its two last lines, a ruler of `=` and `All tests passed`, are all there is.
//!
//! A failure is a test case, however many of its sections and assertions failed, as the totals count. The compact form
//! names no test: there a failure is an assertion, by its place, until the totals tell how many test cases failed.

use super::assertions::Assertions;
use super::automake;
use super::catch2_lines::{self, Verdict};
use crate::event::{
    Block, Class, Ended, Event, FailureKind, Grade, Outcome, Part, Place, Seen, TestId, Totals,
};
use crate::recognize::kit::bounds::MESSAGE_BYTES;
use crate::recognize::kit::scan;
use crate::recognize::kit::{EqualNames, EveryLine, Run, Runner, Spec};

/// The most lines of a heading between rulers.
const HEADING_LINES: usize = 16;
/// The most lines of others between the last ruler of a run and its totals.
const MOST_STRAYS: u8 = 3;
/// The most lines of one assertion that tell why.
const WHY_LINES: usize = 20;
/// The most names of failures that are kept, to take them back when they were all expected.
const NAMES: usize = 512;

/// What is open.
#[derive(Clone, Debug, Default)]
enum Open {
    /// Nothing.
    #[default]
    Nothing,
    /// The program's name and version follow a ruler of tildes.
    Title,
    /// The lines of a heading that a ruler of dashes began.
    Heading(Vec<String>),
    /// The heading is complete: place and dots follow.
    Place(String),
    /// Below a heading or an assertion: an assertion, or anything that a test prints.
    Body,
    /// A failed assertion, of which so many lines were read.
    Failed(usize),
    /// An assertion that is no failure.
    Remark,
    /// The totals follow the ruler, perhaps after so many more lines of others.
    Ending(u8),
}

/// Catch2.
#[derive(Debug, Default)]
pub struct Catch2 {
    open: Open,
    /// The test case whose heading was read last.
    case: String,
    /// Its own message in one line.
    message: String,
    skipped: String,
    /// Names of failures.
    failed: Vec<String>,
    /// The header of the compact form was read.
    compact: bool,
    /// What failed in that form.
    assertions: Assertions,
}

impl Runner for Catch2 {
    const SPEC: Spec = Spec {
        name: "catch2",
        reads: "Catch2 programs, console, compact and Automake form",
        starts: &[
            "------------------------------",
            "==============================",
            "~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~",
            "Randomness seeded to: ",
            "RNG seed: ",
            "Run with -? for options",
            "All tests passed (",
            "test cases: ",
            "assertions: ",
            "No tests ran",
            "No test cases matched ",
            "Failed ",
            "Passed ",
            ":test-result: ",
        ],
        places: Some(&[]),
        every_line: EveryLine::Never,
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        let quiet = matches!(self.open, Open::Nothing) && !self.compact;
        !quiet
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        if let Some(seen) = self.ruler(text, run) {
            return seen;
        }
        match std::mem::take(&mut self.open) {
            Open::Nothing => {}
            Open::Body => {
                if text.trim().is_empty() {
                    self.open = Open::Body;
                }
            }
            Open::Title => {
                if text.contains(" is a Catch") && text.trim_end().ends_with(" host application.") {
                    self.begins(run);
                    return Seen::Mine(Class::Noise);
                }
            }
            Open::Heading(mut heading) => {
                let other = catch2_lines::compact(text).is_some();
                if !text.trim().is_empty() && heading.len() < HEADING_LINES && !other {
                    heading.push(clipped(text).to_owned());
                    self.open = Open::Heading(heading);
                    return Seen::Inside(Class::Noise);
                }
            }
            Open::Place(name) => {
                // Rulers that others printed are no beginning of a failure.
                if !text.trim().is_empty() && catch2_lines::compact(text).is_none() {
                    self.open = Open::Place(name);
                    return Seen::Inside(Class::Noise);
                }
            }
            Open::Failed(lines) => return self.assertion(lines, text, run),
            Open::Remark => {
                if !text.trim().is_empty() {
                    self.open = Open::Remark;
                    return Seen::Inside(Class::Other);
                }
                self.open = Open::Body;
                return Seen::No;
            }
            Open::Ending(strays) => {
                if let Some(totals) = catch2_lines::all_passed(text).or_else(|| catch2_lines::totals(text)) {
                    self.began(run);
                    return self.declare(totals, run);
                }
                self.open = strays
                    .checked_sub(1)
                    .filter(|_| self.is_running(run))
                    .map_or(Open::Nothing, Open::Ending);
            }
        }
        self.alone(text, run)
    }
}

impl Catch2 {
    /// A ruler ends whatever was open.
    fn ruler(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        let first = text.chars().next()?;
        if !matches!(first, '-' | '=' | '~' | '.') || !catch2_lines::is_ruler(text, first) {
            return None;
        }
        let before = std::mem::take(&mut self.open);
        self.open = match (first, before) {
            ('-', Open::Heading(heading)) if !heading.is_empty() => {
                Open::Place(catch2_lines::case_name(&heading))
            }
            ('-', _) => {
                run.close();
                Open::Heading(Vec::new())
            }
            ('.', Open::Place(name)) => {
                if self.case != name {
                    self.message.clear();
                }
                self.case = name;
                Open::Body
            }
            ('=', _) => {
                run.close();
                Open::Ending(MOST_STRAYS)
            }
            ('~', _) => {
                run.close();
                Open::Title
            }
            (_, _) => Open::Nothing,
        };
        Some(if self.is_running(run) { Seen::Mine(Class::Noise) } else { Seen::Inside(Class::Other) })
    }

    /// A line that says what it is by itself.
    fn alone(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if !self.case.is_empty()
            && let Some((place, verdict)) = catch2_lines::head(text)
        {
            return self.head(place, verdict, text, run);
        }
        if let Some((shown, place, message)) = catch2_lines::compact(text) {
            if self.failed.iter().any(|known| known == shown) {
                // The same assertion again, with other values.
                run.more(shown);
                run.text(Part::Why);
            } else {
                run.fail(TestId::bare(shown));
                self.assertions.failed(text);
                if self.failed.len() < NAMES {
                    self.failed.push(shown.to_owned());
                }
            }
            run.at(place);
            run.message(message);
            run.close();
            self.compact = true;
            return Seen::Mine(Class::Detail);
        }
        if let Some(rest) = text.strip_prefix(":test-result: ") {
            return automake::line(rest, run);
        }
        if let Some(seed) =
            text.strip_prefix("Randomness seeded to: ").or_else(|| text.strip_prefix("RNG seed: "))
        {
            if scan::whole_number(seed.trim_end()).is_none() {
                return Seen::No;
            }
            self.begins(run);
            self.compact = text.starts_with("RNG");
            return Seen::Mine(Class::Noise);
        }
        // The console form's totals are below a ruler; the compact form has none.
        let totals = catch2_lines::compact_totals(text)
            .or_else(|| catch2_lines::totals(text).filter(|_| self.compact));
        if let Some(totals) = totals {
            self.began(run);
            return self.declare(totals, run);
        }
        if text.starts_with("No assertions in test case '") && !self.case.is_empty() {
            self.fail(run);
            return run.why(text);
        }
        let own = text.starts_with("assertions: ") && (text.contains(" | ") || text.ends_with(" - none -"));
        if own || text.starts_with("No tests ran") || text.starts_with("Run with -? for options") {
            return Seen::Mine(Class::Noise);
        }
        Seen::No
    }

    /// Whether a run is open: by a header, or by what was reported without one.
    fn is_running(&self, run: &Run<'_>) -> bool {
        run.is_running() || !self.failed.is_empty()
    }

    fn begins(&self, run: &mut Run<'_>) {
        if !self.is_running(run) {
            run.begin(None);
        }
    }

    /// Totals without any header: all before them may be output of the tests, which had nothing to tell.
    fn began(&self, run: &mut Run<'_>) {
        if !self.is_running(run) {
            run.open();
            run.emit(Event::BeganThere);
        }
    }

    /// The head of an assertion below a heading.
    fn head(&mut self, place: Place<'_>, verdict: Verdict, text: &str, run: &mut Run<'_>) -> Seen {
        match verdict {
            Verdict::Remark => {
                self.open = Open::Remark;
                Seen::Mine(Class::Other)
            }
            Verdict::Skipped => {
                self.open = Open::Remark;
                if self.skipped != self.case {
                    self.skipped.clone_from(&self.case);
                    run.emit(Event::Finished {
                        id: TestId::bare(&self.case),
                        outcome: Outcome::Skipped,
                        grade: Grade::Block,
                        attempt: 0,
                        alias: "",
                    });
                    run.emit(Event::Reason(&format!(
                        "{} ({})",
                        self.case,
                        text.trim_end_matches(": SKIPPED:")
                    )));
                }
                Seen::Mine(Class::Skipped)
            }
            Verdict::Failed => {
                self.open = Open::Failed(0);
                self.fail(run);
                run.at(place);
                run.text(Part::Why)
            }
        }
    }

    fn fail(&mut self, run: &mut Run<'_>) {
        if self.failed.last() == Some(&self.case) {
            run.more(&self.case);
            return;
        }
        run.instead(&self.case);
        run.fail(TestId::bare(&self.case));
        if self.failed.len() < NAMES {
            self.failed.push(self.case.clone());
        }
    }

    /// A line of a failed assertion; a blank one ends it.
    fn assertion(&mut self, lines: usize, text: &str, run: &mut Run<'_>) -> Seen {
        let bare = text.trim();
        if bare.is_empty() {
            run.close();
            self.open = Open::Body;
            return Seen::Mine(Class::Noise);
        }
        if let Some((place, verdict)) = catch2_lines::head(text) {
            return self.head(place, verdict, text, run);
        }
        if bare.starts_with("due to a fatal error condition") {
            let id = TestId::bare(&self.case);
            run.emit(Event::BlockOpened(Block::Test { id, kind: FailureKind::Crash }));
        }
        if self.message.len() < MESSAGE_BYTES && self.failed.len() < NAMES && !catch2_lines::is_label(bare) {
            if !self.message.is_empty() {
                self.message.push_str(catch2_lines::between(&self.message, bare));
            }
            let room = MESSAGE_BYTES.saturating_sub(self.message.len());
            self.message.push_str(clip(bare, room));
            run.message_otherwise(&self.message);
        }
        self.open = Open::Failed(lines.saturating_add(1));
        run.text(if lines < WHY_LINES { Part::Why } else { Part::Output })
    }

    /// The totals came.
    fn declare(&mut self, totals: Totals, run: &mut Run<'_>) -> Seen {
        if totals.failed == Some(0) && totals.other.is_some() {
            // What failed was expected to.
            for name in self.failed.drain(..) {
                run.emit(Event::Withdrawn(TestId::bare(&name)));
            }
        }
        let failed = totals.failed.unwrap_or(0);
        let located = self.assertions.are_of(failed, run);
        if totals.passed.is_none() && located == Some(failed) {
            // How many passed is not reported.
            run.end(Ended::Failed);
            return Seen::Mine(Class::Totals);
        }
        run.totals(totals)
    }
}

fn clipped(text: &str) -> &str {
    clip(text, 512)
}

fn clip(text: &str, most: usize) -> &str {
    crate::text::head(text, most)
}
