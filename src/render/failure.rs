//! The rows of one failure, for each rung.

use std::borrow::Cow;

use super::chosen::{Chosen, Known, Manner};
use super::message;
use super::plan::Extent;
use super::row::{OWN, Position, Row, chars, printed};
use crate::budget::{Cost, Mode, Ruler};
use crate::event::{FailureKind, Part};
use crate::report::{Detail, Failure, Report, Stored};
use crate::text::{clip_middle, wrap};

/// How many chars of a message have to fit on the first line; half of them are compared with the lines below.
const SAME_CHARS: usize = 60;
/// On how many further lines a failure's first line is continued.
const FURTHER_LINES: usize = 2;

/// A failure, and what is needed to make its rows.
#[derive(Clone)]
pub struct FailureRows<'a> {
    report: &'a Report,
    failure: &'a Failure,
    ruler: Ruler,
    /// The folder that is left out of places, with the slash after it; else empty.
    folder: &'a str,
    manner: Manner,
    known: Known,
}

impl<'a> FailureRows<'a> {
    /// The rows of one failure.
    #[must_use]
    pub fn new(report: &'a Report, failure: &'a Failure, ruler: impl Into<Ruler>) -> Self {
        let manner = match report.mode() {
            Mode::Minimal => Manner::Folded(4),
            Mode::Standard => Manner::Folded(8),
            Mode::Verbose => Manner::Every,
        };
        Self { report, failure, ruler: ruler.into(), folder: "", manner, known: Known::default() }
    }

    /// The same, with every line of the failure, whatever the mode.
    #[must_use]
    pub(super) fn with_every_line(&self) -> Self {
        Self { manner: Manner::Every, ..self.clone() }
    }

    /// The same, with places as seen from a folder.
    #[must_use]
    pub(super) fn below(self, folder: &'a str) -> Self {
        Self { folder, ..self }
    }

    /// The same, with the ranks of lines that are known already.
    #[must_use]
    pub(super) fn with(self, known: &Known) -> Self {
        Self { known: known.clone(), ..self }
    }

