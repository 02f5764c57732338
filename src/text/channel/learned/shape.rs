//! What is before, or around, the text of each line.

use super::message::Form;
use super::template::{Numbered, Template};
use crate::text::channel::names::Found;
use crate::text::{self, Line};

/// What is before the text of each line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Nothing.
    Bare,
    Prefix(Template),
    /// A prefix that names one of several streams.
    Numbered(Numbered),
    /// What surrounds a message.
    Message(Form),
}

impl Shape {
    /// Passes each text of a line to `give`. Returns whether the line has the shape.
    pub(crate) fn each(&self, line: &Line<'_>, mut give: impl FnMut(&Line<'_>)) -> bool {
        match self {
            Self::Bare => {}
            Self::Prefix(_) | Self::Numbered(_) => {
                if let Some(text) = self.template().and_then(|template| template.cut(line.text)) {
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

    /// The prefix, if the shape is one.
    pub(crate) const fn template(&self) -> Option<&Template> {
        match self {
            Self::Prefix(template) => Some(template),
            Self::Numbered(numbered) => Some(numbered.template()),
            Self::Bare | Self::Message(_) => None,
        }
    }

    /// The stream of a line, when its prefix names one.
    pub(crate) fn stream<'a>(&self, line: &'a str) -> Option<Found<'a>> {
        match self {
            Self::Numbered(numbered) => numbered.find(line),
            Self::Bare | Self::Prefix(_) | Self::Message(_) => None,
        }
    }

    /// Whether each line is an object.
    pub(crate) fn is_object(&self) -> bool {
        matches!(self, Self::Message(Form::Object(_)))
    }

    /// Its name in receipts.
    pub(crate) fn receipt(&self) -> &'static str {
        match self {
            Self::Bare => "",
            Self::Prefix(template) if template.is_indent() => "indent",
            Self::Prefix(template) if template.has_level() => "level",
            Self::Prefix(_) | Self::Numbered(_) => "prefix:learned",
            Self::Message(Form::Object(_)) => "message:json",
            Self::Message(Form::Pairs) => "message:pairs",
        }
    }

    /// Whether it is written like a logger's or a clock's prefix, and hardly anything else is.
    pub(crate) fn is_logged(&self) -> bool {
        matches!(self, Self::Message(_)) || self.template().is_some_and(Template::is_logged)
    }

    /// Whether a level in brackets follows a stream's name.
    pub(crate) fn ends_with_build_tools(&self) -> bool {
        matches!(self, Self::Numbered(numbered) if numbered.template().ends_with_build_tools())
    }

    /// Whether it is only an indent: then the lines may be output that another run printed.
    pub(crate) fn is_indent(&self) -> bool {
        self.template().is_some_and(Template::is_indent)
    }

    /// Whether blanks at its end may belong to the text.
    pub(crate) fn is_wide(&self) -> bool {
        self.template().is_some_and(Template::is_wide)
    }
}
