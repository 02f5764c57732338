//! Structured documents on the input: found by their beginning, parsed as a stream, never held whole.
//!
//! A document may be anywhere: at the head, after what a package manager says, between lines or after them. The reader of lines
//! halts before a line that may begin one, and what waits from there on is looked at: as many bytes as it takes, however few
//! are read at once. A document is a run like any other: what is after its end is read too, another document or lines.
//! Neighbour: `extent` knows the end.

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Read};

use super::extent::Extent;
use crate::budget::Count as _;
use crate::event::{DOCUMENT, Listener, Runner};
use crate::recognize::documents::{self, Begins, FormatError, Kind};
use crate::report::Report;
use crate::source::{Ending, Got, Source};
use crate::text::{LineReader, Prefixes};

/// After how many bytes it is decided whether a document begins: for most lines that may begin one the first are enough.
const LOOKED_AT: [usize; 3] = [1024, 8 * 1024, documents::SNIFF_BYTES];
/// The most documents that one input may hold.
const DOCUMENTS: usize = 1000;

/// What was found where lines halt.
#[derive(Clone, Copy, Debug)]
pub(super) enum Found {
    /// Not known before more bytes come.
    Wait,
    /// A document of a known kind.
    Document(Kind),
    /// So many lines.
    Lines(u64),
}

/// Finds the documents of an input.
#[derive(Debug, Default)]
pub(super) struct Finder {
    /// Documents that were read.
    documents: usize,
}

impl Finder {
    /// What is where the reader halts; whether `more` bytes may come.
    pub(super) fn find(&mut self, reader: &LineReader, more: bool, report: &mut Report) -> Found {
        let (waiting, prefixes) = (reader.waiting(), reader.prefixes());
        for bytes in LOOKED_AT {
            if waiting.len() < bytes && more {
                return Found::Wait;
            }
            let last = waiting.len() <= bytes && !more;
            let enough = last || bytes == documents::SNIFF_BYTES;
            let first = without(prefixes, waiting.get(..bytes).unwrap_or(waiting), last);
            match documents::begins(&first, enough) {
                Begins::Open => {}
                Begins::Lines(lines) => return Found::Lines(lines),
                Begins::Document(_) if self.documents >= DOCUMENTS => {
                    report.document_failed(&format!(
                        "more than {DOCUMENTS} documents: the later ones are read as lines"
                    ));
                    return Found::Lines(u64::MAX);
                }
                Begins::Document(kind) => {
                    self.documents.up(1);
                    return Found::Document(kind);
                }
            }
        }
        Found::Lines(1)
    }
}

/// The bytes without what a CI prints before each line; a line that may have more of it is left out, unless it is the `last`.
fn without(prefixes: Option<Prefixes>, bytes: &[u8], last: bool) -> Cow<'_, [u8]> {
    let Some(prefixes) = prefixes else { return Cow::Borrowed(bytes) };
    let end =
        memchr::memrchr(b'\n', bytes).filter(|_| !last).map_or(bytes.len(), |end| end.saturating_add(1));
    let mut first = Vec::new();
    let whole = Bare::new(bytes.get(..end).unwrap_or(bytes), Some(prefixes)).read_to_end(&mut first);
    whole.map_or(Cow::Borrowed(bytes), |_| Cow::Owned(first))
}

/// The text of lines without what a CI prints before each of them.
struct Bare<R> {
    input: R,
    prefixes: Option<Prefixes>,
    /// The beginning of a line, how much of it is its prefix, and how much was taken.
    first: Vec<u8>,
    prefix: usize,
    taken: usize,
    /// Whether what comes next begins a line.
    between: bool,
}

impl<R: BufRead> Bare<R> {
    const fn new(input: R, prefixes: Option<Prefixes>) -> Self {
        Self { input, prefixes, first: Vec::new(), prefix: 0, taken: 0, between: true }
    }

