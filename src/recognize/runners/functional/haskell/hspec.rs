//! hspec's runs, and what cabal and stack say of a test suite.
//!
//! Groups and examples are printed by indentation; a failed example ends with `FAILED [1]` or `[✘]`. Below `Failures:` each
//! failure has its place, then its number and full name, then the text, indented by seven blanks. `Finished in T seconds` and a
//! line of totals come last. Stack's logs set all of it in. Source: hspec-core 2, `Test.Hspec.Core.Formatters.V1` and `V2`. RSpec prints like it, without
//! places before the numbers and with the time to load.

use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Part, Place, Seen, TestId, Totals};
use crate::recognize::kit::bounds::TELLING_LINES;
use crate::recognize::kit::hspec::{FAILED_CODE, is_hspecs};
use crate::recognize::kit::lint::finding::all_is_well;
use crate::recognize::kit::scan;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};

/// Where the recognizer is.
#[derive(Debug, Default)]
enum State {
    #[default]
    Run,
    /// Below `Failures:`, before the first place.
    Failures,
    /// A place came; its number and name follow.
    Placed(String, Option<u64>),
    /// In the text of a failure.
    Body(u32),
    /// After `Finished in`.
    Finished,
}

/// hspec.
#[derive(Debug, Default)]
pub struct Hspec {
    state: State,
    /// Blanks before all lines.
    indent: usize,
    /// The last message line, while the next may complete it.
    expected: Option<String>,
    last: u64,
    failures: u64,
    /// The number of the present line, and of the last one with which a suite of cabal's began; and how many suites passed that
    /// printed nothing.
    number: u64,
    began: u64,
    quiet: u64,
    /// A failure of RSpec was shown since the last totals: the next ones are its own.
    rspec: bool,
}

impl Runner for Hspec {
    const SPEC: Spec = Spec {
        name: "hspec",
        reads: "hspec, under cabal test and stack test",
        starts: &[
            "Failures:",
            FAILED_CODE,
            "Finished in ",
            "Test suite ",
            "cabal: Tests failed",
            "Error: cabal: Tests failed",
        ],
        numbered: &[" of "],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        !matches!(self.state, State::Run)
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        self.number = line.number;
        let text = self.without_indent(line.judged(), run.is_running());
        self.rspec |= !run.is_running() && text.trim_start().starts_with(FAILED_CODE);
        match std::mem::take(&mut self.state) {
            State::Run => self.run(text, run),
            State::Failures => self.failures(text, run),
            State::Placed(file, number) => self.placed(&file, number, text, run),
            State::Body(lines) => self.body(lines, text, run),
            State::Finished => self.finished(text, run),
        }
    }
}

