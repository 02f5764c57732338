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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::linter::Linting;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut Linting::<WebLinters>::default(), text).join("\n")
    }

    #[test]
    fn rows_of_one_line_are_findings() {
        let all =
            all("a.js: line 3, col 17, Missing semicolon.\na.md:1:3 - Unknown word (Titel) fix: (Title)\n");
        assert!(all.contains("file: \"a.js\", line: Some(3)"), "{all}");
        assert!(all.contains("file: \"a.md\", line: Some(1)"), "{all}");
        for text in ["a.js: line 3, col 17, Error - no (semi)", "a.md:1:3 - boats", "a.md: line 3, col 1, no"]
        {
            assert!(!self::all(text).contains("Diagnostic"), "{text}");
        }
    }

    #[test]
    fn a_page_has_the_line_that_is_shown_above_its_finding() {
        let all = all(
            "   /p/a.html\n      L7 |<html>\n          ^ no title (title-require)\n\nScanned 1 files, found 1 errors in 1 files (14 ms)\n",
        );
        assert!(all.contains("file: \"/p/a.html\", line: Some(7)"), "{all}");
        assert!(all.contains("errors: Some(1)"), "{all}");
    }

    #[test]
    fn rows_with_a_mark_are_below_a_place() {
        let all = all("  a.js:1:1\n  ✖  1:5   no var  no-var\n  ⚠  2:10  unused  no-unused\n\n  1 error\n");
        assert_eq!(all.matches("Diagnostic").count(), 1, "{all}");
        assert!(all.contains("Column(5)") && all.contains("Mine(Warning)"), "{all}");
        assert!(!self::all("  ✖  1:5   no var  no-var\n").contains("Diagnostic"));
    }

    #[test]
    fn a_dead_link_counts_once() {
        let all = all(
            "FILE: a.md\n  [✖] b.md\n\n  1 links checked.\n\n  ERROR: 1 dead links found!\n  [✖] b.md → Status: 400\n",
        );
        assert_eq!(all.matches("Diagnostic").count(), 1, "{all}");
    }

    #[test]
    fn numbers_alone_fail_or_pass_a_run() {
        assert!(all("CSpell: Files checked: 3, Issues found: 2 in 1 file.").contains("Consequence"));
        assert!(
            all("CSpell: Files checked: 3, Issues found: 0 in 0 files.").contains("SectionEnded(Passed)")
        );
        assert!(all("Scanned 3 files, no errors found (5 ms).").contains("SectionEnded(Passed)"));
        assert!(!all("Scanned 3 pages").contains("Section"));
    }
}
