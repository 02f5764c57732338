//! The language of rows.
//!
//! ```text
//! # What comes first: the tool, and how its names are read.
//! tool  quaytest
//! split "::"
//!
//! [anywhere]
//! quaytest {any}: {total} tests    -> begins
//! ok {name} ({time})               -> passes
//! NOT OK {name}                    -> fails, to why
//! Done: {passed} ok, {failed} not  -> totals, ends
//!
//! [why]
//!   at {place}                     -> where
//!   {message}                      -> why
//! ```
//!
//! A row is what a line looks like, an arrow, and what the line means. Rows below `[anywhere]` are tried in each zone, rows below
//! another name in that zone only; a log begins in `outside`. The first row that fits takes the line. A blank stands for one
//! blank or more, and a row that is set in fits lines that are set in. Between slashes is a regular expression with named groups.

use regex::{Regex, RegexBuilder, RegexSet, RegexSetBuilder};

use crate::event::FailureKind;

/// The most files of rows of a call.
pub const MOST_FILES: usize = 20;
/// The most rows of a file.
const MOST_ROWS: usize = 300;
/// The most chars of a row.
const ROW_CHARS: usize = 1000;
/// The most chars of a name.
const NAME_CHARS: usize = 60;
/// The most zones of a file.
const MOST_ZONES: usize = 50;
/// The most bytes that a compiled expression, and its cache, may take.
const COMPILED_BYTES: usize = 256 * 1024;
/// The same for all expressions of a file together.
const ALL_COMPILED_BYTES: usize = 8 * 1024 * 1024;
/// How deep groups may be nested.
const NESTED: u32 = 32;
/// The zone in which a log begins, and to which it returns when a run ends.
const OUTSIDE: &str = "outside";
/// What is before the zones: rows that are tried in each.
const ANYWHERE: &str = "anywhere";

/// The fields of a row, and the expression that each stands for.
const FIELDS: [(&str, &str); 17] = [
    ("name", ".+?"),
    ("module", ".+?"),
    ("message", ".+?"),
    ("reason", ".+?"),
    ("file", r"\S.*?"),
    ("line", "[0-9]+"),
    ("place", r"\S.*?(?::[0-9]+(?::[0-9]+)?|\([0-9]+(?:,[0-9]+)?\))"),
    ("time", r"[0-9]+(?:[.,:][0-9]+)*\s?(?:ns|us|µs|ms|s|sec|secs|seconds?|m|min|minutes?)?"),
    ("passed", "[0-9]+"),
    ("failed", "[0-9]+"),
    ("errors", "[0-9]+"),
    ("skipped", "[0-9]+"),
    ("other", "[0-9]+"),
    ("total", "[0-9]+"),
    ("number", "[0-9]+"),
    ("word", r"\S+"),
    ("any", ".*?"),
];

/// The fields that are shown as they are.
const TEXTS: [&str; 6] = ["name", "module", "message", "reason", "file", "place"];

/// The fields that are a run's numbers.
pub(super) const NUMBERS: [&str; 6] = ["passed", "failed", "errors", "skipped", "other", "total"];

/// What may be written after `as`.
const KINDS: [(&str, FailureKind); 5] = [
    ("test", FailureKind::Test),
    ("crash", FailureKind::Crash),
    ("setup", FailureKind::Setup),
    ("suite", FailureKind::Suite),
    ("build", FailureKind::Build),
];

/// What a line means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    /// A run begins; `{total}` is how many tests it announces.
    Begins,
    /// The test `{name}` begins.
    Starts,
    /// It passed.
    Passes,
    /// It failed; what follows may say why.
    Fails(FailureKind),
    /// It was skipped.
    Skips,
    /// It counts as neither.
    Other,
    /// Something failed as a whole: a file, the set-up, the run.
    Breaks(FailureKind),
    /// The run died.
    Crashes,
    /// The line says why the open failure failed.
    Why,
    /// It says where.
    Where,
    /// It is what the failed test printed.
    Output,
    /// `{module}` and `{file}` are those of the lines below.
    Under,
    /// A warning.
    Warns,
    /// The failure ends above this line.
    Closes,
    /// The run's numbers.
    Totals,
    /// One of its numbers, the others have lines of their own.
    Adds,
    /// With this line a run that came to its end ends.
    Ends,
    /// What follows is in this zone.
    To(usize),
    /// The line is nobody's.
    Ignores,
}