impl Hspec {
    /// A line without the blanks that are before all lines of a report. `Failures:` may have one less, and the place below it tells.
    fn without_indent<'a>(&mut self, text: &'a str, running: bool) -> &'a str {
        let blanks = text.len().saturating_sub(text.trim_start_matches(' ').len());
        if !running && blanks > 0 {
            let place = matches!(self.state, State::Failures) && scan::place(text.trim()).is_some();
            if place {
                self.indent = blanks.saturating_sub(2);
            } else if text.trim() == "Failures:" {
                self.indent = blanks;
            }
        }
        text.get(self.indent.min(blanks)..).unwrap_or(text)
    }

    fn run(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let line = text.trim_end();
        if line == "Failures:" {
            self.state = State::Failures;
            return Seen::No;
        }
        if is_finished(line) && !std::mem::take(&mut self.rspec) {
            self.state = State::Finished;
            return if run.is_running() { Seen::Mine(Class::Totals) } else { Seen::No };
        }
        self.count_quiet(line);
        let suite = line.strip_prefix("Test suite ");
        let failed = suite.and_then(|rest| rest.strip_suffix(": FAIL"));
        if let Some(name) = failed {
            run.consequence(&format!("test suite {name}"), FailureKind::Suite);
            return Seen::Mine(Class::Detail);
        }
        if let Some(rest) = suite {
            let stack = rest.starts_with("failure for package ");
            if stack {
                run.consequence(line, FailureKind::Suite);
                return Seen::Mine(Class::Detail);
            }
            if rest.ends_with(": RUNNING...") && !run.is_running() {
                run.emit(Event::MayHaveBegun);
            }
            // What runs in a suite is for its own recognizer to see.
            let noise = rest.ends_with(": PASS") || rest.starts_with("logged to:");
            return if noise { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        if let Some(suites) = suites_passed(line).filter(|_| !run.is_running()) {
            // What a suite prints is for its own recognizer to see.
            if std::mem::take(&mut self.quiet) != suites {
                return Seen::Mine(Class::Noise);
            }
            run.emit(Event::Tool(crate::event::Runner("cabal")));
            all_is_well(run);
            run.emit(Event::Tool(crate::event::Runner("hspec")));
            return Seen::Mine(Class::Totals);
        }
        if line.starts_with("cabal: Tests failed") || line.starts_with("Error: cabal: Tests failed") {
            run.consequence(line, FailureKind::Build);
            return Seen::Mine(Class::Detail);
        }
        if run.is_running() && line.starts_with("Randomized with seed ") {
            return Seen::Mine(Class::Noise);
        }
        Seen::No
    }

    /// Counts a suite of cabal's that passed right below the line with which it began.
    fn count_quiet(&mut self, line: &str) {
        let suite = line.trim_start().strip_prefix("Test suite ").unwrap_or_default();
        if suite.ends_with(": RUNNING...") {
            self.began = self.number;
        } else if suite.ends_with(": PASS") && self.number == self.began.saturating_add(1) {
            self.quiet = self.quiet.saturating_add(1);
        }
    }

    /// Before the place of a failure.
    fn failures(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if text.trim().is_empty() {
            self.state = State::Failures;
            return Seen::No;
        }
        if let Some(place) = failure_place(text) {
            self.state = State::Placed(place.file.to_owned(), place.line);
            return if run.is_running() { Seen::Mine(Class::Detail) } else { Seen::No };
        }
        self.run(text, run)
    }

    /// After a place: number and name.
    fn placed(&mut self, file: &str, number: Option<u64>, text: &str, run: &mut Run<'_>) -> Seen {
        let heading = text.strip_prefix("  ").and_then(scan::number);
        let named = heading.and_then(|(number, rest)| Some((number, rest.strip_prefix(") ")?.trim_end())));
        let Some((count, name)) =
            named.filter(|(count, _)| *count == self.last.saturating_add(1) || *count == 1)
        else {
            return self.run(text, run);
        };
        open(run);
        self.last = count;
        self.failures.up(1);
        let id = match name.split_once(' ') {
            Some((module, rest)) if !module.is_empty() && !rest.is_empty() => {
                TestId { module, separator: " ", name: rest }
            }
            _ => TestId::bare(name),
        };
        let seen = run.fail(id);
        run.at(Place { file, line: number });
        let place = number.map_or_else(|| file.to_owned(), |number| format!("{file}:{number}"));
        run.emit(Event::Decoded { part: Part::Why, text: &format!("  {place}") });
        self.state = State::Body(0);
        seen
    }

    fn body(&mut self, lines: u32, text: &str, run: &mut Run<'_>) -> Seen {
        let content = text.trim();
        if content.is_empty() {
            self.state = State::Body(lines);
            return Seen::Mine(Class::Detail);
        }
        if let Some(place) = failure_place(text) {
            run.close();
            self.state = State::Placed(place.file.to_owned(), place.line);
            return Seen::Mine(Class::Detail);
        }
        if content.starts_with("To rerun use: ") {
            self.state = State::Body(lines);
            return run.text(Part::Where);
        }
        if text.starts_with("    ") {
            self.message(content, lines, run);
            self.state = State::Body(lines.saturating_add(1));
            return run.text(if lines > TELLING_LINES { Part::Where } else { Part::Why });
        }
        self.expected = None;
        run.close();
        self.run(text, run)
    }

    /// `expected: 3` and `but got: 4` make one message.
    fn message(&mut self, content: &str, lines: u32, run: &mut Run<'_>) {
        if let Some(expected) = self.expected.take() {
            let joined = content.starts_with("but got: ").then(|| format!("{expected}, {content}"));
            run.message(joined.as_deref().unwrap_or(&expected));
        } else if lines == 0 && content.starts_with("expected: ") {
            self.expected = Some(content.to_owned());
        } else if lines == 0 {
            run.message(content);
        }
    }

    fn finished(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let Some(totals) = totals(text) else { return self.run(text, run) };
        open(run);
        run.totals(totals)
    }
}

/// A run began where its suite did, unless one is open.
fn open(run: &mut Run<'_>) {
    if !run.is_running() {
        run.begin(None);
        run.emit(Event::BeganThere);
    }
}

/// Reads `2 of 2 test suites (2 of 2 test cases) passed.`, cabal's last words on a package, of which none failed.
fn suites_passed(text: &str) -> Option<u64> {
    fn all<'a>(text: &'a str, what: &str) -> Option<(u64, &'a str)> {
        let (passed, rest) = scan::number(text)?;
        let (all, rest) = scan::number(rest.strip_prefix(" of ")?)?;
        Some((all, rest.strip_prefix(what).filter(|_| passed == all && all > 0)?))
    }
    let (suites, cases) = all(text.trim(), " test suites (")?;
    let (_, rest) = all(cases, " test cases) passed.")?;
    rest.is_empty().then_some(suites)
}

/// Reads `  test/Spec.hs:10:14: `, the place above a failure.
fn failure_place(text: &str) -> Option<Place<'_>> {
    let content = text.strip_prefix("  ").filter(|rest| !rest.starts_with(' '))?.trim_end();
    let (place, rest) = scan::place(content)?;
    (place.file.ends_with("hs") && rest.is_empty()).then_some(place)
}

/// Reads `Finished in 0.0006 seconds` with its four decimals, perhaps with the time of the processor.
fn is_finished(text: &str) -> bool {
    let Some(time) = text.strip_prefix("Finished in ") else { return false };
    is_hspecs(time) || time.split_once(", used ").is_some_and(|(time, _)| is_hspecs(time))
}

/// Reads `3 examples, 1 failure, 1 pending`.
fn totals(text: &str) -> Option<Totals> {
    let mut parts = text.trim_end().split(", ");
    let (total, word) = scan::number(parts.next()?)?;
    let (failed, more) = scan::number(parts.next()?)?;
    if !matches!(word, " examples" | " example") || !matches!(more, " failures" | " failure") {
        return None;
    }
    let mut pending = 0;
    for part in parts {
        match scan::number(part)? {
            (number, " pending") => pending = number,
            _ => return None,
        }
    }
    let passed = total.saturating_sub(failed).saturating_sub(pending);
    Some(Totals {
        passed: Some(passed),
        failed: Some(failed),
        errors: None,
        skipped: Some(pending),
        other: None,
        total: Some(total),
    })
}
