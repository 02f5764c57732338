//! Tools as rows: files of text beside the code, in the language of a user's own rows, that are parsed when weir is compiled. A
//! wrong row does not compile.
//!
//! ```text
//! tool  yamllint
//! reads yamllint
//! files yml yaml
//!
//! {point} [error] {any}                          -> fails
//! {file}                                         -> under, to file
//!
//! [file]
//!   {line}:{column}{blanks}error{blanks}{message} -> fails
//! ```
//!
//! A pattern is a [`Shape`] of the whole line. One that is set in fits lines that are set in by as much or more; another fits lines that
//! are not, unless it begins with `{inset}`. Rows below `[ZONE]` are tried in that zone only, those above it in each; the first that
//! fits takes the line. A number in `{failed}` is above zero. A zone ends above the first line that none of its rows takes. Several
//! files may be one text: `tool` begins the next, whose zones are its own.
//!
//! | what comes first | meaning |
//! |---|---|
//! | `tool` `reads` | the name in the verdict line, and which output is read. Those of the first file count |
//! | `files` | endings of the files that the rows below are about; `*` is any, `-` none, `.env*` how a name begins, `a.toml` a name |
//! | `starts` | beginnings of lines, in quotes, that no row begins with |
//! | `numbered` `inside` `ends` | see [`Spec`](super::Spec), where `ends` are its passes; `"/...x"` is a line that begins with `/` and ends with `x` |
//! | `unreported` | what totals mean when nothing was reported, see [`Unreported`] |
//!
//! | the line says that | verb |
//! |---|---|
//! | something is wrong at `{place}`, or in the `{file}`, or in that of `under`. The message is `{message}`, or what follows the place | `fails`, `warns` |
//! | more of the open finding; its place may be better | `why`, `where` |
//! | the lines below are about `{file}` or a `{place}`; the line heads the first finding that fails | `under` |
//! | the same, and the line is not shown | `of` |
//! | so many `{errors}` fail; none means nothing, or with `totals, passes` that all is well | `totals` |
//! | there is nothing to report | `passes` |
//! | the report ends; the line follows from other failures when `{errors}` are above zero and none was reported | `ends` |
//! | the tool failed. With a kind, `breaks as build`, the line is a failure; without, it follows from others. `breaks, why` where the line says why, `breaks for NAME` where another tool says it | `breaks` |
//! | all is well, if nothing but lines that are `below` comes below it; `{passed}` and `{all}` are equal there | `well`, `below` |
//! | nothing, and the line is the tool's | `own` |
//! | nothing: no row below is tried | `ignores` |
//! | further: an excerpt follows; the next line is in a zone; what is open ends | `excerpt`, `to ZONE`, `closes` |

use super::shape::{Fields, Placed, Shape, equal, find, shape};
use crate::event::FailureKind;
use crate::recognize::PassShape;
use crate::recognize::kit::diagnostics::extension;

/// A tool that is rows.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// Its name, as the verdict line prints it.
    pub name: &'static str,
    /// Which of its output is read, in a few words.
    pub reads: &'static str,
    /// How the lines begin that it has to see.
    pub starts: &'static [&'static str],
    /// What is after a number that begins such a line.
    pub numbered: &'static [&'static str],
    /// What such a line holds.
    pub inside: &'static [&'static str],
    /// How such a line ends.
    pub passes: &'static [PassShape],
    /// Endings of files, several in a text: it has to see lines that begin with a place in such a file.
    pub files: &'static [&'static str],
    /// What a number of failing findings in the totals means when no finding was reported.
    pub unreported: Unreported,
    /// Its rows, in order.
    pub rows: &'static [Row],
}

/// What a count without a reported finding means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreported {
    /// `ignored`: nothing, as any program may print such a line.
    Ignored,
    /// `declared`: the tool's number, as with findings.
    Declared,
    /// A failure of its own: the findings were not printed, or not in a form that is read.
    Consequence,
}

