//! Android's lint: `PATH:LINE: Error: message [Id]`. When it shows the first error alone, it counts the others above.

use crate::event::{Class, Seen};
use crate::recognize::kit::lint::finding::declared;
use crate::recognize::kit::linter::Findings;
use crate::recognize::kit::scan;

/// How it begins when it shows the first error alone, and what it prints below that.
const FOUND: &str = "Lint found ";
/// The same.
const REPORT: &str = "The full lint text report is located at:";

/// Android's lint.
#[derive(Debug, Default)]
pub(super) struct AndroidLint {
    /// The errors that it counts above the first of them, until its report is named.
    counted: Option<u64>,
}

impl AndroidLint {
    /// Its number, or where the report is that ends it.
    pub(super) fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        if let Some((errors, rest)) = text.strip_prefix(FOUND).and_then(scan::number)
            && (rest.starts_with(" error, ") || rest.starts_with(" errors, "))
            && rest.ends_with(". First failure:")
        {
            self.counted = Some(errors);
            return Some(Seen::Mine(Class::Totals));
        }
        (text.trim_start().starts_with(REPORT) && self.counted.is_some()).then(|| {
            self.end(findings);
            Seen::Mine(Class::Noise)
        })
    }

    /// Emits the number.
    pub(super) fn end(&mut self, findings: &mut Findings<'_>) {
        if let Some(errors) = self.counted.take().filter(|errors| *errors > 0) {
            declared(errors, findings.sink());
        }
    }
}
