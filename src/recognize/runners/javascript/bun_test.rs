//! `bun test`.
//!
//! A section opens at `bun test v1.4.5 (hash)`. A file is named by its path and a colon; an error is printed before the
//! line of the test that it failed, `(fail) cart > adds [0.27ms]`, and text of the tests is in between: the lines
//! since the last test are kept until it is known whose they are. On a terminal icons stand for the words.
//! A long run repeats its failures after `N tests failed:`. For an agent (`CLAUDECODE=1`) bun leaves the passes out.
//!
//! Not handled here: coverage tables, the JUnit report.

use super::shared::Gather;
use crate::budget::Count as _;
use crate::event::{Block, Class, Ended, Event, FailureKind, Grade, Outcome, Part, Seen, TestId, Totals};
use crate::recognize::kit::bounds::NAMES;
use crate::recognize::kit::clip::{clipped, indent};
use crate::recognize::kit::frames::v8::source;
use crate::recognize::kit::scan;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};

const SEPARATOR: &str = " > ";
/// How bun begins to say that it died itself; the line above tells why.
const CRASHED: &str = "oh no: Bun has crashed";

/// `bun test`.
#[derive(Debug, Default)]
pub struct BunTest {
    file: String,
    gather: Gather,
    /// Inside `# Unhandled error between tests`: the rulers seen.
    unhandled: Option<u32>,
    /// The list at the end has begun: how many names of failed tests were passed over for it.
    listing: Option<usize>,
    totals: Totals,
    /// Whether the last lines were rows of totals.
    rows: bool,
    pending: Option<Totals>,
    /// Files that could not be loaded, and errors outside of tests.
    errors: u64,
    passes: u64,
    fails: u64,
    /// How many tests ran, as the totals say.
    ran: u64,
    /// Whether a line says that something is wrong.
    has_error: bool,
    /// Names of failed tests, up to `NAMES`.
    names: Vec<String>,
    /// Whether the line before reported a failed test.
    failed: bool,
    /// Lines after whose beginning, printed without a line end, a passed test may be.
    glued: u64,
    /// The last line that says why bun itself died, and whether the sentence that it did follows.
    panic: String,
    crashed: bool,
}

impl Runner for BunTest {
    const SPEC: Spec = Spec {
        name: "bun test",
        reads: "bun test",
        starts: &["bun test v", "(fail) "],
        numbered: &[" pass", " fail"],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.rows
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        if text
            .strip_prefix("bun test v")
            .is_some_and(|rest| rest.starts_with(|each: char| each.is_ascii_digit()))
        {
            self.over(run);
            *self = Self::default();
            return run.begin(None);
        }
        if !run.is_running() && text.starts_with("(fail) ") && test(text).is_some() {
            // The log is cut in front.
            *self = Self::default();
            run.begin(None);
        }
        if run.is_running() { self.judge(text, run) } else { self.outside(text, run) }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.over(run);
    }
}

impl BunTest {
    /// The run is over, or the log.
    fn over(&mut self, run: &mut Run<'_>) {
        // Bun tells every pass below the file that it names: totals that tell of more were printed by a test.
        if !self.hides_passes() {
            self.forget_more();
        }
        let crashed = run.is_running() && self.crashed;
        self.settle(run);
        if crashed {
            run.open_block(Block::Whole { name: CRASHED, kind: FailureKind::Crash });
            run.message(&self.panic);
            run.emit(Event::Decoded { part: Part::Why, text: &self.panic });
            run.end(Ended::Crash);
        }
    }

    /// Whether no pass was reported, and nothing that failed: for an agent bun leaves the passes out, and then the totals are
    /// the last that it prints, and count all tests that ran.
    fn hides_passes(&self) -> bool {
        let counts_all = self.pending.is_none_or(|totals| {
            let skipped = totals.skipped.unwrap_or(0);
            Some(self.ran) == totals.passed.map(|passed| passed.saturating_add(skipped))
                || Some(self.ran) == totals.passed
        });
        self.passes == 0
            && self.glued == 0
            && self.fails == 0
            && self.errors == 0
            && !self.has_error
            && counts_all
    }

    /// Forgets totals of a run without a failure that count more passes than came.
    fn forget_more(&mut self) {
        let most = self.passes.saturating_add(self.glued);
        self.pending.take_if(|totals| {
            let passes = totals.failed == Some(0) && totals.errors.is_none();
            passes && !self.file.is_empty() && totals.passed.unwrap_or(0) > most
        });
    }

