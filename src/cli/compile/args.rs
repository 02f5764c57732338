//! The words after `weir compile`.

use std::path::PathBuf;

use clap::ValueHint;
use clap::builder::PossibleValuesParser;

use crate::cli::piece::PieceArgs;

/// The words after `weir compile`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct CompileArgs {
    /// What to read, how tokens are counted, and the form of the answer; --budget is --window.
    #[command(flatten)]
    pub piece: PieceArgs,

    /// Tokens that the context may have; 24k is 24000
    #[arg(long, value_name = "N", help_heading = "Budget", allow_negative_numbers = true)]
    pub window: Option<String>,

    /// Tokens of the model's own window, of which --ratio may be used
    #[arg(long, value_name = "N", help_heading = "Budget", allow_negative_numbers = true)]
    pub raw: Option<String>,

    /// The share of --raw, above 0 and below 1 [default: 0.4; 0.25 with more than 8000 tokens of tools]
    #[arg(long, value_name = "R", help_heading = "Budget", allow_negative_numbers = true)]
    pub ratio: Option<String>,

    /// Take --raw from the table of well-known models
    #[arg(long, value_name = "NAME", help_heading = "Budget", conflicts_with = "raw")]
    pub model: Option<String>,

    /// Tokens of sections: system=1500,memory=6k,history=12k,tools=3k,headroom=1500; their sum is the window
    /// [default: 6.25, 25, 50, 12.5 and 6.25 % of it]
    #[arg(long, value_name = "LIST", help_heading = "Budget")]
    pub budgets: Option<String>,

    /// How many of the last messages are shortened last [default: 3]
    #[arg(long, value_name = "N", help_heading = "Choice", allow_negative_numbers = true)]
    pub keep_last: Option<String>,

    /// The task, by which tools are chosen
    #[arg(long, value_name = "TEXT", help_heading = "Choice")]
    pub task: Option<String>,

    /// The time from which the age of memories counts [default: the newest memory's]
    #[arg(long, value_name = "TIME", help_heading = "Choice", allow_negative_numbers = true)]
    pub now: Option<String>,

    /// How recency, relevance, confidence and density of a memory become one number [default: product]
    #[arg(long, value_name = "HOW", help_heading = "Choice",
          value_parser = PossibleValuesParser::new(["product", "weighted"]))]
    pub memory_score: Option<String>,

    /// What the input is: a session of an agent, or messages of a provider [default: weir's own form]
    #[arg(long, value_name = "FORMAT", help_heading = "Input",
          value_parser = PossibleValuesParser::new(["claude-code", "codex", "openai", "anthropic"]))]
    pub from: Option<String>,

    /// Write the conversation back in the form of --from
    #[arg(long, value_name = "FORMAT", help_heading = "Output", requires = "from",
          conflicts_with_all = ["explain", "health", "format"],
          value_parser = PossibleValuesParser::new(["claude-code", "codex", "openai", "anthropic"]))]
    pub to: Option<String>,

    /// With --to: write into this file, without the limit of 1000000 bytes
    #[arg(short, long, value_name = "FILE", help_heading = "Output", requires = "to",
          value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,

    /// Append what was done to this file, without any content
    #[arg(long, value_name = "FILE", help_heading = "Output", value_hint = ValueHint::FilePath)]
    pub event_log: Option<PathBuf>,

    /// Print a table of what each section takes up, instead of the context
    #[arg(long, help_heading = "Output", conflicts_with_all = ["health", "format"])]
    pub explain: bool,

    /// Print how full the context is in one line, instead of the context
    #[arg(long, help_heading = "Output")]
    pub health: bool,

    /// Read an event log instead, and exit with 1 when a context in it was larger than --max or than its own window
    #[arg(long, value_name = "FILE", help_heading = "Check", value_hint = ValueHint::FilePath,
          conflicts_with_all = ["files", "window", "budget", "raw", "model", "budgets", "from", "explain", "health", "event_log"])]
    pub check: Option<PathBuf>,

    /// With --check: the most tokens of a context
    #[arg(long, value_name = "N", help_heading = "Check", requires = "check", allow_negative_numbers = true)]
    pub max: Option<String>,
}
