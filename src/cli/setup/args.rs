//! The words after `weir setup`.

/// As typed.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct SetupArgs {
    /// The agent: claude-code, codex, gemini-cli, opencode, copilot, qwen-code, or one that takes weir as an MCP server; without
    /// it, the list of agents that are found
    #[arg(value_name = "AGENT")]
    pub agent: Option<String>,

    /// Change the settings of this folder's project instead of the user's
    #[arg(long, requires = "agent")]
    pub project: bool,

    /// Do not ask before something is written, as weir does on a terminal
    #[arg(long, requires = "agent")]
    pub yes: bool,

    /// Show what would change, and change nothing
    #[arg(long)]
    pub dry_run: bool,

    /// Remove what was put in
    #[arg(long, requires = "agent", conflicts_with_all = ["chain", "stats"])]
    pub remove: bool,

    /// Keep what a setting named before, and run it after weir; --remove restores it
    #[arg(long, requires = "agent")]
    pub chain: bool,

    /// Report a failed run, in one line, when its output goes into a pipe, a file or a substitution
    #[arg(long, requires = "agent")]
    pub beside: bool,

    /// Leave out the skill that teaches the agent when to read a stored run
    #[arg(long, requires = "agent")]
    pub no_skill: bool,

    /// Count runs on this machine, for 'weir stats --agents', but nothing that they print
    #[arg(long, requires = "agent")]
    pub stats: bool,
}
