//! The words that every piece takes.

use std::path::PathBuf;

use clap::ValueHint;
use clap::builder::PossibleValuesParser;

/// Inputs, budget, estimator and format.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct PieceArgs {
    /// What to read, in this order; '-' or no FILE is standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,

    /// Tokens of the answer, at least 1; 8k is 8000
    #[arg(
        short,
        long,
        alias = "max-context-tokens",
        value_name = "N",
        help_heading = "Budget",
        allow_negative_numbers = true
    )]
    pub budget: Option<String>,

    /// How tokens are counted: an estimator of 'weir tokens', or exec:CMD
    #[arg(long, value_name = "NAME", help_heading = "Budget")]
    pub est: Option<String>,

    /// The form of the answer
    #[arg(long, value_name = "FORMAT", help_heading = "Output",
          value_parser = PossibleValuesParser::new(["text", "json"]))]
    pub format: Option<String>,
}