/// What a line looks like, and what that means.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The zone in which it is tried; 0 for each.
    pub zone: u8,
    /// What it says.
    pub verb: Verb,
    /// What comes then.
    pub next: Next,
    /// After `as`.
    pub kind: Option<FailureKind>,
    /// After `for`.
    pub tool: Option<&'static str>,
    /// How far the line is set in.
    inset: Inset,
    /// The endings of files that it is about.
    files: &'static str,
    shape: Shape,
}

/// How far a line is set in.
#[derive(Clone, Copy, Debug)]
enum Inset {
    /// Not at all.
    None,
    /// By so many blanks or more.
    By(usize),
    /// The shape says it.
    Any,
}

/// The verbs of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// `fails`
    Fails,
    /// `warns`
    Warns,
    /// `why`
    Why,
    /// `where`
    Where,
    /// `under`
    Under,
    /// `of`
    Of,
    /// `totals`
    Totals,
    /// `totals, passes`
    TotalsOrPasses,
    /// `passes`
    Passes,
    /// `ends`
    Ends,
    /// `breaks`
    Breaks,
    /// `breaks, why`
    BreaksWhy,
    /// `well`
    Well,
    /// `below`
    Below,
    /// `own`
    Own,
    /// `ignores`
    Ignores,
}

/// What comes after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Nothing else.
    Stays,
    /// `closes`
    Closes,
    /// `excerpt`
    Excerpt,
    /// `to ZONE`
    To(u8),
}

const VERBS: [(&str, Verb); 14] = [
    ("fails", Verb::Fails),
    ("warns", Verb::Warns),
    ("why", Verb::Why),
    ("where", Verb::Where),
    ("under", Verb::Under),
    ("of", Verb::Of),
    ("totals", Verb::Totals),
    ("passes", Verb::Passes),
    ("ends", Verb::Ends),
    ("breaks", Verb::Breaks),
    ("well", Verb::Well),
    ("below", Verb::Below),
    ("own", Verb::Own),
    ("ignores", Verb::Ignores),
];

const KINDS: [(&str, FailureKind); 6] = [
    ("test", FailureKind::Test),
    ("crash", FailureKind::Crash),
    ("setup", FailureKind::Collection),
    ("build", FailureKind::Build),
    ("timeout", FailureKind::Timeout),
    ("finding", FailureKind::Diagnostic),
];

/// The words with which a line begins that is no row.
const HEAD: [&str; 8] =
    ["tool ", "reads ", "files ", "starts ", "numbered ", "inside ", "ends ", "unreported "];

/// A [`Table`] of files of rows.
macro_rules! table {
    ($($file:literal),+) => {{
        use crate::recognize::kit::rows::{Table, head, list, passes, rows, starts, unreported};
        const TEXT: &str = concat!($(include_str!($file)),+);
        static ROWS: [crate::recognize::kit::rows::Row; rows::<0>(TEXT).1] = rows(TEXT).0;
        static STARTS: [&str; starts::<0>(TEXT).1] = starts(TEXT).0;
        static NUMBERED: [&str; list::<0>(TEXT, "numbered ").1] = list(TEXT, "numbered ").0;
        static INSIDE: [&str; list::<0>(TEXT, "inside ").1] = list(TEXT, "inside ").0;
        const ENDS: usize = list::<0>(TEXT, "ends ").1;
        static PASSES: [crate::recognize::PassShape; ENDS] = passes(list::<ENDS>(TEXT, "ends ").0);
        static FILES: [&str; list::<0>(TEXT, "files ").1] = list(TEXT, "files ").0;
        Table {
            name: head(TEXT, "tool "),
            reads: head(TEXT, "reads "),
            starts: &STARTS,
            numbered: &NUMBERED,
            inside: &INSIDE,
            passes: &PASSES,
            files: &FILES,
            unreported: unreported(TEXT),
            rows: &ROWS,
        }
    }};
}
pub(in crate::recognize) use table;

