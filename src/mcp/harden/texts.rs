//! A text, piece by piece, and the two ends of one.

use std::borrow::Cow;
use std::ops::Range;

use super::columns;
use super::desk::Desk;
use super::figures::Outcome;
use super::question::{Kind, Question};
use super::scale::count;
use super::secrets;
use super::shown::{ChunkAt, Shown};
use crate::budget::Count as _;
use crate::chunk::{Bounds, Chunk, Chunker, MOST_LINES};
use crate::store::{CURSOR_CHARS, Opened, VaultError};
use crate::text::head;

/// Bytes of a text that are cut at once when all of it is walked through.
const WALK_BYTES: usize = 256 * 1024;
/// Bytes of a text that are read at once for one piece.
const BLOCK_BYTES: usize = 32 * 1024;
/// Bytes of a text that is repeated in a remark.
const REMARK_BYTES: usize = 200;
/// Tokens of a budget that has room for a remark.
const REMARK_TOKENS: u64 = 1000;

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

    /// Where these lines are in a text.
    fn of(&self, text: &str) -> Range<usize> {
        let bytes = text.as_bytes();
        let after = |line: u64| {
            let Some(nth) = line.checked_sub(1) else { return 0 };
            let nth = usize::try_from(nth).unwrap_or(usize::MAX);
            memchr::memchr_iter(b'\n', bytes).nth(nth).map_or(text.len(), |at| at.saturating_add(1))
        };
        let from = after(self.first.saturating_sub(1));
        let to = self.last.map_or(text.len(), after);
        from..to.max(from)
    }
}

/// The lines of a text; a last one without a line end counts.
pub(in crate::mcp) fn lines_of(text: &str) -> u64 {
    let ends = count(memchr::memchr_iter(b'\n', text.as_bytes()).count());
    ends.saturating_add(u64::from(!text.is_empty() && !text.ends_with('\n')))
}

/// Where a piece begins: its number and its first byte in the whole text, both from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::mcp) struct Place {
    index: u64,
    byte: u64,
}

/// Bits of a cursor's offset that hold the byte; those above hold the number.
const BYTE_BITS: u32 = 32;
const BYTE_MASK: u64 = (1 << BYTE_BITS) - 1;

impl Place {
    /// The place that the offset of a cursor means.
    pub(in crate::mcp) const fn of(offset: u64) -> Self {
        Self { index: offset >> BYTE_BITS, byte: offset & BYTE_MASK }
    }

    /// As the offset of a cursor; none when the text is too long for one.
    fn offset(self) -> Option<u64> {
        let fits = self.byte <= BYTE_MASK && self.index <= BYTE_MASK;
        fits.then_some((self.index << BYTE_BITS) | self.byte)
    }

    /// The place after a piece of so many bytes.
    const fn after(self, bytes: u64) -> Self {
        Self { index: self.index.saturating_add(1), byte: self.byte.saturating_add(bytes) }
    }
}

/// A piece, and where it is.
struct Piece<'a> {
    text: Cow<'a, str>,
    at: ChunkAt,
    next: Place,
}

fn bounds(question: &Question) -> Bounds {
    Bounds { tokens: question.tokens, lines: question.most, bytes: question.bytes, ..Bounds::default() }
}

fn at(chunk: &Chunk<'_>, question: &Question) -> ChunkAt {
    ChunkAt {
        index: chunk.index,
        total: question.pieces,
        start: chunk.start_line,
        end: chunk.end_line,
        lines: question.lines,
    }
}

/// The first piece of a text. Walks through all of it, and notes in the question how many there are.
fn first_piece<'a>(desk: &Desk<'_>, text: &'a str, question: &mut Question) -> Option<Piece<'a>> {
    let span = Span { first: question.first, last: question.last }.of(text);
    question.end = count(span.end);
    let place = Place { index: 0, byte: count(span.start) };
    let mut chunker = Chunker::new(bounds(question), desk.scale.measure(), question.first);
    let text = text.get(span)?;
    let mut found = None;
    for block in text.as_bytes().chunks(WALK_BYTES) {
        chunker.push(block);
        note_first(&mut chunker, question, &mut found);
    }
    chunker.end();
    note_first(&mut chunker, question, &mut found);
    question.pieces = chunker.given();
    let (at, length) = found?;
    let at = ChunkAt { total: question.pieces, ..at };
    Some(Piece { text: Cow::Borrowed(text.get(..length)?), at, next: place.after(count(length)) })
}

/// Takes all chunks that are ready, and notes where the first one is and its bytes.
fn note_first(chunker: &mut Chunker<'_>, question: &Question, found: &mut Option<(ChunkAt, usize)>) {
    while let Some(chunk) = chunker.next_chunk() {
        found.get_or_insert_with(|| (at(&chunk, question), chunk.bytes.len()));
    }
}

