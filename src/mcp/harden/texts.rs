//! A text, piece by piece, and the two ends of one.

use super::desk::Desk;
use super::figures::Outcome;
use super::question::{Kind, Question};
use super::scale::count;
use super::shown::{ChunkAt, Shown};
use crate::chunk::{Bounds, Chunker, MOST_LINES};
use crate::store::CURSOR_CHARS;
use crate::text::head;

/// Which lines of a text are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::mcp) struct Span {
    /// The first, from 1.
    pub(in crate::mcp) first: u64,
    /// The last; the end of the text when there is none.
    pub(in crate::mcp) last: Option<u64>,
}

impl Span {
    /// The whole text.
    pub(in crate::mcp) const ALL: Self = Self { first: 1, last: None };

    /// These lines of a text.
    pub(in crate::mcp) fn of<'a>(&self, text: &'a str) -> &'a str {
        let bytes = text.as_bytes();
        let behind = |line: u64| {
            let Some(nth) = line.checked_sub(1) else { return 0 };
            let nth = usize::try_from(nth).unwrap_or(usize::MAX);
            memchr::memchr_iter(b'\n', bytes).nth(nth).map_or(text.len(), |at| at.saturating_add(1))
        };
        let from = behind(self.first.saturating_sub(1));
        let to = self.last.map_or(text.len(), behind);
        text.get(from..to.max(from)).unwrap_or_default()
    }
}

/// The lines of a text; a last one without a line end counts.
pub(in crate::mcp) fn lines_of(text: &str) -> u64 {
    let ends = count(memchr::memchr_iter(b'\n', text.as_bytes()).count());
    ends.saturating_add(u64::from(!text.is_empty() && !text.ends_with('\n')))
}

/// A piece, and where it stands.
struct Piece<'a> {
    text: &'a str,
    at: ChunkAt,
}

fn bounds(question: &Question) -> Bounds {
    Bounds { tokens: question.tokens, lines: question.most, bytes: question.bytes, ..Bounds::default() }
}

/// Walks through the pieces of a text; gives the one of this number and how many there are. Stops at it when the number
/// of all is known.
fn piece<'a>(desk: &Desk<'_>, text: &'a str, question: &Question, index: u64) -> Option<(Piece<'a>, u64)> {
    let mut chunker = Chunker::new(bounds(question), desk.scale.measure(), question.first);
    chunker.push(text.as_bytes());
    chunker.end();
    let (mut from, mut found) = (0_usize, None);
    while let Some(chunk) = chunker.next_chunk() {
        let to = from.saturating_add(chunk.bytes.len());
        if chunk.index == index {
            let at = ChunkAt {
                index,
                total: question.pieces,
                start: chunk.start_line,
                end: chunk.end_line,
                lines: question.lines,
            };
            found = Some(Piece { text: text.get(from..to)?, at });
            if question.pieces > 0 {
                break;
            }
        }
        from = to;
    }
    let given = chunker.given();
    found.map(|piece| (piece, given))
}

/// The last line of a piece.
fn last_line(at: ChunkAt, rest: &str) -> String {
    let ChunkAt { index, total, start, end, lines } = at;
    format!("weir: chunk {} of {total}, lines {start}-{end} of {lines}{rest}\n", index.saturating_add(1))
}

/// How the pieces of a text are made.
#[derive(Clone, Copy, Debug)]
pub(in crate::mcp) struct Cutting {
    /// Tokens of an answer.
    pub(in crate::mcp) tokens: u64,
    /// Lines of a piece.
    pub(in crate::mcp) lines: u64,
}

impl Cutting {
    /// As one text is shown.
    pub(in crate::mcp) fn usual(desk: &Desk<'_>) -> Self {
        Self { tokens: desk.scale.chunk, lines: desk.scale.lines }
    }

    /// As lines are shown that somebody named.
    pub(in crate::mcp) fn named(desk: &Desk<'_>) -> Self {
        Self { tokens: desk.scale.threshold.max(desk.scale.chunk), lines: MOST_LINES }
    }
}

/// The question of a text. The last line of an answer takes its share of the bounds.
pub(in crate::mcp) fn question(desk: &Desk<'_>, text: &str, span: Span, cutting: Cutting) -> Question {
    let lines = lines_of(text);
    let widest = ChunkAt { index: lines, total: lines, start: lines, end: lines, lines };
    let rest = format!("; rest: {}", desk.call_cursor(&"w".repeat(CURSOR_CHARS)));
    let last = last_line(widest, &rest);
    // One more for the line end before it.
    let share = desk.scale.tokens(&last).saturating_add(1);
    let tokens = cutting.tokens.saturating_sub(share).max(cutting.tokens.div_euclid(2)).max(1);
    let bytes = desk.scale.hard.saturating_sub(count(last.len())).max(desk.scale.hard.div_euclid(2)).max(4);
    Question {
        kind: Kind::Text,
        most: cutting.lines,
        budget: cutting.tokens,
        first: span.first,
        last: span.last,
        tokens,
        bytes,
        lines,
        ..Question::default()
    }
}

