//! How far a structured document on the input reaches: a reader of it ends where the document does.
//!
//! Only as much of JSON and XML is known here as tells the end: strings and brackets, tags and what looks like tags and is
//! none. Whether the document is well-formed is for its parser to say. Of what was read the last bytes are remembered, so
//! that what is after the fault of a broken document can be read as lines.

use std::io::{self, BufRead, Read};

use crate::recognize::documents::Kind;

/// The bytes that are remembered, at least: more than a parser reads ahead.
const REMEMBERED: usize = 64 * 1024;

/// What a document is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// One value of JSON.
    Json,
    /// Objects of JSON, one after the other.
    JsonLines,
    /// An element of XML, and what is before it.
    Xml,
}

/// Where in the document the next byte is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    /// Outside of everything below.
    Plain,
    /// In a string of JSON; whether a backslash is just before.
    String(bool),
    /// After a `<`.
    Open,
    /// After `<!`.
    Bang,
    /// After `<!-`.
    Dash,
    /// After `<!` and so many bytes of `[CDATA[`.
    Marked(usize),
    /// In a comment; how many `-` are just before.
    Comment(usize),
    /// In a CDATA section; how many `]` are just before.
    Data(usize),
    /// In a processing instruction; whether a `?` is just before.
    Instruction(bool),
    /// In a DOCTYPE; whether its internal subset is open.
    Doctype(bool),
    /// In a start tag; whether a `/` is just before.
    Tag(bool),
    /// In an attribute's value; the quote that ends it.
    Value(u8),
    /// In an end tag.
    EndTag,
}

/// Reads one document and ends with it.
#[derive(Debug)]
pub(super) struct Extent<R> {
    input: R,
    form: Form,
    at: At,
    depth: u64,
    begun: bool,
    ended: bool,
    /// Bytes of what the input holds that belong to the document.
    known: usize,
    /// The last bytes that were read.
    recent: Vec<u8>,
    read: u64,
}

/// What opens a CDATA section, after `<!`.
const CDATA: &[u8] = b"[CDATA[";

impl<R: BufRead> Extent<R> {
    /// A document of this kind, which begins with the input's next byte.
    pub(super) fn new(kind: Kind, input: R) -> Self {
        let form = match kind {
            Kind::PytestReportlog | Kind::CucumberMessages | Kind::XcresultLegacy => Form::JsonLines,
            Kind::JunitXml
            | Kind::Trx
            | Kind::Nunit
            | Kind::Xunit
            | Kind::Checkstyle
            | Kind::Pmd
            | Kind::Spotbugs => Form::Xml,
            Kind::XcresultSummary
            | Kind::XcresultTests
            | Kind::XcresultBuild
            | Kind::Ctrf
            | Kind::JestJson
            | Kind::MochaJson
            | Kind::Mochawesome
            | Kind::PytestJson
            | Kind::RspecJson
            | Kind::CucumberJson
            | Kind::Sarif => Form::Json,
        };
        let (at, recent) = (At::Plain, Vec::new());
        Self { input, form, at, depth: 0, begun: false, ended: false, known: 0, recent, read: 0 }
    }

    /// Reads what is left of the document.
    ///
    /// # Errors
    /// When the input cannot be read.
    pub(super) fn pass_over(&mut self) -> io::Result<()> {
        loop {
            let count = self.fill_buf()?.len();
            if count == 0 {
                return Ok(());
            }
            self.consume(count);
        }
    }

    /// Takes the blanks after the document up to the end of its last line.
    ///
    /// # Errors
    /// When the input cannot be read.
    pub(super) fn pass_over_line_end(&mut self) -> io::Result<()> {
        while let Some(byte @ (b' ' | b'\t' | b'\r' | b'\n')) = self.input.fill_buf()?.first().copied() {
            self.input.consume(1);
            if byte == b'\n' {
                break;
            }
        }
        Ok(())
    }

