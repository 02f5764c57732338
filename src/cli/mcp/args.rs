//! The words after `weir mcp`.

use std::path::PathBuf;

use clap::ValueHint;
use clap::builder::{PossibleValue, PossibleValuesParser};

use crate::cli::listen::args::ListenArgs;

/// The words after `weir mcp`.
#[derive(Clone, Debug, clap::Args)]
pub struct McpArgs {
    /// A folder that is open to the tools; may be repeated [default: the working folder]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub root: Vec<PathBuf>,

    /// Commands that weir_run may run: words, each a glob for one word, and a last '*' for any more; may be repeated.
    /// Without it there is no weir_run
    #[arg(long, value_name = "PATTERN")]
    pub allow: Vec<String>,

    /// End a run after this time, such as 90s or 10m; 0 is never [default: 600s]
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub timeout: Option<String>,

    /// The configuration, in YAML or JSON [default: weir/weir.yaml in XDG_CONFIG_HOME]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub config: Option<PathBuf>,

    /// The folder of the records of calls, or 'off'
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub telemetry: Option<PathBuf>,

    /// Keep no copy of what is shortened; there are no cursors then
    #[arg(long)]
    pub no_store: bool,

    /// Whether secrets are shown.
    #[arg(help = "Show known secrets, such as tokens and passwords, instead of '[redacted:kind]'", long)]
    pub no_redact: bool,

    /// Print what to put into a client's configuration for these options, and exit
    #[arg(long, value_name = "CLIENT", value_parser = clients())]
    pub print_config: Option<String>,

    /// Clients over HTTP.
    #[command(flatten)]
    pub listening: ListenArgs,
}

/// The names of clients.
fn clients() -> PossibleValuesParser {
    PossibleValuesParser::new([
        PossibleValue::new("claude-code"),
        PossibleValue::new("codex"),
        PossibleValue::new("cursor"),
        PossibleValue::new("vscode"),
        PossibleValue::new("gemini").alias("gemini-cli"),
        PossibleValue::new("opencode"),
    ])
}
