//! The words after `weir rows` and `weir trust`.

use std::path::PathBuf;

use clap::ValueHint;

/// The words after `weir rows`.
#[derive(Clone, Debug, clap::Subcommand)]
pub enum RowsArgs {
    /// Check a file of rows; with a sample, show which row takes each of its lines, and the answer
    Check {
        /// The file
        #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
        file: PathBuf,

        /// What the tool prints; '-' is standard input
        #[arg(value_name = "SAMPLE", value_hint = ValueHint::FilePath)]
        sample: Option<PathBuf>,
    },
    /// Propose a file of rows for what a tool prints, as a start
    New {
        /// What the tool prints [default: standard input]
        #[arg(value_name = "SAMPLE", value_hint = ValueHint::FilePath)]
        sample: Option<PathBuf>,
    },
}

/// The words after `weir trust`.
#[derive(Clone, Debug, clap::Args)]
pub struct TrustArgs {
    /// Do not read these files any more
    #[arg(long)]
    pub remove: bool,

    /// The files [default: .weir/*.rows of this folder]
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,
}
