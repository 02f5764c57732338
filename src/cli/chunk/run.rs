//! Does `weir chunk`: one way through the input, in which the wanted chunk is caught and all are counted.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use super::write::{Map, Printed, chunk_json, map_json};
use crate::budget::{Estimator, Measure};
use crate::chunk::{Boundary, Bounds, Chunk, Chunker, Feed, Range};
use crate::cli::exit::{self, End, Problem};
use crate::cli::pages::{self, Keeping, Kept};
use crate::settings::Redaction;
use crate::source::{Got, Input, Inputs, Source};
use crate::store::Recorder;
use crate::store::redact::Redactor;

/// What the cursors of this command are for.
const QUERY: &str = "chunk/1";
/// Bytes that are read at once.
const BLOCK_BYTES: usize = 64 * 1024;

/// Where the text is.
#[derive(Clone, Debug, PartialEq)]
pub enum From {
    /// In inputs.
    Inputs(Vec<Input>),
    /// Where a cursor leads.
    Cursor(String),
}

/// The form of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// JSON.
    Json,
    /// JSON, but a text that is one chunk as it came.
    JsonUnlessWhole,
    /// The chunk's bytes.
    Text,
}

/// What is cut and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Chunks {
    /// Where the text is.
    pub(super) from: From,
    pub(super) bounds: Bounds,
    pub(super) estimator: Estimator,
    pub(super) range: Option<Range>,
    pub(super) index: u64,
    pub(super) map: bool,
    pub(super) form: Form,
    pub(super) redaction: Redaction,
    pub(super) keeping: Keeping,
}

/// What a cursor needs to know beside the text.
#[derive(Debug, Serialize, Deserialize)]
struct Question {
    chunk: u8,
    tokens: u64,
    lines: u64,
    boundary: String,
    est: String,
    first_line: u64,
    total_lines: u64,
    total_chunks: u64,
}

/// The chunk that was looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) index: u64,
    pub(super) start_line: u64,
    pub(super) end_line: u64,
    pub(super) bytes: Vec<u8>,
}

/// Catches the wanted chunk, or what a map says of all.
struct Catch {
    wanted: u64,
    found: Option<Found>,
    map: Option<Map>,
}

impl Catch {
    fn see(&mut self, chunk: &Chunk<'_>, measure: &dyn Measure) {
        if let Some(map) = &mut self.map {
            if chunk.index >= self.wanted {
                map.add(chunk, measure);
            }
        } else if chunk.index == self.wanted {
            let Chunk { index, start_line, end_line, bytes } = *chunk;
            self.found = Some(Found { index, start_line, end_line, bytes: bytes.to_vec() });
        }
    }
}

/// Answers.
pub(in crate::cli) fn run(job: &Chunks, out: &mut impl Write) -> Result<End, Problem> {
    match &job.from {
        From::Inputs(inputs) => first(job, inputs, out),
        From::Cursor(cursor) => next(job, cursor, out),
    }
}

/// Reads a source to its end, or until `each` has enough.
fn read(source: &mut dyn Source, mut each: impl FnMut(&[u8]) -> bool) -> Result<(), Problem> {
    let mut block = vec![0; BLOCK_BYTES];
    loop {
        match source.read(&mut block).map_err(Problem::input)? {
            Got::Bytes(count) => {
                if !each(block.get(..count).unwrap_or_default()) {
                    return Ok(());
                }
            }
            Got::NextFile => {}
            Got::End | Got::Signal(_) => return Ok(()),
            Got::ReaderLeft => {
                return Err(Problem::output("the answer", io::Error::from(io::ErrorKind::BrokenPipe)));
            }
        }
    }
}

