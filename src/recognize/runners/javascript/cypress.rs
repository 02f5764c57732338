//! `cypress run`.
//!
//! A section opens at `(Run Starting)`; each spec is headed by `Running:  NAME (1 of 3)` and reported as mocha's spec
//! reporter does: a tree of names, numbers, and a numbered list of failures whose titles are on lines of their own.
//! The table after `(Run Finished)` has a row for each spec and one for all of them.
//!
//! Not handled here: Cypress Cloud's tables, videos and screenshots, mocha's other reporters.

use super::shared::Body;
use crate::budget::Count as _;
use crate::event::{Block, Class, Event, FailureKind, Part, Seen, TestId, Totals};
use crate::recognize::kit::clip::{clipped, indent};
use crate::recognize::kit::scan;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};

const SEPARATOR: &str = " > ";
/// The most lines of one title.
const TITLES: usize = 32;
/// The most lines of an error of bundling.
const BROKEN: u32 = 40;
/// The most specs with failures that are remembered.
const SPECS: usize = 1024;

/// Where in the output a line is.
#[derive(Clone, Debug, Default)]
enum Zone {
    /// Between reports, or in the tree of names.
    #[default]
    Tree,
    /// After `N failing`.
    List,
    /// In the titles above a failure.
    Titles(Vec<String>),
    /// In the text of a failure.
    Failure(Body),
    /// In the error of a spec that could not be bundled: whether its reason was reported, and its lines so far.
    Broken(bool, u32),
    /// In the table of all specs.
    Table,
}

/// `cypress run`.
#[derive(Debug, Default)]
pub struct Cypress {
    zone: Zone,
    spec: String,
    /// Specs with failures.
    failed: Vec<String>,
    /// Passes in the trees of names: they count when the run is cut.
    passed: u64,
    /// Failures in the tree of the last spec.
    located: Vec<String>,
    /// How many of them the list reported.
    listed: usize,
    /// Passes, failures and skipped tests of the rows of the table so far.
    rows: [u64; 3],
}

impl Runner for Cypress {
    const SPEC: Spec = Spec {
        name: "cypress",
        reads: "cypress run",
        starts: &[
            "(Run Starting)",
            "(Run Finished)",
            "Running:  ",
            "Cypress could not verify that this server is running",
            "Can't run because no spec files were found",
            "Your configFile ",
        ],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        let bare = text.trim();
        if bare == "(Run Starting)" {
            self.over(run);
            *self = Self::default();
            return run.begin(None);
        }
        if !run.is_running() && (bare == "(Run Finished)" || heading(bare).is_some()) {
            // The beginning of the log is missing.
            *self = Self::default();
            run.begin(None);
        }
        let aborted = text.starts_with("Cypress could not verify that this server")
            || text.starts_with("Can't run because no spec files were found")
            || text.starts_with("Your configFile ") && text.contains("invalid");
        if aborted {
            return run.fail_whole_at_once(bare, FailureKind::Setup, "");
        }
        if run.is_running() { self.judge(text, bare, run) } else { Seen::No }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.over(run);
    }
}

impl Cypress {
    /// The run is over, or the log.
    fn over(&mut self, run: &mut Run<'_>) {
        self.leave(run);
        if run.is_running() {
            self.cut(run);
        }
    }