/// The verbs without a further word.
const PLAIN: [(&str, Verb); 16] = [
    ("begins", Verb::Begins),
    ("starts", Verb::Starts),
    ("passes", Verb::Passes),
    ("skips", Verb::Skips),
    ("other", Verb::Other),
    ("crashes", Verb::Crashes),
    ("why", Verb::Why),
    ("where", Verb::Where),
    ("output", Verb::Output),
    ("under", Verb::Under),
    ("warns", Verb::Warns),
    ("closes", Verb::Closes),
    ("totals", Verb::Totals),
    ("adds", Verb::Adds),
    ("ends", Verb::Ends),
    ("ignores", Verb::Ignores),
];

/// A row.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// Its line in the file, from 1.
    pub at: usize,
    /// The zone in which it is tried; `None` for each.
    pub zone: Option<usize>,
    pub regex: Regex,
    pub verbs: Vec<Verb>,
}

impl Row {
    /// Where the first field with a text begins in a line that fits; at its end when there is none.
    pub(super) fn texts_begin(&self, line: &str) -> usize {
        let captures = self.regex.captures(line);
        let begins = captures.iter().flat_map(|captures| TEXTS.map(|field| captures.name(field)));
        begins.flatten().map(|found| found.start()).min().unwrap_or(line.len())
    }
}

/// A file of rows that was read and is right.
#[derive(Clone, Debug)]
pub struct Rows {
    pub(super) tool: String,
    /// Between a module and a name.
    pub(super) split: Option<String>,
    /// Whether two tests of one name are the same.
    pub(super) same: bool,
    pub(super) rows: Vec<Row>,
    /// All expressions, to find those that fit in one look.
    pub(super) all: RegexSet,
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {what}")]
pub struct Wrong {
    /// The line, from 1.
    pub line: usize,
    /// The char in it, from 1.
    pub column: usize,
    /// In words for people, without a full stop.
    pub what: String,
}

/// A part of a line of the file, with where it is.
#[derive(Clone, Copy)]
struct Piece<'a> {
    text: &'a str,
    line: usize,
    column: usize,
}

impl<'a> Piece<'a> {
    fn wrong(self, what: impl Into<String>) -> Wrong {
        Wrong { line: self.line, column: self.column, what: what.into() }
    }

    /// What is from a byte on.
    fn from(self, at: usize) -> Self {
        let (before, text) = self.text.split_at_checked(at).unwrap_or((self.text, ""));
        Self { text, column: self.column.saturating_add(before.chars().count()), ..self }
    }

    fn trimmed(self) -> Self {
        let blanks = self.text.len().saturating_sub(self.text.trim_start().len());
        let begun = self.from(blanks);
        Self { text: begun.text.trim_end(), ..begun }
    }

    /// The two parts around a separator.
    fn split(self, separator: &str, last: bool) -> Option<(Self, Self)> {
        let at = if last { self.text.rfind(separator) } else { self.text.find(separator) }?;
        let before = Self { text: self.text.get(..at)?, ..self };
        Some((before, self.from(at.saturating_add(separator.len()))))
    }
}

impl Rows {
    /// Reads a file.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn read(text: &str) -> Result<Self, Wrong> {
        let mut reading = Reading::default();
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (line, text) in (1..).zip(text.lines()) {
            reading.line(Piece { text: text.trim_end(), line, column: 1 })?;
        }
        reading.done(text.lines().count().max(1))
    }

    /// What the tool is called.
    #[must_use]
    pub fn tool(&self) -> &str {
        &self.tool
    }

    /// The line in the file of each row, in order.
    pub fn lines(&self) -> impl Iterator<Item = usize> + '_ {
        self.rows.iter().map(|row| row.at)
    }
}