/// The piece that begins at a place. No more of the text is read than it takes; nothing when there is none.
fn piece_at(
    desk: &Desk<'_>,
    opened: &mut Opened,
    question: &Question,
    place: Place,
) -> Result<Option<Piece<'static>>, VaultError> {
    let line = opened.seek(place.byte)?;
    let mut chunker = Chunker::new(bounds(question), desk.scale.measure(), line).numbered(place.index);
    let mut left = question.end.saturating_sub(place.byte);
    let mut block = vec![0; BLOCK_BYTES];
    loop {
        let most = usize::try_from(left).unwrap_or(usize::MAX).min(block.len());
        let room = block.get_mut(..most).unwrap_or_default();
        let read = if most == 0 { 0 } else { opened.read(room)? };
        chunker.push(block.get(..read).unwrap_or_default());
        left.down(count(read));
        if read == 0 {
            chunker.end();
        }
        if let Some(chunk) = chunker.next_chunk() {
            let text = String::from_utf8_lossy(chunk.bytes).into_owned();
            let next = place.after(count(chunk.bytes.len()));
            return Ok(Some(Piece { text: Cow::Owned(text), at: at(&chunk, question), next }));
        }
        if read == 0 {
            return Ok(None);
        }
    }
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
    /// Secrets that were hidden in the text.
    pub(in crate::mcp) hidden: u64,
}

impl Cutting {
    /// As one text is shown.
    pub(in crate::mcp) fn usual(desk: &Desk<'_>) -> Self {
        Self { tokens: desk.scale.chunk, lines: desk.scale.lines, hidden: 0 }
    }

    /// As lines are shown that somebody named.
    pub(in crate::mcp) fn named(desk: &Desk<'_>) -> Self {
        Self { tokens: desk.scale.threshold.max(desk.scale.chunk), lines: MOST_LINES, hidden: 0 }
    }
}

/// The question of a text. The last line of an answer takes its share of the bounds.
pub(in crate::mcp) fn question(desk: &Desk<'_>, text: &str, span: Span, cutting: Cutting) -> Question {
    let lines = lines_of(text);
    let widest = ChunkAt { index: lines, total: lines, start: lines, end: lines, lines };
    let hidden = secrets::remark(cutting.hidden).map(|remark| format!("; {remark}")).unwrap_or_default();
    let rest = format!("{hidden}; rest: {}", desk.call_cursor(&"w".repeat(CURSOR_CHARS)));
    let last = last_line(widest, &rest);
    let header = columns::header(text).filter(|_| span == Span::ALL).map(ToOwned::to_owned);
    let named = header.as_ref().map(|header| format!("{header}\n")).unwrap_or_default();
    // One more for the line end before it.
    let share = desk.scale.tokens(&last).saturating_add(desk.scale.tokens(&named)).saturating_add(1);
    let tokens = cutting.tokens.saturating_sub(share).max(cutting.tokens.div_euclid(2)).max(1);
    let taken = count(last.len()).saturating_add(count(named.len()));
    let bytes = desk.scale.hard.saturating_sub(taken).max(desk.scale.hard.div_euclid(2)).max(4);
    Question {
        kind: Kind::Text,
        most: cutting.lines,
        budget: cutting.tokens,
        first: span.first,
        last: span.last,
        tokens,
        bytes,
        lines,
        header,
        ..Question::default()
    }
}

/// A piece with its last line; `id` is the snapshot of the question.
fn shown(desk: &Desk<'_>, piece: Piece<'_>, (id, hidden): (Option<&str>, u64), question: &Question) -> Shown {
    let Piece { text, at, next } = piece;
    // Another estimator than that of the first piece may make other pieces.
    let more = next.byte < question.end;
    let total = if more { at.total.max(at.index.saturating_add(2)) } else { at.index.saturating_add(1) };
    let at = ChunkAt { total, ..at };
    let cursor = || desk.cursor(id?, next.offset()?);
    let cursor = if more { cursor() } else { None };
    let rest = match (&cursor, more) {
        (Some(cursor), _) => format!("; rest: {}", desk.call_cursor(cursor)),
        (None, true) => format!("; {}", desk.note()),
        (None, false) => String::new(),
    };
    let named = question.header.as_ref().filter(|_| at.index > 0);
    let mut shown = match named {
        Some(header) => format!("{header}\n{text}"),
        None => text.into_owned(),
    };
    let ends_line = shown.ends_with('\n');
    let remark = secrets::remark(hidden).map(|remark| format!("; {remark}")).unwrap_or_default();
    let beyond = !more && question.last.is_some_and(|last| last > at.lines);
    let rest = if beyond { "; there are no more lines" } else { rest.as_str() };
    let says_more = beyond || !remark.is_empty();
    if says_more && !ends_line {
        shown.push('\n');
    }
    // The end of a text that has no line end is the end: a line after it would look like one of its own.
    if more || says_more || ends_line {
        let after = if named.is_some() { ", after line 1" } else { "" };
        shown.push_str(&last_line(at, &format!("{after}{remark}{rest}")));
    }
    Shown {
        text: shown,
        outcome: Outcome::Chunked,
        budget: question.budget,
        estimated: question.estimated,
        snapshot: question.of.clone().or_else(|| id.map(ToOwned::to_owned)),
        next: cursor,
        chunk: Some(at),
        ..Shown::default()
    }
}

