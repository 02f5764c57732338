//! A reader of a structured document on the input, which ends where the document does.
//!
//! Of what was read the last bytes are remembered, so that what is after the fault of a broken document can be read as lines:
//! from the first line on that does not look like one of a document, since a text that is cut off ends with the next quote or
//! tag of whatever follows.

use std::io::{self, BufRead, Read};

use crate::budget::Count as _;
use crate::recognize::documents::{Kind, Reach};

/// The bytes that are remembered, at least: more than a parser reads ahead.
const REMEMBERED: usize = 64 * 1024;

/// Reads one document and ends with it.
#[derive(Debug)]
pub(super) struct Extent<R> {
    input: R,
    reach: Reach,
    /// Bytes of what the input holds that belong to the document.
    known: usize,
    /// The last bytes that were read.
    recent: Vec<u8>,
    read: u64,
}

impl<R: BufRead> Extent<R> {
    /// A document of this kind, which begins with the input's next byte.
    pub(super) fn new(kind: Kind, input: R) -> Self {
        Self { input, reach: Reach::of(kind), known: 0, recent: Vec::new(), read: 0 }
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

    /// What was read after the fault at this byte, counted from 0, as far as it is remembered: whole lines.
    pub(super) fn after_fault(&self, byte: u64) -> &[u8] {
        let gone = self.read.saturating_sub(u64::try_from(self.recent.len()).unwrap_or(u64::MAX));
        let from = |byte: u64| {
            let from = usize::try_from(byte.saturating_sub(gone)).unwrap_or(usize::MAX);
            self.recent.get(from..).unwrap_or_default()
        };
        let sound = self.reach.sound();
        if sound > gone && sound <= byte {
            return from(sound);
        }
        // A document has one line at least.
        let rest = from(byte.min(sound));
        let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end.saturating_add(1));
        rest.get(end..).unwrap_or_default()
    }

    /// The input after what was read.
    pub(super) fn into_input(self) -> R {
        self.input
    }
}

impl<R: BufRead> BufRead for Extent<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.known == 0 && !self.reach.is_ended() {
            let bytes = self.input.fill_buf()?.to_vec();
            self.known = self.reach.measure(&bytes);
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
        self.known.down(count);
        self.read.up(u64::try_from(count).unwrap_or(u64::MAX));
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
        let text = format!("{{\"a\": \"{}\"b\nc\n", "x".repeat(3 * REMEMBERED));
        let mut extent = Extent::new(Kind::Sarif, text.as_bytes());
        extent.pass_over().unwrap();
        let fault = u64::try_from(text.len() - 4).unwrap();
        assert_eq!(extent.after_fault(fault), b"c\n");
    }

    #[test]
    fn what_a_text_that_was_cut_off_reaches_over_is_read_as_lines() {
        for (kind, document) in [
            (Kind::Sarif, "{\n\"runs\": [\n\"a"),
            (Kind::Sarif, "{\n\"runs\": [\n1,"),
            (Kind::JunitXml, "<testsuite>\n<testcase>\n<failure>no"),
            (Kind::JunitXml, "<testsuite>\n<testcase>\n<failure message='a"),
        ] {
            let text = format!("{document}\nran <b> 'c'\nok \"d\" e\n");
            let mut extent = Extent::new(kind, text.as_bytes());
            extent.pass_over().unwrap();
            let fault = u64::try_from(text.len()).unwrap();
            let after = String::from_utf8_lossy(extent.after_fault(fault)).into_owned();
            assert!(
                after.ends_with("\nran <b> 'c'\nok \"d\" e\n") || after.starts_with("ran"),
                "{document}: {after}"
            );
        }
        let mut extent = Extent::new(Kind::JunitXml, "<testsuite><testcase>a\nran\n".as_bytes());
        extent.pass_over().unwrap();
        assert_eq!(extent.after_fault(28), b"ran\n");
    }
}
