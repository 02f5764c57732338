//! What is before, or round, the text of each line.

use super::message::Form;
use super::template::Template;
use crate::text::{self, Line};

/// What is before the text of each line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Nothing.
    Bare,
    /// A prefix.
    Prefix(Template),
    /// What surrounds a message.
    Message(Form),
}

impl Shape {
    /// Gives a line as its texts; tells whether it has the shape.
    pub(crate) fn each(&self, line: &Line<'_>, mut give: impl FnMut(&Line<'_>)) -> bool {
        match self {
            Self::Bare => {}
            Self::Prefix(template) => {
                if let Some(text) = template.cut(line.text) {
                    give(&Line { text, ..*line });
                    return true;
                }
            }
            Self::Message(form) => {
                if let Some(message) = form.message(line.text) {
                    let mut own = message.split('\n').peekable();
                    while let Some(text) = own.next() {
                        let text = text::after_stamp(text, true).unwrap_or(text);
                        let last = own.peek().is_none();
                        let chars = if last { line.chars } else { 0 };
                        let last_row = last && line.last_row;
                        give(&Line { text, tail: "", chars, last_row, together: None, ..*line });
                    }
                    return true;
                }
            }
        }
        give(line);
        false
    }

    /// Whether each line is an object.
    pub(crate) fn is_object(&self) -> bool {
        matches!(self, Self::Message(Form::Object(_)))
    }

    /// What it is called when it was taken off.
    pub(crate) fn receipt(&self) -> &'static str {
        match self {
            Self::Bare => "",
            Self::Prefix(template) if template.is_indent() => "indent",
            Self::Prefix(template) if template.has_level() => "level",
            Self::Prefix(_) => "prefix:learned",
            Self::Message(Form::Object(_)) => "message:json",
            Self::Message(Form::Pairs) => "message:pairs",
        }
    }

    /// Whether a logger or a clock writes like this, and hardly anybody else.
    pub(crate) fn is_logged(&self) -> bool {
        match self {
            Self::Bare => false,
            Self::Prefix(template) => template.is_logged(),
            Self::Message(_) => true,
        }
    }

    /// Whether lines that were set in are read as a run's, which may be what another one printed.
    pub(crate) fn is_indent(&self) -> bool {
        matches!(self, Self::Prefix(template) if template.is_indent())
    }

    /// Whether blanks at its end may be the text's.
    pub(crate) fn is_wide(&self) -> bool {
        matches!(self, Self::Prefix(template) if template.is_wide())
    }
}
