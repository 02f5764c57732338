//! The words after `weir doctor`.

use clap::builder::PossibleValuesParser;

/// As typed.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct DoctorArgs {
    /// The agent, named as for 'weir setup'; without it, each one that is set up
    #[arg(value_name = "AGENT")]
    pub agent: Option<String>,

    /// The form of the answer [default: text]
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(["text", "json"]))]
    pub format: Option<String>,
}
