//! What a renderer needs besides the report.

use crate::budget::{Limits, Mode};
use crate::report::Witness;
use crate::settings::{Offers, Role};

/// How weir's own lines look. Input lines are never coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Without escape sequences.
    #[default]
    Plain,
    /// Red, green and dim.
    Colored,
}

impl Style {
    /// The most chars that colours add to a line.
    #[must_use]
    pub const fn overhead(self) -> u64 {
        match self {
            Self::Plain => 0,
            Self::Colored => 9,
        }
    }

    /// A line of weir's own in its colour.
    #[must_use]
    pub fn own(self, text: &str) -> String {
        if self == Self::Plain {
            return text.to_owned();
        }
        let color = if text.starts_with("weir: PASSED") {
            "32"
        } else if text.starts_with("weir: FAIL")
            || text.starts_with("weir: also")
            || text.starts_with("weir: and ")
        {
            "31"
        } else if text.starts_with("weir: INCOMPLETE") || text.starts_with("weir: UNKNOWN") {
            "33"
        } else {
            "2"
        };
        format!("\u{1b}[{color}m{text}\u{1b}[0m")
    }
}

/// The settings of one answer.
#[derive(Clone, Debug)]
pub struct View {
    /// The mode.
    pub mode: Mode,
    /// The limits.
    pub limits: Limits,
    /// The most bytes of the whole answer, when they are limited below the ceiling.
    pub bytes: Option<u64>,
    /// How weir's own lines look.
    pub style: Style,
    /// The name of the file, when one file is the only input: then a larger mode can be suggested.
    pub input_name: Option<String>,
    /// What is known from outside of the text.
    pub witness: Witness,
    /// How the rest is offered.
    pub offers: Offers,
    /// The command that runs the failures again.
    pub rerun: Option<Rerun>,
    /// How many of the slowest tests are listed.
    pub slowest: u64,
    /// The role of the answer for its reader.
    pub role: Role,
}

/// A command that runs the failures again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rerun {
    /// The arguments.
    pub words: Vec<String>,
    /// The command as a shell reads it; `None` when it cannot be printed on a line.
    pub text: Option<String>,
    /// How many failures it does not run.
    pub without: u64,
}
