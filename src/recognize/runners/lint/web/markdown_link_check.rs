//! markdown-link-check: `[✖] LINK → Status: 404`, below `FILE: PATH` or `ERROR: 1 dead link found in PATH !`.

use crate::event::{Class, Seen};
use crate::recognize::kit::bounds::PATH_BYTES;
use crate::recognize::kit::lint::finding::{Finding, Weight, count};
use crate::recognize::kit::linter::{Findings, Tool};

/// What heads the files.
pub(super) const FILE: &str = "FILE: ";

/// markdown-link-check.
#[derive(Debug, Default)]
pub(super) struct MarkdownLinkCheck {
    /// A file whose links follow.
    file: Option<Box<str>>,
}

impl Tool for MarkdownLinkCheck {
    fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        let bare = text.trim_start();
        if let Some(file) = self.file.take()
            && let Some(class) = link(&file, bare, text, findings)
        {
            self.file = Some(file);
            return Some(Seen::Mine(class));
        }
        let file = bare.strip_prefix(FILE).or_else(|| dead(bare))?;
        self.file = Some(crate::text::head(file, PATH_BYTES).into());
        Some(Seen::Inside(Class::Noise))
    }

    fn is_open(&self) -> bool {
        self.file.is_some()
    }
}

/// A line below a file.
fn link(file: &str, bare: &str, text: &str, findings: &mut Findings<'_>) -> Option<Class> {
    if let Some(link) = bare.strip_prefix("[\u{2716}] ") {
        // Without its status it comes once more.
        let whole = link.contains(" \u{2192} Status: ");
        return Some(if whole {
            Finding::in_file(file, Weight::Fails, link).tell(text, findings.sink())
        } else {
            Class::Noise
        });
    }
    let among = bare.is_empty()
        || bare.starts_with("[\u{2713}] ")
        || count(bare, "link").is_some_and(|(_, rest)| rest == " checked.")
        || bare.strip_prefix("ERROR: ").is_some_and(|rest| rest.ends_with(" found!"));
    among.then_some(Class::Noise)
}

/// `ERROR: 1 dead link found in a.md !`.
fn dead(bare: &str) -> Option<&str> {
    let (_, rest) = count(bare.strip_prefix("ERROR: ")?, "dead link")?;
    rest.strip_prefix(" found in ")?.strip_suffix(" !")
}
