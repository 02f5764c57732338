//! A linter as a table: what it prints, and what that means. One recognizer drives all linters.
//!
//! [`Linter::TABLE`] says how the linter is called, which lines it has to see, how a finding is read, what follows one,
//! and what its totals mean. What a table cannot describe, a linter reads by itself ([`Linter::before`],
//! [`Linter::line`]) and emits through [`Findings`]. Only `Findings` opens and closes findings.

use std::fmt::Debug;

use super::lint::below::Below;
use super::lint::finding::{self, Finding, Weight};
use super::shape::Shape;
use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Part, Runner, Seen, Sink};
use crate::recognize::PassShape;
use crate::recognize::kit::bounds::PATH_BYTES;
use crate::recognize::recognizer::{Attention, Recognizer, Signs};
use crate::text::Line;

/// Reads a finding out of a line.
pub type Read = for<'a> fn(&'a str) -> Option<Finding<'a>>;

/// The constant description of a linter.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// Its name, as the verdict line prints it.
    pub name: &'static str,
    /// Which of its output is read, in a few words.
    pub reads: &'static str,
    /// How the lines begin that it has to see. See [`Signs::starts`].
    pub starts: &'static [&'static str],
    /// What is after a number that begins such a line. See [`Signs::numbered`].
    pub numbered: &'static [&'static str],
    /// What such a line holds. See [`Signs::inside`].
    pub inside: &'static [&'static str],
    /// How such a line ends. See [`Signs::passes`].
    pub passes: &'static [PassShape],
    /// Which of the `ENDINGS` of files it reads; it has to see lines that begin with a place in such a file.
    pub places: Option<&'static [&'static str]>,
    /// Whether blanks at the end of a line are part of what is read.
    pub blanks: bool,
    /// How a finding is read: the first function that reads one counts.
    pub findings: &'static [Read],
    /// What follows a finding.
    pub follows: Follows,
    /// Findings in rows below the path of their file.
    pub rows: Option<Rows>,
    /// How the lines begin that say that the tool itself failed.
    pub fails: &'static [(&'static str, FailureKind)],
    /// The lines that say that there is nothing to report.
    pub well: &'static [Shape],
    /// Reads the totals.
    pub totals: fn(&str) -> Option<Sum>,
    /// What a number of failing findings in the totals means when no finding was reported.
    pub unreported: Unreported,
}

/// What follows a finding and belongs to it.
#[derive(Clone, Copy, Debug)]
pub enum Follows {
    /// Nothing.
    Nothing,
    /// Lines that the linter reads by itself, before the table does.
    Own,
    /// An excerpt: see [`Below`].
    Excerpt,
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

/// Rows below a path.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    /// Whether a line is the path of a file and nothing else.
    pub file: fn(&str) -> bool,
    /// Reads a row; its arguments are the file and the line.
    pub row: for<'a> fn(&'a str, &'a str) -> Option<Finding<'a>>,
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

/// What a count without a reported finding means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreported {
    /// Nothing: any program may print such a line.
    Ignored,
    /// The tool's number, as with findings.
    Declared,
    /// A failure of its own: the findings were not printed, or not in a form that is read.
    Consequence,
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

    /// The errors that the first fitting shape reads, and what it means when there are none.
    #[must_use]
    pub fn of(shapes: &'static [Shape], text: &str, none: Self) -> Option<Self> {
        Some(Self::or(super::shape::first(shapes, text)?.errors?, none))
    }
}

impl Table {
    /// The defaults of a linter's description.
    pub const NONE: Self = Self {
        name: "",
        reads: "",
        starts: &[],
        numbered: &[],
        inside: &[],
        passes: &[],
        places: None,
        blanks: false,
        findings: &[],
        follows: Follows::Nothing,
        rows: None,
        fails: &[],
        well: &[],
        totals: |_| None,
        unreported: Unreported::Consequence,
    };
}

/// A linter, as its own file describes it.
pub trait Linter: Debug + Default {
    /// Its constant description.
    const TABLE: Table;

    /// Reads a line before the table does.
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

/// The recognizer of a [`Linter`].
#[derive(Debug, Default)]
pub struct Linting<L: Linter> {
    linter: L,
    state: State,
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
    /// Whether a finding was reported since the last totals.
    reported: bool,
}

#[derive(Debug, Default)]
enum Open {
    #[default]
    Nothing,
    /// A finding, or rows, below which the linter itself reads the lines.
    Own,
    /// A finding that an excerpt may follow.
    Excerpt(Below),
    /// A finding that lines may follow: its class, which lines fit, how many may still come, and which part they are.
    Lines(Class, fn(&str) -> bool, u32, Part),
    /// A path, and how many of its rows came.
    File(Box<str>, u64),
}

impl<L: Linter> Recognizer for Linting<L> {
    fn runner(&self) -> Runner {
        Runner(L::TABLE.name)
    }

    fn signs(&self) -> Signs {
        let Table { starts, numbered, inside, passes, places, .. } = L::TABLE;
        Signs { starts, numbered, inside, passes, path: places.is_some() }
    }

    fn reads(&self, ending: &str) -> bool {
        L::TABLE.places.is_some_and(|places| places.contains(&ending))
    }

