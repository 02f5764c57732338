//! Keeps an XML reader within bounds: sits in front of it and passes on a simpler, shorter, valid document.
//!
//! A streaming reader holds one token at a time, and a token can be as long as the file. This adapter therefore
//! knows just enough of XML to tell tokens apart. Of a text, CDATA section or attribute value it passes on the first
//! [`STRING_BYTES`]; comments, processing instructions and the DOCTYPE (and with it every entity declaration) are
//! left out; a tag or a name beyond its bound is an error. Bytes that are not UTF-8 become U+FFFD, a `<` that begins
//! no markup becomes `&lt;`. It does not check that the document is well-formed.

use std::io::{self, BufRead, Read};

use super::limits::{NAME_BYTES, STRING_BYTES, TAG_BYTES};
use crate::budget::Count as _;

/// Where in the document the next byte is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// In character data.
    Text,
    /// After a `<`.
    Open,
    /// After `<!` and as many bytes of what follows as `bang` holds.
    Bang,
    /// In a tag's name; so many bytes of it were seen.
    Name(usize),
    /// In a tag, between attributes' values.
    Tag,
    /// In an attribute's value; the quote that ends it.
    Value(u8),
    /// In a CDATA section; so many `]` are held back.
    Data(usize),
    /// In a comment; so many `-` are just before.
    Comment(usize),
    /// In a processing instruction; whether a `?` is just before.
    Instruction(bool),
    /// In a DOCTYPE, before its internal subset; the open quote, or 0.
    Doctype(u8),
    /// In an internal subset; whether only blanks follow its last `]`.
    Subset(bool),
}

/// The adapter. Holds one block of the input and what becomes of it.
pub struct BoundedXml<'a> {
    input: &'a mut dyn BufRead,
    state: State,
    bang: Vec<u8>,
    /// Bytes of the current text, value or CDATA section that were seen.
    run: usize,
    /// Whether bytes of it were left out.
    cut: bool,
    /// Bytes of the current tag that were passed on.
    tag: usize,
    raw: Vec<u8>,
    out: Vec<u8>,
    given: usize,
    offset: u64,
    dropped: u64,
}

/// The most bytes of the input that are taken at once.
const BLOCK: usize = 8 * 1024;
const CDATA: &[u8] = b"[CDATA[";

impl<'a> BoundedXml<'a> {
    /// Reads from `input`.
    pub fn new(input: &'a mut dyn BufRead) -> Self {
        Self {
            input,
            state: State::Text,
            bang: Vec::new(),
            run: 0,
            cut: false,
            tag: 0,
            raw: Vec::new(),
            out: Vec::new(),
            given: 0,
            offset: 0,
            dropped: 0,
        }
    }

    /// Bytes of the input that were read.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Bytes of overlong texts and values that were left out.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    /// Reads a block and fills `out`. `out` stays empty only at the end of the input.
    fn refill(&mut self) -> io::Result<()> {
        self.out.clear();
        self.given = 0;
        while self.out.is_empty() {
            let block = self.block()?;
            if block.is_empty() {
                self.finish();
                return Ok(());
            }
            let result = self.filter(&block);
            self.offset.up(u64::try_from(block.len()).unwrap_or(u64::MAX));
            result?;
            self.decode(false);
        }
        Ok(())
    }