    /// The name as shown.
    #[must_use]
    pub fn shown(&self) -> &'a str {
        self.report.failures().shown(self.failure)
    }

    fn detail(&self) -> Option<&'a Detail> {
        self.failure.detail.as_deref()
    }

    /// ` (file:line)`, without what the name holds already.
    fn place(&self) -> String {
        let Some((file, line)) = self.detail().and_then(|detail| detail.place.as_ref()) else {
            return String::new();
        };
        let shown = self.shown();
        let (mark, below) = match file.strip_prefix(self.folder) {
            Some(below) if !self.folder.is_empty() => ("\u{2026}/", below),
            _ => ("", &**file),
        };
        // Python's modules are named like their files.
        let named = shown.contains(&**file) || !mark.is_empty() && shown.contains(&module(file));
        match (named, line) {
            (true, Some(line)) if !shown.contains(&format!("{file}:{line}")) => format!(" (:{line})"),
            (true, _) => String::new(),
            (false, Some(line)) => format!(" ({mark}{below}:{line})"),
            (false, None) => format!(" ({mark}{below})"),
        }
    }

    /// The same with only the last part of a path, for a line that is too short for all of it.
    fn short_place(&self) -> String {
        let place = self.place();
        match (place.strip_prefix(" ("), place.rsplit_once(['/', '\\'])) {
            (Some(_), Some((_, last))) => format!(" (\u{2026}/{last}"),
            _ => place,
        }
    }

    /// The message in one line.
    #[must_use]
    pub fn message(&self) -> Option<Cow<'a, str>> {
        self.detail().and_then(message::in_one_line)
    }

    /// A message without the place before it, which the line has already.
    #[must_use]
    pub(super) fn without_place(&self, message: Cow<'a, str>) -> Cow<'a, str> {
        let place = self.detail().and_then(|detail| detail.place.as_ref());
        let rest = place.and_then(|(file, line)| {
            let rest = message.strip_prefix(&**file)?.strip_prefix(':')?;
            rest.strip_prefix(&line.as_ref()?.to_string())?.strip_prefix(": ")
        });
        match rest {
            Some(rest) if !rest.is_empty() => Cow::Owned(rest.to_owned()),
            _ => message,
        }
    }

    /// What a kind adds to a name that does not show it.
    fn note(&self) -> &'static str {
        match self.failure.kind {
            FailureKind::Unfinished => " did not finish",
            FailureKind::Timeout => " timed out",
            FailureKind::Crash => " crashed",
            _ => "",
        }
    }

    fn cut_to_line(&self, text: String) -> String {
        let limit = usize::try_from(self.ruler.line_chars).unwrap_or(usize::MAX);
        if text.len() <= limit { text } else { crate::text::clip(&text, limit).text.into_owned() }
    }

    /// Whether a text fits on one line.
    fn fits(&self, text: &str) -> bool {
        let text = text.trim_end();
        // No text has more chars than bytes.
        let bytes = u64::try_from(text.len()).unwrap_or(u64::MAX);
        bytes <= self.ruler.line_chars || chars(text) <= self.ruler.line_chars
    }

    /// Name and place, continued on further lines when they are long.
    #[must_use]
    pub fn as_name(&self) -> Vec<Row<'a>> {
        let text = format!("{OWN} FAIL {}{}", self.shown(), self.place());
        let limit = usize::try_from(self.ruler.line_chars).unwrap_or(usize::MAX);
        if self.fits(&text) {
            return vec![Row::Own(text)];
        }
        let short = format!("{OWN} FAIL {}{}", self.shown(), self.short_place());
        if self.fits(&short) {
            return vec![Row::Own(short)];
        }
        let inner = limit.saturating_sub(OWN.len().saturating_add(1));
        let whole = format!("FAIL {}{}", self.shown(), self.place());
        let name = self.report.failures().id(self.failure).name;
        let pieces = wrap(&whole, inner, FURTHER_LINES.saturating_add(1), &[name]);
        pieces.into_iter().map(|piece| Row::Own(self.cut_to_line(format!("{OWN} {piece}")))).collect()
    }

    /// Name, place and message on one line.
    #[must_use]
    pub fn as_line(&self) -> Vec<Row<'a>> {
        self.with_message(self.as_name())
    }

    /// What [`as_line`](Self::as_line) makes of the rows of [`as_name`](Self::as_name).
    #[must_use]
    pub fn with_message(&self, mut rows: Vec<Row<'a>>) -> Vec<Row<'a>> {
        let message = self.message().map(|message| self.without_place(message));
        let note = if message.is_none() { self.note() } else { "" };
        if let ([Row::Own(text)], Some(message)) = (rows.as_mut_slice(), message) {
            let same = self.shown().contains(&*message);
            if !same {
                // When the message does not fit, more of it is worth more than the path.
                if chars(text).saturating_add(chars(&message)).saturating_add(2) > self.ruler.line_chars {
                    *text = format!("{OWN} FAIL {}{}", self.shown(), self.short_place());
                }
                *text = self.cut_to_line(format!("{text}: {message}"));
            }
        } else if let ([Row::Own(text)], false) = (rows.as_mut_slice(), note.is_empty()) {
            *text = self.cut_to_line(format!("{text}:{note}"));
        }
        rows
    }

    /// The heading: the runner's own line, or name and place.
    #[must_use]
    pub fn heading(&self) -> Vec<Row<'a>> {
        match self.detail().and_then(|detail| detail.heading.as_ref()) {
            Some(line) if self.is_reported_below(line) => vec![Row::Input(line)],
            Some(line) => self.continued(line),
            None => self.as_name(),
        }
    }

    /// Whether a heading that is longer than a line ends with a message that the lines below it repeat.
    fn is_reported_below(&self, line: &Stored) -> bool {
        if self.fits(&line.text) {
            return false;
        }
        let limit = usize::try_from(self.ruler.line_chars).unwrap_or(usize::MAX);
        let name = line.text.find(self.shown()).map(|at| at.saturating_add(self.shown().len()));
        // The first line has the whole name, and enough of the message to recognize it.
        let Some(from) = name.filter(|end| end.saturating_add(SAME_CHARS) <= limit) else { return false };
        let message = line.text.get(from..).unwrap_or("").trim_start_matches([' ', '-', ':']);
        let begins: String = message.chars().take(SAME_CHARS.div_euclid(2)).collect();
        let why = self.detail().into_iter().flat_map(|detail| &detail.lines);
        !begins.is_empty()
            && why.filter(|(part, _)| *part == Part::Why).any(|(_, line)| line.text.contains(&*begins))
    }

    /// A failure's first line, continued on further lines instead of clipped.
    fn continued(&self, line: &'a Stored) -> Vec<Row<'a>> {
        let limit = usize::try_from(self.ruler.line_chars).unwrap_or(usize::MAX);
        if self.fits(&line.text) || line.text.starts_with(OWN) {
            return vec![Row::Input(line)];
        }
        let shown = self.shown();
        let name = self.report.failures().id(self.failure).name;
        let pieces = wrap(&line.text, limit, FURTHER_LINES.saturating_add(1), &[shown, name]);
        let pieces: Vec<_> = pieces.into_iter().map(|piece| clip_middle(piece, limit)).collect();
        let removed = pieces.iter().fold(0_u64, |sum, piece| sum.saturating_add(piece.removed));
        let mut position = match removed {
            0 => Position::First,
            _ => Position::FirstOfClipped(chars(&line.text).saturating_sub(removed)),
        };
        let mut rows = Vec::new();
        for piece in pieces {
            rows.push(Row::Piece(line, piece.text.into_owned(), position));
            position = Position::Further;
        }
        rows
    }

    /// Whether a part of a line that says why is left out of a row because it is too long.
    #[must_use]
    pub(super) fn is_clipped(&self, rows: &[Row<'a>]) -> bool {
        let tells = |line: &Stored| {
            let detail = self.detail();
            let lines = detail.into_iter().flat_map(|detail| &detail.lines);
            { lines }.any(|(part, each)| *part == Part::Why && std::ptr::eq(each, line))
        };
        rows.iter().any(|row| match row {
            Row::Piece(_, _, Position::FirstOfClipped(_)) => true,
            Row::Piece(line, _, Position::First) => line.shortened,
            Row::Part(line, _) => tells(line),
            Row::Input(line) => {
                (line.shortened || printed(&line.text, self.ruler.line_chars).1) && tells(line)
            }
            Row::Piece(_, _, Position::Further) | Row::Own(_) => false,
        })
    }

    /// The heading and the best why lines.
    #[must_use]
    pub fn with_why(&self) -> Vec<Row<'a>> {
        let Some(detail) = self.detail() else { return self.as_line() };
        self.laid_out(&Chosen::why(detail, self.manner, &self.known))
    }

    /// How often it was tried, unless its heading says so.
    fn attempts(&self) -> Option<Row<'a>> {
        let attempts = self.failure.attempt();
        let heading = self.detail().and_then(|detail| detail.heading.as_ref());
        let says = |heading: &Stored| heading.text.contains("TRY ") || heading.text.contains("retry");
        let due = attempts > 1 && !heading.is_some_and(says);
        due.then(|| Row::Own(format!("{OWN} {attempts} attempts")))
    }

    fn laid_out(&self, chosen: &Chosen<'a>) -> Vec<Row<'a>> {
        let (mut rows, mut below) = (self.heading(), Vec::new());
        if self.is_headed_below() {
            std::mem::swap(&mut rows, &mut below);
        }
        rows.extend(self.attempts());
        // The first why line is continued like the heading; the others are clipped.
        let lines = chosen.rows(self.ruler.line_chars, |line| self.continued(line));
        let silent = lines.is_empty() && self.detail().is_none_or(|detail| detail.heading.is_none());
        if silent {
            return self.as_line();
        }
        rows.extend(lines);
        rows.extend(below);
        rows
    }

    /// Whether the line that names it comes after all lines that say why, like the last line of a step.
    fn is_headed_below(&self) -> bool {
        let Some(Detail { heading: Some(heading), lines, .. }) = self.detail() else { return false };
        let before = |(_, line): &(Part, Stored)| (1..heading.number).contains(&line.number);
        self.failure.kind == FailureKind::Build && !lines.is_empty() && lines.iter().all(before)
    }

    /// The why lines, and the best other lines that cost no more than `share`, all in their order; and whether that is
    /// everything.
    #[must_use]
    pub fn whole(&self, share: Cost) -> (Vec<Row<'a>>, Extent) {
        let Some(detail) = self.detail() else {
            let extent = if self.failure.bare { Extent::Part } else { Extent::Whole };
            return (self.as_line(), extent);
        };
        let mut chosen = Chosen::why(detail, self.manner, &self.known);
        chosen.add(share, self.ruler);
        let extent = if chosen.is_complete() { Extent::Whole } else { Extent::Part };
        (self.laid_out(&chosen), extent)
    }
}

