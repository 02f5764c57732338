//! The words after `weir chunk`.

use crate::cli::options::KeepingArgs;
use crate::cli::piece::PieceArgs;

/// The words after `weir chunk`.
#[derive(Clone, Debug, clap::Args)]
pub struct ChunkArgs {
    /// What every piece takes.
    #[command(flatten)]
    pub piece: PieceArgs,

    /// Tokens of a chunk, as --budget [default: 2000]
    #[arg(
        long,
        value_name = "N",
        help_heading = "Budget",
        conflicts_with = "budget",
        allow_negative_numbers = true
    )]
    pub tokens: Option<String>,

    /// Lines of a chunk [default: 200]
    #[arg(long, value_name = "N", help_heading = "Budget", allow_negative_numbers = true)]
    pub max_lines: Option<String>,

    /// Where a chunk may end: auto, entry, paragraph, sentence or line [default: auto]
    #[arg(long, value_name = "KIND")]
    pub boundary: Option<String>,

    /// Show only these lines: A:B, A:, :B or A+N
    #[arg(long, value_name = "LINES", conflicts_with_all = ["start_line", "end_line"])]
    pub lines: Option<String>,

    /// Start at this line, counted from 1
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub start_line: Option<String>,

    /// End with this line
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub end_line: Option<String>,

    /// Show the chunk of this number, counted from 0; with --map: begin there
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub index: Option<String>,

    /// List the chunks instead of showing one
    #[arg(long)]
    pub map: bool,

    /// Show the chunk of this cursor, without reading input
    #[arg(long, value_name = "CURSOR", conflicts_with_all = [
        "files", "tokens", "budget", "est", "max_lines", "boundary", "lines", "start_line", "end_line", "index", "map", "no_redact", "no_store"])]
    pub cursor: Option<String>,

    /// How long a cursor is valid, up to 600 seconds; 90s and 5m are times too [default: 600]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub ttl: Option<String>,

    /// What becomes of the input.
    #[command(flatten)]
    pub keeping: KeepingArgs,
}