    /// What was read after the line that holds this byte of the document, counted from 0, as far as it is remembered.
    pub(super) fn after_line_of(&self, byte: u64) -> &[u8] {
        let gone = self.read.saturating_sub(u64::try_from(self.recent.len()).unwrap_or(u64::MAX));
        let from = usize::try_from(byte.saturating_sub(gone)).unwrap_or(usize::MAX);
        let rest = self.recent.get(from..).unwrap_or_default();
        let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end.saturating_add(1));
        rest.get(end..).unwrap_or_default()
    }

    /// The input after what was read.
    pub(super) fn into_input(self) -> R {
        self.input
    }

    fn json(&mut self, byte: u8) {
        if let At::String(escaped) = self.at {
            self.at = match byte {
                b'"' if !escaped => At::Plain,
                _ => At::String(byte == b'\\' && !escaped),
            };
            return;
        }
        match byte {
            b'"' => self.at = At::String(false),
            b'{' | b'[' => {
                self.begun = true;
                self.depth = self.depth.saturating_add(1);
            }
            b'}' | b']' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        self.ended |= self.form == Form::Json && self.begun && self.depth == 0;
    }

    fn xml(&mut self, byte: u8) {
        self.at = match self.at {
            At::Plain | At::String(_) => {
                if byte == b'<' {
                    At::Open
                } else {
                    At::Plain
                }
            }
            At::Open => match byte {
                b'!' => At::Bang,
                b'?' => At::Instruction(false),
                b'/' => At::EndTag,
                b'<' => At::Open,
                b':' | b'_' | b'a'..=b'z' | b'A'..=b'Z' | 0x80.. => At::Tag(false),
                _ => At::Plain,
            },
            At::Bang => match byte {
                b'-' => At::Dash,
                b'[' => At::Marked(1),
                b'>' => At::Plain,
                _ => At::Doctype(false),
            },
            At::Dash => match byte {
                b'-' => At::Comment(0),
                b'>' => At::Plain,
                _ => At::Doctype(false),
            },
            At::Marked(seen) if CDATA.get(seen) == Some(&byte) => {
                let seen = seen.saturating_add(1);
                if seen == CDATA.len() { At::Data(0) } else { At::Marked(seen) }
            }
            At::Marked(_) => {
                if byte == b'>' {
                    At::Plain
                } else {
                    At::Doctype(false)
                }
            }
            At::Comment(dashes) => match byte {
                b'-' => At::Comment(dashes.saturating_add(1)),
                b'>' if dashes >= 2 => At::Plain,
                _ => At::Comment(0),
            },
            At::Data(brackets) => match byte {
                b']' => At::Data(brackets.saturating_add(1)),
                b'>' if brackets >= 2 => At::Plain,
                _ => At::Data(0),
            },
            At::Instruction(question) => match byte {
                b'>' if question => At::Plain,
                _ => At::Instruction(byte == b'?'),
            },
            At::Doctype(subset) => match byte {
                b'[' => At::Doctype(true),
                b']' => At::Doctype(false),
                b'>' if !subset => At::Plain,
                _ => At::Doctype(subset),
            },
            At::Tag(slash) => match byte {
                b'>' => {
                    self.begun = true;
                    if !slash {
                        self.depth = self.depth.saturating_add(1);
                    }
                    self.ended |= self.depth == 0;
                    At::Plain
                }
                b'"' | b'\'' => At::Value(byte),
                _ => At::Tag(byte == b'/'),
            },
            At::Value(quote) => {
                if byte == quote {
                    At::Tag(false)
                } else {
                    At::Value(quote)
                }
            }
            At::EndTag => {
                if byte == b'>' {
                    self.depth = self.depth.saturating_sub(1);
                    self.ended |= self.begun && self.depth == 0;
                    At::Plain
                } else {
                    At::EndTag
                }
            }
        };
    }

    /// How many of these bytes belong to the document.
    fn measure(&mut self, bytes: &[u8]) -> usize {
        for (number, byte) in bytes.iter().enumerate() {
            let between = self.depth == 0 && self.at == At::Plain && self.begun;
            if self.form == Form::JsonLines && between && !byte.is_ascii_whitespace() && *byte != b'{' {
                self.ended = true;
                return number;
            }
            match self.form {
                Form::Json | Form::JsonLines => self.json(*byte),
                Form::Xml => self.xml(*byte),
            }
            if self.ended {
                return number.saturating_add(1);
            }
        }
        bytes.len()
    }
}