/// A file whose lines are being read.
#[derive(Default)]
struct Reading {
    tool: Option<String>,
    split: Option<String>,
    same: bool,
    /// The names of the zones; the first is where a log begins.
    zones: Vec<String>,
    /// Zones to which a row leads, with the place of the word.
    wanted: Vec<(usize, Wrong)>,
    /// Zones that have rows.
    filled: Vec<usize>,
    /// The section of the file: no zone before the first, `None` inside for `anywhere`.
    section: Option<Option<usize>>,
    rows: Vec<Row>,
    expressions: Vec<String>,
    /// The first row with a result of a test that has no name: right when another row starts tests.
    unnamed: Option<Wrong>,
    /// The first row with a line and no file: right when lines are under a file.
    fileless: Option<Wrong>,
}

impl Reading {
    fn line(&mut self, line: Piece<'_>) -> Result<(), Wrong> {
        let bare = line.trimmed();
        if bare.text.is_empty() || bare.text.starts_with('#') {
            return Ok(());
        }
        if line.text.chars().count() > ROW_CHARS {
            return Err(line.wrong(format!("longer than {ROW_CHARS} chars")));
        }
        let header = line.text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        if let Some(name) = header.filter(|name| !name.contains("->")) {
            self.section = Some(self.section_of(name, line)?);
            return Ok(());
        }
        match self.section {
            Some(zone) => self.row(zone, line),
            None => self.head(bare),
        }
    }

    /// The zone of a header, `None` for `anywhere`.
    fn section_of(&mut self, name: &str, line: Piece<'_>) -> Result<Option<usize>, Wrong> {
        if name == ANYWHERE {
            return Ok(None);
        }
        let zone = self.zone(name, line.from(1))?;
        self.filled.push(zone);
        Ok(Some(zone))
    }

    fn zone(&mut self, name: &str, at: Piece<'_>) -> Result<usize, Wrong> {
        if self.zones.is_empty() {
            self.zones.push(OUTSIDE.to_owned());
        }
        if let Some(known) = self.zones.iter().position(|zone| zone == name) {
            return Ok(known);
        }
        let plain = |char: char| char.is_alphanumeric() || matches!(char, '-' | '_');
        if name.is_empty() || !name.chars().all(plain) {
            return Err(at.wrong("a zone's name has letters, digits, '-' and '_' only"));
        }
        if self.zones.len() >= MOST_ZONES {
            return Err(at.wrong(format!("more than {MOST_ZONES} zones")));
        }
        self.zones.push(name.to_owned());
        Ok(self.zones.len().saturating_sub(1))
    }

    /// A line before the first zone: a word and what it is set to.
    fn head(&mut self, line: Piece<'_>) -> Result<(), Wrong> {
        let (key, value) = line.split(" ", false).unwrap_or((line, line.from(line.text.len())));
        let value = value.trimmed();
        match key.text {
            "tool" if self.tool.is_some() => return Err(key.wrong("the tool has a name already")),
            "tool" => {
                let printable = !value.text.chars().any(|char| char.escape_debug().count() > 1);
                if value.text.is_empty() || !printable || value.text.chars().count() > NAME_CHARS {
                    return Err(value.wrong(format!("a tool's name has 1 to {NAME_CHARS} printable chars")));
                }
                self.tool = Some(value.text.to_owned());
            }
            "split" => {
                let quoted = value.text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
                let Some(quoted) = quoted.filter(|text| !text.is_empty()) else {
                    return Err(value.wrong("split needs a text in double quotes, such as \"::\""));
                };
                self.split = Some(quoted.to_owned());
            }
            "names" => match value.text {
                "same" => self.same = true,
                "numbered" => self.same = false,
                _ => return Err(value.wrong("names are 'same' or 'numbered'")),
            },
            _ if line.text.contains(" -> ") => {
                return Err(line.wrong("a row needs a zone above it, such as [anywhere]"));
            }
            other => {
                let what = format!("'{other}' is not known here; known are tool, split and names");
                return Err(key.wrong(what));
            }
        }
        Ok(())
    }

