//! Options that several commands share, each written once: what `--help` says of them is the same everywhere.

use clap::builder::PossibleValuesParser;

use crate::settings::Redaction;

/// How much an answer may hold.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct LimitArgs {
    /// How much to show [default: standard]
    #[arg(short, long, value_name = "MODE", help_heading = "Limits",
          value_parser = PossibleValuesParser::new(["minimal", "standard", "verbose"]))]
    pub mode: Option<String>,

    /// Chars of the whole answer, 400 to 1000000 [default: the mode's]
    #[arg(long, value_name = "N", help_heading = "Limits", allow_negative_numbers = true)]
    pub max_chars: Option<String>,

    /// Lines of the whole answer, 4 to 1000000 [default: the mode's]
    #[arg(long, value_name = "N", help_heading = "Limits", allow_negative_numbers = true)]
    pub max_lines: Option<String>,

    /// Chars of one line, 60 to 1000000 [default: the mode's]
    #[arg(long, value_name = "N", help_heading = "Limits", allow_negative_numbers = true)]
    pub max_line_chars: Option<String>,

    /// Stay within what the reader of the answer takes: claude-code, codex, copilot, gemini-cli, opencode, qwen-code, github-summary; or 'off' [default: found by its variables]
    #[arg(long, value_name = "READER", help_heading = "Limits")]
    pub fit: Option<String>,
}

/// What becomes of an input beside the answer.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct KeepingArgs {
    /// Whether secrets are shown.
    #[arg(
        help = "Show known secrets, such as tokens and passwords, instead of '[redacted:kind]'",
        long,
        help_heading = "Output"
    )]
    pub no_redact: bool,

    /// Keep no copy of the input; 'weir show' and cursors need one
    #[arg(long, help_heading = "Output")]
    pub no_store: bool,
}

/// Documents beside an answer.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct DocumentArgs {
    /// The documents.
    #[arg(
        help = "Write a document for a CI: github, markdown, junit, sarif, gitlab-codequality, ctrf, azure, teamcity, buildkite or html; auto is what this CI reads; '-' is standard output instead of the answer; may be repeated",
        long,
        value_name = "FORMAT=FILE",
        help_heading = "Output"
    )]
    pub output: Vec<String>,
}

impl KeepingArgs {
    /// Whether secrets are hidden.
    pub(super) const fn redaction(self) -> Redaction {
        if self.no_redact { Redaction::Keep } else { Redaction::Redact }
    }
}