    /// The next block, whole unless the input ends: what is printed of a place does not depend on the pieces in which the
    /// input came.
    fn block(&mut self) -> io::Result<Vec<u8>> {
        let mut block = Vec::new();
        while block.len() < BLOCK {
            let more = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                // What came before the trouble counts; the next block meets it again.
                Err(_) if !block.is_empty() => break,
                other => other?,
            };
            let count = more.len().min(BLOCK.saturating_sub(block.len()));
            if count == 0 {
                break;
            }
            block.extend(more.iter().take(count));
            self.input.consume(count);
        }
        Ok(block)
    }

    /// Passes on what was held back when the input ends.
    fn finish(&mut self) {
        if let State::Data(brackets) = self.state {
            for _ in 0..brackets.min(2) {
                self.raw.push(b']');
            }
        }
        self.state = State::Text;
        self.decode(true);
    }

    /// Moves `raw` to `out` as valid UTF-8. An unfinished sequence at the end waits unless it is the last.
    fn decode(&mut self, last: bool) {
        let mut rest: Vec<u8> = Vec::new();
        let mut chunks = self.raw.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            self.out.extend_from_slice(chunk.valid().as_bytes());
            if chunk.invalid().is_empty() {
                continue;
            }
            let unfinished = std::str::from_utf8(chunk.invalid()).is_err_and(|e| e.error_len().is_none());
            if chunks.peek().is_none() && unfinished && !last {
                rest = chunk.invalid().to_vec();
            } else {
                self.out.extend_from_slice("\u{FFFD}".as_bytes());
            }
        }
        self.raw = rest;
    }

    /// Takes one block through the states.
    fn filter(&mut self, block: &[u8]) -> io::Result<()> {
        let mut rest = block;
        while let Some((&byte, after)) = rest.split_first() {
            rest = match self.state {
                State::Text => self.run_until(rest, b'<'),
                State::Value(quote) => self.value(rest, quote)?,
                _ => {
                    self.step(byte)?;
                    after
                }
            };
        }
        Ok(())
    }

    /// Passes on a run of text up to `stop`, as far as the bound allows, and takes the stop.
    fn run_until<'b>(&mut self, rest: &'b [u8], stop: u8) -> &'b [u8] {
        let end = memchr::memchr(stop, rest);
        let (text, after) = rest.split_at_checked(end.unwrap_or(rest.len())).unwrap_or((rest, &[]));
        self.pass(text);
        match after.split_first() {
            Some((_, after)) => {
                self.state = State::Open;
                after
            }
            None => after,
        }
    }

    /// Passes on an attribute's value up to its quote.
    fn value<'b>(&mut self, rest: &'b [u8], quote: u8) -> io::Result<&'b [u8]> {
        let end = memchr::memchr(quote, rest);
        let (text, after) = rest.split_at_checked(end.unwrap_or(rest.len())).unwrap_or((rest, &[]));
        let before = self.raw.len();
        self.pass(text);
        self.tag.up(self.raw.len().saturating_sub(before));
        match after.split_first() {
            Some((_, after)) => {
                self.in_tag(quote)?;
                self.state = State::Tag;
                Ok(after)
            }
            None => Ok(after),
        }
    }

    fn begin_run(&mut self) {
        self.run = 0;
        self.cut = false;
    }

    /// Passes on what fits of a run. A sequence of UTF-8 that began within the bound is finished.
    fn pass(&mut self, text: &[u8]) {
        let room = STRING_BYTES.saturating_sub(self.run);
        let mut kept = room.min(text.len());
        if !self.cut && self.run < STRING_BYTES.saturating_add(3) {
            let tail = text.get(kept..).unwrap_or(&[]);
            kept.up(tail.iter().take(3).take_while(|byte| **byte & 0xC0 == 0x80).count());
        }
        self.raw.extend(text.iter().take(kept));
        self.run.up(text.len());
        let dropped = text.len().saturating_sub(kept);
        self.cut |= dropped > 0;
        self.dropped.up(u64::try_from(dropped).unwrap_or(u64::MAX));
    }

    /// Passes on a byte of a tag outside of values.
    fn in_tag(&mut self, byte: u8) -> io::Result<()> {
        self.raw.push(byte);
        self.tag.up(1);
        if self.tag > TAG_BYTES { Err(too_long("a tag", TAG_BYTES)) } else { Ok(()) }
    }

    /// One byte in the states that are short or rare.
    fn step(&mut self, byte: u8) -> io::Result<()> {
        match self.state {
            State::Text | State::Value(_) => {}
            State::Open => self.open(byte)?,
            State::Bang => self.bang(byte),
            State::Name(seen) => match byte {
                b'>' | b'/' | b' ' | b'\t' | b'\r' | b'\n' => self.tag_byte(byte)?,
                _ if seen >= NAME_BYTES => return Err(too_long("a name", NAME_BYTES)),
                _ => {
                    self.in_tag(byte)?;
                    self.state = State::Name(seen.saturating_add(1));
                }
            },
            State::Tag => self.tag_byte(byte)?,
            State::Data(brackets) => self.data(byte, brackets),
            State::Comment(dashes) => {
                self.state = match byte {
                    b'-' => State::Comment(dashes.saturating_add(1)),
                    b'>' if dashes >= 2 => State::Text,
                    _ => State::Comment(0),
                };
            }
            State::Instruction(mark) => {
                self.state =
                    if mark && byte == b'>' { State::Text } else { State::Instruction(byte == b'?') };
            }
            State::Doctype(0) => {
                self.state = match byte {
                    b'>' => State::Text,
                    b'[' => State::Subset(false),
                    b'"' | b'\'' => State::Doctype(byte),
                    _ => State::Doctype(0),
                };
            }
            State::Doctype(quote) => self.state = State::Doctype(if byte == quote { 0 } else { quote }),
            State::Subset(closed) => {
                self.state = match byte {
                    b'>' if closed => State::Text,
                    b']' => State::Subset(true),
                    b' ' | b'\t' | b'\r' | b'\n' => State::Subset(closed),
                    _ => State::Subset(false),
                };
            }
        }
        Ok(())
    }

    /// The byte after a `<`.
    fn open(&mut self, byte: u8) -> io::Result<()> {
        match byte {
            b'!' => {
                self.bang.clear();
                self.state = State::Bang;
            }
            b'?' => self.state = State::Instruction(false),
            b'/' | b'_' | b':' | 0x80.. => self.begin_tag(byte)?,
            _ if byte.is_ascii_alphabetic() => self.begin_tag(byte)?,
            _ => {
                self.pass(b"&lt;");
                if byte != b'<' {
                    self.pass(&[byte]);
                    self.state = State::Text;
                }
            }
        }
        Ok(())
    }

    fn begin_tag(&mut self, byte: u8) -> io::Result<()> {
        self.tag = 0;
        self.begin_run();
        self.in_tag(b'<')?;
        self.in_tag(byte)?;
        self.state = State::Name(1);
        Ok(())
    }

    /// A byte of a tag after its name, outside of values.
    fn tag_byte(&mut self, byte: u8) -> io::Result<()> {
        self.in_tag(byte)?;
        self.begin_run();
        self.state = match byte {
            b'>' => State::Text,
            b'"' | b'\'' => State::Value(byte),
            _ => State::Tag,
        };
        Ok(())
    }

    /// A byte after `<!`: decides between comment, CDATA and DOCTYPE.
    fn bang(&mut self, byte: u8) {
        self.bang.push(byte);
        if self.bang == CDATA {
            self.raw.extend_from_slice(b"<![CDATA[");
            self.begin_run();
            self.state = State::Data(0);
        } else if self.bang == b"--" {
            self.state = State::Comment(0);
        } else if !CDATA.starts_with(&self.bang) && self.bang != b"-" {
            self.state = State::Doctype(0);
            if byte == b'>' {
                self.state = State::Text;
            }
        }
    }

    /// A byte of a CDATA section. Its end is passed on whatever the bound.
    fn data(&mut self, byte: u8, brackets: usize) {
        match byte {
            b']' => self.state = State::Data(brackets.saturating_add(1)),
            b'>' if brackets >= 2 => {
                self.pass_brackets(brackets.saturating_sub(2));
                self.raw.extend_from_slice(b"]]>");
                self.begin_run();
                self.state = State::Text;
            }
            _ => {
                self.pass_brackets(brackets);
                self.pass(&[byte]);
                self.state = State::Data(0);
            }
        }
    }

    fn pass_brackets(&mut self, brackets: usize) {
        for _ in 0..brackets {
            self.pass(b"]");
        }
    }
}

