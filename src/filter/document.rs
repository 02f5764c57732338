//! A structured document on the input: found by its beginning, parsed as a stream, never held whole.
//!
//! Only an input that begins with `{`, `[` or `<` is looked at, after what a package manager says before, and only its
//! first bytes are held back for it: as long as it cannot be reported, however little is read at once. A document is one section
//! like any other: what is after its end is read too, another document or lines. Neighbour: `extent` knows the end.

use std::io::{self, BufRead, BufReader, Read};

use super::extent::Extent;
use crate::event::{Event, Listener, Runner, Sink};
use crate::recognize::documents;
use crate::recognize::documents::{FormatError, Kind};
use crate::report::Report;
use crate::source::{Got, Source};

/// How many first bytes are held back until it is known whether a document begins.
const SNIFFED_BYTES: usize = documents::SNIFF_BYTES;
/// The most documents that one input may hold.
const DOCUMENTS: usize = 1000;
/// The number under which events of documents and report files are reported; no recognizer has it.
pub(super) const FROM: usize = 127;

/// The first bytes of the input, while it is open what they are.
#[derive(Debug, Default)]
pub(super) struct Beginning {
    held: Vec<u8>,
    decided: bool,
    /// Documents that were read.
    documents: usize,
}

/// What the first bytes turned out to be.
#[derive(Debug)]
pub(super) enum Found {
    /// Not known yet.
    Wait,
    /// A document of a known kind.
    Document(Kind, Vec<u8>),
    /// Lines, of which these are the first bytes.
    Lines(Vec<u8>),
}

impl Beginning {
    /// Whether bytes are still to be shown to it.
    pub(super) const fn is_open(&self) -> bool {
        !self.decided
    }

    /// Takes the next bytes.
    pub(super) fn add(&mut self, bytes: &[u8]) -> Found {
        self.held.extend_from_slice(bytes);
        if self.held.len() < SNIFFED_BYTES && documents::may_be_document(&self.held) {
            return Found::Wait;
        }
        self.end()
    }

    /// Another file begins.
    pub(super) const fn begin_file(&mut self) {
        self.decided = false;
    }

    /// What is after a document: another one or lines, and only lines after a broken one.
    pub(super) fn after(&mut self, parsed: Parsed, report: &mut Report) -> Found {
        self.documents = self.documents.saturating_add(1);
        if parsed.broken {
            return Found::Lines(parsed.after);
        }
        self.decided = false;
        let found = self.add(&parsed.after);
        if let (Found::Document(..), true) = (&found, self.documents >= DOCUMENTS) {
            report.document_failed(format!(
                "more than {DOCUMENTS} documents: the later ones are read as lines"
            ));
            return Found::Lines(parsed.after);
        }
        found
    }

    /// No more bytes come, or enough are there.
    pub(super) fn end(&mut self) -> Found {
        if self.decided {
            return Found::Wait;
        }
        self.decided = true;
        let held = std::mem::take(&mut self.held);
        match documents::sniff(&held) {
            Some(kind) => Found::Document(kind, held),
            None => Found::Lines(held),
        }
    }
}

/// The rest of the source as a reader that counts what it gives.
struct Rest<'a> {
    first: io::Cursor<Vec<u8>>,
    source: Option<&'a mut dyn Source>,
    /// Why nothing more comes.
    ended: Option<Got>,
}

/// A reader that counts what is taken from it.
struct Counted<R> {
    input: R,
    lines: u64,
    chars: u64,
}

impl<R: BufRead> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl<R: BufRead> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.input.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        if let Ok(bytes) = self.input.fill_buf() {
            let taken = bytes.get(..amount).unwrap_or_default();
            self.lines = self.lines.saturating_add(count(taken, ends_line));
            self.chars = self.chars.saturating_add(count(taken, begins_char));
        }
        self.input.consume(amount);
    }
}

/// What a document left behind.
#[derive(Debug)]
pub(super) struct Parsed {
    /// The bytes after it that were read.
    pub after: Vec<u8>,
    /// Why no more of them come, if the source printed so.
    pub ended: Option<Got>,
    /// Its lines.
    pub lines: u64,
    /// It could not be read to its end.
    pub broken: bool,
}

/// How many of the bytes are wanted.
fn count(bytes: &[u8], wanted: impl Fn(u8) -> bool) -> u64 {
    u64::try_from(bytes.iter().filter(|byte| wanted(**byte)).count()).unwrap_or(u64::MAX)
}

fn ends_line(byte: u8) -> bool {
    byte == b'\n'
}

/// Every byte that does not continue a sequence begins a char.
fn begins_char(byte: u8) -> bool {
    byte & 0xc0 != 0x80
}

impl Read for Rest<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.first.read(buffer)?;
        if read > 0 || self.ended.is_some() {
            return Ok(read);
        }
        let got = match &mut self.source {
            Some(source) => source.read(buffer)?,
            None => Got::End,
        };
        match got {
            Got::Bytes(count) => Ok(count),
            Got::NextFile | Got::End | Got::Signal(_) | Got::ReaderLeft => {
                self.ended = Some(got);
                Ok(0)
            }
        }
    }
}

/// Puts events without a line into the report.
pub(super) struct Into<'a> {
    pub(super) report: &'a mut Report,
    pub(super) runner: Runner,
}

impl Sink for Into<'_> {
    fn emit(&mut self, event: Event<'_>) {
        self.report.event(FROM, self.runner, None, event);
    }
}

/// Parses a document that begins with `first` and goes on in `source`, up to its end. Without a source there is no more.
///
/// # Errors
/// When the source cannot be read.
pub(super) fn parse(
    kind: Kind,
    first: Vec<u8>,
    source: Option<&mut dyn Source>,
    report: &mut Report,
) -> io::Result<Parsed> {
    let start = documents::document_start(&first);
    let before = first.get(..start).unwrap_or_default().to_vec();
    let mut first = io::Cursor::new(first);
    first.set_position(u64::try_from(start).unwrap_or(u64::MAX));
    let rest = Rest { first, source, ended: None };
    let mut input = Extent::new(kind, Counted { input: BufReader::new(rest), lines: 0, chars: 0 });
    let parsed = documents::parse(kind, &mut input, &mut Into { report, runner: Runner(kind.name()) });
    let mut unread = Vec::new();
    let broken = parsed.is_err();
    match parsed {
        Ok(parsed) => {
            report.escaped_in_document(parsed.escaped);
            parsed.notes.into_iter().for_each(|note| report.note(note));
            // What the parser did not need is part of the document all the same.
            input.pass_over()?;
        }
        Err(error) => {
            if let FormatError::Broken { byte, .. } = error {
                unread = input.after_line_of(byte).to_vec();
            } else {
                input.pass_over()?;
            }
            report.document_failed(format!("the {} on the input {error}", kind.name()));
        }
    }
    if unread.is_empty() {
        input.pass_over_line_end()?;
    }
    let counted = input.into_input();
    let own = |all: u64, wanted: fn(u8) -> bool| {
        all.saturating_add(count(&before, wanted)).saturating_sub(count(&unread, wanted))
    };
    let (lines, chars) = (own(counted.lines, ends_line), own(counted.chars, begins_char));
    let mut after = unread;
    after.extend_from_slice(counted.input.buffer());
    let mut rest = counted.input.into_inner();
    rest.first.read_to_end(&mut after)?;
    let lines = lines.max(1);
    report.saw_document(lines, chars);
    Ok(Parsed { after, ended: rest.ended, lines, broken })
}
