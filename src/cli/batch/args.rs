//! The words after `weir batch`.

use std::path::PathBuf;

use clap::ValueHint;

use crate::cli::options::DocumentArgs;

/// The words after `weir batch`.
#[derive(Debug, Default, clap::Args)]
pub struct BatchArgs {
    /// Logs, folders of logs, patterns of paths; '@FILE' is a list of them, '-' a list on standard input
    #[arg(value_name = "PATH", required = true, value_hint = ValueHint::AnyPath)]
    pub paths: Vec<PathBuf>,

    /// How many logs are judged at once, 1 to 256 [default: one per processor]
    #[arg(short, long, value_name = "N", allow_negative_numbers = true)]
    pub jobs: Option<String>,

    /// The names in a list end with NUL, as 'find -print0' writes them
    #[arg(short = '0', long)]
    pub null: bool,

    /// Do not print the summary
    #[arg(long)]
    pub no_summary: bool,

    /// Exit with 0 whatever the verdicts are
    #[arg(long)]
    pub exit_zero: bool,

    /// Read the logs as the output of this runner, named as by 'weir runners' [default: auto]
    #[arg(long, value_name = "RUNNER")]
    pub from: Option<String>,

    /// Your own patterns of failures, in TOML; may be repeated
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub patterns: Vec<PathBuf>,

    /// Your own tool as rows, see 'weir help rows'; may be repeated
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub rows: Vec<PathBuf>,

    /// Whether secrets are shown.
    #[arg(help = "Show known secrets, such as tokens and passwords, instead of '[redacted:kind]'", long)]
    pub no_redact: bool,

    /// What is written beside the lines.
    #[command(flatten)]
    pub documents: DocumentArgs,
}