    fn judge(&mut self, text: &str, bare: &str, run: &mut Run<'_>) -> Seen {
        if bare.is_empty() {
            return Seen::Mine(Class::Noise);
        }
        if let Some(spec) = heading(bare) {
            self.leave(run);
            self.spec = clipped(spec);
            (self.located, self.listed) = (Vec::new(), 0);
            return Seen::Mine(Class::Noise);
        }
        if bare == "(Results)" || bare == "(Run Finished)" {
            self.leave(run);
            self.zone = if bare == "(Results)" { Zone::Tree } else { Zone::Table };
            return Seen::Mine(Class::Noise);
        }
        if bare.starts_with("We detected that the ") && bare.contains(" just crashed") && indent(text) == 0 {
            self.leave(run);
            run.instead(&format!("{}: {bare}", self.spec));
            let seen = run.fail_whole_at_once(&self.spec, FailureKind::Crash, bare);
            // Its row tells no more.
            self.remember();
            return seen;
        }
        if bare.starts_with("Oops...we found an error preparing this test file") && indent(text) == 0 {
            self.leave(run);
            // It could not be bundled; its text follows.
            run.instead(&format!("{}: {bare}", self.spec));
            self.remember();
            self.zone = Zone::Broken(false, 0);
            return run.fail_whole(&self.spec, FailureKind::Collection);
        }
        match &mut self.zone {
            Zone::Broken(reported, lines) if *lines < BROKEN && !bare.starts_with(['─', '=']) => {
                lines.up(1);
                if bare == "The error was:" || bare.starts_with("> ") {
                    return Seen::Mine(Class::Noise);
                }
                if !std::mem::replace(reported, true) {
                    run.message(bare);
                }
                return run.below(Part::Why);
            }
            Zone::Broken(..) => self.leave(run),
            Zone::Table => return self.row(bare, run),
            Zone::List | Zone::Failure(_) if numbered(text).is_some() => {
                let title = numbered(text).unwrap_or_default();
                self.leave(run);
                self.listed.up(1);
                return self.titles(vec![clipped(title)], run);
            }
            Zone::Titles(titles) => {
                let mut titles = std::mem::take(titles);
                titles.push(clipped(bare));
                return self.titles(titles, run);
            }
            Zone::Failure(body) => {
                let class = body.line(text.get(5..).unwrap_or(bare), run);
                // Of a message on several lines only the first is indented; what else is so may be anybody's.
                return if indent(text) == 0 { Seen::Inside(class) } else { Seen::Mine(class) };
            }
            Zone::List | Zone::Tree => {}
        }
        let summary = scan::number(bare).filter(|_| indent(text) == 2);
        if let Some((_, word)) = summary {
            if word == " failing" {
                self.zone = Zone::List;
                return Seen::Mine(Class::Noise);
            }
            if word == " pending" || word.starts_with(" passing (") {
                return Seen::Mine(Class::Noise);
            }
        }
        if let Some((number, title)) = scan::number(bare)
            && let Some(title) = title.strip_prefix(") ").filter(|_| matches!(self.zone, Zone::Tree))
            && number.checked_sub(1) == u64::try_from(self.located.len()).ok()
            && self.located.len() < SPECS
        {
            self.located.push(clipped(title));
            return Seen::Mine(Class::Detail);
        }
        let icon = bare.chars().next().unwrap_or_default();
        match icon {
            '✓' | '√' => {
                self.passed.up(1);
                Seen::Mine(Class::Passed)
            }
            '│' | '┌' | '└' | '├' => Seen::Mine(Class::Noise),
            '-' if indent(text) >= 4 => Seen::Mine(Class::Skipped),
            '─' | '=' if bare.chars().all(|each| each == icon) => Seen::Mine(Class::Noise),
            _ => Seen::No,
        }
    }

    /// The titles above a failure; the last one ends with a colon.
    fn titles(&mut self, mut titles: Vec<String>, run: &mut Run<'_>) -> Seen {
        let last = titles.last().is_some_and(|title| title.ends_with(':'));
        if !last && titles.len() < TITLES {
            self.zone = Zone::Titles(titles);
            return Seen::Mine(Class::Detail);
        }
        if let Some(title) = titles.last_mut() {
            *title = title.trim_end_matches(':').to_owned();
        }
        let kind = if titles.last().is_some_and(|title| title.contains("\" hook")) {
            FailureKind::Setup
        } else {
            FailureKind::Test
        };
        let name = titles.pop().unwrap_or_default();
        titles.insert(0, self.spec.clone());
        let module = titles.join(SEPARATOR);
        let id = TestId { module: &module, separator: SEPARATOR, name: &name };
        self.remember();
        self.zone = Zone::Failure(Body::default());
        run.instead(&format!("{module}{SEPARATOR}{name}:"));
        run.fail_as(id, kind)
    }

