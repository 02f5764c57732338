//! The words after `weir config`.

use std::path::PathBuf;

use clap::ValueHint;
use clap::builder::PossibleValuesParser;

/// What is done with the configuration.
#[derive(Debug, clap::Subcommand)]
pub enum ConfigArgs {
    /// Check a configuration; when it is wrong, print file, line and field, and exit with 2
    Check {
        /// The file [default: the one that is in use]
        #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
        file: Option<PathBuf>,
    },
    /// Print the settings in use, from flags, variables, the file, its profile and the defaults
    Show {
        /// The file [default: that of WEIR_CONFIG, or weir/weir.yaml, .yml or .json in XDG_CONFIG_HOME]
        #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
        config: Option<PathBuf>,

        /// Print a profile instead, without file and variables
        #[arg(long, value_name = "NAME", conflicts_with = "config",
              value_parser = PossibleValuesParser::new(["mcp", "soft-landing", "claude-code", "codex", "rules", "rag"]))]
        profile: Option<String>,

        /// The form of the settings [default: yaml]
        #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(["yaml", "json"]))]
        format: Option<String>,
    },
    /// Print the path of the configuration in use, or where it would be
    Path,
}
