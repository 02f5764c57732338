//! How much the readers of answers take: a table, with the source of each number.
//!
//! What is beyond its reader's ceiling is cut by somebody who does not know what matters, so weir stays below. The numbers
//! are the readers' own defaults; who changed them there gives limits of their own here.

use super::mode::Limits;
use super::tokens::Estimator;

/// A reader and its ceiling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fit {
    /// Its name on the command line.
    pub name: &'static str,
    /// Most chars of one answer.
    pub chars: Option<u64>,
    /// Most bytes of one answer.
    pub bytes: Option<u64>,
    /// Most lines of one answer.
    pub lines: Option<u64>,
    /// Where this comes from, in a few words for help.
    pub source: &'static str,
}

/// The readers that are known.
pub const FITS: [Fit; 4] = [
    // BASH_MAX_OUTPUT_LENGTH of Claude Code, 30000 chars unless it is set (code.claude.com/docs/en/settings, under the
    // environment variables; github.com/anthropics/claude-code/issues/19901): the middle of longer output is left out.
    Fit {
        name: "claude-code",
        chars: Some(30_000),
        bytes: None,
        lines: None,
        source: "BASH_MAX_OUTPUT_LENGTH",
    },
    // MODEL_FORMAT_MAX_BYTES, 10 KiB, and MODEL_FORMAT_MAX_LINES, 256, in codex-rs/core of Codex
    // (github.com/openai/codex/issues/5913, .../pull/4706): beginning and end of longer output are kept. Later versions
    // count 10000 bytes or the model's own number of tokens (TruncationPolicy, .../issues/7906).
    Fit {
        name: "codex",
        chars: None,
        bytes: Some(10_000),
        lines: Some(256),
        source: "MODEL_FORMAT_MAX_BYTES, _LINES",
    },
    // tools.truncateToolOutputThreshold of Gemini CLI, 40000 chars unless it is set (its docs/cli/settings.md).
    Fit {
        name: "gemini-cli",
        chars: Some(40_000),
        bytes: None,
        lines: None,
        source: "truncateToolOutputThreshold",
    },
    // A step's summary of more than 1024 KiB is refused as a whole (docs.github.com, workflow commands, step isolation
    // and limits; "supports content up to a size of 1024k").
    Fit {
        name: "github-summary",
        chars: None,
        bytes: Some(1_000_000),
        lines: None,
        source: "GITHUB_STEP_SUMMARY, 1024 KiB",
    },
];

impl Fit {
    /// The reader of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        FITS.into_iter().find(|fit| fit.name == name)
    }

    /// Estimated tokens of the longest answer that the reader shows; none when only lines limit it. An answer has at
    /// least as many bytes as chars.
    #[must_use]
    pub fn tokens(self) -> Option<u64> {
        let ceiling = self.bytes.or(self.chars)?;
        Some(Estimator::Chars4Margin20.of_chars(ceiling).unwrap_or(ceiling))
    }

    /// The lower of both, one by one.
    #[must_use]
    pub fn lower(self, limits: Limits) -> Limits {
        let lower = |own: u64, fit: Option<u64>| fit.map_or(own, |fit| own.min(fit));
        Limits {
            // An answer has at least as many bytes as chars.
            chars: lower(lower(limits.chars, self.chars), self.bytes),
            lines: lower(limits.lines, self.lines),
            ..limits
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{LOWEST, Mode};
    use super::*;

    #[test]
    fn the_lower_of_mode_and_fit_counts() {
        let codex = Fit::named("codex").unwrap();
        let lowered = |mode: Mode| codex.lower(mode.limits());
        assert_eq!(lowered(Mode::Minimal), Mode::Minimal.limits());
        assert_eq!(lowered(Mode::Verbose), Limits { chars: 10_000, lines: 256, line_chars: 500 });
        let summary = Fit::named("github-summary").unwrap();
        assert_eq!(summary.lower(Mode::Verbose.limits()), Mode::Verbose.limits());
        assert_eq!(Fit::named("nobody"), None);
    }

    #[test]
    fn every_fit_leaves_the_lowest_limits() {
        assert!(FITS.iter().all(|fit| fit.lower(LOWEST) == LOWEST));
    }
}
