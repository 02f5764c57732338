//! The words of a line, as bash splits it: quotes, substitutions, expansions and comments.
//!
//! Commands in a substitution are read by `commands`. What is not understood is a doubt: arrays, extended patterns.

use super::commands::Until;
use crate::budget::Count as _;

/// The deepest nesting that is followed.
pub(super) const DEEPEST: usize = 40;

/// Reads from the left; nothing is a doubt.
pub(super) struct Reader<'a> {
    pub(super) rest: &'a [u8],
    /// Whether output of a command may go elsewhere.
    pub(super) diverts: bool,
    /// How deep it is in what is nested.
    pub(super) depth: usize,
    /// Shells below that of the line.
    pub(super) below: usize,
}

impl<'a> Reader<'a> {
    pub(super) const fn of(text: &'a str) -> Self {
        Self { rest: text.as_bytes(), diverts: false, depth: 0, below: 0 }
    }
}

/// A word that was read.
pub(super) struct Word {
    /// What it is as plain text.
    pub(super) text: Option<String>,
    /// Whether nothing of it is quoted.
    pub(super) bare: bool,
    /// Whether it sets a variable, where it can.
    pub(super) assigns: bool,
}

/// The words of a simple command, as `eval` joins them, up to what ends it; nothing when they are no plain text.
pub(super) fn joined_words(text: &str) -> Option<String> {
    let mut reader = Reader::of(text);
    let mut words = Vec::new();
    loop {
        reader.blanks();
        if reader.rest.first().is_none_or(|byte| b"&|;<>()\n".contains(byte)) {
            return Some(words.join(" "));
        }
        words.push(reader.word()?.text?);
    }
}

/// Whether a text begins as `NAME=` or `NAME+=`.
fn assigns(text: &[u8]) -> bool {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let end = text.iter().position(|byte| !is_plain(byte)).unwrap_or(text.len());
    let (name, rest) = text.split_at_checked(end).unwrap_or_default();
    let begins = name.first().is_some_and(|first| !first.is_ascii_digit());
    begins && (rest.starts_with(b"=") || rest.starts_with(b"+="))
}

pub(super) fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

