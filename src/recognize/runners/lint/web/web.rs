//! The recognizer of linters of the web.

use super::{ENDINGS, cspell, htmlhint, jshint, markdown_link_check, xo};
use crate::event::Seen;
use crate::recognize::PassShape;
use crate::recognize::kit::linter::{Findings, Linter, Sum, Table, Tool, ask, both};

// The path of a page that begins with a slash is shown to eslint: the row below it begins one too.
const STARTS: [&str; 13] = both(
    ["CSpell: Files checked: ", "Scanned ", markdown_link_check::FILE, "ERROR: "],
    ["L1", "L2", "L3", "L4", "L5", "L6", "L7", "L8", "L9"],
);

/// Linters of scripts, pages and texts.
#[derive(Debug, Default)]
pub struct WebLinters {
    page: htmlhint::Htmlhint,
    marked: xo::Xo,
    links: markdown_link_check::MarkdownLinkCheck,
}

impl Linter for WebLinters {
    const TABLE: Table = Table {
        name: "linter",
        reads: "JSHint, HTMLHint, cspell, xo, tsd, markdown-link-check",
        starts: &STARTS,
        inside: &[", col "],
        passes: &[PassShape { start: "", end: ".html" }, PassShape { start: "", end: ".htm" }],
        places: Some(&ENDINGS),
        findings: &[jshint::finding, cspell::finding],
        totals: |text| {
            let text = text.trim_start();
            let errors = cspell::errors(text).or_else(|| htmlhint::errors(text))?;
            Some(Sum::or(errors, Sum::Well))
        },
        ..Table::NONE
    };

    fn before(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        ask(&mut [&mut self.links, &mut self.page, &mut self.marked], text, findings)
    }

    fn sees_every_line(&self) -> bool {
        self.page.is_open() || self.marked.is_open() || self.links.is_open()
    }
}
