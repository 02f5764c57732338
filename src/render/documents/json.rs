//! What the formats in JSON have in common: values are written one by one, so that no document is held whole.

use std::io::{self, Write};

use serde_json::Value;

use crate::text::json::harmless;

/// A value as JSON text that is safe on a terminal.
pub(super) fn written(value: &Value) -> String {
    harmless(&value.to_string()).into_owned()
}

/// Writes the elements of a list, a line each.
pub(super) fn list(values: impl Iterator<Item = Value>, out: &mut dyn Write) -> io::Result<()> {
    let mut between = "\n";
    for value in values {
        out.write_all(between.as_bytes())?;
        out.write_all(written(&value).as_bytes())?;
        between = ",\n";
    }
    out.write_all(b"\n")
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
