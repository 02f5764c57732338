//! What stands before, or round, the text of each line, and when that is believed.

use super::message::Form;
use super::probe::Probe;
use super::template::Template;
use crate::text::{self, Line};

/// Of so many lines at least one has to be claimed where no header tells that a run stands behind a prefix.
const CLAIMED: usize = 3;

/// What stands before the text of each line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Nothing.
    Bare,
    /// A prefix.
    Prefix(Template),
    /// What surrounds a message.
    Message(Form),
}

impl Shape {
    /// Gives a line as its texts; tells whether it has the shape.
    pub(super) fn each(&self, line: &Line<'_>, mut give: impl FnMut(&Line<'_>)) -> bool {
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
                        let text = text::behind_stamp(text, true).unwrap_or(text);
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

    /// Whether a logger or a clock writes like this, and hardly anybody else.
    pub(super) fn is_logged(&self) -> bool {
        match self {
            Self::Bare => false,
            Self::Prefix(template) => template.is_logged(),
            Self::Message(_) => true,
        }
    }

    /// Whether lines that were set in are read as a run's, which may be what another one printed.
    pub(super) fn is_indent(&self) -> bool {
        matches!(self, Self::Prefix(template) if template.is_indent())
    }

    /// Whether blanks at its end may be the text's.
    pub(super) fn is_wide(&self) -> bool {
        matches!(self, Self::Prefix(template) if template.is_wide())
    }

    /// Whether what was read behind it tells that it is no text of the lines, of which there were so many.
    pub(super) fn is_proved(&self, behind: &Probe, bare: &Probe, lines: usize) -> bool {
        let (evidence, before) = (behind.evidence(), bare.evidence());
        // Passes are told by anybody; most of what compilers print is claimed.
        let claimed = evidence.lines > 0 && behind.claimed().saturating_mul(CLAIMED) >= lines;
        let whole = evidence.lines > 0 && behind.claimed() >= lines;
        let told = evidence.headers > 0
            || (claimed && (evidence.failures > 0 || whole))
            || (self.is_logged() && (claimed || evidence.lines > 0));
        let more = behind.claimed() > bare.claimed().saturating_mul(2);
        let less = behind.claimed() < bare.claimed();
        let clear = match self {
            _ if before.is_none() => true,
            Self::Prefix(template) if template.is_indent() => {
                more && evidence.headers > 0 && (evidence.exceeds(before) || evidence == before)
            }
            // Recognizers of build tools read such levels.
            Self::Prefix(template) if template.is_build_tools() => {
                more && (evidence.exceeds(before) || evidence == before)
            }
            Self::Prefix(template) if template.is_logged() => {
                evidence.exceeds(before)
                    || (evidence == before && (more || template.is_clocked() || template.is_glued()))
            }
            // Some runners' lines are read wherever they stand in a line.
            Self::Prefix(_) => {
                (evidence.headers > before.headers && evidence.exceeds(before))
                    || (more && (evidence.exceeds(before) || evidence == before))
            }
            Self::Bare | Self::Message(_) => false,
        };
        let less = less && evidence.headers <= before.headers;
        told && clear && !less && !behind.tells_otherwise()
    }
}
