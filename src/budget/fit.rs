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
    /// Most chars of one answer when the command that prints it fails.
    pub failing_chars: Option<u64>,
    /// Most bytes of one answer.
    pub bytes: Option<u64>,
    /// Most lines of one answer.
    pub lines: Option<u64>,
    /// Variables that it alone sets for what it runs.
    pub variables: &'static [&'static str],
    /// Where this comes from, in a few words for help.
    pub source: &'static str,
    /// When that was looked at.
    pub date: &'static str,
}

/// The readers that are known.
pub const FITS: [Fit; 7] = [
    // BASH_MAX_OUTPUT_LENGTH of Claude Code, 30000 chars unless it is set (code.claude.com/docs/en/settings, under the
    // environment variables; github.com/anthropics/claude-code/issues/19901): the middle of longer output is left out. Of a
    // command that fails it keeps the first and the last 5000 chars. CLAUDECODE: issue 531 there, since 0.2.47.
    Fit {
        name: "claude-code",
        chars: Some(30_000),
        failing_chars: Some(9_900),
        variables: &["CLAUDECODE"],
        source: "BASH_MAX_OUTPUT_LENGTH",
        date: "2026-11",
        ..Fit::ANY
    },
    // TruncationPolicy of codex-rs/core, 10000 bytes (github.com/openai/codex/issues/7906): beginning and end of longer output
    // are kept. Older versions counted 10 KiB and 256 lines (.../issues/5913, .../pull/4706). CODEX_SANDBOX: its docs/sandbox.md.
    Fit {
        name: "codex",
        bytes: Some(10_000),
        lines: Some(256),
        variables: &["CODEX_SANDBOX", "CODEX_SANDBOX_NETWORK_DISABLED", "CODEX_CI"],
        source: "TruncationPolicy",
        date: "2026-11",
        ..Fit::ANY
    },
    // Longer output of a command goes to a file of which the beginning is shown (github.com/github/copilot-cli/issues/3008).
    // COPILOT_CLI: github.com/gradle/common-custom-user-data-gradle-plugin/pull/532.
    Fit {
        name: "copilot",
        chars: Some(20_000),
        variables: &["COPILOT_CLI"],
        source: "what its shell tool shows",
        date: "2026-11",
        ..Fit::ANY
    },
    // tools.truncateToolOutputThreshold of Gemini CLI, 40000 chars unless it is set (its docs/cli/settings.md). GEMINI_CLI: its
    // docs/tools/shell.md.
    Fit {
        name: "gemini-cli",
        chars: Some(40_000),
        variables: &["GEMINI_CLI"],
        source: "truncateToolOutputThreshold",
        date: "2026-11",
        ..Fit::ANY
    },
    // MAX_BYTES and MAX_LINES in packages/opencode/src/tool/truncation.ts, 50 KiB and 2000 lines. OPENCODE:
    // github.com/anomalyco/opencode/issues/1775.
    Fit {
        name: "opencode",
        bytes: Some(51_200),
        lines: Some(2_000),
        variables: &["OPENCODE"],
        source: "MAX_BYTES, MAX_LINES",
        date: "2026-11",
        ..Fit::ANY
    },
    // A preview of so many chars is what is left of output that is too long (github.com/QwenLM/qwen-code/pull/4880 and
    // .../pull/9014, whose own threshold for its shell is higher).
    Fit {
        name: "qwen-code",
        chars: Some(10_000),
        variables: &["QWEN_CODE"],
        source: "truncateToolOutputThreshold",
        date: "2026-11",
        ..Fit::ANY
    },
    // A step's summary of more than 1024 KiB is refused as a whole (docs.github.com, workflow commands, step isolation
    // and limits; "supports content up to a size of 1024k"). It is a file: no variable says who reads it.
    Fit {
        name: "github-summary",
        bytes: Some(1_000_000),
        source: "GITHUB_STEP_SUMMARY, 1024 KiB",
        date: "2026-11",
        ..Fit::ANY
    },
];

/// The word that stands for no reader.
pub const NO_FIT: &str = "off";

impl Fit {
    /// Whoever takes everything.
    pub const ANY: Self = Self {
        name: "",
        chars: None,
        failing_chars: None,
        bytes: None,
        lines: None,
        variables: &[],
        source: "",
        date: "",
    };

    /// The reader of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        FITS.into_iter().find(|fit| fit.name == name)
    }

    /// The one reader whose variables are set; none when several are, one within another.
    pub fn found(is_set: impl Fn(&str) -> bool) -> Option<Self> {
        let mut found = FITS.into_iter().filter(|fit| fit.variables.iter().any(|name| is_set(name)));
        found.next().filter(|_| found.next().is_none())
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
    fn a_reader_is_found_when_it_alone_says_so() {
        let found = |set: &[&str]| Fit::found(|name| set.contains(&name)).map(|fit| fit.name);
        assert_eq!(found(&["CLAUDECODE"]), Some("claude-code"));
        assert_eq!(found(&["CODEX_CI", "CODEX_SANDBOX"]), Some("codex"));
        assert_eq!((found(&[]), found(&["CLAUDECODE", "GEMINI_CLI"])), (None, None));
    }

    #[test]
    fn every_figure_has_its_source_and_its_date() {
        assert!(FITS.iter().all(|fit| !fit.source.is_empty() && fit.date.len() == "2026-11".len()));
        let failing = |fit: &Fit| {
            fit.failing_chars.is_none_or(|failing| fit.chars.is_some_and(|chars| failing < chars))
        };
        assert!(FITS.iter().all(failing));
    }

    #[test]
    fn every_fit_leaves_the_lowest_limits() {
        assert!(FITS.iter().all(|fit| fit.lower(LOWEST) == LOWEST));
    }
}