impl<R: BufRead> BufRead for Extent<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.known == 0 && !self.ended {
            let bytes = self.input.fill_buf()?.to_vec();
            self.known = self.measure(&bytes);
        }
        if self.known == 0 {
            return Ok(&[]);
        }
        Ok(self.input.fill_buf()?.get(..self.known).unwrap_or_default())
    }

    fn consume(&mut self, count: usize) {
        let count = count.min(self.known);
        if self.recent.len() > REMEMBERED.saturating_mul(2) {
            let old = self.recent.len().saturating_sub(REMEMBERED);
            self.recent.drain(..old);
        }
        if let Ok(bytes) = self.input.fill_buf() {
            self.recent.extend(bytes.iter().take(count));
        }
        self.input.consume(count);
        self.known = self.known.saturating_sub(count);
        self.read = self.read.saturating_add(u64::try_from(count).unwrap_or(u64::MAX));
    }
}

impl<R: BufRead> Read for Extent<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let given = self.fill_buf()?.read(buffer)?;
        self.consume(given);
        Ok(given)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The document at the beginning, and what is after it, read in pieces of every size.
    fn parted(kind: Kind, text: &str) -> (String, String) {
        let mut results = (1..=text.len().max(1)).map(|size| {
            let mut extent = Extent::new(kind, io::BufReader::with_capacity(size, text.as_bytes()));
            let (mut document, mut after) = (String::new(), String::new());
            extent.read_to_string(&mut document).unwrap();
            extent.into_input().read_to_string(&mut after).unwrap();
            (document, after)
        });
        let first = results.next().unwrap();
        assert!(results.all(|each| each == first), "{text}");
        first
    }

    #[test]
    fn a_document_of_xml_ends_with_its_outermost_element() {
        for document in [
            "<a/>",
            "<?xml version=\"1.0\"?>\n<a b='>' c=\"/>\"><d/>x</a>",
            "<!DOCTYPE a [<!ENTITY b \"c\">]><!-- <a> -- > --><a><![CDATA[</a>]]]></a>",
            "<!DOCTYPE a SYSTEM \"b\"><a><!----><b></b>1 < 2 <<c/></a >",
            "<a><!-x><b><?php </a> ?></b></a>",
        ] {
            for after in ["", "\n", "\n=== 1 failed ===\n", "<b></b>"] {
                let text = format!("{document}{after}");
                assert_eq!(parted(Kind::JunitXml, &text), (document.to_owned(), after.to_owned()), "{text}");
            }
        }
        assert_eq!(parted(Kind::JunitXml, "<a><b></a>\nx").1, "");
    }

    #[test]
    fn a_document_of_json_ends_with_its_outermost_value() {
        for document in ["{}", "{\"a\": [1, \"}\\\"]\", {}]}", "[[{}], \"\\\\\"]"] {
            let text = format!("{document}\n{{\"b\"}}");
            let after = "\n{\"b\"}".to_owned();
            assert_eq!(parted(Kind::Sarif, &text), (document.to_owned(), after), "{text}");
        }
    }

    #[test]
    fn lines_of_json_end_with_the_last_object() {
        let (document, after) =
            parted(Kind::PytestReportlog, "{\"a\": 1}\n{\"b\": {}}\n\n== 1 failed ==\n{}");
        assert_eq!((&*document, &*after), ("{\"a\": 1}\n{\"b\": {}}\n\n", "== 1 failed ==\n{}"));
    }

    #[test]
    fn what_is_after_the_line_of_a_fault_is_remembered() {
        let text = format!("{{\"a\": \"{}\n\"b\nc\n", "x".repeat(3 * REMEMBERED));
        let mut extent = Extent::new(Kind::Sarif, text.as_bytes());
        extent.pass_over().unwrap();
        let fault = u64::try_from(text.len() - 5).unwrap();
        assert_eq!(extent.after_line_of(fault), b"c\n");
        assert_eq!(extent.after_line_of(u64::MAX), b"");
    }
}
