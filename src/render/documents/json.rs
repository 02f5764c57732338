//! What the formats in JSON have in common: values are written one by one, so that no document is held whole.

use std::io::{self, Write};

use serde_json::Value;

use crate::text::json::harmless;

/// A value as JSON text that is safe on a terminal.
pub(super) fn written(value: &Value) -> String {
    harmless(&value.to_string()).into_owned()
}

/// A list whose elements are written one after the other, a line each.
pub(super) struct List<'a> {
    out: &'a mut dyn Write,
    between: &'static str,
}

impl<'a> List<'a> {
    /// The list begins; its bracket is written.
    pub(super) const fn new(out: &'a mut dyn Write) -> Self {
        Self { out, between: "\n" }
    }

    /// Writes an element.
    pub(super) fn add(&mut self, value: &Value) -> io::Result<()> {
        self.add_written(&written(value))
    }

    /// Writes an element that is JSON text already.
    pub(super) fn add_written(&mut self, value: &str) -> io::Result<()> {
        self.out.write_all(std::mem::replace(&mut self.between, ",\n").as_bytes())?;
        self.out.write_all(value.as_bytes())
    }

    /// The last element was written.
    pub(super) fn end(self) -> io::Result<()> {
        self.out.write_all(b"\n")
    }
}

/// A fingerprint: 32 hexadecimal digits that are always the same for the same texts and number.
pub(super) fn fingerprint(parts: &[&str], number: u32) -> String {
    use sha2::{Digest as _, Sha256};
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update(part.as_bytes());
        hasher.update([0]);
    }
    hasher.update(number.to_be_bytes());
    hasher.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}
