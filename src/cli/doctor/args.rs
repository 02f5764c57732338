//! The words after `weir doctor`.

use clap::builder::PossibleValuesParser;

/// As typed.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct DoctorArgs {
    /// The agent, as 'weir setup' names it; without it, every agent that is set up
    #[arg(value_name = "AGENT")]
    pub agent: Option<String>,

    /// The form of the answer [default: text]
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(["text", "json"]))]
    pub format: Option<String>,
}
