//! An error as mocha and mochawesome write it: message, stack, and what was compared.

use serde::de::MapAccess;

use crate::event::FailureKind;
use crate::recognize::documents::failure::{Name, Reported};
use crate::recognize::documents::json::{Fields, skip, text};

/// The longest expected or actual value that is shown beside a message, in bytes.
const VALUE_BYTES: usize = 2048;

/// The fields of an error that are read.
#[derive(Debug, Default)]
pub struct Failed {
    message: String,
    stack: String,
    diff: String,
    expected: String,
    actual: String,
}

impl Fields for Failed {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "message" => text(map, &mut self.message),
            "stack" | "estack" => text(map, &mut self.stack),
            "diff" => text(map, &mut self.diff),
            "expected" => text(map, &mut self.expected),
            "actual" => text(map, &mut self.actual),
            _ => skip(map),
        }
    }
}

impl Failed {
    /// Whether there is no error.
    pub fn is_empty(&self) -> bool {
        self.message.is_empty() && self.stack.is_empty()
    }

    /// As what is reported a failure.
    pub fn reported(self) -> Vec<Reported> {
        let mut compared = self.diff;
        let short = |text: &str| !text.is_empty() && text.len() <= VALUE_BYTES;
        if compared.is_empty() && short(&self.expected) && short(&self.actual) {
            compared = format!("expected: {}\nactual: {}", self.expected, self.actual);
        }
        // The stack begins with the message, but may call the error's class otherwise.
        let bare = self.message.split_once(": ").map(|(_, bare)| bare.to_owned());
        let message = bare.filter(|bare| self.stack.contains(bare.as_str())).unwrap_or(self.message);
        let mut reported = vec![Reported { message, text: self.stack, ..Reported::default() }];
        if !compared.is_empty() {
            reported.push(Reported::message(&compared));
        }
        reported
    }
}

/// A name out of the titles of suites and test joined by blanks, and the test's own.
pub fn titled(full: &str, title: &str) -> Name {
    let (full, title) = (full.trim(), title.trim());
    match full.strip_suffix(title).map(str::trim_end) {
        Some(suites) if !title.is_empty() => Name::new(suites, " ", title),
        _ if !full.is_empty() => Name::bare(full),
        _ if !title.is_empty() => Name::bare(title),
        _ => Name::bare("unnamed test"),
    }
}

/// A hook is called `"before each" hook for "a test"`.
pub fn kind(title: &str) -> FailureKind {
    let hook = title.starts_with("\"before ") || title.starts_with("\"after ");
    if hook && title.contains("\" hook") { FailureKind::Setup } else { FailureKind::Test }
}
