//! How far a structured document reaches: where it ends, and up to where it looks like one.
//!
//! Only as much of JSON and XML is known here as tells the end: strings and brackets, tags and what looks like tags and is
//! none. Whether the document is well-formed is for its parser to say.

use super::dispatch::Kind;
use crate::budget::Count as _;

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

/// How far a document reaches, of which the bytes are looked at one after the other.
#[derive(Debug)]
pub struct Reach {
    form: Form,
    at: At,
    depth: u64,
    begun: bool,
    ended: bool,
    /// Bytes that were looked at, and those of them up to the end of the last line that looks like one of a document.
    looked: u64,
    sound: u64,
    /// Whether something on the line is neither markup nor a blank.
    odd: bool,
}

/// What opens a CDATA section, after `<!`.
const CDATA: &[u8] = b"[CDATA[";

/// What JSON has outside of strings, blanks aside.
const BARE: &[u8] = b"{}[],:\"0123456789+-.Etruefalsn";

impl Reach {
    /// A document of this kind.
    #[must_use]
    pub const fn of(kind: Kind) -> Self {
        let form = if kind.is_of_lines() {
            Form::JsonLines
        } else if kind.is_xml() {
            Form::Xml
        } else {
            Form::Json
        };
        Self::new(form)
    }

    /// What is XML or JSON by its first line.
    #[must_use]
    pub fn of_text(line: &str) -> Self {
        Self::new(if line.trim_start().starts_with('<') { Form::Xml } else { Form::Json })
    }

    const fn new(form: Form) -> Self {
        Self { form, at: At::Plain, depth: 0, begun: false, ended: false, looked: 0, sound: 0, odd: false }
    }

    /// Whether it is at its end.
    #[must_use]
    pub const fn is_ended(&self) -> bool {
        self.ended
    }

    /// Bytes up to the end of the last line that looks like one of a document.
    #[must_use]
    pub const fn sound(&self) -> u64 {
        self.sound
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
                self.depth.up(1);
            }
            b'}' | b']' => self.depth.down(1),
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
                        self.depth.up(1);
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
                    self.depth.down(1);
                    self.ended |= self.begun && self.depth == 0;
                    At::Plain
                } else {
                    At::EndTag
                }
            }
        };
    }

    /// Whether the line looks like one of a document up to this byte.
    #[inline]
    fn sounds(&mut self, byte: u8) {
        self.looked.up(1);
        if self.at == At::Plain && !byte.is_ascii_whitespace() {
            self.odd |= match self.form {
                Form::Json | Form::JsonLines => !BARE.contains(&byte),
                Form::Xml => byte != b'>',
            };
        }
        if byte == b'\n' {
            if self.at == At::Plain && !self.odd {
                self.sound = self.looked;
            }
            // Beside its strings JSON has nothing odd.
            self.odd &= self.form != Form::Xml;
        }
    }

    /// How many of these bytes, which are the next ones, belong to the document.
    pub fn measure(&mut self, bytes: &[u8]) -> usize {
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
            self.sounds(*byte);
            if self.ended {
                return number.saturating_add(1);
            }
        }
        bytes.len()
    }
}
