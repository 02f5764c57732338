//! The recognizer of further small linters: they are rows, except for those that brakeman prints between tabs.

use super::brakeman;
use crate::event::Seen;
use crate::recognize::kit::linter::{Findings, Linter};
use crate::recognize::kit::rows::{Table, table};

/// Further small linters.
#[derive(Debug, Default)]
pub struct FurtherLinters;

impl Linter for FurtherLinters {
    const TABLE: Table = table!(
        "further.rows",
        "brakeman.rows",
        "puppet_lint.rows",
        "tslint.rows",
        "scalastyle.rows",
        "remark.rows"
    );

    fn before(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        brakeman::row(text).map(|finding| findings.report(&finding, text))
    }
}