/// Tables of files of rows, each as a constant.
macro_rules! tables {
    ($(#[doc = $doc:literal] $name:ident = $($file:literal)+),* $(,)?) => {
        /// All of these files.
        #[cfg(test)]
        pub const ALL: &[&crate::recognize::kit::rows::Table] = &[$(&$name),*];
        $(
        #[doc = $doc]
        pub const $name: crate::recognize::kit::rows::Table = crate::recognize::kit::rows::table!($($file),+);
    )*};
}
pub(in crate::recognize) use tables;

/// The text up to a byte, and what follows the byte.
const fn around(text: &'static str, byte: u8) -> (&'static str, &'static str) {
    let (before, rest) = text.split_at(find(text, byte));
    if rest.is_empty() { (before, rest) } else { (before, rest.split_at(1).1) }
}

/// The text without blanks around it.
const fn trimmed(mut text: &'static str) -> &'static str {
    while let [b' ', ..] = text.as_bytes() {
        text = text.split_at(1).1;
    }
    while let [.., b' '] = text.as_bytes() {
        text = text.split_at(text.len().saturating_sub(1)).0;
    }
    text
}

/// What follows the start of a text.
const fn after(text: &'static str, start: &str) -> Option<&'static str> {
    let Some((begin, rest)) = text.split_at_checked(start.len()) else { return None };
    if equal(begin, start) { Some(rest) } else { None }
}

/// A line of a file of rows.
enum Line {
    /// Nothing, or a word of the head.
    Nothing,
    /// The head of another file.
    Tool,
    /// The endings of files.
    Files(&'static str),
    /// `[ZONE]`
    Zone(&'static str),
    /// The pattern of a row, and its meaning.
    Row(&'static str, &'static str),
}

const fn line(line: &'static str) -> Line {
    if let [] | [b'#', b' ', ..] = line.as_bytes() {
        return Line::Nothing;
    }
    if let [b'[', name @ .., b']'] = line.as_bytes()
        && find(line, b'{') == line.len()
        && !name.is_empty()
    {
        return Line::Zone(line.split_at(line.len().saturating_sub(1)).0.split_at(1).1);
    }
    let mut heads: &[&str] = &HEAD;
    while let [head, more @ ..] = heads {
        if let Some(rest) = after(line, head) {
            return match head.as_bytes() {
                [b't', ..] => Line::Tool,
                [b'f', ..] => Line::Files(trimmed(rest)),
                _ => Line::Nothing,
            };
        }
        heads = more;
    }
    let mut at = line.len().saturating_sub(4);
    while !is_arrow(line, at) {
        assert!(at > 0, "a row is PATTERN -> VERBS");
        at = at.saturating_sub(1);
    }
    let (pattern, meaning) = line.split_at(at);
    Line::Row(pattern, trimmed(meaning.split_at(4).1))
}

/// Whether an arrow is at a byte.
const fn is_arrow(line: &'static str, at: usize) -> bool {
    matches!(line.as_bytes().split_at(at).1, [b' ', b'-', b'>', b' ', ..])
}

/// The number of a zone of the file that the text begins with, where so many zones are before the text.
const fn zone(text: &'static str, name: &str, before: u8) -> u8 {
    let (mut rest, mut zone) = (text, before);
    while !rest.is_empty() {
        let (next, more) = around(rest, b'\n');
        rest = more;
        match line(next) {
            Line::Tool => break,
            Line::Zone(each) => {
                zone = zone.saturating_add(1);
                if equal(each, name) {
                    return zone;
                }
            }
            _ => {}
        }
    }
    assert!(name.is_empty(), "a row leads to a zone that is not in the file");
    0
}

const fn kind(name: &str) -> FailureKind {
    let mut kinds: &[(&str, FailureKind)] = &KINDS;
    while let [(each, kind), more @ ..] = kinds {
        if equal(each, name) {
            return *kind;
        }
        kinds = more;
    }
    assert!(name.is_empty(), "a word after 'as' is not in the table of kinds");
    FailureKind::Build
}

/// A row with its meaning; `text` is its file from its head on, and so many zones are before that.
const fn row(pattern: &'static str, meaning: &'static str, text: &'static str, before: u8) -> Row {
    let bare = trimmed(pattern);
    let inset = match pattern.as_bytes() {
        [b' ', ..] => Inset::By(find(pattern, first(bare))),
        _ if after(bare, "{inset}").is_some() || after(bare, "{any}").is_some() => Inset::Any,
        _ => Inset::None,
    };
    let mut row = Row {
        zone: 0,
        verb: Verb::Ignores,
        next: Next::Stays,
        kind: None,
        tool: None,
        inset,
        files: "*",
        shape: shape(bare),
    };
    let mut rest = meaning;
    while !rest.is_empty() {
        let (word, more) = around(rest, b',');
        rest = more;
        row = with(row, trimmed(word), text, before);
    }
    row
}

const fn first(text: &str) -> u8 {
    match text.as_bytes() {
        [first, ..] => *first,
        [] => b' ',
    }
}

/// A row with one more verb.
const fn with(mut row: Row, word: &'static str, text: &'static str, before: u8) -> Row {
    if let Some(name) = after(word, "to ") {
        row.next = Next::To(zone(text, name, before));
    } else if equal(word, "closes") {
        row.next = Next::Closes;
    } else if equal(word, "excerpt") {
        row.next = Next::Excerpt;
    } else if let Some(name) = after(word, "breaks as ") {
        (row.verb, row.kind) = (Verb::Breaks, Some(kind(name)));
    } else if let Some(name) = after(word, "breaks for ") {
        (row.verb, row.tool) = (Verb::Breaks, Some(name));
    } else {
        let mut verbs: &[(&str, Verb)] = &VERBS;
        while let [(each, verb), more @ ..] = verbs {
            if equal(each, word) {
                row.verb = match (row.verb, *verb) {
                    (Verb::Breaks, Verb::Why) => Verb::BreaksWhy,
                    (Verb::Totals, Verb::Passes) => Verb::TotalsOrPasses,
                    (_, verb) => verb,
                };
                return row;
            }
            verbs = more;
        }
        assert!(word.is_empty(), "a verb is not in the table");
    }
    row
}

/// What follows a word in the head of a text, the first time; nothing when it is not there.
#[must_use]
pub const fn head(text: &'static str, word: &str) -> &'static str {
    let mut rest = text;
    while !rest.is_empty() {
        let (line, more) = around(rest, b'\n');
        if let Some(value) = after(line, word) {
            return trimmed(value);
        }
        rest = more;
    }
    ""
}

/// What totals mean when nothing was reported.
#[must_use]
pub const fn unreported(text: &'static str) -> Unreported {
    match head(text, "unreported ").as_bytes() {
        b"" => Unreported::Consequence,
        b"ignored" => Unreported::Ignored,
        b"declared" => Unreported::Declared,
        _ => {
            assert!(text.is_empty(), "unreported is ignored or declared");
            Unreported::Consequence
        }
    }
}

/// The list with one more text where there is room.
const fn push<const N: usize>(
    (mut list, count): ([&'static str; N], usize),
    text: &'static str,
) -> ([&'static str; N], usize) {
    let (_, free) = list.split_at_mut(if count < N { count } else { N });
    if let Some(slot) = free.first_mut() {
        *slot = text;
    }
    (list, count.saturating_add(1))
}

/// The list with the texts in quotes, or with a text that has none.
const fn push_all<const N: usize>(
    mut all: ([&'static str; N], usize),
    text: &'static str,
) -> ([&'static str; N], usize) {
    let mut rest = trimmed(text);
    if first(rest) != b'"' {
        return push(all, rest);
    }
    while let [b'"', ..] = rest.as_bytes() {
        let (quoted, more) = around(rest.split_at(1).1, b'"');
        all = push(all, quoted);
        rest = trimmed(more);
    }
    assert!(rest.is_empty(), "texts are in quotes");
    all
}

/// The texts in quotes after each such word of the head, or all that follows it, and how many there are.
#[must_use]
pub const fn list<const N: usize>(text: &'static str, word: &str) -> ([&'static str; N], usize) {
    let mut all = ([""; N], 0);
    let mut rest = text;
    while !rest.is_empty() {
        let (line, more) = around(rest, b'\n');
        rest = more;
        if let Some(value) = after(line, word) {
            all = push_all(all, value);
        }
    }
    all
}

/// The ends of lines: `"/...x"` is a line that begins with `/` and ends with `x`.
#[must_use]
pub const fn passes<const N: usize>(ends: [&'static str; N]) -> [PassShape; N] {
    let mut passes = [PassShape { start: "", end: "" }; N];
    let (mut free, mut ends): (&mut [PassShape], &[&str]) = (&mut passes, &ends);
    while let ([slot, more @ ..], [end, others @ ..]) = (free, ends) {
        *slot = PassShape { start: "", end };
        if let Some(rest) = after(end, "/...") {
            *slot = PassShape { start: "/", end: rest };
        }
        (free, ends) = (more, others);
    }
    passes
}

/// The rows of a text, as many as there is room for, and how many there are.
#[must_use]
pub const fn rows<const N: usize>(text: &'static str) -> ([Row; N], usize) {
    let mut rows = [row("{any}", "ignores", "", 0); N];
    let (mut rest, mut count) = (text, 0_usize);
    // The file, how many zones are before it, the present zone of all, and the endings of the file.
    let (mut file, mut before, mut zones, mut present, mut files) = (text, 0_u8, 0_u8, 0_u8, "*");
    while !rest.is_empty() {
        let (next, more) = around(rest, b'\n');
        rest = more;
        match line(next) {
            Line::Nothing => {}
            Line::Tool => (file, before, present, files) = (rest, zones, 0, "*"),
            Line::Files(endings) => files = endings,
            Line::Zone(_) => {
                zones = zones.saturating_add(1);
                present = zones;
            }
            Line::Row(pattern, meaning) => {
                let (_, free) = rows.split_at_mut(if count < N { count } else { N });
                if let Some(slot) = free.first_mut() {
                    *slot = row(pattern, meaning, file, before);
                    (slot.zone, slot.files) = (present, files);
                }
                count = count.saturating_add(1);
            }
        }
    }
    (rows, count)
}

/// How lines begin: those of the rows that are tried in each zone, each that follows another only once, and those of the heads; and
/// how many there are.
#[must_use]
pub const fn starts<const N: usize>(text: &'static str) -> ([&'static str; N], usize) {
    let mut all = ([""; N], 0);
    let (mut rest, mut last, mut zoned) = (text, "", false);
    while !rest.is_empty() {
        let (next, more) = around(rest, b'\n');
        rest = more;
        if let Some(value) = after(next, "starts ") {
            all = push_all(all, value);
        }
        match line(next) {
            Line::Tool => zoned = false,
            Line::Zone(_) => zoned = true,
            Line::Row(pattern, meaning) if !zoned => {
                let pattern = trimmed(pattern);
                let pattern = if let Some(rest) = after(pattern, "{inset}") { rest } else { pattern };
                let start = around(pattern, b'{').0;
                let nothing = equal(meaning, "below") || equal(meaning, "ignores");
                if !nothing && start.len() > 1 && !equal(start, last) {
                    last = start;
                    all = push(all, start);
                }
            }
            _ => {}
        }
    }
    all
}

impl Row {
    /// Whether the row says that something is wrong somewhere.
    #[must_use]
    pub const fn is_finding(&self) -> bool {
        matches!(self.verb, Verb::Fails | Verb::Warns)
    }

    /// Whether the row says that what the tool ran has failed.
    #[must_use]
    pub const fn breaks(&self) -> bool {
        matches!(self.verb, Verb::Breaks | Verb::BreaksWhy)
    }

    /// What the row reads out of a line, if it fits.
    #[must_use]
    pub fn read<'a>(&'static self, line: &Placed<'a>) -> Option<Fields<'a>> {
        let fields = match self.inset {
            Inset::None if line.text.starts_with([' ', '\t']) => return None,
            Inset::None | Inset::Any => self.shape.read_placed(line)?,
            Inset::By(blanks) => {
                let bare = line.text.trim_start();
                let set_in = line.text.len().saturating_sub(bare.len());
                (set_in >= blanks).then(|| self.shape.read(bare)).flatten()?
            }
        };
        let counts = match self.verb {
            Verb::Below => fields.passed == fields.all && fields.passed != Some(0),
            _ => fields.failed != Some(0),
        };
        (counts && (fields.file.is_empty() || has(self.files, fields.file))).then_some(fields)
    }
}

impl Table {
    /// No rows.
    pub const NONE: Self = Self {
        name: "",
        reads: "",
        starts: &[],
        numbered: &[],
        inside: &[],
        passes: &[],
        files: &[],
        unreported: Unreported::Consequence,
        rows: &[],
    };

    /// The first of some rows that fits a line.
    pub fn find<'a>(
        &'static self,
        line: &Placed<'a>,
        some: impl Fn(&Row) -> bool,
    ) -> Option<(&'static Row, Fields<'a>)> {
        self.rows.iter().filter(|row| some(row)).find_map(|row| Some((row, row.read(line)?)))
    }

    /// Whether a line, without the blanks around it, says that what the tool ran has failed.
    #[must_use]
    pub fn breaks(&'static self, text: &str) -> bool {
        self.find(&Placed::new(text), |_| true).is_some_and(|(row, _)| row.breaks())
    }

    /// Whether the ending of a file is among those that the heads name.
    #[must_use]
    pub fn names(&self, ending: &str) -> bool {
        self.files.iter().any(|files| files.split(' ').any(|each| each == ending))
    }
}

/// Whether a file has one of these endings: `*` is any, `-` none, `.env*` is how a name begins, and `a.toml` is a name.
fn has(endings: &str, file: &str) -> bool {
    let ending = extension(file);
    let name = || file.rsplit('/').next().unwrap_or(file);
    endings.split(' ').any(|each| match each.strip_suffix('*') {
        Some("") => true,
        Some(start) => name().starts_with(start),
        None if each.contains('.') => file == each,
        None => each == ending || each == "-" && ending.is_empty(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "tool  quay\nfiles q\nstarts \"quay\" \"pier\"\nends \"/...x\" \" y\"\n\n\
        {place} bad {any} -> fails, to more\nmoor {any} -> breaks as crash\n\n[more]\n  {any} -> why\n\
        tool  moor\nfiles .moor* a.toml\n{file}: {message} -> warns, to more\n\n[more]\n{inset} -> own\n";
    static ROWS: [Row; rows::<0>(TEXT).1] = rows(TEXT).0;

    #[test]
    fn zones_and_files_are_those_of_the_rows_own_file() {
        let zones = ROWS.each_ref().map(|row| (row.zone, row.next));
        let (first, second) = ((0, Next::To(1)), (0, Next::To(2)));
        assert_eq!(zones, [first, (0, Next::Stays), (1, Next::Stays), second, (2, Next::Stays)]);
        let fits = |at: usize, text| ROWS[at].read(&Placed::new(text)).is_some();
        assert!(fits(0, "a.q:3: bad rope") && !fits(0, "a.r:3: bad rope"));
        assert!(fits(3, ".moor.x: no") && fits(3, "a.toml: no") && !fits(3, "b.toml: no"));
    }

    #[test]
    fn a_row_that_is_set_in_fits_lines_that_are() {
        let fits = |at: usize, text| ROWS[at].read(&Placed::new(text)).is_some();
        assert!(fits(2, "   rope") && !fits(2, " rope") && !fits(1, " moor 3") && fits(1, "moor 3"));
        assert!(fits(4, "") && fits(4, "  ") && !fits(4, "x"));
    }

    #[test]
    fn heads_are_lists() {
        assert_eq!(starts::<3>(TEXT).0, ["quay", "pier", "moor "]);
        let ends = passes(list::<2>(TEXT, "ends ").0).map(|pass| (pass.start, pass.end));
        assert_eq!(ends, [("/", "x"), ("", " y")]);
        assert_eq!((head(TEXT, "tool "), list::<2>(TEXT, "files ").0), ("quay", ["q", ".moor* a.toml"]));
    }
}