    /// A line outside of a run: a log may begin at the totals. Those without a failure prove nothing alone.
    fn outside(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if self.summary(text).is_none() {
            *self = Self::default();
            return Seen::No;
        }
        let failed = |totals: &Totals| totals.failed > Some(0) || totals.errors > Some(0);
        let Some(totals) = self.pending.take().filter(failed) else { return Seen::No };
        run.totals(totals)
    }

    fn judge(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        self.has_error |= text.starts_with("error: ");
        let failed = std::mem::take(&mut self.failed);
        if let Some(rulers) = self.unhandled {
            return self.unhandled(text, rulers, run);
        }
        if text.is_empty() {
            return Seen::Mine(Class::Noise);
        }
        self.forget_more();
        if let Some((outcome, name)) = test(text) {
            // Totals that tests follow were printed by one, and so was a crash.
            (self.pending, self.crashed) = (None, false);
            return self.test(outcome, name, run);
        }
        if failed && text.starts_with("  ^ ") {
            run.emit(Event::Message(text.trim_start_matches("  ^ ").trim_end()));
            run.emit(Event::Text(Part::Why));
            return Seen::Mine(Class::Detail);
        }
        if let Some(file) = text.strip_suffix(':').filter(|file| source(file) && indent(file) == 0) {
            self.pending = None;
            self.file = clipped(file);
            self.gather.clear();
            return Seen::Mine(Class::Noise);
        }
        if text == "# Unhandled error between tests" {
            self.pending = None;
            self.gather.clear();
            self.unhandled = Some(0);
            return Seen::Mine(Class::Noise);
        }
        if let Some(list) = text.strip_suffix(':').and_then(|list| list.split_once(' '))
            && scan::whole_number(list.0).is_some()
            && matches!(
                list.1,
                "tests failed"
                    | "test failed"
                    | "tests skipped"
                    | "test skipped"
                    | "tests todo"
                    | "test todo"
            )
        {
            // It names a file or none.
            self.listing = Some(0);
            self.file.clear();
            return Seen::Mine(Class::Noise);
        }
        if text.starts_with("panic(") || text.starts_with("panic: ") {
            self.panic = clipped(text);
        } else if text.starts_with(CRASHED) && !self.panic.is_empty() {
            self.crashed = true;
        }
        if let Some(seen) = self.summary(text) {
            self.crashed = false;
            run.may_have_ended();
            return seen;
        }
        if self.plausible() {
            self.settle(run);
            return Seen::No;
        }
        if text.starts_with("No tests found!") {
            return run.fail_whole_at_once(text, FailureKind::Suite, "");
        }
        self.glued.up(u64::from(text.contains("(pass) ") || text.contains("\u{2713} ")));
        self.gather.keep(text);
        Seen::Inside(Class::Other)
    }

    /// Whether the totals that were read count what was reported: those that a test printed seldom do.
    fn plausible(&self) -> bool {
        self.pending.is_some_and(|totals| {
            totals.passed == Some(self.passes) && totals.failed.unwrap_or(0) >= self.fails
        })
    }

    /// A test's line.
    fn test(&mut self, outcome: Outcome, name: &str, run: &mut Run<'_>) -> Seen {
        let shown = match self.listing {
            Some(from) if self.file.is_empty() => self.listed(from, name),
            _ if self.file.is_empty() => name.to_owned(),
            _ => format!("{}{SEPARATOR}{name}", self.file),
        };
        let id = TestId::split_last(&shown, SEPARATOR);
        if self.listing.is_some() {
            if let Outcome::Failed(_) = outcome {
                run.emit(Event::Finished { id, outcome, grade: Grade::Listed, attempt: 0, alias: "" });
            }
            return Seen::Mine(Class::Noise);
        }
        run.emit(Event::finished(id, outcome));
        self.rows = false;
        match outcome {
            Outcome::Failed(_) => {
                self.fails.up(1);
                if self.names.len() < NAMES {
                    self.names.push(clipped(&shown));
                }
                run.emit(Event::Heading);
                self.gather.tell(run);
                self.failed = true;
                Seen::Mine(Class::Detail)
            }
            Outcome::Skipped => {
                self.gather.clear();
                Seen::Mine(Class::Skipped)
            }
            Outcome::Passed | Outcome::Other => {
                self.passes.up(1);
                self.gather.clear();
                Seen::Mine(Class::Passed)
            }
        }
    }

    /// The name under which a failure of the list was reported: the list has the order of the run.
    fn listed(&mut self, from: usize, name: &str) -> String {
        let is = |known: &&String| {
            known.strip_suffix(name).is_some_and(|file| file.is_empty() || file.ends_with(SEPARATOR))
        };
        let Some((at, known)) = self.names.iter().enumerate().skip(from).find(|(_, known)| is(known)) else {
            return name.to_owned();
        };
        self.listing = Some(at.saturating_add(1));
        known.clone()
    }