impl Reader<'_> {
    pub(super) fn begins(&self, text: &str) -> bool {
        self.rest.starts_with(text.as_bytes())
    }

    pub(super) fn skip(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or_default();
    }

    pub(super) fn takes(&mut self, text: &str) -> bool {
        let begins = self.begins(text);
        if begins {
            self.skip(text.len());
        }
        begins
    }

    pub(super) fn next(&mut self) -> Option<u8> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    pub(super) fn blanks(&mut self) {
        loop {
            if self.takes(" ") || self.takes("\t") || self.takes("\\\n") {
                continue;
            }
            return;
        }
    }

    pub(super) fn comment(&mut self) {
        let end = memchr::memchr(b'\n', self.rest).unwrap_or(self.rest.len());
        self.skip(end);
    }

    /// Blanks, ends of lines and comments.
    pub(super) fn white(&mut self) {
        loop {
            self.blanks();
            if self.begins("#") {
                self.comment();
            } else if !self.takes("\n") {
                return;
            }
        }
    }

    /// `((...))`.
    pub(super) fn arithmetic(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            let byte = self.next()?;
            match byte {
                b'(' => depth = depth.checked_add(1)?,
                b')' => depth = depth.checked_sub(1)?,
                b'\'' | b'"' | b'`' | b'\\' | b'#' => return None,
                // It is none: `((a) | b)`.
                b'\n' | b';' if depth < 2 => return None,
                _ => {}
            }
            if byte == b')' && depth == 1 && self.takes(")") {
                return Some(());
            }
            if depth == 0 {
                return None;
            }
        }
    }

    /// A word, with all that is in it.
    pub(super) fn word(&mut self) -> Option<Word> {
        let mut text = Some(Vec::new());
        let (mut bare, mut empty, assigns) = (true, true, assigns(self.rest));
        let add = |text: &mut Option<Vec<u8>>, bytes: &[u8]| {
            if let Some(text) = text {
                text.extend_from_slice(bytes);
            }
        };
        while let Some(&byte) = self.rest.first() {
            match byte {
                b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b')' => break,
                b'(' => {
                    // A pattern like `@(a|b)`, or an array: what is in it is not read.
                    match text.as_ref().and_then(|text| text.last()) {
                        Some(b'?' | b'*' | b'+' | b'@' | b'!' | b'=') => return None,
                        _ => break,
                    }
                }
                b'<' | b'>' if self.begins("<(") || self.begins(">(") => {
                    self.skip(2);
                    self.diverts = true;
                    self.list(Until::Parenthesis)?;
                    text = None;
                }
                b'<' | b'>' => break,
                b'\\' => {
                    self.skip(1);
                    let escaped = self.next()?;
                    if escaped != b'\n' {
                        add(&mut text, &[escaped]);
                        bare = false;
                    }
                }
                b'\'' => {
                    self.skip(1);
                    let end = memchr::memchr(b'\'', self.rest)?;
                    add(&mut text, self.rest.get(..end)?);
                    self.skip(end.checked_add(1)?);
                    bare = false;
                }
                b'"' => {
                    self.skip(1);
                    let quoted = self.quoted()?;
                    match quoted {
                        Some(quoted) => add(&mut text, &quoted),
                        None => text = None,
                    }
                    bare = false;
                }
                b'$' | b'`' => {
                    self.expansion()?;
                    text = None;
                }
                byte => {
                    self.skip(1);
                    add(&mut text, &[byte]);
                }
            }
            empty = false;
        }
        if empty {
            return None;
        }
        let text = text.map(|text| String::from_utf8_lossy(&text).into_owned());
        Some(Word { text, bare, assigns })
    }

    /// After a double quote, to the one that ends it; gives the text when it is plain.
    pub(super) fn quoted(&mut self) -> Option<Option<Vec<u8>>> {
        let mut text = Some(Vec::new());
        loop {
            match *self.rest.first()? {
                b'"' => {
                    self.skip(1);
                    return Some(text);
                }
                b'\\' => self.skip(1),
                b'$' | b'`' => {
                    self.expansion()?;
                    text = None;
                    continue;
                }
                _ => {}
            }
            let byte = self.next()?;
            if let Some(text) = &mut text {
                text.push(byte);
            }
        }
    }

    /// What begins with `$` or a backquote.
    pub(super) fn expansion(&mut self) -> Option<()> {
        if self.takes("`") {
            self.diverts = true;
            loop {
                match self.next()? {
                    b'`' => return Some(()),
                    b'\\' => drop(self.next()?),
                    _ => {}
                }
            }
        }
        self.skip(1);
        if self.begins("((") {
            return self.arithmetic();
        }
        if self.takes("(") {
            self.diverts = true;
            return self.list(Until::Parenthesis).map(drop);
        }
        if self.takes("{") {
            return self.braces();
        }
        if self.takes("'") {
            loop {
                match self.next()? {
                    b'\'' => return Some(()),
                    b'\\' => drop(self.next()?),
                    _ => {}
                }
            }
        }
        Some(())
    }

    /// `${...}`, after its beginning.
    pub(super) fn braces(&mut self) -> Option<()> {
        self.depth = self.depth.checked_add(1).filter(|depth| *depth < DEEPEST)?;
        loop {
            match *self.rest.first()? {
                b'}' => {
                    self.skip(1);
                    self.depth.down(1);
                    return Some(());
                }
                b'$' | b'`' => self.expansion()?,
                b'"' => {
                    self.skip(1);
                    self.quoted()?;
                }
                // Whether it quotes depends on what is around it.
                b'\'' => return None,
                b'\\' => self.skip(2),
                _ => self.skip(1),
            }
        }
    }
}