    /// Reads the beginning of a line, and passes over the prefix.
    fn begin_line(&mut self, prefixes: Prefixes) -> io::Result<()> {
        let most = u64::try_from(Prefixes::BYTES).unwrap_or(u64::MAX);
        let mut prefixes = prefixes;
        self.first.clear();
        self.input.by_ref().take(most).read_until(b'\n', &mut self.first)?;
        let line = self.first.strip_suffix(b"\n").unwrap_or(&self.first);
        self.prefix = prefixes.next(line.strip_suffix(b"\r").unwrap_or(line));
        self.taken = self.prefix;
        self.between = self.first.ends_with(b"\n");
        self.prefixes = Some(prefixes);
        Ok(())
    }

    /// What was read of a line and not taken.
    fn rest(&self) -> &[u8] {
        let from = if self.taken == self.prefix { 0 } else { self.taken };
        self.first.get(from..).unwrap_or_default()
    }
}

impl<R: BufRead> Read for Bare<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl<R: BufRead> BufRead for Bare<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while let (Some(prefixes), true, true) = (self.prefixes, self.between, self.taken >= self.first.len())
        {
            self.begin_line(prefixes)?;
            if self.first.is_empty() {
                return Ok(&[]);
            }
        }
        if self.taken < self.first.len() {
            return Ok(self.first.get(self.taken..).unwrap_or_default());
        }
        let bytes = self.input.fill_buf()?;
        let end = memchr::memchr(b'\n', bytes).filter(|_| self.prefixes.is_some());
        Ok(bytes.get(..end.map_or(bytes.len(), |end| end.saturating_add(1))).unwrap_or_default())
    }

    fn consume(&mut self, amount: usize) {
        if self.taken < self.first.len() {
            self.taken.up(amount);
            return;
        }
        if let (true, Ok(bytes)) = (self.prefixes.is_some(), self.input.fill_buf()) {
            let last = amount.checked_sub(1).and_then(|last| bytes.get(last));
            self.between = last == Some(&b'\n');
        }
        self.input.consume(amount);
    }
}

/// A source to which bytes that were read can be given back.
pub(super) struct Replay<'a> {
    source: &'a mut dyn Source,
    back: io::Cursor<Vec<u8>>,
    /// What comes after them, if the source printed it already.
    then: Option<Got>,
}

impl<'a> Replay<'a> {
    /// Nothing was read yet.
    pub(super) fn new(source: &'a mut dyn Source) -> Self {
        Self { source, back: io::Cursor::default(), then: None }
    }

    /// Gives back bytes that were read and not taken, and what came after all bytes.
    pub(super) fn give_back(&mut self, bytes: Vec<u8>, then: Option<Got>) -> io::Result<()> {
        let mut back = bytes;
        self.back.read_to_end(&mut back)?;
        self.back = io::Cursor::new(back);
        self.then = then.or(self.then);
        Ok(())
    }
}

