//! The words after `weir stats`.

use std::path::PathBuf;

use clap::ValueHint;
use clap::builder::PossibleValuesParser;

/// As typed.
#[derive(Debug, Default, clap::Args)]
pub struct StatsArgs {
    /// Count what weir did in the shells of coding agents that were set up with --stats
    #[arg(long, conflicts_with_all = ["telemetry", "tool", "outcome", "cmd", "html", "health", "check"])]
    pub agents: bool,

    /// The folder of the records [default: that of WEIR_TELEMETRY or of the configuration]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub telemetry: Option<PathBuf>,

    /// Count only the calls of these tools: a name or a glob
    #[arg(long, value_name = "GLOB")]
    pub tool: Option<String>,

    /// Count from this time on: RFC 3339, or an age such as 30s, 15m, 1h or 7d
    #[arg(long, value_name = "TIME", allow_negative_numbers = true)]
    pub since: Option<String>,

    /// Count up to this time
    #[arg(long, value_name = "TIME", allow_negative_numbers = true)]
    pub until: Option<String>,

    /// Count only the calls with this outcome
    #[arg(long, value_name = "OUTCOME", value_parser = PossibleValuesParser::new(
          ["passed", "paginated", "summarized", "chunked", "filtered", "clipped", "media"]))]
    pub outcome: Option<String>,

    /// Count only what this command recorded: proxy (weir mcp too) or pack
    #[arg(long, value_name = "COMMAND", value_parser = PossibleValuesParser::new(["proxy", "pack"]))]
    pub cmd: Option<String>,

    /// The form of the numbers: text, JSON, or the text format of Prometheus [default: text]
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(["text", "json", "prom"]))]
    pub format: Option<String>,

    /// Write one page for a browser into this file; the page loads nothing from other hosts
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["health", "format", "check"])]
    pub html: Option<PathBuf>,

    /// Print a few figures on the state: use, sizes, errors, configuration, store; exit with 1 when it is bad
    #[arg(long)]
    pub health: bool,

    /// Exit with 1 when this does not hold: 'oversized<=5%', 'p95Latency<500'; may be repeated
    #[arg(long, value_name = "CHECK", conflicts_with_all = ["health", "format"])]
    pub check: Vec<String>,
}
