//! The words after `weir proxy install`.

use std::path::PathBuf;

use clap::ValueHint;
use clap::builder::PossibleValuesParser;

/// As typed.
#[derive(Clone, Debug, clap::Args)]
pub struct InstallArgs {
    /// The client whose configuration is changed
    #[arg(value_name = "CLIENT", value_parser = PossibleValuesParser::new(
          ["claude-code", "codex", "cursor", "vscode", "gemini", "opencode"]))]
    pub client: String,

    /// The server, by its name in that configuration
    #[arg(value_name = "NAME")]
    pub name: String,

    /// Remove weir again
    #[arg(long)]
    pub remove: bool,

    /// The configuration [default: the project's, when it has this server, else the user's]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: Option<PathBuf>,

    /// Show what would change, and change nothing
    #[arg(long)]
    pub dry_run: bool,
}
