//! brakeman: rows `PATH  LINE  category  kind  message  confidence` between tabs, and in its report `Confidence:`,
//! `Category:`, `Message:`, `File:`, `Line:` on lines of their own.

use crate::event::{Block, Class, Event, Part, Place, Seen};
use crate::recognize::kit::bounds::PATH_BYTES;
use crate::recognize::kit::lint::finding::{Finding, ends_in};
use crate::recognize::kit::linter::{Findings, Follows, Tool};
use crate::recognize::kit::scan;

/// How sure it is.
const CONFIDENCES: [&str; 3] = ["High", "Medium", "Weak"];

/// brakeman.
#[derive(Debug, Default)]
pub(super) enum Brakeman {
    #[default]
    Nothing,
    /// It printed how sure it is; its message follows.
    Sure,
    /// Its message was read; the file that it is about may be known.
    Warning(Box<str>),
}

impl Tool for Brakeman {
    fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        let seen = match std::mem::take(self) {
            Self::Nothing => None,
            Self::Sure => self.sure(text, findings),
            Self::Warning(file) => self.warning(&file, text, findings),
        };
        seen.or_else(|| {
            let sure = text.strip_prefix("Confidence: ")?;
            CONFIDENCES.contains(&sure).then(|| {
                *self = Self::Sure;
                Seen::Mine(Class::Noise)
            })
        })
    }

    fn is_open(&self) -> bool {
        !matches!(self, Self::Nothing)
    }
}

impl Brakeman {
    /// A line of its report above a message, or the message.
    fn sure(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        if let Some(message) = text.strip_prefix("Message: ") {
            let place = Place { file: "", line: None };
            findings.emit(Event::BlockOpened(Block::Diagnostic { place, code: "", message }));
            findings.emit(Event::Heading);
            findings.follow(Class::Detail, Follows::Own);
            *self = Self::Warning("".into());
            return Some(Seen::Mine(Class::Detail));
        }
        ["Category: ", "Check: "].iter().any(|key| text.starts_with(key)).then(|| {
            *self = Self::Sure;
            Seen::Mine(Class::Noise)
        })
    }

    /// A line of its report below a message.
    fn warning(&mut self, file: &str, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        if let Some(file) = text.strip_prefix("File: ") {
            findings.emit(Event::At { place: Place { file, line: None }, better: true });
            *self = Self::Warning(crate::text::head(file, PATH_BYTES).into());
        } else if let Some(line) = text.strip_prefix("Line: ").and_then(scan::whole_number) {
            findings.emit(Event::At { place: Place { file, line: Some(line) }, better: true });
        } else if text.starts_with("Code: ") {
            *self = Self::Warning(file.into());
        } else {
            findings.close();
            return None;
        }
        findings.emit(Event::Text(Part::Why));
        if !self.is_open() {
            findings.close();
        }
        Some(Seen::Mine(Class::Detail))
    }
}

/// A row.
pub(super) fn row(text: &str) -> Option<Finding<'_>> {
    let (_, sure) = text.rsplit_once(['\t', ' '])?;
    if !CONFIDENCES.contains(&sure) {
        return None;
    }
    let gap = |text: &str| text.find(['\t', ' ']);
    let (file, rest) = text.split_at_checked(gap(text)?)?;
    let (line, rest) = scan::number(rest.trim_start())?;
    // Columns are apart by tabs, or by what a terminal made of them.
    let apart = rest.starts_with('\t') || rest.starts_with("  ");
    let message = rest.trim_start();
    let own = apart && ends_in(file, &["rb", "erb", "haml", "slim", "rake"]) && !message.is_empty();
    own.then_some(Finding::fails(Place { file, line: Some(line) }, None, message))
}
