//! hadolint: `FILE:LINE CODE severity: message`, before version 2 without severity. It has no totals, and a run without
//! findings prints nothing.

use crate::recognize::kit::lint::finding::{Finding, Weight, code, spaced};
use crate::recognize::kit::linter::{Linter, Table};

/// hadolint.
#[derive(Debug, Default)]
pub struct Hadolint;

impl Linter for Hadolint {
    const TABLE: Table = Table {
        name: "hadolint",
        reads: "hadolint",
        starts: &["Dockerfile", "Containerfile", "-:", "hadolint: "],
        places: Some(&[]),
        findings: &[finding],
        ..Table::NONE
    };
}

fn finding(text: &str) -> Option<Finding<'_>> {
    if let Some((file, message)) = text.strip_prefix("hadolint: ").and_then(|rest| rest.split_once(": ")) {
        let own = message.starts_with("openBinaryFile: ");
        return own.then_some(Finding::in_file(file, Weight::Fails, message));
    }
    let (place, column, message) = spaced(text)?;
    let (rule, rest) = code(message)?;
    let own = rule.starts_with("DL") || rule.starts_with("SC");
    // The default threshold lets a finding about style pass.
    let weight = if rest.starts_with(" style: ") { Weight::Warns } else { Weight::Fails };
    (own && rest.starts_with(' ') && rest.len() > 2).then_some(Finding { place, column, weight, message })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_with_and_without_severity() {
        for text in [
            "Dockerfile:3 DL3008 warning: Pin versions in apt get install",
            "docker/Dockerfile.dev:3 DL3008 Pin versions in apt get install",
            "-:3 SC2086 info: Double quote to prevent globbing",
        ] {
            assert!(finding(text).is_some_and(|finding| finding.place.line == Some(3)), "{text}");
        }
        assert!(finding("Dockerfile:3 DL4 x").is_none());
        assert!(finding("a.py:3 F401 unused").is_none());
    }
}
