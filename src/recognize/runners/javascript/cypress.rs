//! `cypress run`.
//!
//! A section opens at `(Run Starting)`; each spec is headed by `Running:  NAME (1 of 3)` and reported as mocha's spec
//! reporter does: a tree of names, numbers, and a numbered list of failures whose titles are on lines of their own.
//! The table after `(Run Finished)` has a row for each spec and one for all of them.
//!
//! Not handled here: Cypress Cloud's tables, videos and screenshots, mocha's other reporters.

use super::shared::Body;
use crate::budget::Count as _;
use crate::event::{Block, Class, Event, FailureKind, Level, Opened, Part, Seen, Sink, TestId, Totals};
use crate::recognize::kit::clip::{clipped, indent};
use crate::recognize::kit::scan;
use crate::recognize::kit::{Run, Runner, Spec};

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
    open: bool,
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
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.open
    }

    fn line(&mut self, (): &mut (), _text: &str, sink: &mut Run<'_>) -> Seen {
        let line = sink.line();
        let text = line.judged();
        let bare = text.trim();
        if bare == "(Run Starting)" {
            self.over(sink);
            *self = Self { open: true, ..Self::default() };
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
            return Seen::Mine(Class::Noise);
        }
        if !self.open && (bare == "(Run Finished)" || heading(bare).is_some()) {
            // The beginning of the log is missing.
            *self = Self { open: true, ..Self::default() };
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
        }
        let aborted = text.starts_with("Cypress could not verify that this server")
            || text.starts_with("Can't run because no spec files were found")
            || text.starts_with("Your configFile ") && text.contains("invalid");
        if aborted {
            sink.emit(Event::BlockOpened(Block::Whole { name: bare, kind: FailureKind::Setup }));
            sink.emit(Event::Heading);
            sink.emit(Event::BlockClosed);
            return Seen::Mine(Class::Detail);
        }
        if self.open { self.judge(text, bare, sink) } else { Seen::No }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.over(run);
    }
}

impl Cypress {
    /// The run is over, or the log.
    fn over(&mut self, sink: &mut dyn Sink) {
        self.leave(sink);
        if std::mem::take(&mut self.open) {
            self.cut(sink);
        }
    }

