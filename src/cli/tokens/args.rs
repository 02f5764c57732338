//! The words after `weir tokens`.

use std::path::PathBuf;

use clap::ValueHint;
use clap::builder::PossibleValuesParser;

/// As typed.
#[derive(Debug, Default, clap::Args)]
pub struct TokensArgs {
    /// What to count, all together; '-' or no FILE is standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,

    /// The estimator: chars4-floor, chars4-ceil, chars4-margin20, class, exec:CMD, or all [default: chars4-ceil]
    #[arg(long, value_name = "NAME")]
    pub est: Option<String>,

    /// Count each line, with its line ending, by itself
    #[arg(long)]
    pub per_line: bool,

    /// The form of the answer [default: text]
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(["text", "json"]))]
    pub format: Option<String>,
}