    fn row(&mut self, zone: Option<usize>, line: Piece<'_>) -> Result<(), Wrong> {
        if self.rows.len() >= MOST_ROWS {
            return Err(line.wrong(format!("more than {MOST_ROWS} rows")));
        }
        let Some((pattern, meaning)) = line.split(" -> ", true) else {
            return Err(line.wrong("a row is PATTERN -> VERBS, and the arrow is missing"));
        };
        let expression = expression(Piece { text: pattern.text.trim_end(), ..pattern })?;
        let compiled = RegexBuilder::new(&expression)
            .size_limit(COMPILED_BYTES)
            .dfa_size_limit(COMPILED_BYTES)
            .nest_limit(NESTED)
            .build();
        let regex = compiled.map_err(|error| pattern.wrong(reason(&error)))?;
        let known = |name: &&str| FIELDS.iter().any(|(field, _)| field == name);
        if let Some(other) = regex.capture_names().flatten().find(|name| !known(name)) {
            return Err(pattern.wrong(format!("the field '{other}' is not known; {}", all_fields())));
        }
        let verbs = self.verbs(meaning)?;
        let has = |name: &str| regex.capture_names().flatten().any(|field| field == name);
        if has("line") && !has("file") {
            self.fileless.get_or_insert(
                pattern.wrong("{line} needs {file} in the same row, or a row with {file} and 'under'"),
            );
        }
        for verb in &verbs {
            match verb {
                Verb::Starts if !has("name") => return Err(pattern.wrong("'starts' needs {name}")),
                Verb::Passes | Verb::Fails(_) | Verb::Skips | Verb::Other if !has("name") => {
                    let what = "a result needs {name}, or another row that starts tests";
                    self.unnamed.get_or_insert(pattern.wrong(what));
                }
                Verb::Under if !has("module") && !has("file") => {
                    return Err(pattern.wrong("'under' needs {module} or {file}"));
                }
                Verb::Totals | Verb::Adds if !NUMBERS.iter().any(|name| has(name)) => {
                    return Err(pattern.wrong(format!(
                        "numbers are {}",
                        NUMBERS.map(|name| format!("{{{name}}}")).join(", ")
                    )));
                }
                _ => {}
            }
        }
        self.rows.push(Row { at: line.line, zone, regex, verbs });
        self.expressions.push(expression);
        Ok(())
    }

    fn verbs(&mut self, meaning: Piece<'_>) -> Result<Vec<Verb>, Wrong> {
        let mut verbs = Vec::new();
        let mut rest = Some(meaning);
        while let Some(piece) = rest {
            let (word, after) =
                piece.split(",", false).map_or((piece, None), |(word, after)| (word, Some(after)));
            verbs.push(self.verb(word.trimmed())?);
            rest = after;
        }
        Ok(verbs)
    }

    fn verb(&mut self, word: Piece<'_>) -> Result<Verb, Wrong> {
        if word.text.is_empty() {
            return Err(word.wrong("a verb is missing"));
        }
        if let Some((_, verb)) = PLAIN.iter().find(|(name, _)| *name == word.text) {
            return Ok(verb.clone());
        }
        let (first, more) = word.split(" ", false).unwrap_or((word, word.from(word.text.len())));
        let more = more.trimmed();
        match first.text {
            "to" => {
                let zone = self.zone(more.text, more)?;
                self.wanted.push((zone, more.wrong(format!("the zone '{}' has no rows", more.text))));
                Ok(Verb::To(zone))
            }
            "fails" | "breaks" => {
                let whole = first.text == "breaks";
                let usual = if whole { FailureKind::Suite } else { FailureKind::Test };
                let kind = match more.text.strip_prefix("as ") {
                    None if more.text.is_empty() => Some(usual),
                    None => None,
                    Some(word) => KINDS.iter().find(|(name, _)| *name == word.trim()).map(|(_, kind)| *kind),
                };
                let kind = kind.ok_or_else(|| {
                    more.wrong("after it may be: as test, as crash, as setup, as suite, as build")
                })?;
                Ok(if whole { Verb::Breaks(kind) } else { Verb::Fails(kind) })
            }
            known if PLAIN.iter().any(|(name, _)| *name == known) => {
                Err(more.wrong(format!("nothing may be after '{known}' but a comma and a further verb")))
            }
            other => {
                let names = PLAIN.map(|(name, _)| name).join(", ");
                Err(first.wrong(format!("'{other}' is no verb; verbs are {names}, fails, breaks, to ZONE")))
            }
        }
    }