    fn attention(&self) -> Attention {
        let every = !matches!(self.state.open, Open::Nothing) || self.linter.sees_every_line();
        if every { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged();
        let text = if L::TABLE.blanks { text } else { text.trim_end() };
        let mut findings = Findings { table: &L::TABLE, state: &mut self.state, sink };
        let before = self.linter.before(text, &mut findings);
        let seen = before.or_else(|| findings.inside(text)).or_else(|| self.linter.line(text, &mut findings));
        seen.unwrap_or_else(|| findings.outside(text))
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        let mut findings = Findings { table: &L::TABLE, state: &mut self.state, sink };
        self.linter.end(&mut findings);
        findings.close();
    }
}

/// The functions with which a linter emits.
pub struct Findings<'a> {
    table: &'static Table,
    state: &'a mut State,
    sink: &'a mut dyn Sink,
}

impl Findings<'_> {
    /// Reads a finding, a part of one, or a row.
    fn inside(&mut self, text: &str) -> Option<Seen> {
        let table = self.table;
        if let Some(finding) = table.findings.iter().find_map(|read| read(text)) {
            return Some(self.open(&finding, text));
        }
        let seen = self.more(text);
        if seen.is_none() {
            self.close();
        }
        seen
    }

    /// Reads a line below what is open, if it belongs there.
    pub fn more(&mut self, text: &str) -> Option<Seen> {
        match &mut self.state.open {
            Open::Nothing | Open::Own => None,
            Open::Excerpt(below) => below.line(text, self.sink),
            Open::Lines(class, fits, left, part) => {
                let class = *class;
                let part = (*left > 0 && fits(text)).then_some(*part)?;
                left.down(1);
                self.emit(Event::Text(part));
                Some(Seen::Mine(class))
            }
            Open::File(file, rows) => {
                let rules = self.table.rows?;
                let (file, rows) = (std::mem::take(file), *rows);
                let Some(finding) = (rules.row)(&file, text) else {
                    self.state.open = Open::File(file, rows);
                    return None;
                };
                let key = format!("{file} {}", text.trim_start());
                let seen = self.row(&finding, (&file, rows), &key);
                self.state.open = Open::File(file, rows.saturating_add(1));
                Some(seen)
            }
        }
    }

    /// Reads everything else that a table describes.
    fn outside(&mut self, text: &str) -> Seen {
        let table = self.table;
        let trimmed = text.trim_end();
        if let Some((_, kind)) = table.fails.iter().find(|(start, _)| text.starts_with(start)) {
            return self.fail(trimmed, *kind);
        }
        if table.well.iter().any(|well| well.fits(trimmed)) {
            return self.sum(Sum::Well, text);
        }
        let counts = self.state.reported || table.unreported != Unreported::Ignored;
        if let Some(sum) = (table.totals)(text).filter(|_| counts) {
            return self.sum(sum, text);
        }
        if trimmed.len() < PATH_BYTES && table.rows.is_some_and(|rows| (rows.file)(trimmed)) {
            // A path is shown with its first row.
            self.head(trimmed);
            return Seen::Inside(Class::Noise);
        }
        Seen::No
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
        !matches!(self.state.open, Open::Nothing | Open::File(..))
    }

    /// A finding on the current line, and what the table says that follows it.
    pub fn open(&mut self, finding: &Finding<'_>, text: &str) -> Seen {
        self.open_for(finding, text, self.table.follows)
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
            Follows::Nothing => {
                self.emit(Event::BlockClosed);
                Open::Nothing
            }
        };
    }

    /// A row below its heading: the heading is shown with the first row that fails, as in the tool's own report.
    pub fn row(&mut self, finding: &Finding<'_>, (heading, rows): (&str, u64), key: &str) -> Seen {
        let first = rows == 0 && finding.weight == Weight::Fails;
        if first {
            self.emit(Event::Instead(heading));
        }
        let class = finding.open(key, self.sink);
        if first {
            self.emit(Event::Text(Part::Why));
        }
        (self.state.reported, self.state.open) = (true, Open::Own);
        Seen::Mine(class)
    }

    /// How many rows came below the path that was read last.
    #[must_use]
    pub fn rows(&self) -> u64 {
        if let Open::File(_, rows) = self.state.open { rows } else { 0 }
    }

    /// Sets the path of a file whose rows may follow.
    pub fn head(&mut self, path: &str) {
        self.state.open = Open::File(path.into(), 0);
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

    /// Ends the open finding, or its rows.
    pub fn close(&mut self) {
        let open = std::mem::take(&mut self.state.open);
        if !matches!(open, Open::Nothing | Open::File(_, 0)) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Place;

    use crate::recognize::kit::shape;

    /// Reads `PATH! message`, with more after `>`; and rows `- message` below `PATH/`.
    fn finding(text: &str) -> Option<Finding<'_>> {
        let (file, message) = text.split_once("! ")?;
        Some(Finding::fails(Place { file, line: None }, None, message))
    }

    fn row<'a>(file: &'a str, text: &'a str) -> Option<Finding<'a>> {
        text.strip_prefix("- ").map(|message| Finding::in_file(file, Weight::Fails, message))
    }

    const ERRORS: Shape = shape("{errors} error{s}");
    const TABLE: Table = Table {
        name: "quay",
        findings: &[finding],
        follows: Follows::Lines { fits: |text| text.starts_with('>'), most: 2, part: Part::Why },
        rows: Some(Rows { file: |text| text.ends_with('/'), row }),
        fails: &[("quay: ", FailureKind::Build)],
        well: &[shape("all is well")],
        totals: |text| Sum::of(&[ERRORS], text, Sum::Nothing),
        ..Table::NONE
    };

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
