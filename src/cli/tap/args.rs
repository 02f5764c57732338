//! The words of `weir tap`.

/// The options of `weir tap`.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct TapArgs {
    /// Read the input as the output of this runner, named as by 'weir runners' [default: auto]
    #[arg(long, value_name = "RUNNER")]
    pub from: Option<String>,

    /// Exit with 0 whatever the verdict is
    #[arg(long)]
    pub exit_zero: bool,
}