/// The piece of a stored text that begins at a place, `id` being the snapshot of the question, and `opened` that of the
/// text. Nothing when there is no such piece.
pub(in crate::mcp) fn onward(
    desk: &Desk<'_>,
    opened: &mut Opened,
    id: &str,
    question: &Question,
    place: Place,
) -> Result<Option<Shown>, VaultError> {
    let piece = piece_at(desk, opened, question, place)?;
    Ok(piece.map(|piece| shown(desk, piece, (Some(id), 0), question)))
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
    let mut question = Question { estimated, ..question(desk, text, span, cutting) };
    question.of = of.map(ToOwned::to_owned);
    let piece = first_piece(desk, text, &mut question)?;
    let id = desk.keep(text, &question);
    Some(shown(desk, piece, (id.as_deref(), cutting.hidden), &question))
}

/// Keeps a text, whose pieces can be had then.
fn kept(desk: &Desk<'_>, text: &str, estimated: u64) -> Option<String> {
    let mut question = Question { estimated, ..question(desk, text, Span::ALL, Cutting::usual(desk)) };
    let _ = first_piece(desk, text, &mut question);
    desk.keep(text, &question)
}

/// A word on a text that is beside a document: the text itself, when it is short, or how to get it. Nothing where there is
/// no room for it.
pub(super) fn remark(desk: &Desk<'_>, text: &str) -> Option<String> {
    if text.trim().is_empty() || !has_room(desk.scale.record) || !has_room(desk.scale.threshold) {
        return None;
    }
    if text.len() <= REMARK_BYTES {
        return Some(format!("beside it: {}", crate::text::one_line(text.trim())));
    }
    let rest = match kept(desk, text, desk.scale.tokens(text)) {
        Some(id) => desk.call_lines(&id),
        None => desk.note().to_owned(),
    };
    Some(format!("beside it is a text of {} bytes: {rest}", text.len()))
}

/// Whether a budget has room for more than an answer and how to get its rest.
pub(super) const fn has_room(budget: u64) -> bool {
    budget >= REMARK_TOKENS
}

/// Both ends of a text, which is stored before, and between them how to get the rest. A text that is affordable, without
/// its secrets say, is all of it.
pub(super) fn ends(desk: &Desk<'_>, text: &str, hidden: u64, estimated: u64) -> Shown {
    let budget = desk.scale.threshold;
    let remark = secrets::remark(hidden);
    let whole = remark.as_ref().map(|remark| format!("{text}\nweir: {remark}\n"));
    let whole = whole.unwrap_or_else(|| text.to_owned());
    if desk.scale.affords(&whole, budget) {
        let text = whole;
        return Shown { text, outcome: Outcome::Clipped, budget, estimated, ..Shown::default() };
    }
    let id = kept(desk, text, estimated);
    let rest = id
        .as_deref()
        .map_or_else(|| format!("; {}", desk.note()), |id| format!("; all of it: {}", desk.call_lines(id)));
    let rest = remark.map_or_else(|| rest.clone(), |remark| format!("; {remark}{rest}"));
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
        low.down(low.div_ceil(16));
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
        from.up(1);
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
        let of = |first, last| &text[Span { first, last }.of(text)];
        assert_eq!([of(1, None), of(2, Some(2)), of(3, None), of(4, None)], [text, "b\n", "c", ""]);
        assert_eq!((lines_of(text), lines_of("a\n"), lines_of("")), (3, 1, 0));
    }

    #[test]
    fn a_place_is_an_offset_unless_the_text_is_too_long_for_one() {
        let place = Place { index: 7, byte: 1 << 30 };
        assert_eq!(place.offset().map(Place::of), Some(place));
        assert_eq!(place.after(5), Place { index: 8, byte: (1 << 30) + 5 });
        assert_eq!(Place { index: 0, byte: 1 << 32 }.offset(), None);
        assert_eq!(Place { index: 1 << 32, byte: 0 }.offset(), None);
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
