//! shellspec: points or names for its examples, what is to be printed of each, the numbers, and the list of what failed.
//!
//! ```text
//! Running: /bin/sh [sh]
//! ..F
//!
//! Examples:
//!   1) harbour moors a ferry
//!      When call moor ferry
//!
//!      1.1) The output should equal moored
//!
//!             expected: "moored"
//!                  got: "adrift"
//!
//!           # spec/harbour_spec.sh:14
//!
//! Finished in 0.12 seconds (user 0.09 seconds, sys 0.02 seconds)
//! 3 examples, 1 failure
//!
//! Failure examples: (Listed here affect your suite's status)
//!
//! shellspec spec/harbour_spec.sh:12 # 1) harbour moors a ferry FAILED
//! ```
//!
//! What is to be printed of an example is above the numbers for skipped and pending ones too: the list after the numbers
//! tells which of them failed, warnings among them, so the end of a run waits for it. Its TAP is read as TAP. Source of the
//! format: shellspec's formatters `conclusion`, `summary` and `references`.

use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Part, Place, Seen, TestId, Totals};
use crate::recognize::kit::clip::{clipped, indent};
use crate::recognize::kit::{EveryLine, Run, Runner, Shape, Spec, begins, scan, shape};

/// The most examples whose texts wait for the list, and the most lines of each.
const MOST: (usize, usize) = (2048, 40);

/// The part of its output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    #[default]
    Outside,
    /// Among the points or names.
    Running,
    /// Below `Examples:`.
    Examples,
    /// After the numbers.
    After,
    /// In the list of what does not matter.
    Notable,
    /// In the list of what failed.
    Failed,
}

/// What is to be printed of an example.
#[derive(Debug, Default)]
struct Reported {
    number: u64,
    place: Option<(String, u64)>,
    lines: Vec<String>,
}

/// shellspec.
#[derive(Debug, Default)]
pub struct Shellspec {
    reported: Vec<Reported>,
    /// Examples that the numbers call warnings.
    warned: u64,
    notable: u64,
    /// The time was reported, which is above the numbers: RSpec has the same.
    timed: bool,
}

const SHELL: Shape = shape("Running: /{any} [{any..}]");

impl Runner for Shellspec {
    const SPEC: Spec = Spec {
        name: "shellspec",
        reads: "shellspec: points and names (its TAP is read as tap)",
        starts: &["Running: /", "Failure examples"],
        every_line: EveryLine::InZone,
        ..Spec::NONE
    };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        if SHELL.fits(text) {
            self.end(*zone, run);
            // The time of a run beside this one is above the numbers, too.
            *self = Self { timed: self.timed, ..Self::default() };
            *zone = Zone::Running;
            return run.begin(None);
        }
        if text.starts_with("Failure examples") && text.ends_with("affect your suite's status)") {
            run.open();
            *zone = Zone::Failed;
            return Seen::Mine(Class::Noise);
        }
        match *zone {
            Zone::Outside => Seen::No,
            Zone::Running | Zone::Examples => self.inside(zone, text, run),
            Zone::After | Zone::Notable | Zone::Failed => self.after(zone, text, run),
        }
    }

    fn end(&mut self, zone: Zone, run: &mut Run<'_>) {
        if matches!(zone, Zone::After | Zone::Notable | Zone::Failed) {
            self.finish(run);
        }
    }
}

impl Shellspec {
    fn inside(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        if text == "Examples:" {
            *zone = Zone::Examples;
            return Seen::Mine(Class::Noise);
        }
        if self.timed
            && let Some(seen) = self.numbers(text, run)
        {
            *zone = Zone::After;
            return seen;
        }
        if text.starts_with("Finished in ") && text.contains(" seconds (user ") {
            self.timed = true;
            return Seen::Mine(Class::Noise);
        }
        if *zone == Zone::Running {
            // A name with its mark, which RSpec prints too.
            let marked = text.ends_with(')') && text.contains(" (FAILED - ");
            return if marked { Seen::Mine(Class::Other) } else { Seen::No };
        }
        let column = indent(text);
        let content = text.trim_start();
        if column == 2
            && let Some((number, rest)) = scan::number(content)
            && rest.starts_with(") ")
        {
            if self.reported.len() < MOST.0 {
                self.reported.push(Reported { number, ..Reported::default() });
            }
            return Seen::Mine(Class::Other);
        }
        if column < 5 {
            return if content.is_empty() { Seen::Inside(Class::Other) } else { Seen::No };
        }
        let Some(reported) = self.reported.last_mut() else { return Seen::No };
        if let Some((file, Some(line))) = content.strip_prefix("# ").map(place) {
            reported.place.get_or_insert((clipped(file), line));
        }
        if reported.lines.len() < MOST.1 {
            reported.lines.push(clipped(text));
        }
        Seen::Inside(Class::Other)
    }

