//! The words after `weir pack`.

use clap::builder::PossibleValuesParser;

use crate::cli::piece::PieceArgs;

/// As typed.
#[derive(Debug, Default, clap::Args)]
pub struct PackArgs {
    /// What every piece takes.
    #[command(flatten)]
    pub piece: PieceArgs,

    /// Pack whole files, the best first: each FILE, or the files that standard input lists, one per line
    #[arg(id = "pack-files", long = "files", help_heading = "Input")]
    pub paths: bool,

    /// The defaults: rules (8192 tokens, prefix) or rag (8000 tokens, greedy, 64 kept free) [default: rules; rag with --cite]
    #[arg(long, value_name = "NAME", help_heading = "Budget", value_parser = PossibleValuesParser::new(["rules", "rag"]))]
    pub profile: Option<String>,

    /// When a chunk does not fit: stop (prefix) or skip it (greedy) [default: the profile's]
    #[arg(long, value_name = "NAME", help_heading = "Budget", value_parser = PossibleValuesParser::new(["prefix", "greedy"]))]
    pub policy: Option<String>,

    /// Which chunk is first [default: score when all chunks have one, else input]
    #[arg(long, value_name = "NAME", help_heading = "Input", value_parser = PossibleValuesParser::new(["score", "input"]))]
    pub order: Option<String>,

    /// Tokens of the budget to keep free [default: the profile's]
    #[arg(long, value_name = "N", help_heading = "Budget", allow_negative_numbers = true)]
    pub reserve: Option<String>,

    /// Take at most this many chunks, the first ones
    #[arg(long, value_name = "N", help_heading = "Budget", allow_negative_numbers = true)]
    pub top_k: Option<String>,

    /// Name the sources, and count what they cost
    #[arg(long, help_heading = "Output")]
    pub cite: bool,

    /// What to put between two texts; \n is a newline [default: \n\n]
    #[arg(long, value_name = "TEXT", help_heading = "Output", allow_hyphen_values = true)]
    pub sep: Option<String>,

    /// Print nothing and exit with 1 when the scores do not descend
    #[arg(long, help_heading = "Input")]
    pub assert_order: bool,
}
