//! A structured document on the input: found by its beginning, parsed as a stream, never held whole.
//!
//! Only an input that begins with `{`, `[` or `<` is looked at, behind what a package manager says before, and only its
//! first bytes are held back for it: as long as it cannot be told, however little is read at once.

use std::io::{self, BufRead, BufReader, Read};

use super::stream::Stop;
use crate::event::{Event, Listener, Runner, Sink};
use crate::recognize::formats::{self, Kind};
use crate::report::Report;
use crate::source::{Got, Source};

/// How many first bytes are held back until it is known whether a document begins.
const SNIFFED_BYTES: usize = formats::SNIFF_BYTES;
/// The number under which events of documents and report files are told; no recognizer has it.
pub(super) const FROM: usize = 127;

/// The first bytes of the input, while it is open what they are.
#[derive(Debug, Default)]
pub(super) struct Beginning {
    held: Vec<u8>,
    decided: bool,
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
        if self.held.len() < SNIFFED_BYTES && formats::may_be_document(&self.held) {
            return Found::Wait;
        }
        self.end()
    }

    /// No more bytes come, or enough are there.
    pub(super) fn end(&mut self) -> Found {
        if self.decided {
            return Found::Wait;
        }
        self.decided = true;
        let held = std::mem::take(&mut self.held);
        match formats::sniff(&held) {
            Some(kind) => Found::Document(kind, held),
            None => Found::Lines(held),
        }
    }
}

/// The rest of the source as a reader that counts what it gives.
struct Rest<'a> {
    first: io::Cursor<Vec<u8>>,
    source: Option<&'a mut dyn Source>,
    stop: Option<Stop>,
    lines: u64,
    chars: u64,
}

/// How many of the bytes are wanted.
fn count(bytes: &[u8], wanted: impl Fn(u8) -> bool) -> u64 {
    u64::try_from(bytes.iter().filter(|byte| wanted(**byte)).count()).unwrap_or(u64::MAX)
}

/// Every byte that does not continue a sequence begins a char.
fn begins_char(byte: u8) -> bool {
    byte & 0xc0 != 0x80
}

impl Read for Rest<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut read = self.first.read(buffer)?;
        if read == 0 && self.stop.is_none() {
            read = self.read_source(buffer)?;
        }
        let bytes = buffer.get(..read).unwrap_or_default();
        self.lines = self.lines.saturating_add(count(bytes, |byte| byte == b'\n'));
        self.chars = self.chars.saturating_add(count(bytes, begins_char));
        Ok(read)
    }
}

impl Rest<'_> {
    fn read_source(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(source) = &mut self.source else {
            self.stop = Some(Stop::End);
            return Ok(0);
        };
        loop {
            match source.read(buffer)? {
                Got::Bytes(count) => return Ok(count),
                // A document ends with its file; what follows belongs to no format.
                Got::NextFile => {}
                Got::End => self.stop = Some(Stop::End),
                Got::Signal(signal) => self.stop = Some(Stop::Signal(signal)),
                Got::ReaderLeft => self.stop = Some(Stop::ReaderLeft),
            }
            if self.stop.is_some() {
                return Ok(0);
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

/// Parses a document that begins with `first` and goes on in `source`.
///
/// # Errors
/// When the source cannot be read.
pub(super) fn parse(
    kind: Kind,
    first: Vec<u8>,
    source: Option<&mut dyn Source>,
    report: &mut Report,
) -> io::Result<Stop> {
    let start = formats::document_start(&first);
    let before = first.get(..start).unwrap_or_default();
    let (lines, chars) = (count(before, |byte| byte == b'\n'), count(before, begins_char));
    let mut first = io::Cursor::new(first);
    first.set_position(u64::try_from(start).unwrap_or(u64::MAX));
    let rest = Rest { first, source, stop: None, lines, chars };
    let mut input = BufReader::new(rest);
    let parsed = formats::parse(kind, &mut input, &mut Into { report, runner: Runner(kind.name()) });
    match parsed {
        Ok(parsed) => {
            report.escaped_in_document(parsed.escaped);
            parsed.notes.into_iter().for_each(|note| report.note(note));
        }
        Err(error) => report.document_failed(format!("the {} on the input {error}", kind.name())),
    }
    // What the parser did not need is read too, so that the producer never finds its pipe closed.
    loop {
        let count = input.fill_buf()?.len();
        if count == 0 {
            break;
        }
        input.consume(count);
    }
    let rest = input.into_inner();
    report.saw_document(rest.lines.max(1), rest.chars);
    Ok(rest.stop.unwrap_or(Stop::End))
}