    /// `5 examples, 1 failure, 2 warnings, 1 skip (muted 1 skip), aborted by an unexpected error`
    fn numbers(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        let (all, rest) = scan::number(text)?;
        let (failed, more) =
            scan::number(rest.strip_prefix(" examples, ").or_else(|| rest.strip_prefix(" example, "))?)?;
        let more = more.strip_prefix(" failures").or_else(|| more.strip_prefix(" failure"))?;
        let (mut skipped, mut other, mut fixed, mut trouble) = (0_u64, 0, 0, None);
        for part in more.split(", ").skip(1) {
            let word =
                scan::number(part).map(|(number, word)| (number, word.split(" (").next().unwrap_or(word)));
            match word {
                Some((number, " skip" | " skips")) => skipped = number,
                Some((number, " pending" | " pendings")) => other = number,
                Some((number, " fix" | " fixes")) => fixed = number,
                Some((number, " warning" | " warnings")) => self.warned = number,
                _ => trouble = Some(part),
            }
        }
        let failed = failed.saturating_add(fixed);
        let reported =
            [failed, skipped, other, self.warned].iter().fold(0_u64, |sum, each| sum.saturating_add(*each));
        if let Some(trouble) = trouble {
            run.fail_whole_at_once(trouble, FailureKind::Crash, "");
        }
        Some(run.hold_totals(Totals {
            passed: Some(all.saturating_sub(reported)),
            failed: Some(failed),
            skipped: Some(skipped),
            other: Some(other),
            ..Totals::default()
        }))
    }

    /// The lists after the numbers.
    fn after(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        if text.starts_with("Notable examples") {
            *zone = Zone::Notable;
            return Seen::Mine(Class::Noise);
        }
        if text.is_empty() {
            return Seen::Mine(Class::Noise);
        }
        let row = text.strip_prefix("shellspec ").and_then(|row| row.split_once(" # "));
        match row {
            Some(_) if *zone == Zone::Notable => {
                self.notable.up(1);
                Seen::Mine(Class::Skipped)
            }
            Some((at, what)) if *zone == Zone::Failed => self.failed(at, what, run),
            _ if begins(text, &["Aborted with status code [", "Fatal error occurred, "]) => {
                Seen::Mine(Class::Detail)
            }
            _ => {
                self.finish(run);
                (*self, *zone) = Default::default();
                Seen::No
            }
        }
    }

    /// `spec/harbour_spec.sh:12`, `1) harbour moors a ferry FAILED`
    fn failed(&mut self, at: &str, what: &str, run: &mut Run<'_>) -> Seen {
        if what.starts_with("expected ") && what.contains(" but only ran ") {
            return run.fail_whole_at_once(at, FailureKind::Collection, what);
        }
        let (number, name) = what.split_once(") ").unwrap_or(("", what));
        let (name, note) = name.rsplit_once(' ').unwrap_or((name, ""));
        let upper = !note.is_empty() && note.bytes().all(|byte| byte.is_ascii_uppercase());
        let name = if upper { name } else { what };
        let (file, line) = place(at);
        let seen = run.fail(TestId { module: file, separator: ": ", name });
        let number = scan::whole_number(number);
        let reported = self.reported.iter().position(|reported| Some(reported.number) == number);
        if let Some(reported) = reported.map(|at| self.reported.swap_remove(at)) {
            if let Some((file, line)) = &reported.place {
                run.at(Place { file, line: Some(*line) });
            }
            let mut reasons = reported.lines.iter().filter_map(|line| {
                let (number, rest) = line.trim().split_once(") ")?;
                number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.').then_some(rest)
            });
            if let Some(reason) = reasons.next() {
                run.message(reason);
            }
            for text in reported.lines.iter().filter(|line| !line.is_empty()) {
                run.emit(Event::Decoded { part: Part::Why, text });
            }
        }
        run.at(Place { file, line });
        run.close();
        seen
    }

    /// The run ended, if its numbers came.
    fn finish(&self, run: &mut Run<'_>) {
        let counts = run.counts();
        if let Some(totals) = run.held() {
            // What is listed and not counted as failed are warnings.
            let failed = totals.failed.unwrap_or(0);
            let warned = self.warned.min(counts.failed.saturating_sub(failed));
            totals.failed = Some(failed.saturating_add(warned));
            totals.other = Some(totals.other.unwrap_or(0).saturating_add(self.warned.saturating_sub(warned)));
            totals.errors = (counts.whole > 0).then_some(counts.whole);
        }
        // Whether warnings matter is printed by the list that has them.
        if self.warned == 0 || counts.failed > 0 || self.notable > 0 {
            run.release();
        }
        run.forget();
    }
}

/// Reads `spec/harbour_spec.sh:12`.
fn place(text: &str) -> (&str, Option<u64>) {
    let (file, line) = text.rsplit_once(':').unwrap_or((text, ""));
    (file, scan::whole_number(line))
}