/// A file's folder and name as a module: `tests.test_cart` for `/a/tests/test_cart.py`. For other files the path.
fn module(file: &str) -> String {
    let parts = file.strip_suffix(".py").map(|stem| stem.rsplitn(3, '/'));
    let parts = parts.map(|mut parts| (parts.next(), parts.next()));
    match parts {
        Some((Some(name), Some(folder))) if !folder.is_empty() => format!("{folder}.{name}."),
        _ => file.to_owned(),
    }
}

/// The folder that holds all files that are reported with an absolute path, with the slash after it; empty when there
/// is none, or fewer than two such files are reported.
#[must_use]
pub(super) fn common_folder<'a>(failures: &[&'a Failure]) -> &'a str {
    let file = |failure: &&'a Failure| {
        let (file, _) = failure.detail.as_deref()?.place.as_ref()?;
        let bytes = file.as_bytes();
        let drive = matches!(bytes, [letter, b':', b'/' | b'\\', ..] if letter.is_ascii_alphabetic());
        (drive || file.starts_with('/')).then_some(&**file)
    };
    let mut files = failures.iter().filter_map(file);
    let (Some(first), mut more) = (files.next(), false) else { return "" };
    let mut common = first.rfind(['/', '\\']).and_then(|slash| first.get(..=slash)).unwrap_or_default();
    for file in files {
        more = true;
        while !file.starts_with(common) {
            let above = common.trim_end_matches(['/', '\\']);
            common = above.rfind(['/', '\\']).and_then(|slash| above.get(..=slash)).unwrap_or_default();
        }
    }
    // Its replacement takes two chars.
    if more && common.len() > 2 { common } else { "" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{Limits, Mode};
    use crate::event::{Block, Event, Listener as _, Place, Runner, TestId};
    use crate::report::Bounds;

    fn report(files: &[&str], message: &str) -> Report {
        let limits = Limits { chars: 40_000, lines: 800, line_chars: 200 };
        let mut report = Report::new(Bounds { mode: Mode::Standard, limits });
        for (number, file) in files.iter().enumerate() {
            let name = format!("test {number}");
            let id = TestId::bare(&name);
            let events = [
                Event::BlockOpened(Block::Test { id, kind: FailureKind::Test }),
                Event::At { place: Place { file, line: Some(7) }, better: false },
                Event::Message(message),
                Event::BlockClosed,
            ];
            events.into_iter().for_each(|event| report.event(0, Runner("tests"), None, event));
        }
        report.finish();
        report
    }

    fn common(files: &[&str]) -> String {
        let report = report(files, "no");
        common_folder(&report.failures().records().iter().collect::<Vec<_>>()).to_owned()
    }

    #[test]
    fn the_folder_of_all_files_is_left_out_after_a_mark() {
        assert_eq!(common(&["/a/b/c.rs", "/a/b/d/e.rs", "f.rs"]), "/a/b/");
        assert_eq!(common(&["/a/b/c.rs", "/a/bc/d.rs"]), "/a/");
        assert_eq!(common(&["C:\\a\\b\\c.cs", "C:\\a\\d.cs"]), "C:\\a\\");
        for none in [&["/a/b.rs", "/c/d.rs"][..], &["/a/b.rs"], &["a/b.rs", "a/c.rs"], &[]] {
            assert_eq!(common(none), "", "{none:?}");
        }
        let report = report(&["/a/b/c.rs", "/a/b/d.rs"], "no");
        let failures = report.failures().records();
        let shown =
            |folder| match FailureRows::new(&report, &failures[0], 200_u64).below(folder).as_line().remove(0)
            {
                Row::Own(text) => text,
                other => panic!("{other:?}"),
            };
        assert_eq!(shown("/a/b/"), "weir: FAIL test 0 (\u{2026}/c.rs:7): no");
        assert_eq!(shown(""), "weir: FAIL test 0 (/a/b/c.rs:7): no");
        assert_eq!(shown("/x/"), "weir: FAIL test 0 (/a/b/c.rs:7): no");
    }

    #[test]
    fn of_a_message_that_is_too_long_the_end_is_shown_and_it_counts_as_clipped() {
        let laid_out = |ropes: usize| {
            let limits = Limits { chars: 40_000, lines: 800, line_chars: 200 };
            let mut report = Report::new(Bounds { mode: Mode::Standard, limits });
            let text = format!("moor panicked: {}not found, src/quay.rs:7", "rope ".repeat(ropes));
            let events = [
                Event::BlockOpened(Block::Whole { name: "moor", kind: FailureKind::Crash }),
                Event::Instead(&text),
                Event::Heading,
                Event::BlockClosed,
            ];
            events.into_iter().for_each(|event| report.event(0, Runner("tests"), None, event));
            report.finish();
            let rows = FailureRows::new(&report, &report.failures().records()[0], 200_u64);
            let (whole, _) = rows.whole(Cost { chars: u64::MAX, lines: u64::MAX });
            let Some(Row::Piece(_, last, _)) = whole.last() else { panic!("{whole:?}") };
            (last.clone(), rows.is_clipped(&whole))
        };
        let (last, clipped) = laid_out(300);
        assert!(last.ends_with("not found, src/quay.rs:7") && last.contains("...") && clipped, "{last}");
        let (last, clipped) = laid_out(100);
        assert!(last.ends_with("not found, src/quay.rs:7") && !clipped, "{last}");
    }

    #[test]
    fn a_module_tells_its_file() {
        assert_eq!(module("/a/tests/test_cart.py"), "tests.test_cart.");
        assert_eq!(module("/test_cart.py"), "/test_cart.py");
        assert_eq!(module("/a/tests/cart.rb"), "/a/tests/cart.rb");
    }

    #[test]
    fn a_line_does_not_tell_its_place_twice() {
        let line = |message: &str| {
            let report = report(&["a_test.go"], message);
            let failure = &report.failures().records()[0];
            match FailureRows::new(&report, failure, 200_u64).as_line().remove(0) {
                Row::Own(text) => text,
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(line("a_test.go:7: got 3"), "weir: FAIL test 0 (a_test.go:7): got 3");
        assert_eq!(line("a_test.go:71: got 3"), "weir: FAIL test 0 (a_test.go:7): a_test.go:71: got 3");
        assert_eq!(line("a_test.go:7: "), "weir: FAIL test 0 (a_test.go:7): a_test.go:7:");
    }
}
