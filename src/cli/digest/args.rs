//! The words after `weir digest`.

use crate::cli::options::KeepingArgs;
use crate::cli::piece::PieceArgs;

/// The words after `weir digest`.
#[derive(Clone, Debug, clap::Args)]
pub struct DigestArgs {
    /// What every piece takes.
    #[command(flatten)]
    pub piece: PieceArgs,

    /// Tokens of one record: of an object, or of an element of an array [default: 2000]
    #[arg(long, value_name = "N", help_heading = "Budget", allow_negative_numbers = true)]
    pub item_budget: Option<String>,

    /// Show these fields beside the identifying ones, instead of dates and totals
    #[arg(long, value_name = "FIELDS")]
    pub keep: Option<String>,

    /// Show only these fields, with commas between them: id,guest.name
    #[arg(long, value_name = "FIELDS")]
    pub fields: Option<String>,

    /// Chars of a text before it is clipped, 8 to 100000 [default: 200]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub max_text: Option<String>,

    /// Leave out fields of these names at any depth: '*schema*,debug*'; 'production' is '*schema*,debug*,_links'
    #[arg(long, value_name = "GLOBS")]
    pub strip: Option<String>,

    /// What becomes of the input.
    #[command(flatten)]
    pub keeping: KeepingArgs,
}
