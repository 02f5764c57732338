//! A linter: its [`rows`](super::rows) say what it prints, and what that means. One recognizer drives all linters.
//!
//! What rows cannot describe, a linter reads by itself ([`Linter::before`], [`Linter::line`]) and emits through [`Findings`]. Only
//! `Findings` opens and closes findings.

use std::fmt::Debug;

use super::lint::below::Below;
use super::lint::finding::{self, Finding, Weight};
use super::rows::{Next, Row, Table, Unreported, Verb};
use super::shape::{Fields, Placed};
use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Part, Place, Runner, Seen, Sink};
use crate::recognize::kit::bounds::PATH_BYTES;
use crate::recognize::recognizer::{Attention, Recognizer, Signs};
use crate::text::Line;

/// What follows a finding and belongs to it.
#[derive(Clone, Copy, Debug)]
pub enum Follows {
    /// Nothing.
    Nothing,
    /// Lines that the linter reads by itself, before the rows do.
    Own,
    /// An excerpt: see [`Below`].
    Excerpt,
    /// Lines of a zone of its rows.
    Zone(u8),
    /// Lines that fit, up to `most`.
    Lines {
        /// Whether a line fits.
        fits: fn(&str) -> bool,
        /// How many lines at most.
        most: u32,
        /// Which part of the finding they are.
        part: Part,
    },
}

/// What totals mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sum {
    /// So many findings fail the run.
    Failed(u64),
    /// No finding fails the run: it passed.
    Well,
    /// No finding fails the run, which is no evidence of a pass.
    Nothing,
}