impl Source for Replay<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<Got> {
        match self.back.read(buffer)? {
            0 => self.then.take().map_or_else(|| self.source.read(buffer), Ok),
            count => Ok(Got::Bytes(count)),
        }
    }

    fn ending(&self) -> Option<Ending> {
        self.source.ending()
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
    /// Whether what was taken ends within a line.
    within: bool,
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
            self.lines.up(count(taken, ends_line));
            self.chars.up(count(taken, begins_char));
            self.within = taken.last().map_or(self.within, |last| !ends_line(*last));
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

/// Parses a document that begins with `first` and goes on in `source`, up to its end. Without a source there is no more.
///
/// # Errors
/// When the source cannot be read.
pub(super) fn parse(
    kind: Kind,
    (first, prefixes): (Vec<u8>, Option<Prefixes>),
    source: Option<&mut dyn Source>,
    report: &mut Report,
) -> io::Result<Parsed> {
    let rest = Rest { first: io::Cursor::new(first), source, ended: None };
    let counted = Counted { input: BufReader::new(rest), lines: 0, chars: 0, within: false };
    let mut input = Extent::new(kind, Bare::new(counted, prefixes));
    let runner = Runner(kind.name());
    let parsed = documents::tell(kind, &mut input, &mut |event| report.event(DOCUMENT, runner, None, event));
    let mut unread = Vec::new();
    match parsed {
        Ok(parsed) => {
            report.escaped_in_document(parsed.escaped);
            parsed.notes.into_iter().for_each(|note| report.note(note));
            // What the parser did not need is part of the document all the same.
            input.pass_over()?;
        }
        Err(error) => {
            if let FormatError::Broken { byte, .. } | FormatError::Ended { byte, .. } = error {
                unread = input.after_fault(byte).to_vec();
            } else {
                input.pass_over()?;
            }
        }
    }
    if !unread.contains(&b'\n') {
        unread.clear();
        input.pass_over_line_end()?;
    }
    let bare = input.into_input();
    unread.extend_from_slice(bare.rest());
    let counted = bare.input;
    let own = |all: u64, wanted: fn(u8) -> bool| all.saturating_sub(count(&unread, wanted));
    let (lines, chars) = (own(counted.lines, ends_line), own(counted.chars, begins_char));
    let within = counted.within;
    let mut after = unread;
    after.extend_from_slice(counted.input.buffer());
    let mut rest = counted.input.into_inner();
    rest.first.read_to_end(&mut after)?;
    // A line that something follows is counted with that.
    let lines = lines.saturating_add(u64::from(within && after.is_empty()));
    report.saw_document(lines, chars);
    Ok(Parsed { after, ended: rest.ended, lines })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::keeping::tests::Bytes;

    /// The prefixes of lines of which the first begins with a bracket.
    fn prefixes(text: &str) -> Option<Prefixes> {
        let mut reader = LineReader::halting_before(|line| line.starts_with(b"<"));
        reader.space()[..text.len()].copy_from_slice(text.as_bytes());
        reader.filled(text.len());
        assert!(reader.next_line().is_none() && reader.is_halted());
        reader.prefixes()
    }

    #[test]
    fn what_a_ci_prints_before_each_line_is_no_part_of_a_document() {
        let stamp = "2026-01-02T03:04:05.678Z ";
        let lines = ["<a>\n", "\n", "  <b>\r\n", "</a>"];
        let text: String = lines.iter().map(|line| format!("{stamp}{line}")).collect();
        for size in 1..text.len() {
            let input = BufReader::with_capacity(size, text.as_bytes());
            let mut bare = String::new();
            Bare::new(input, prefixes(&text)).read_to_string(&mut bare).unwrap();
            assert_eq!(bare, lines.concat(), "{size}");
        }
        let mut bare = String::new();
        Bare::new(text.as_bytes(), None).read_to_string(&mut bare).unwrap();
        assert_eq!(bare, text);
        let long = format!("{stamp}<{}>\n", "x".repeat(2 * Prefixes::BYTES));
        let mut bare = String::new();
        Bare::new(long.as_bytes(), prefixes(&long)).read_to_string(&mut bare).unwrap();
        assert_eq!(bare, long[stamp.len()..]);
    }

    #[test]
    fn what_is_given_back_comes_before_the_rest() {
        let mut source = Bytes(b"ef");
        let mut again = Replay::new(&mut source);
        again.give_back(b"cd".to_vec(), None).unwrap();
        again.give_back(b"ab".to_vec(), None).unwrap();
        let mut buffer = [0; 8];
        assert_eq!(again.read(&mut buffer[..3]).unwrap(), Got::Bytes(3));
        assert_eq!(again.read(&mut buffer[3..]).unwrap(), Got::Bytes(1));
        assert_eq!(again.read(&mut buffer[4..]).unwrap(), Got::Bytes(2));
        assert_eq!(&buffer[..6], b"abcdef");
        again.give_back(b"x".to_vec(), Some(Got::NextFile)).unwrap();
        assert_eq!(again.read(&mut buffer).unwrap(), Got::Bytes(1));
        assert_eq!(again.read(&mut buffer).unwrap(), Got::NextFile);
        assert_eq!(again.read(&mut buffer).unwrap(), Got::End);
    }
}
