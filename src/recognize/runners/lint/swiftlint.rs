//! SwiftLint, on its own or in a build phase of xcodebuild.
//!
//! A violation is a line in the form of a compiler's diagnostic, with the rule's title, a reason and the rule:
//! `/p/A.swift:88:42: warning: Colon Violation: Colons should ... (colon)`. Only those of severity error are failures:
//! the linter fails on warnings when `--strict` or a threshold says so, which its output does not tell; the exit
//! status does. So its totals, `Done linting! Found 26 violations, 0 serious in 53 files.`, are never evidence that
//! all is well.

use crate::event::{Block, Class, Event, Part, Place, Seen};
use crate::recognize::kit::lint::finding::{Weight, weight};
use crate::recognize::kit::linter::{Findings, Linter};
use crate::recognize::kit::rows::{Table, table};
use crate::recognize::kit::scan::{number, place};

/// The most bytes of what makes two warnings equal, and of a line that names a failure.
const KEY_BYTES: usize = 400;

/// SwiftLint.
#[derive(Debug, Default)]
pub struct Swiftlint;

impl Linter for Swiftlint {
    const TABLE: Table = table!("swiftlint.rows");

    fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        if text.starts_with("Linting Swift files") || text.starts_with("Analyzing Swift files") {
            begin(findings);
            return Some(Seen::Mine(Class::Noise));
        }
        if is_progress(text) {
            return Some(Seen::Mine(Class::Noise));
        }
        if let Some((_, serious)) = totals(text) {
            if serious > 0 {
                findings.consequence(clipped(text));
            }
            findings.take_reported();
            return Some(Seen::Mine(Class::Totals));
        }
        let Violation { place, weight, message, rule } = violation(text)?;
        if !findings.is_reported() {
            begin(findings);
        }
        let class = if weight == Weight::Fails {
            findings.emit(Event::BlockOpened(Block::Diagnostic { place, code: rule, message }));
            findings.emit(Event::Heading);
            findings.emit(Event::Message(message));
            Class::Detail
        } else {
            findings.emit(Event::BlockOpened(Block::Warning { key: clipped(text) }));
            findings.emit(Event::Text(Part::Why));
            Class::Warning
        };
        findings.emit(Event::BlockClosed);
        Some(Seen::Mine(class))
    }
}

fn begin(findings: &mut Findings<'_>) {
    // A section of a linter: no tests are to come, so none are missing at its end.
    findings.emit(Event::SectionLabel(""));
    findings.mark_reported();
}

/// A violation of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Violation<'a> {
    place: Place<'a>,
    weight: Weight,
    /// Title and reason, without the rule.
    message: &'a str,
    rule: &'a str,
}

fn violation(text: &str) -> Option<Violation<'_>> {
    let (place, rest) = place(text)?;
    let (word, rest) = rest.strip_prefix(' ')?.split_once(": ")?;
    let weight = weight(word, &["error"], &["warning"])?;
    let (message, rule) = rest.trim_end().strip_suffix(')')?.rsplit_once(" (")?;
    let named = !rule.is_empty() && rule.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    (named && message.contains(" Violation: ")).then_some(Violation { place, weight, message, rule })
}

/// `Linting 'A.swift' (1/53)`
fn is_progress(text: &str) -> bool {
    let rest = ["Linting '", "Analyzing '", "Collecting '"].iter().find_map(|start| text.strip_prefix(start));
    rest.and_then(|rest| rest.split_once('\'')).is_some_and(|(file, count)| {
        file.ends_with(".swift") && (count.trim().is_empty() || count.trim_start().starts_with('('))
    })
}

/// Violations and serious ones among them.
fn totals(text: &str) -> Option<(u64, u64)> {
    let rest =
        text.strip_prefix("Done linting! Found ").or_else(|| text.strip_prefix("Done analyzing! Found "))?;
    let (violations, rest) = number(rest)?;
    let (_, rest) = rest.split_once(", ")?;
    let (serious, rest) = number(rest)?;
    rest.starts_with(" serious in ").then_some((violations, serious))
}

fn clipped(text: &str) -> &str {
    crate::text::head(text, KEY_BYTES)
}
