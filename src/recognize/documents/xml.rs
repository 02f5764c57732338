//! Walks through an XML document element by element: what every XML format shares.
//!
//! A format says what an element is to it ([`Walk::start`]) and hears its text and its end; the stack of open elements,
//! entities, bounds and errors are kept here. Namespaces' prefixes are ignored. Neighbour: `bounded_xml` in front.

use std::io::{self, BufRead};

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event as Xml};

use super::bounded_xml::BoundedXml;
use super::dispatch::FormatError;
use super::limits::{self, ATTRIBUTES, NESTING};
use crate::event::Sink;
use crate::recognize::kit::scan;
use crate::recognize::kit::unescape::{entity, unescape};

/// A start tag.
pub struct Tag<'t>(&'t BytesStart<'t>);

impl Tag<'_> {
    /// Calls `each` with every attribute's local name and a way to its decoded value.
    pub fn each(&self, mut each: impl FnMut(&str, &dyn Fn() -> String)) {
        for attribute in self.0.attributes().with_checks(false).take(ATTRIBUTES).flatten() {
            let key = attribute.key.local_name();
            let key: &str = key.as_ref();
            each(key, &|| {
                let mut value = String::new();
                limits::append(&mut value, &unescape(&attribute.value));
                value
            });
        }
    }

    /// The value of one attribute, empty when it is absent.
    pub fn text(&self, wanted: &str) -> String {
        self.find(wanted).unwrap_or_default()
    }

    /// The value of one attribute.
    pub fn find(&self, wanted: &str) -> Option<String> {
        let mut found = None;
        self.each(|key, value| {
            if key == wanted && found.is_none() {
                found = Some(value());
            }
        });
        found
    }

    /// The value of one attribute as a whole number.
    pub fn number(&self, wanted: &str) -> Option<u64> {
        self.find(wanted).and_then(|value| scan::whole_number(value.trim()))
    }
}

/// What a format makes of a document.
pub trait Walk {
    /// What an open element is to it.
    type Element: Copy;

    /// An element begins inside of another.
    fn start(
        &mut self,
        name: &str,
        tag: &Tag<'_>,
        within: Option<Self::Element>,
        sink: &mut dyn Sink,
    ) -> Self::Element;

    /// Text is directly in an element; a long one comes in pieces.
    fn text(&mut self, within: Self::Element, text: &str);

    /// An element ends.
    fn end(&mut self, element: Self::Element, sink: &mut dyn Sink);

    /// The input ended with no element open. Gives what the document lacks to be a report.
    ///
    /// # Errors
    /// The name of what is missing, when the document held no results.
    fn finish(&mut self, sink: &mut dyn Sink) -> Result<(), &'static str>;

    /// The document broke off: tells what is known of what is still open.
    fn broken(&mut self, sink: &mut dyn Sink);

    /// What an element is called in an error.
    fn called(element: Self::Element) -> &'static str;
}

/// Walks through a document. Gives notes.
///
/// # Errors
/// When the input cannot be read, is broken, ends early or holds no results.
pub fn walk<W: Walk>(
    input: &mut dyn BufRead,
    walk: &mut W,
    sink: &mut dyn Sink,
) -> Result<Vec<String>, FormatError> {
    let mut reader = Reader::from_reader(BoundedXml::new(input));
    let config = reader.config_mut();
    config.allow_dangling_amp = true;
    config.check_end_names = true;
    let mut path = Vec::new();
    let mut buffer = Vec::new();
    let result = loop {
        buffer.clear();
        match reader.read_event_into(&mut buffer) {
            Ok(Xml::Eof) => {
                let byte = reader.get_ref().offset();
                match path.last() {
                    Some(element) => {
                        let inside = W::called(*element).to_owned();
                        break Err(FormatError::Ended { inside, byte });
                    }
                    None => break walk.finish(sink).map_err(|wanted| FormatError::Empty { wanted }),
                }
            }
            Ok(event) => {
                if let Err(what) = step(&event, &mut path, walk, sink) {
                    break Err(FormatError::Broken { what, byte: reader.get_ref().offset() });
                }
            }
            Err(error) => break Err(trouble(error, reader.get_ref().offset())),
        }
    };
    if let Err(error) = result {
        walk.broken(sink);
        return Err(error);
    }
    let mut notes = Vec::new();
    if reader.get_ref().dropped() > 0 {
        notes.push(format!("{} bytes of overlong texts left out", reader.get_ref().dropped()));
    }
    Ok(notes)
}

fn step<W: Walk>(
    event: &Xml<'_>,
    path: &mut Vec<W::Element>,
    walk: &mut W,
    sink: &mut dyn Sink,
) -> Result<(), String> {
    let begin = |start: &BytesStart<'_>, path: &[W::Element], walk: &mut W, sink: &mut dyn Sink| {
        let local = start.local_name();
        let name: &str = local.as_ref();
        walk.start(name, &Tag(start), path.last().copied(), sink)
    };
    let mut text = |text: &str| {
        if let Some(element) = path.last() {
            walk.text(*element, text);
        }
    };
    match event {
        Xml::Start(start) => {
            if path.len() >= NESTING {
                return Err(format!("elements nested deeper than {NESTING}"));
            }
            let element = begin(start, path, walk, sink);
            path.push(element);
        }
        Xml::Empty(start) => {
            let element = begin(start, path, walk, sink);
            walk.end(element, sink);
        }
        Xml::End(_) => {
            if let Some(element) = path.pop() {
                walk.end(element, sink);
            }
        }
        Xml::Text(raw) => text(&raw.borrow().into_inner()),
        Xml::CData(raw) => text(&raw.borrow().into_inner()),
        Xml::GeneralRef(reference) => {
            let name = reference.borrow().into_inner();
            match entity(&name) {
                Some(decoded) => text(decoded.encode_utf8(&mut [0; 4])),
                None => text(&format!("&{name};")),
            }
        }
        _ => {}
    }
    Ok(())
}

/// An error of the XML reader in our words.
fn trouble(error: quick_xml::Error, byte: u64) -> FormatError {
    match error {
        quick_xml::Error::Io(error) if error.kind() != io::ErrorKind::InvalidData => {
            FormatError::Read(io::Error::new(error.kind(), error.to_string()))
        }
        quick_xml::Error::Io(error) => FormatError::Broken { what: error.to_string(), byte },
        error => FormatError::Broken { what: error.to_string(), byte },
    }
}