/// A piece of stored text, `id` being the snapshot of the question. `text` is what the question is about, all of it.
/// Nothing when there is no such piece.
pub(in crate::mcp) fn chunk(
    desk: &Desk<'_>,
    text: &str,
    id: Option<&str>,
    question: &Question,
    index: u64,
    estimated: u64,
) -> Option<Shown> {
    let span = Span { first: question.first, last: question.last };
    let (Piece { text: content, at }, given) = piece(desk, span.of(text), question, index)?;
    let at = ChunkAt { total: if question.pieces > 0 { question.pieces } else { given }, ..at };
    let next = index.saturating_add(1);
    let more = next < at.total;
    let cursor = if more { id.and_then(|id| desk.cursor(id, next)) } else { None };
    let rest = match (&cursor, more) {
        (Some(cursor), _) => format!("; rest: {}", desk.call_cursor(cursor)),
        (None, true) => format!("; {}", desk.note()),
        (None, false) => String::new(),
    };
    let mut shown = content.to_owned();
    let beyond = !more && question.last.is_some_and(|last| last > at.lines);
    let rest = if beyond { "; there are no more lines" } else { rest.as_str() };
    if beyond && !content.ends_with('\n') {
        shown.push('\n');
    }
    // The end of a text that has no line end is the end: a line behind it would look like one of its own.
    if more || beyond || content.ends_with('\n') {
        shown.push_str(&last_line(at, rest));
    }
    Some(Shown {
        text: shown,
        outcome: Outcome::Chunked,
        budget: question.budget,
        estimated,
        snapshot: question.of.clone().or_else(|| id.map(ToOwned::to_owned)),
        next: cursor,
        total: None,
        chunk: Some(at),
    })
}

/// The first piece of a text, which is stored before; `of` is its snapshot, when it has one.
pub(in crate::mcp) fn first(
    desk: &Desk<'_>,
    text: &str,
    of: Option<&str>,
    span: Span,
    cutting: Cutting,
    estimated: u64,
) -> Option<Shown> {
    let mut question = question(desk, text, span, cutting);
    question.of = of.map(ToOwned::to_owned);
    let (_, given) = piece(desk, span.of(text), &question, 0)?;
    question.pieces = given;
    let id = desk.keep(text, &question);
    chunk(desk, text, id.as_deref(), &question, 0, estimated)
}

/// Both ends of a text, which is stored before, and between them how to get the rest.
pub(super) fn ends(desk: &Desk<'_>, text: &str, estimated: u64) -> Shown {
    let mut question = question(desk, text, Span::ALL, Cutting::usual(desk));
    question.pieces = piece(desk, text, &question, 0).map_or(0, |(_, given)| given);
    let id = desk.keep(text, &question);
    let rest = id
        .as_deref()
        .map_or_else(|| format!("; {}", desk.note()), |id| format!("; all of it: {}", desk.call_lines(id)));
    let budget = desk.scale.threshold;
    let made = |most: usize| both_ends(text, most, &rest);
    let fits = |most: usize| desk.scale.affords(&made(most), budget);
    let (mut low, mut high) = (0_usize, text.len().div_euclid(2));
    high = high.min(usize::try_from(desk.scale.hard).unwrap_or(usize::MAX));
    while low < high {
        let middle = low.saturating_add(high.saturating_sub(low).div_ceil(2));
        if fits(middle) { low = middle } else { high = middle.saturating_sub(1) }
    }
    // Whole lines make small steps: what was not fitting a little further up may be so here.
    while low > 0 && !fits(low) {
        low = low.saturating_sub(low.div_ceil(16));
    }
    Shown { text: made(low), outcome: Outcome::Clipped, budget, estimated, snapshot: id, ..Shown::default() }
}

/// So many bytes of each end at most, whole lines where there are some.
fn both_ends(text: &str, most: usize, rest: &str) -> String {
    let first = head(text, most);
    let first = match first.rfind('\n') {
        Some(at) if at >= first.len().div_euclid(2) => first.get(..=at).unwrap_or(first),
        _ => first,
    };
    let mut from = text.len().saturating_sub(most).max(first.len());
    while !text.is_char_boundary(from) {
        from = from.saturating_add(1);
    }
    let last = text.get(from..).unwrap_or_default();
    let last = match last.find('\n').map(|at| at.saturating_add(1)) {
        Some(at) if at < last.len() && at <= last.len().div_ceil(2) => last.get(at..).unwrap_or(last),
        _ => last,
    };
    let out = text.len().saturating_sub(first.len()).saturating_sub(last.len());
    let middle = text.get(first.len()..text.len().saturating_sub(last.len())).unwrap_or_default();
    let lines = lines_of(middle);
    let gap = if first.is_empty() || first.ends_with('\n') { "" } else { "\n" };
    format!("{first}{gap}weir: {lines} lines, {out} bytes are left out here{rest}\n{last}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_text_are_counted_from_one() {
        let text = "a\nb\nc";
        let of = |first, last| Span { first, last }.of(text);
        assert_eq!([of(1, None), of(2, Some(2)), of(3, None), of(4, None)], [text, "b\n", "c", ""]);
        assert_eq!((lines_of(text), lines_of("a\n"), lines_of("")), (3, 1, 0));
    }

    #[test]
    fn both_ends_of_a_text_are_whole_lines() {
        let text: String = (1..=100).map(|number| format!("line {number}\n")).collect();
        let cut = both_ends(&text, 20, "; rest");
        assert_eq!(
            cut,
            "line 1\nline 2\nweir: 96 lines, 761 bytes are left out here; rest\nline 99\nline 100\n"
        );
        let wide = both_ends(&"\u{e9}".repeat(50), 11, "");
        assert_eq!(
            wide,
            "\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\nweir: 1 lines, 80 bytes are left out here\n\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}"
        );
    }
}