/// The beginnings of both lists: lists of letters and of digits are easier to read apart.
#[must_use]
pub const fn both<const A: usize, const B: usize, const N: usize>(
    one: [&'static str; A],
    other: [&'static str; B],
) -> [&'static str; N] {
    let mut all = [""; N];
    let (first, second) = all.split_at_mut(A);
    first.copy_from_slice(&one);
    second.copy_from_slice(&other);
    all
}

impl Sum {
    /// A number of failing findings, and what it means when there are none.
    #[must_use]
    pub const fn or(errors: u64, none: Self) -> Self {
        if errors > 0 { Self::Failed(errors) } else { none }
    }
}

/// A linter that needs more than rows.
pub trait Linter: Debug + Default {
    /// Its rows.
    const TABLE: Table;

    /// Reads a line before the rows do.
    fn before(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        let _ = (text, findings);
        None
    }

    /// Reads a line that is neither a finding nor part of one. The finding before it is closed already.
    fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        let _ = (text, findings);
        None
    }

    /// Whether it has to see every line when nothing is open.
    fn sees_every_line(&self) -> bool {
        false
    }

    /// The stream ends: emits what comes before the open finding is closed.
    fn end(&mut self, findings: &mut Findings<'_>) {
        let _ = findings;
    }
}

/// A linter that is rows alone.
impl Linter for () {
    const TABLE: Table = Table::NONE;
}

/// The recognizer of a linter.
#[derive(Debug)]
pub struct Linting<L: Linter> {
    linter: L,
    table: &'static Table,
    state: State,
}

impl<L: Linter> Default for Linting<L> {
    fn default() -> Self {
        Self { linter: L::default(), table: &L::TABLE, state: State::default() }
    }
}

impl Linting<()> {
    /// The recognizer of a linter that is rows alone.
    #[must_use]
    pub fn of(table: &'static Table) -> Self {
        Self { table, ..Self::default() }
    }
}

/// A tool that shares a recognizer with others.
pub trait Tool: Debug {
    /// Reads a line.
    fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen>;

    /// Whether this tool gets the next line before others. At most one tool of a recognizer is open.
    fn is_open(&self) -> bool;
}

/// Shows the line to the tools until one claims it: to the open one first, to the others in order.
pub fn ask(tools: &mut [&mut dyn Tool], text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
    let open = tools.iter().position(|tool| tool.is_open());
    if let Some(tool) = open.and_then(|at| tools.get_mut(at))
        && let seen @ Some(_) = tool.line(text, findings)
    {
        return seen;
    }
    let others = tools.iter_mut().enumerate().filter(|(at, _)| Some(*at) != open);
    others.map(|(_, tool)| tool).find_map(|tool| tool.line(text, findings))
}

/// The state of the present run.
#[derive(Debug, Default)]
struct State {
    open: Open,
    /// The zone of the next line; 0 outside of all.
    zone: u8,
    under: Under,
    /// Whether a finding was reported since the last totals.
    reported: bool,
}

#[derive(Debug, Default)]
enum Open {
    #[default]
    Nothing,
    /// A finding below which the linter itself reads the lines.
    Own,
    /// A finding below which a zone is: its class.
    Zone(Class),
    /// A finding that an excerpt may follow.
    Excerpt(Below),
    /// A finding that lines may follow: its class, which lines fit, how many may still come, and which part they are.
    Lines(Class, fn(&str) -> bool, u32, Part),
}

/// What the findings of a zone are about.
#[derive(Debug, Default)]
struct Under {
    /// The line that heads them, if it is shown.
    heading: Option<Box<str>>,
    file: Box<str>,
    line: Option<u64>,
    column: Option<u64>,
    /// How many findings came.
    rows: u64,
}

impl<L: Linter> Recognizer for Linting<L> {
    fn runner(&self) -> Runner {
        Runner(self.table.name)
    }

    fn signs(&self) -> Signs {
        let Table { starts, numbered, inside, passes, files, .. } = *self.table;
        Signs { starts, numbered, inside, passes, path: !files.is_empty() }
    }

    fn reads(&self, ending: &str) -> bool {
        self.table.names(ending)
    }

    fn attention(&self) -> Attention {
        let open = self.state.zone > 0 || !matches!(self.state.open, Open::Nothing);
        if open || self.linter.sees_every_line() { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        let mut findings = Findings { table: self.table, state: &mut self.state, sink };
        if let Some(seen) = self.linter.before(text, &mut findings) {
            return seen;
        }
        let placed = Placed::new(text);
        let found = self.table.find(&placed, |row| row.zone == 0);
        let seen = findings.inside(&placed, found.as_ref());
        let seen = seen.or_else(|| self.linter.line(text, &mut findings));
        seen.unwrap_or_else(|| found.map_or(Seen::No, |(row, fields)| findings.row(row, &fields, text)))
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        let mut findings = Findings { table: self.table, state: &mut self.state, sink };
        self.linter.end(&mut findings);
        findings.close();
    }
}

/// A row, and what it reads out of a line.
type Found<'a> = (&'static Row, Fields<'a>);

/// The functions with which a linter emits.
pub struct Findings<'a> {
    table: &'static Table,
    state: &'a mut State,
    sink: &'a mut dyn Sink,
}

impl Findings<'_> {
    /// Reads a finding, or a line below one; `found` is the row outside of zones that takes the line.
    fn inside(&mut self, line: &Placed<'_>, found: Option<&Found<'_>>) -> Option<Seen> {
        if let Some((row, fields)) = found.filter(|(row, _)| row.is_finding()) {
            self.close();
            return Some(self.row(row, fields, line.text));
        }
        let zone = self.state.zone;
        let seen = match self.table.find(line, |row| zone > 0 && row.zone == zone) {
            Some((row, fields)) if row.verb != Verb::Ignores => Some(self.row(row, &fields, line.text)),
            _ => self.more(line.text),
        };
        if seen.is_none() {
            self.close();
        }
        seen
    }

    /// Whether a row of the present zone takes a line.
    #[must_use]
    pub fn fits(&self, text: &str) -> bool {
        let zone = self.state.zone;
        self.table.find(&Placed::new(text), |row| row.zone == zone).is_some()
    }

    /// Reads a line below what is open, if it belongs there.
    pub fn more(&mut self, text: &str) -> Option<Seen> {
        match &mut self.state.open {
            Open::Nothing | Open::Own | Open::Zone(_) => None,
            Open::Excerpt(below) => below.line(text, self.sink),
            Open::Lines(class, fits, left, part) => {
                let class = *class;
                let part = (*left > 0 && fits(text)).then_some(*part)?;
                left.down(1);
                self.emit(Event::Text(part));
                Some(Seen::Mine(class))
            }
        }
    }

    /// Emits what a row says.
    fn row(&mut self, row: &Row, fields: &Fields<'_>, text: &str) -> Seen {
        let bare = text.trim();
        let seen = match row.verb {
            Verb::Fails => return self.found(Weight::Fails, row.next, fields, text),
            Verb::Warns => return self.found(Weight::Warns, row.next, fields, text),
            Verb::Why => self.part(Part::Why, fields),
            Verb::Where => self.part(Part::Where, fields),
            Verb::Under | Verb::Of => return self.under(row, fields, bare),
            Verb::Own => Seen::Mine(Class::Noise),
            Verb::Ends => {
                if !self.take_reported() && fields.errors != Some(0) {
                    self.consequence(text);
                }
                Seen::Mine(Class::Totals)
            }
            Verb::Passes => self.sum(Sum::Well, text),
            Verb::Totals | Verb::TotalsOrPasses => {
                if !self.state.reported && self.table.unreported == Unreported::Ignored {
                    return Seen::No;
                }
                let none = if row.verb == Verb::Totals { Sum::Nothing } else { Sum::Well };
                self.sum(Sum::or(fields.errors.unwrap_or(0), none), text)
            }
            Verb::Breaks | Verb::BreaksWhy => match row.kind {
                Some(kind) => return self.fail_for(bare, kind, follows(row.next)),
                None => {
                    self.consequence(text);
                    Seen::Mine(Class::Totals)
                }
            },
            Verb::Well | Verb::Below | Verb::Ignores => return Seen::No,
        };
        match row.next {
            Next::To(zone) => self.state.zone = zone,
            Next::Closes => self.close(),
            Next::Stays | Next::Excerpt => {}
        }
        seen
    }

    /// Emits a finding that a row describes.
    fn found(&mut self, weight: Weight, next: Next, fields: &Fields<'_>, text: &str) -> Seen {
        let message = match fields.message {
            "" if fields.after.is_empty() => text.trim(),
            "" => {
                let after = fields.after.trim_start_matches([' ', ':']);
                after.strip_prefix("- ").unwrap_or(after)
            }
            message => message.trim(),
        };
        let own = fields.place();
        let under = std::mem::take(&mut self.state.under);
        let about = Place { file: &under.file, line: fields.line.or(under.line) };
        let column = if own.is_some() { fields.column } else { fields.column.or(under.column) };
        let finding = Finding { place: own.unwrap_or(about), column, weight, message };
        let zone = self.state.zone;
        if own.is_some() || under.heading.is_none() {
            let key = if own.is_some() { text } else { &format!("{} {}", under.file, text.trim_start()) };
            let seen = self.open_for(&finding, key, follows(next));
            if !matches!(next, Next::To(_) | Next::Closes) {
                (self.state.zone, self.state.under) = (zone, under);
            }
            return seen;
        }
        let heading = under.heading.as_deref().unwrap_or_default();
        let key = format!("{heading} {}", text.trim_start());
        let seen = self.below(&finding, (heading, under.rows), &key);
        if next == Next::Closes {
            self.close();
        } else {
            self.state.under = Under { rows: under.rows.saturating_add(1), ..under };
        }
        seen
    }

    /// Takes a line as part of the open finding.
    fn part(&mut self, part: Part, fields: &Fields<'_>) -> Seen {
        let Open::Zone(class) = self.state.open else { return Seen::Mine(Class::Noise) };
        if !fields.file.is_empty() {
            self.state.under.file = fields.file.into();
        }
        let file = std::mem::take(&mut self.state.under.file);
        if fields.line.is_some() || !fields.file.is_empty() {
            self.emit(Event::At { place: Place { file: &file, line: fields.line }, better: true });
        }
        self.state.under.file = file;
        self.emit(Event::Text(part));
        Seen::Mine(class)
    }

    /// Sets what the findings below are about.
    fn under(&mut self, row: &Row, fields: &Fields<'_>, bare: &str) -> Seen {
        if bare.len() >= PATH_BYTES || fields.file.contains(": ") || fields.file.starts_with(' ') {
            return Seen::No;
        }
        self.emit_closed();
        let before = std::mem::take(&mut self.state.under);
        let file = if fields.file.is_empty() { before.file } else { fields.file.into() };
        let heading = (row.verb == Verb::Under).then(|| bare.into());
        self.state.under = Under { heading, file, line: fields.line, column: fields.column, rows: 0 };
        if let Next::To(zone) = row.next {
            self.state.zone = zone;
        }
        // It is shown with its first finding.
        Seen::Inside(Class::Noise)
    }

    /// Whether a finding was reported since the last totals.
    #[must_use]
    pub fn is_reported(&self) -> bool {
        self.state.reported
    }

    /// The same; the current totals become the last ones.
    pub fn take_reported(&mut self) -> bool {
        std::mem::take(&mut self.state.reported)
    }

    /// A finding was reported without the functions of this type.
    pub fn mark_reported(&mut self) {
        self.state.reported = true;
    }

    /// Whether a finding is open.
    #[must_use]
    pub fn is_open(&self) -> bool {
        !matches!(self.state.open, Open::Nothing)
    }

    /// A finding on the current line, and what follows it.
    pub fn open_for(&mut self, finding: &Finding<'_>, text: &str, follows: Follows) -> Seen {
        self.close();
        let class = finding.open(text, self.sink);
        self.state.reported = true;
        self.follow(class, follows);
        Seen::Mine(class)
    }

    /// A finding of which the current line says everything; two warnings with the same `text` are equal.
    pub fn report(&mut self, finding: &Finding<'_>, text: &str) -> Seen {
        self.open_for(finding, text, Follows::Nothing)
    }

    /// A finding in a file, without a line.
    pub fn report_in(&mut self, file: &str, message: &str, text: &str) -> Seen {
        self.report(&Finding::in_file(file, Weight::Fails, message), text)
    }

    /// Sets what follows the block that was opened last.
    pub fn follow(&mut self, class: Class, follows: Follows) {
        self.state.open = match follows {
            Follows::Own => Open::Own,
            Follows::Excerpt => Open::Excerpt(Below::new(class)),
            Follows::Lines { fits, most, part } => Open::Lines(class, fits, most, part),
            Follows::Zone(zone) => {
                self.state.zone = zone;
                Open::Zone(class)
            }
            Follows::Nothing => {
                self.emit(Event::BlockClosed);
                Open::Nothing
            }
        };
    }

    /// A finding below its heading: the heading is shown with the first one that fails, as in the tool's own report.
    pub fn below(&mut self, finding: &Finding<'_>, (heading, rows): (&str, u64), key: &str) -> Seen {
        let first = rows == 0 && finding.weight == Weight::Fails;
        if first {
            self.emit(Event::Instead(heading));
        }
        let class = finding.open(key, self.sink);
        if first {
            self.emit(Event::Text(Part::Why));
        }
        (self.state.reported, self.state.open) = (true, Open::Zone(class));
        Seen::Mine(class)
    }

    /// How many findings came below the line that is about them.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.state.under.rows
    }

    /// The findings below are about a file, which is shown with the first: the zone in which they are.
    pub fn head(&mut self, file: &str, zone: u8) {
        self.state.under = Under { heading: Some(file.into()), file: file.into(), ..Under::default() };
        self.state.zone = zone;
    }

    /// The tool itself failed: the current line says everything.
    pub fn fail(&mut self, name: &str, kind: FailureKind) -> Seen {
        self.fail_for(name, kind, Follows::Nothing)
    }

    /// The tool itself failed, and what follows says why.
    pub fn fail_for(&mut self, name: &str, kind: FailureKind, follows: Follows) -> Seen {
        self.close();
        finding::whole(name, kind, self.sink);
        self.follow(Class::Detail, follows);
        Seen::Mine(Class::Detail)
    }

    /// Emits what totals mean.
    pub fn sum(&mut self, sum: Sum, text: &str) -> Seen {
        self.close();
        let reported = std::mem::take(&mut self.state.reported);
        match sum {
            Sum::Nothing => {}
            Sum::Well => finding::all_is_well(self.sink),
            Sum::Failed(_) if !reported && self.table.unreported == Unreported::Consequence => {
                self.consequence(text);
            }
            Sum::Failed(errors) => finding::declared(errors, self.sink),
        }
        Seen::Mine(Class::Totals)
    }

    /// The tool failed. When other lines say why, this is only a consequence.
    pub fn consequence(&mut self, text: &str) {
        self.emit(Event::Consequence { name: text.trim(), kind: FailureKind::Build });
    }

    /// Ends the open finding, and its zone.
    pub fn close(&mut self) {
        self.emit_closed();
        self.state.zone = 0;
        self.state.under = Under::default();
    }

    fn emit_closed(&mut self) {
        if !matches!(std::mem::take(&mut self.state.open), Open::Nothing) {
            self.emit(Event::BlockClosed);
        }
    }

    /// Where events go, for code that emits by itself.
    pub fn sink(&mut self) -> &mut dyn Sink {
        self.sink
    }

    /// Emits what is not covered by a function of its own.
    pub fn emit(&mut self, event: Event<'_>) {
        self.sink.emit(event);
    }
}

