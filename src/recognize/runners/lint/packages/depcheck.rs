//! depcheck: `Unused dependencies` and its kin with rows `* NAME`, each of which fails its run, or `No depcheck issue`.

use crate::event::{Class, Seen};
use crate::recognize::kit::linter::{Findings, Tool};

/// Its lists.
pub(super) const LISTS: [&str; 3] = ["Unused dependencies", "Unused devDependencies", "Missing dependencies"];

/// depcheck.
#[derive(Debug, Default)]
pub(super) struct Depcheck {
    list: Option<&'static str>,
}

impl Tool for Depcheck {
    fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        if let Some(list) = self.list.take()
            && let Some((name, file)) = row(text)
        {
            self.list = Some(list);
            return Some(findings.report_in(file, &format!("{list}: {name}"), text));
        }
        self.list = LISTS.into_iter().find(|list| *list == text);
        self.list.map(|_| Seen::Inside(Class::Noise))
    }

    fn is_open(&self) -> bool {
        self.list.is_some()
    }
}

/// `* NAME` or `* NAME: ./FILE` below a list.
fn row(text: &str) -> Option<(&str, &str)> {
    let row = text.strip_prefix("* ").filter(|row| !row.is_empty())?;
    let (name, file) = row.split_once(": ").unwrap_or((row, "package.json"));
    (!name.contains(' ')).then_some((name, file))
}
