//! The modes and their limits: data, not code.

use std::fmt;
use std::str::FromStr;

/// No answer of weir is longer than this many bytes on stdout, whatever the flags.
pub const CEILING_BYTES: u64 = 1_000_000;

/// The smallest limits that can be asked for: below them verdict and footer would not fit.
pub const LOWEST: Limits = Limits { chars: 400, lines: 4, line_chars: 60 };

/// The largest limits that can be asked for: the ceiling.
const HIGHEST: Limits = Limits { chars: CEILING_BYTES, lines: CEILING_BYTES, line_chars: CEILING_BYTES };

/// How much an answer may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Most chars of the whole answer, line ends included.
    pub chars: u64,
    /// Most lines of the whole answer.
    pub lines: u64,
    /// Most chars of one line, its end not counted.
    pub line_chars: u64,
}

/// How much a reader can afford.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mode {
    /// 5000 chars, 100 lines of 200 chars.
    Minimal,
    /// 40000 chars, 800 lines of 200 chars.
    #[default]
    Standard,
    /// 200000 chars, 4000 lines of 500 chars.
    Verbose,
}

/// A limit that cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LimitError {
    /// Below the lowest.
    #[error("{what} must be at least {lowest}, not {given}")]
    TooLow {
        /// Which limit.
        what: &'static str,
        /// Its lowest value.
        lowest: u64,
        /// What was asked for.
        given: u64,
    },
    /// Above the ceiling.
    #[error("{what} must be at most {highest}, the ceiling of every answer, not {given}")]
    TooHigh {
        /// Which limit.
        what: &'static str,
        /// Its highest value.
        highest: u64,
        /// What was asked for.
        given: u64,
    },
}

impl Limits {
    /// Whether every limit lies within [`LOWEST`] and the ceiling.
    ///
    /// # Errors
    /// Names the first limit that does not.
    pub fn check(self) -> Result<Self, LimitError> {
        for (what, given, lowest, highest) in [
            ("max-chars", self.chars, LOWEST.chars, HIGHEST.chars),
            ("max-lines", self.lines, LOWEST.lines, HIGHEST.lines),
            ("max-line-chars", self.line_chars, LOWEST.line_chars, HIGHEST.line_chars),
        ] {
            if given < lowest {
                return Err(LimitError::TooLow { what, lowest, given });
            }
            if given > highest {
                return Err(LimitError::TooHigh { what, highest, given });
            }
        }
        Ok(self)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Mode::default().limits()
    }
}

impl Mode {
    /// All modes, from the shortest answer to the longest.
    pub const ALL: [Self; 3] = [Self::Minimal, Self::Standard, Self::Verbose];

    /// The name on the command line and in answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Minimal => "minimal",
            Self::Standard => "standard",
            Self::Verbose => "verbose",
        }
    }

    /// The limits of the mode.
    #[must_use]
    pub const fn limits(self) -> Limits {
        match self {
            Self::Minimal => Limits { chars: 5_000, lines: 100, line_chars: 200 },
            Self::Standard => Limits { chars: 40_000, lines: 800, line_chars: 200 },
            Self::Verbose => Limits { chars: 200_000, lines: 4_000, line_chars: 500 },
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl FromStr for Mode {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|mode| mode.name() == text)
            .ok_or_else(|| format!("unknown mode {text:?}: one of minimal, standard, verbose"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_held_at_their_bounds_and_refused_beyond() {
        for mode in Mode::ALL {
            assert_eq!(mode.limits().check(), Ok(mode.limits()));
            assert_eq!(mode.name().parse(), Ok(mode));
        }
        assert!(LOWEST.check().is_ok());
        assert!(HIGHEST.check().is_ok());
        let low = Limits { chars: 399, ..LOWEST }.check().unwrap_err().to_string();
        assert_eq!(low, "max-chars must be at least 400, not 399");
        let high = Limits { chars: 1_000_001, ..LOWEST }.check().unwrap_err().to_string();
        assert_eq!(high, "max-chars must be at most 1000000, the ceiling of every answer, not 1000001");
        assert!(Limits { lines: 3, ..LOWEST }.check().is_err());
        assert!(Limits { line_chars: 59, ..LOWEST }.check().is_err());
    }
}
