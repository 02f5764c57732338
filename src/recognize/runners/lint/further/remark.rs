//! remark: a file's path, then rows `LINE:COLUMN  warning  message  rule  remark-lint`.

use crate::event::{Class, Place, Seen};
use crate::recognize::kit::bounds::PATH_BYTES;
use crate::recognize::kit::lint::finding::{Finding, ends_in, numbers, weight};
use crate::recognize::kit::linter::{Findings, Tool};

/// remark.
#[derive(Debug, Default)]
pub(super) struct Remark {
    /// A file: its rows follow.
    file: Option<Box<str>>,
}

impl Tool for Remark {
    fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        if let Some(file) = self.file.take()
            && let Some(finding) = row(&file, text)
        {
            let seen = findings.report(&finding, &format!("{file} {}", text.trim()));
            self.file = Some(file);
            return Some(seen);
        }
        let alone = !text.starts_with(' ') && !text.contains([' ', ':', '\t']) && text.len() < PATH_BYTES;
        (alone && ends_in(text, &["md", "mdx", "markdown"])).then(|| {
            self.file = Some(text.into());
            Seen::Inside(Class::Noise)
        })
    }

    fn is_open(&self) -> bool {
        self.file.is_some()
    }
}

fn row<'a>(file: &'a str, text: &'a str) -> Option<Finding<'a>> {
    let (line, column, rest) = numbers(text.trim_start())?;
    // A range goes on to its end.
    let rest = rest.strip_prefix('-').map_or(rest, |end| end.trim_start_matches(|c: char| c != ' '));
    let (word, message) = rest.trim_start().split_once(' ')?;
    let weight = weight(word, &["error"], &["warning"])?;
    let own =
        rest.starts_with(' ') && message.rsplit_once(' ').is_some_and(|(_, tool)| tool.starts_with("remark"));
    let place = Place { file, line: Some(line) };
    own.then_some(Finding { place, column: Some(column), weight, message: message.trim() })
}
