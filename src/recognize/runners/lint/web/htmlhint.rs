//! HTMLHint: a page's path, then two rows for each finding, `L1 |<html>` and `^ message (rule)`.

use crate::event::{Class, Place, Seen};
use crate::recognize::kit::bounds::PATH_BYTES;
use crate::recognize::kit::lint::finding::{Finding, count, ends_in};
use crate::recognize::kit::linter::{Findings, Tool};
use crate::recognize::kit::scan;

/// HTMLHint.
#[derive(Debug, Default)]
pub(super) struct Htmlhint {
    /// A page, and the line of it that was shown last.
    page: Option<(Box<str>, Option<u64>)>,
}

impl Tool for Htmlhint {
    fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        let bare = text.trim_start();
        if let Some((file, line)) = self.page.take() {
            if let Some(line) = shown(bare) {
                self.page = Some((file, Some(line)));
                return Some(Seen::Mine(Class::Noise));
            }
            if let Some(message) = bare.strip_prefix("^ ").filter(|message| message.ends_with(')')) {
                let finding = Finding::fails(Place { file: &file, line }, None, message);
                let seen = findings.report(&finding, &format!("{file} {message}"));
                self.page = Some((file, line));
                return Some(seen);
            }
        }
        // It is shown with its first row.
        let shown = shown(bare).filter(|_| text.starts_with("      "));
        let page = text.starts_with("   ") && ends_in(bare, &["html", "htm"]) && !bare.contains(": ");
        self.page = match shown {
            Some(line) => Some((Box::default(), Some(line))),
            None => page.then(|| (crate::text::head(bare, PATH_BYTES).into(), None)),
        };
        self.is_open().then_some(Seen::Inside(Class::Noise))
    }

    fn is_open(&self) -> bool {
        self.page.is_some()
    }
}

/// `L7 |<html>`: the line of a page that is shown.
fn shown(bare: &str) -> Option<u64> {
    let (line, rest) = bare.strip_prefix('L').and_then(scan::number)?;
    rest.starts_with(" |").then_some(line)
}

/// `Scanned 3 files, found 2 errors in 1 files (14 ms)`, `Scanned 3 files, no errors found (5 ms).`
pub(super) fn errors(text: &str) -> Option<u64> {
    let (_, rest) = count(text.strip_prefix("Scanned ")?, "file")?;
    let rest = rest.strip_prefix(", ")?;
    if rest.starts_with("no errors found") {
        Some(0)
    } else {
        Some(count(rest.strip_prefix("found ")?, "error")?.0)
    }
}