    /// A line of an error that belongs to no test: it is between two rulers.
    fn unhandled(&mut self, text: &str, rulers: u32, run: &mut Run<'_>) -> Seen {
        if !scan::is_ruler(text, '-', 20) {
            if rulers == 0 {
                self.unhandled = None;
                return Seen::No;
            }
            self.gather.keep(text);
            return Seen::Inside(Class::Detail);
        }
        if rulers == 0 {
            self.unhandled = Some(1);
            return Seen::Mine(Class::Noise);
        }
        self.unhandled = None;
        self.errors.up(1);
        let message = self.gather.message().unwrap_or("unhandled error");
        let message = message.strip_prefix("error: ").unwrap_or(message).to_owned();
        let name = format!("{}: {message}", self.file);
        run.open_block(Block::Whole { name: &name, kind: FailureKind::Collection });
        self.gather.tell(run);
        run.message(&message);
        run.close();
        Seen::Mine(Class::Noise)
    }

    /// Rows of the totals: ` 2 pass`, ` 0 fail`, ` 1 error`, and `Ran 4 tests across 1 file. [63.00ms]`.
    fn summary(&mut self, text: &str) -> Option<Seen> {
        if let Some(rest) = text.strip_prefix("Ran ") {
            let (ran, rest) = scan::number(rest)?;
            if !self.rows || !(rest.starts_with(" tests across ") || rest.starts_with(" test across ")) {
                return None;
            }
            self.rows = false;
            self.ran = ran;
            let mut totals = std::mem::take(&mut self.totals);
            totals.total = None;
            // The row of failures is always printed: without it nothing is known of them.
            for slot in [&mut totals.passed, &mut totals.skipped] {
                slot.get_or_insert(0);
            }
            self.pending = Some(totals);
            return Some(Seen::Mine(Class::Totals));
        }
        let (number, word) = scan::number(text.strip_prefix(' ')?)?;
        let slot = match word {
            " pass" => {
                self.totals = Totals::default();
                &mut self.totals.passed
            }
            " fail" => &mut self.totals.failed,
            " skip" | " todo" => &mut self.totals.skipped,
            " error" | " errors" => &mut self.totals.errors,
            _ if word.starts_with(" expect() call") || word.starts_with(" snapshot") => {
                return self.rows.then_some(Seen::Mine(Class::Totals));
            }
            _ => return None,
        };
        *slot = Some(slot.unwrap_or(0).saturating_add(number));
        self.rows = true;
        Some(Seen::Mine(Class::Totals))
    }

    /// Tells the totals.
    fn settle(&mut self, run: &mut Run<'_>) {
        let Some(mut totals) = self.pending.take() else { return };
        if totals.failed == Some(0) && totals.errors.is_none() {
            // Lines like those of failed tests were printed by tests.
            for name in std::mem::take(&mut self.names) {
                run.emit(Event::Withdrawn(TestId::split_last(&name, SEPARATOR)));
            }
        }
        // A file that could not be loaded counts as a failed test too.
        totals.errors.take_if(|errors| {
            totals.failed.unwrap_or(0) >= self.fails.saturating_add((*errors).min(self.errors))
        });
        run.totals(totals);
    }
}

/// `(pass) cart > adds [0.04ms]`, `✗ cart > adds [0.27ms]`: how a test ended, and its name.
fn test(text: &str) -> Option<(Outcome, &str)> {
    let (word, name) = text.split_once(' ')?;
    let outcome = match word {
        "(pass)" | "✓" => Outcome::Passed,
        "(fail)" | "✗" => Outcome::Failed(FailureKind::Test),
        "(skip)" | "»" | "(todo)" | "✎" => Outcome::Skipped,
        _ => return None,
    };
    let name = match name
        .strip_suffix("ms]")
        .or_else(|| name.strip_suffix("s]"))
        .and_then(|rest| rest.rsplit_once(" ["))
    {
        Some((before, time)) if time.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') => before,
        _ => name,
    };
    (!name.is_empty()).then_some((outcome, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tests_line_ends_with_its_time() {
        assert_eq!(test("(pass) cart > adds [0.04ms]"), Some((Outcome::Passed, "cart > adds")));
        assert_eq!(test("✗ cart [one]"), Some((Outcome::Failed(FailureKind::Test), "cart [one]")));
        assert_eq!(test("(maybe) cart"), None);
    }
}
