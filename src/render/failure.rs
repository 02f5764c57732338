//! One failure on each rung, as rows.

use super::row::{OWN, Position, Row, chars};
use crate::budget::Ruler;
use crate::event::{FailureKind, Part};
use crate::report::{Detail, Failure, Report, Stored};
use crate::text::wrap;

/// The most why lines of a failure that is not shown whole.
const WHY_LINES: usize = 10;
/// On how many further lines a failure's first line is continued.
const FURTHER_LINES: usize = 2;

/// A failure with what its rows need.
#[derive(Clone, Copy)]
pub struct FailureRows<'a> {
    report: &'a Report,
    failure: &'a Failure,
    ruler: Ruler,
}

impl<'a> FailureRows<'a> {
    /// The rows of one failure.
    #[must_use]
    pub fn new(report: &'a Report, failure: &'a Failure, ruler: impl Into<Ruler>) -> Self {
        Self { report, failure, ruler: ruler.into() }
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
        match (shown.contains(&**file), line) {
            (true, Some(line)) if !shown.contains(&format!("{file}:{line}")) => format!(" (:{line})"),
            (true, _) => String::new(),
            (false, Some(line)) => format!(" ({file}:{line})"),
            (false, None) => format!(" ({file})"),
        }
    }

    /// The same with nothing but the last part of a path, for a line that is too narrow for all of it.
    fn short_place(&self) -> String {
        let place = self.place();
        match (place.strip_prefix(" ("), place.rsplit_once(['/', '\\'])) {
            (Some(_), Some((_, last))) => format!(" (\u{2026}/{last}"),
            _ => place,
        }
    }

    /// The message: what the recognizer named, or the first why line.
    #[must_use]
    pub fn message(&self) -> Option<String> {
        let detail = self.detail()?;
        let text = match &detail.message {
            Some(message) => message.trim(),
            None => {
                let why = detail.lines.iter().filter(|(part, _)| *part == Part::Why);
                why.map(|(_, line)| line.text.trim()).find(|text| !text.is_empty())?
            }
        };
        let mut flat = String::with_capacity(text.len());
        for word in text.split_whitespace() {
            if !flat.is_empty() {
                flat.push(' ');
            }
            flat.push_str(word);
        }
        (!flat.is_empty()).then_some(flat)
    }

    /// What a kind adds to a name that does not say it.
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

    /// Name and place, continued on further lines when they are long.
    #[must_use]
    pub fn as_name(&self) -> Vec<Row<'a>> {
        let text = format!("{OWN} FAIL {}{}", self.shown(), self.place());
        let limit = usize::try_from(self.ruler.line_chars).unwrap_or(usize::MAX);
        if chars(&text) <= self.ruler.line_chars {
            return vec![Row::Own(text)];
        }
        let short = format!("{OWN} FAIL {}{}", self.shown(), self.short_place());
        if chars(&short) <= self.ruler.line_chars {
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
        let message = self.message();
        let note = if message.is_none() { self.note() } else { "" };
        if let ([Row::Own(text)], Some(message)) = (rows.as_mut_slice(), message) {
            let same = self.shown().contains(&message);
            if !same {
                // Of a message that does not fit, more is worth more than the path.
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
            Some(line) => self.continued(line),
            None => self.as_name(),
        }
    }

    /// A failure's first line, continued on further lines instead of clipped.
    fn continued(&self, line: &'a Stored) -> Vec<Row<'a>> {
        let limit = usize::try_from(self.ruler.line_chars).unwrap_or(usize::MAX);
        if chars(&line.text) <= self.ruler.line_chars || line.text.starts_with(OWN) {
            return vec![Row::Input(line)];
        }
        let shown = self.shown();
        let name = self.report.failures().id(self.failure).name;
        let pieces = wrap(&line.text, limit, FURTHER_LINES.saturating_add(1), &[shown, name]);
        let mut position = Position::First;
        let mut rows = Vec::new();
        for piece in pieces {
            let text = crate::text::clip(piece, limit).text.into_owned();
            rows.push(Row::Piece(line, text, position));
            position = Position::Further;
        }
        rows
    }

    /// Heading and why lines.
    #[must_use]
    pub fn with_why(&self) -> Vec<Row<'a>> {
        let Some(detail) = self.detail() else { return self.as_line() };
        let mut rows = self.heading();
        let mut why = 0;
        for (part, line) in &detail.lines {
            if *part == Part::Why && why < WHY_LINES && !line.text.trim().is_empty() {
                why = why.saturating_add(1);
                self.push_line(&mut rows, line, why);
            }
        }
        if why == 0 { self.as_line_or_heading(rows) } else { rows }
    }

    fn as_line_or_heading(&self, heading: Vec<Row<'a>>) -> Vec<Row<'a>> {
        if self.detail().is_some_and(|detail| detail.heading.is_some()) { heading } else { self.as_line() }
    }

    /// The first why line is continued like the heading; the others are clipped.
    fn push_line(&self, rows: &mut Vec<Row<'a>>, line: &'a Stored, number: usize) {
        if number == 1 {
            rows.extend(self.continued(line));
        } else {
            rows.push(Row::Input(line));
        }
    }

    /// Everything in its order, with captured output up to `share` chars from its beginning.
    #[must_use]
    pub fn whole(&self, share: u64) -> Vec<Row<'a>> {
        let Some(detail) = self.detail() else { return self.as_line() };
        let mut rows = self.heading();
        let mut left = share;
        let mut why = 0_usize;
        for (part, line) in &detail.lines {
            if *part == Part::Output {
                let cost = Row::Input(line).cost(self.ruler).chars;
                if cost > left {
                    left = 0;
                    continue;
                }
                left = left.saturating_sub(cost);
                rows.push(Row::Input(line));
                continue;
            }
            if *part == Part::Why {
                why = why.saturating_add(1);
                self.push_line(&mut rows, line, why);
            } else {
                rows.push(Row::Input(line));
            }
        }
        if detail.lines.is_empty() { self.as_line_or_heading(rows) } else { rows }
    }

    /// Whether showing it with this share shows everything that is known of it.
    #[must_use]
    pub fn is_complete(&self, share: u64) -> bool {
        let Some(detail) = self.detail() else { return !self.failure.bare };
        let output = detail.lines.iter().filter(|(part, _)| *part == Part::Output);
        let cost =
            output.fold(0_u64, |sum, (_, line)| sum.saturating_add(Row::Input(line).cost(self.ruler).chars));
        cost <= share && !detail.shortened
    }
}