fn first(job: &Chunks, inputs: &[Input], out: &mut impl Write) -> Result<End, Problem> {
    let measure = &job.estimator;
    let range = job.range.unwrap_or(Range::ALL);
    let mut feed = Feed::new(range, (job.redaction == Redaction::Redact).then(Redactor::default));
    let mut chunker = Chunker::new(job.bounds, measure, range.from);
    let mut catch = Catch { wanted: job.index, found: None, map: job.map.then(Map::default) };
    let place = job.keeping.place.clone().filter(|_| !job.map);
    let mut recorder = place.map(|place| Recorder::new(place, Redaction::Keep));
    {
        let mut give = |bytes: &[u8]| {
            if let Some(recorder) = &mut recorder {
                recorder.add(bytes);
            }
            chunker.push(bytes);
            while let Some(chunk) = chunker.next_chunk() {
                catch.see(&chunk, measure);
            }
        };
        read(&mut Inputs::new(inputs.to_vec(), None), |block| {
            feed.take(block, &mut give);
            true
        })?;
        feed.end(give);
    }
    chunker.end();
    while let Some(chunk) = chunker.next_chunk() {
        catch.see(&chunk, measure);
    }
    let (total, lines) = (chunker.given(), feed.lines());
    let mut printed = Printed {
        bounds: job.bounds,
        estimator: job.estimator,
        total,
        lines,
        redacted: feed.redacted(),
        note: clamped(job.range, lines),
        snapshot: None,
        cursor: None,
    };
    if let Some(map) = &catch.map {
        return written(map_json(map, &printed).as_bytes(), out);
    }
    if total == 0 && job.index == 0 {
        let empty = Found {
            index: 0,
            start_line: range.from.min(lines.max(1)),
            end_line: lines.min(range.from),
            bytes: Vec::new(),
        };
        return answered(job.form, job.range.is_none(), &empty, &printed, out);
    }
    let Some(found) = catch.found else {
        return Err(Problem::usage(format!("there is no chunk {}", job.index))
            .hint(format!("there are {total}, counted from 0")));
    };
    let more = found.index.saturating_add(1) < total;
    let question = Question {
        chunk: 1,
        tokens: job.bounds.tokens,
        lines: job.bounds.lines,
        boundary: job.bounds.boundary.name().to_owned(),
        est: job.estimator.name().to_owned(),
        first_line: range.from,
        total_lines: lines,
        total_chunks: total,
    };
    let command = match inputs {
        [Input::File(path)] => format!("weir chunk {}", path.to_string_lossy()),
        _ => "weir chunk".to_owned(),
    };
    let kept = if more { pages::keep(&job.keeping, recorder, QUERY, command, &question) } else { None };
    lead_on(&mut printed, kept.as_ref(), &found);
    if more && printed.cursor.is_none() {
        let next = found.index.saturating_add(1);
        printed.note = Some(format!(
            "nothing is stored, so there is no cursor; --index {next} shows the next chunk of the same input"
        ));
    }
    answered(job.form, job.range.is_none() && total == 1, &found, &printed, out)
}

fn lead_on(printed: &mut Printed, kept: Option<&Kept>, found: &Found) {
    let next = found.index.saturating_add(1);
    printed.snapshot = kept.map(|kept| kept.id.clone());
    printed.cursor = kept.filter(|_| next < printed.total).and_then(|kept| kept.cursor(next));
}

fn next(job: &Chunks, cursor: &str, out: &mut impl Write) -> Result<End, Problem> {
    let pages::Opened { mut snapshot, question, offset, kept } =
        pages::open::<Question>(&job.keeping, cursor, QUERY)?;
    let boundary = Boundary::parse(&question.boundary).unwrap_or_default();
    let bounds = Bounds { tokens: question.tokens, lines: question.lines, boundary, ..Bounds::default() };
    let estimator = Estimator::parse(&question.est).unwrap_or(Estimator::Chars4Margin20);
    let mut chunker = Chunker::new(bounds, &estimator, question.first_line);
    let mut catch = Catch { wanted: offset, found: None, map: None };
    let mut see = |chunker: &mut Chunker<'_>| {
        while let Some(chunk) = chunker.next_chunk() {
            catch.see(&chunk, &estimator);
        }
        catch.found.is_none()
    };
    snapshot.seek_line(1);
    read(&mut snapshot, |block| {
        chunker.push(block);
        see(&mut chunker)
    })?;
    chunker.end();
    see(&mut chunker);
    let Some(found) = catch.found else {
        return Err(Problem::usage("the cursor is after the last chunk").hint("start again without a cursor"));
    };
    let mut printed = Printed {
        bounds,
        estimator,
        total: question.total_chunks,
        lines: question.total_lines,
        redacted: 0,
        note: None,
        snapshot: None,
        cursor: None,
    };
    lead_on(&mut printed, Some(&kept), &found);
    answered(job.form, false, &found, &printed, out)
}

/// What is printed of a range that reaches beyond the input.
fn clamped(range: Option<Range>, lines: u64) -> Option<String> {
    let range = range?;
    let beyond = range.from > lines || range.to.is_some_and(|to| to > lines);
    let to = range.to.map_or_else(String::new, |to| to.to_string());
    beyond.then(|| format!("lines {}:{to} clamped, the input has {lines} lines", range.from))
}

fn answered(
    form: Form,
    whole: bool,
    found: &Found,
    printed: &Printed,
    out: &mut impl Write,
) -> Result<End, Problem> {
    match form {
        Form::JsonUnlessWhole if whole => written(&found.bytes, out),
        Form::Json | Form::JsonUnlessWhole => written(chunk_json(found, printed).as_bytes(), out),
        Form::Text => {
            let end = written(&found.bytes, out)?;
            if printed.total > 1 || printed.note.is_some() {
                let next = printed
                    .cursor
                    .as_ref()
                    .map(|cursor| format!("; next: weir chunk --format text --cursor {cursor}"));
                let note = printed.note.as_ref().map(|note| format!("; {note}"));
                exit::warn_of(&format!(
                    "chunk {} of {}, lines {} to {} of {}{}{}",
                    found.index.saturating_add(1),
                    printed.total,
                    found.start_line,
                    found.end_line,
                    printed.lines,
                    next.unwrap_or_default(),
                    note.unwrap_or_default()
                ));
            }
            Ok(end)
        }
    }
}

fn written(bytes: &[u8], out: &mut impl Write) -> Result<End, Problem> {
    out.write_all(bytes).and_then(|()| out.flush()).map_err(|cause| Problem::output("the answer", cause))?;
    Ok(End::Reported)
}