/// What follows a finding with these words.
const fn follows(next: Next) -> Follows {
    match next {
        Next::Stays | Next::Closes => Follows::Nothing,
        Next::Excerpt => Follows::Excerpt,
        Next::To(zone) => Follows::Zone(zone),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: Table = Table::NONE;

    #[test]
    fn two_lists_of_beginnings_are_one() {
        const ALL: [&str; 3] = both(["In "], ["L1", "L2"]);
        assert_eq!(ALL, ["In ", "L1", "L2"]);
    }

    #[derive(Debug)]
    struct Taker(bool, &'static str);

    impl Tool for Taker {
        fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
            self.0 = text == "open";
            text.contains(self.1).then(|| findings.report_in(self.1, "no", text))
        }

        fn is_open(&self) -> bool {
            self.0
        }
    }

    #[test]
    fn the_open_tool_is_asked_first() {
        let answer = |open: bool| {
            let mut events: Vec<String> = Vec::new();
            let mut state = State::default();
            let mut findings = Findings { table: &TABLE, state: &mut state, sink: &mut events };
            let (mut one, mut other) = (Taker(false, "a"), Taker(open, "ab"));
            ask(&mut [&mut one, &mut other], "ab", &mut findings);
            events.concat()
        };
        assert!(answer(false).contains("file: \"a\"") && answer(true).contains("file: \"ab\""));
    }
}