    fn judge(&mut self, text: &str, bare: &str, sink: &mut dyn Sink) -> Seen {
        if bare.is_empty() {
            return Seen::Mine(Class::Noise);
        }
        if let Some(spec) = heading(bare) {
            self.leave(sink);
            self.spec = clipped(spec);
            (self.located, self.listed) = (Vec::new(), 0);
            return Seen::Mine(Class::Noise);
        }
        if bare == "(Results)" || bare == "(Run Finished)" {
            self.leave(sink);
            self.zone = if bare == "(Results)" { Zone::Tree } else { Zone::Table };
            return Seen::Mine(Class::Noise);
        }
        if bare.starts_with("We detected that the ") && bare.contains(" just crashed") && indent(text) == 0 {
            self.leave(sink);
            self.crash(bare, sink);
            return Seen::Mine(Class::Detail);
        }
        if bare.starts_with("Oops...we found an error preparing this test file") && indent(text) == 0 {
            self.leave(sink);
            self.broken(bare, sink);
            return Seen::Mine(Class::Detail);
        }
        match &mut self.zone {
            Zone::Broken(reported, lines) if *lines < BROKEN && !bare.starts_with(['─', '=']) => {
                lines.up(1);
                if bare == "The error was:" || bare.starts_with("> ") {
                    return Seen::Mine(Class::Noise);
                }
                if !std::mem::replace(reported, true) {
                    sink.emit(Event::Message(bare));
                }
                sink.emit(Event::Text(Part::Why));
                return Seen::Inside(Class::Detail);
            }
            Zone::Broken(..) => self.leave(sink),
            Zone::Table => return self.row(bare, sink),
            Zone::List | Zone::Failure(_) if numbered(text).is_some() => {
                let title = numbered(text).unwrap_or_default();
                self.leave(sink);
                self.listed.up(1);
                return self.titles(vec![clipped(title)], sink);
            }
            Zone::Titles(titles) => {
                let mut titles = std::mem::take(titles);
                titles.push(clipped(bare));
                return self.titles(titles, sink);
            }
            Zone::Failure(body) => {
                let class = body.line(text.get(5..).unwrap_or(bare), sink);
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
    fn titles(&mut self, mut titles: Vec<String>, sink: &mut dyn Sink) -> Seen {
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
        sink.emit(Event::BlockOpened(Block::Test { id, kind }));
        sink.emit(Event::Instead(&format!("{module}{SEPARATOR}{name}:")));
        sink.emit(Event::Heading);
        if self.failed.len() < SPECS && !self.failed.contains(&self.spec) {
            self.failed.push(self.spec.clone());
        }
        self.zone = Zone::Failure(Body::default());
        Seen::Mine(Class::Detail)
    }

    /// The browser died: the spec failed, and its row tells no more.
    fn crash(&mut self, printed: &str, sink: &mut dyn Sink) {
        sink.emit(Event::BlockOpened(Block::Whole { name: &self.spec, kind: FailureKind::Crash }));
        sink.emit(Event::Instead(&format!("{}: {printed}", self.spec)));
        sink.emit(Event::Heading);
        sink.emit(Event::Message(printed));
        sink.emit(Event::BlockClosed);
        if self.failed.len() < SPECS && !self.failed.contains(&self.spec) {
            self.failed.push(self.spec.clone());
        }
    }

    /// The spec could not be bundled; its text follows.
    fn broken(&mut self, printed: &str, sink: &mut dyn Sink) {
        sink.emit(Event::BlockOpened(Block::Whole { name: &self.spec, kind: FailureKind::Collection }));
        sink.emit(Event::Instead(&format!("{}: {printed}", self.spec)));
        sink.emit(Event::Heading);
        if self.failed.len() < SPECS && !self.failed.contains(&self.spec) {
            self.failed.push(self.spec.clone());
        }
        self.zone = Zone::Broken(false, 0);
    }

    /// The stream ends inside of the run: what its trees of names reported is all there is.
    fn cut(&mut self, sink: &mut dyn Sink) {
        let [passed, failed, skipped] = self.rows;
        sink.emit(Event::Counted { passed: self.passed.max(passed), failed, skipped, other: 0 });
        for title in self.located.iter().skip(self.listed) {
            let kind = if title.contains("\" hook") { FailureKind::Setup } else { FailureKind::Test };
            let id = TestId { module: &self.spec, separator: SEPARATOR, name: title };
            sink.emit(Event::BlockOpened(Block::Test { id, kind }));
            sink.emit(Event::Instead(&format!("{}{SEPARATOR}{title}", self.spec)));
            sink.emit(Event::Heading);
            sink.emit(Event::BlockClosed);
        }
    }

    /// A row of the table of all specs.
    fn row(&mut self, bare: &str, sink: &mut dyn Sink) -> Seen {
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
                sink.emit(Event::BlockOpened(Block::Whole { name: spec, kind: FailureKind::Suite }));
                sink.emit(Event::Text(Part::Why));
                sink.emit(Event::BlockClosed);
                return Seen::Mine(Class::Detail);
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
        sink.emit(Event::Counted { passed: passing, failed: 0, skipped, other: 0 });
        sink.emit(Event::Declared { totals, level: Level::Section });
        self.open = false;
        self.zone = Zone::Tree;
        Seen::Mine(Class::Totals)
    }

    fn leave(&mut self, sink: &mut dyn Sink) {
        if matches!(std::mem::take(&mut self.zone), Zone::Failure(_) | Zone::Broken(..)) {
            sink.emit(Event::BlockClosed);
        }
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