    fn done(self, last: usize) -> Result<Rows, Wrong> {
        let whole = |what: &str| Wrong { line: last, column: 1, what: what.to_owned() };
        let tool = self.tool.ok_or_else(|| whole("the tool's name is missing: tool NAME"))?;
        if self.rows.is_empty() {
            return Err(whole("there are no rows"));
        }
        let filled = |zone: usize| zone == 0 || self.filled.contains(&zone);
        if let Some((_, wrong)) = self.wanted.into_iter().find(|(zone, _)| !filled(*zone)) {
            return Err(wrong);
        }
        let all = RegexSetBuilder::new(&self.expressions)
            .size_limit(ALL_COMPILED_BYTES)
            .dfa_size_limit(ALL_COMPILED_BYTES)
            .nest_limit(NESTED)
            .build()
            .map_err(|error| whole(&format!("all rows together: {}", reason(&error))))?;
        if !self.rows.iter().any(|row| row.verbs.contains(&Verb::Starts))
            && let Some(row) = self.unnamed
        {
            return Err(row);
        }
        let names_files = |row: &Row| {
            row.verbs.contains(&Verb::Under) && row.regex.capture_names().flatten().any(|name| name == "file")
        };
        if !self.rows.iter().any(names_files)
            && let Some(row) = self.fileless
        {
            return Err(row);
        }
        Ok(Rows { tool, split: self.split, same: self.same, rows: self.rows, all })
    }
}

fn all_fields() -> String {
    format!("fields are {}", FIELDS.map(|(name, _)| name).join(", "))
}

/// The end of what an expression's error says.
fn reason(error: &regex::Error) -> String {
    match error {
        regex::Error::CompiledTooBig(_) => "the expression is too large when compiled".to_owned(),
        error => {
            let printed = error.to_string();
            let last = printed.lines().next_back().unwrap_or_default();
            format!("this is no regular expression: {}", last.strip_prefix("error: ").unwrap_or(last))
        }
    }
}

/// The regular expression of a pattern.
fn expression(pattern: Piece<'_>) -> Result<String, Wrong> {
    if let Some(rest) = pattern.text.strip_prefix('/') {
        let between = rest.strip_suffix('/').filter(|text| !text.is_empty());
        let what = "an expression is between two slashes; a slash of the line itself is written \\/";
        return between.map(ToOwned::to_owned).ok_or_else(|| pattern.wrong(what));
    }
    let mut made = String::from("^");
    let mut rest = pattern;
    while let Some(first) = rest.text.chars().next() {
        if first == '{' {
            let Some((field, after)) = rest.from(1).split("}", false) else {
                return Err(rest.wrong("a brace without its end; a brace of the line itself is written \\{"));
            };
            let Some((name, fits)) = FIELDS.iter().find(|(name, _)| *name == field.text) else {
                return Err(field.wrong(format!(
                    "the field '{}' is not known; {}",
                    field.text,
                    all_fields()
                )));
            };
            if matches!(*name, "any" | "number" | "word") {
                made.push_str(&format!("(?:{fits})"));
            } else if made.contains(&format!("(?<{name}>")) {
                return Err(field.wrong(format!("the field '{name}' comes twice")));
            } else {
                made.push_str(&format!("(?<{name}>{fits})"));
            }
            rest = after;
            continue;
        }
        let blanks = rest.text.len().saturating_sub(rest.text.trim_start().len());
        if blanks > 0 {
            made.push_str(r"\s+");
            rest = rest.from(blanks);
            continue;
        }
        let escaped = first == '\\' && rest.from(1).text.starts_with(['{', '}', '[', '#', '/', '\\']);
        rest = if escaped { rest.from(1) } else { rest };
        let Some(char) = rest.text.chars().next() else { break };
        made.push_str(&regex::escape(char.encode_utf8(&mut [0; 4])));
        rest = rest.from(char.len_utf8());
    }
    made.push('$');
    Ok(made)
}
