//! dependency-cruiser: rows `error RULE: FROM → TO` and `✘ 2 dependency violations (1 errors, 1 warnings). N modules, N
//! dependencies cruised.`

use crate::event::{Class, Seen};
use crate::recognize::kit::lint::finding::{Finding, Weight, all_is_well, count};
use crate::recognize::kit::linter::{Findings, Tool};

/// That all is well.
pub(super) const WELL: &str = "\u{2714} no dependency violations found (";

/// dependency-cruiser.
#[derive(Debug, Default)]
pub(super) struct DependencyCruiser {
    /// A violation was reported since the last totals.
    reported: bool,
}

impl Tool for DependencyCruiser {
    fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        let bare = text.trim_start();
        if let Some(finding) = violation(bare) {
            self.reported = true;
            return Some(findings.report(&finding, text));
        }
        if bare.starts_with(WELL) {
            all_is_well(findings.sink());
            return Some(Seen::Mine(Class::Totals));
        }
        let rest = bare.strip_prefix("\u{2718} ").or_else(|| bare.strip_prefix("x "))?;
        let (_, rest) = count(rest, "dependency violation")?;
        let (errors, _) = count(rest.strip_prefix(" (")?, "error")?;
        if errors > 0 && !std::mem::take(&mut self.reported) {
            findings.consequence(text);
        }
        Some(Seen::Mine(Class::Totals))
    }

    fn is_open(&self) -> bool {
        false
    }
}

/// `error no-circular: src/a.js → src/b.js`: the module that does what it must not.
fn violation(text: &str) -> Option<Finding<'_>> {
    let message = text.strip_prefix("error ")?;
    let (rule, edge) = message.split_once(": ")?;
    let (from, _) = edge.split_once(" \u{2192} ")?;
    let named = !rule.is_empty() && !rule.contains(' ') && !from.contains(' ');
    named.then_some(Finding::in_file(from, Weight::Fails, message))
}