fn too_long(what: &str, bytes: usize) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("{what} of more than {bytes} bytes"))
}

impl Read for BoundedXml<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let available = self.fill_buf()?;
        let count = available.len().min(into.len());
        for (to, from) in into.iter_mut().zip(available) {
            *to = *from;
        }
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for BoundedXml<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.given >= self.out.len() {
            self.refill()?;
        }
        Ok(self.out.get(self.given..).unwrap_or(&[]))
    }

    fn consume(&mut self, count: usize) {
        self.given.up(count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn through(text: &[u8]) -> String {
        let mut input = io::BufReader::with_capacity(7, text);
        let mut out = String::new();
        BoundedXml::new(&mut input).read_to_string(&mut out).unwrap();
        out
    }

    #[test]
    fn what_is_not_a_tag_or_text_is_left_out() {
        let text = "<?xml version='1.0'?><!-- a > b --><!DOCTYPE x [<!ENTITY a \"b\">]><a b='>\"'>c &d; <![CDATA[x]]]]><!---->e</a>";
        assert_eq!(through(text.as_bytes()), "<a b='>\"'>c &d; <![CDATA[x]]]]>e</a>");
        assert_eq!(through(b"<!DOCTYPE a \"x>y\"><b/>"), "<b/>");
    }

    #[test]
    fn a_less_than_sign_that_opens_nothing_is_text() {
        assert_eq!(through(b"<a>1 < 2 << 3</a>"), "<a>1 &lt; 2 &lt;&lt; 3</a>");
    }

    #[test]
    fn bytes_that_are_not_utf8_are_replaced() {
        assert_eq!(through(b"<a>\xFFx\xC3\xA9\xE2\x82</a>"), "<a>\u{FFFD}xé\u{FFFD}</a>");
    }

    #[test]
    fn a_run_is_cut_at_its_bound_and_its_end_kept() {
        for (length, kept) in [(-1, -1), (0, 0), (1, 0)].map(|(a, b): (isize, isize)| {
            (STRING_BYTES.saturating_add_signed(a), STRING_BYTES.saturating_add_signed(b))
        }) {
            let long = "x".repeat(length);
            let short = "x".repeat(kept);
            assert_eq!(through(format!("<a>{long}</a>").as_bytes()), format!("<a>{short}</a>"));
            assert_eq!(through(format!("<a b=\"{long}\"/>").as_bytes()), format!("<a b=\"{short}\"/>"));
            let data = format!("<a><![CDATA[{long}]]></a>");
            assert_eq!(through(data.as_bytes()), format!("<a><![CDATA[{short}]]></a>"));
        }
        let long = "é".repeat(STRING_BYTES);
        assert!(!through(format!("<a>a{long}</a>").as_bytes()).contains('\u{FFFD}'));
    }

    #[test]
    fn a_tag_or_a_name_beyond_its_bound_is_an_error() {
        for text in
            [format!("<{}>", "a".repeat(NAME_BYTES + 1)), format!("<a {}>", "b=1 ".repeat(TAG_BYTES / 4))]
        {
            let mut input = text.as_bytes();
            let mut out = Vec::new();
            let error = BoundedXml::new(&mut input).read_to_end(&mut out).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        }
        let mut input = "<aaa>".as_bytes();
        assert!(BoundedXml::new(&mut input).read_to_end(&mut Vec::new()).is_ok());
    }
}
