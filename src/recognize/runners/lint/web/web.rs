//! The recognizer of linters of the web: they are rows, except for xo.

use super::xo;
use crate::event::Seen;
use crate::recognize::kit::linter::{Findings, Linter, Tool};
use crate::recognize::kit::rows::{Table, table};

/// Linters of scripts, pages and texts.
#[derive(Debug, Default)]
pub struct WebLinters {
    marked: xo::Xo,
}

impl Linter for WebLinters {
    const TABLE: Table =
        table!("web.rows", "jshint.rows", "cspell.rows", "htmlhint.rows", "markdown_link_check.rows");

    fn before(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        self.marked.line(text, findings)
    }

    fn sees_every_line(&self) -> bool {
        self.marked.is_open()
    }
}
