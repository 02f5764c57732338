//! The words after `weir page`.

use crate::cli::options::KeepingArgs;
use crate::cli::piece::PieceArgs;

/// The words after `weir page`.
#[derive(Clone, Debug, clap::Args)]
pub struct PageArgs {
    /// What every piece takes.
    #[command(flatten)]
    pub piece: PieceArgs,

    /// Items of a page, 1 to 200 [default: 50]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub limit: Option<String>,

    /// Take 200 for a larger limit instead of refusing it
    #[arg(long)]
    pub clamp: bool,

    /// Show the page of this cursor, without reading input
    #[arg(long, value_name = "CURSOR", conflicts_with_all = ["files", "path", "pages", "sort", "fields", "no_redact", "no_store"])]
    pub cursor: Option<String>,

    /// Show these pages at once: A, or A-B, counted from 1
    #[arg(long, value_name = "PAGES")]
    pub pages: Option<String>,

    /// Where the list is, such as .items or .data.rows; not needed for an object's only array
    #[arg(long, value_name = "PATH")]
    pub path: Option<String>,

    /// The order: auto (newest first, when every item has the time it was created), none, FIELD, FIELD:asc or FIELD:desc
    #[arg(long, value_name = "ORDER")]
    pub sort: Option<String>,

    /// Show only these fields, with commas between them: id,guest.name
    #[arg(long, value_name = "FIELDS")]
    pub fields: Option<String>,

    /// How long a cursor is valid, up to 600 seconds; 90s and 5m are times too [default: 600]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub ttl: Option<String>,

    /// What becomes of the input.
    #[command(flatten)]
    pub keeping: KeepingArgs,
}