    /// The spec failed.
    fn remember(&mut self) {
        if self.failed.len() < SPECS && !self.failed.contains(&self.spec) {
            self.failed.push(self.spec.clone());
        }
    }

    /// The stream ends inside of the run: what its trees of names reported is all there is.
    fn cut(&mut self, run: &mut Run<'_>) {
        let [passed, failed, skipped] = self.rows;
        run.emit(Event::Counted { passed: self.passed.max(passed), failed, skipped, other: 0 });
        for title in self.located.iter().skip(self.listed) {
            let kind = if title.contains("\" hook") { FailureKind::Setup } else { FailureKind::Test };
            let id = TestId { module: &self.spec, separator: SEPARATOR, name: title };
            run.instead(&format!("{}{SEPARATOR}{title}", self.spec));
            run.fail_as(id, kind);
            run.close();
        }
    }

    /// A row of the table of all specs.
    fn row(&mut self, bare: &str, run: &mut Run<'_>) -> Seen {
        let inner = bare.trim_matches(|each| matches!(each, '│' | ' '));
        let Some((icon, rest)) = inner.split_once(' ') else { return Seen::Mine(Class::Noise) };
        let failed = match icon {
            "✔" | "√" => false,
            "✖" | "×" | "X" => true,
            _ => return Seen::Mine(Class::Noise),
        };
        let mut words = rest.split_whitespace().rev();
        let mut numbers = [None; 5];
        for slot in &mut numbers {
            let Some(word) = words.next() else { return Seen::Mine(Class::Noise) };
            *slot = if word == "-" { Some(0) } else { scan::whole_number(word) };
        }
        let [Some(skipped), Some(pending), Some(failing), Some(passing), Some(_)] = numbers else {
            return Seen::Mine(Class::Noise);
        };
        let skipped = pending.saturating_add(skipped);
        if bare.starts_with('│') {
            for (slot, more) in self.rows.iter_mut().zip([passing, failing, skipped]) {
                slot.up(more);
            }
            let spec = rest.split_whitespace().next().unwrap_or_default();
            if failed && !self.failed.iter().any(|known| known.starts_with(spec)) {
                // It died before it could tell.
                let seen = run.open_block(Block::Whole { name: spec, kind: FailureKind::Suite });
                run.text(Part::Why);
                run.close();
                return seen;
            }
            return Seen::Mine(Class::Totals);
        }
        let totals = Totals {
            passed: Some(passing),
            // The rows are the check: each counts its own spec.
            failed: Some(failing.max(self.rows[1])),
            skipped: Some(skipped),
            ..Totals::default()
        };
        run.emit(Event::Counted { passed: passing, failed: 0, skipped, other: 0 });
        run.totals(totals)
    }

    fn leave(&mut self, run: &mut Run<'_>) {
        self.zone = Zone::Tree;
        run.close();
    }
}

/// `Running:  cart.cy.js   (1 of 3)`: the spec.
fn heading(bare: &str) -> Option<&str> {
    let (spec, of) = bare.strip_prefix("Running: ")?.strip_suffix(')')?.rsplit_once('(')?;
    let (_, rest) = scan::number(of)?;
    let counted = rest.strip_prefix(" of ").and_then(scan::whole_number).is_some();
    (counted && !spec.trim().is_empty()).then(|| spec.trim())
}

/// `  1) cart`: the title after a failure's number.
fn numbered(text: &str) -> Option<&str> {
    if indent(text) != 2 {
        return None;
    }
    let (_, rest) = scan::number(text.trim_start())?;
    rest.strip_prefix(") ").map(str::trim_end)
}
