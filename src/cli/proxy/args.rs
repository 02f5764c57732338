//! The words after `weir proxy`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::ValueHint;
use clap::builder::PossibleValuesParser;

use crate::cli::install::args::InstallArgs;
use crate::cli::listen::args::ListenArgs;

/// What `weir proxy` does beside sessions.
#[derive(Clone, Debug, clap::Subcommand)]
pub enum ProxyJob {
    /// Put 'weir proxy' before a server in a client's configuration, or remove it
    Install(InstallArgs),
}

/// The words after `weir proxy`.
#[derive(Clone, Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct ProxyArgs {
    /// Something else than a session.
    #[command(subcommand)]
    pub job: Option<ProxyJob>,

    /// The configuration, in YAML or JSON [default: weir/weir.yaml in XDG_CONFIG_HOME]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub config: Option<PathBuf>,

    /// What to do with answers: enforce changes them, observe only records them, ab changes one half [default: enforce]
    #[arg(long, value_name = "MODE", value_parser = PossibleValuesParser::new(["enforce", "observe", "ab"]))]
    pub mode: Option<String>,

    /// Change only the answers of these tools; may be repeated
    #[arg(long, value_name = "GLOB")]
    pub only: Vec<String>,

    /// The folder of the records of calls, or 'off'
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub telemetry: Option<PathBuf>,

    /// Write a line for each decision into this file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub log: Option<PathBuf>,

    /// The lowest level of lines in the log [default: info]
    #[arg(long, value_name = "LEVEL", value_parser = PossibleValuesParser::new(["error", "warn", "info", "debug"]))]
    pub log_level: Option<String>,

    /// Cancel a call after this time, such as 90s, and answer it with an error; 0 is never [default: 0]
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub timeout: Option<String>,

    /// Keep no copy of what is shortened; there are no cursors then
    #[arg(long)]
    pub no_store: bool,

    /// Whether secrets are shown.
    #[arg(help = "Show known secrets, such as tokens and passwords, instead of '[redacted:kind]'", long)]
    pub no_redact: bool,

    /// A server over HTTP instead of a program
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub url: Option<String>,

    /// With --url: a header of every request; may be repeated
    #[arg(long, value_name = "NAME: VALUE", requires = "url")]
    pub header: Vec<String>,

    /// With --url: a header whose value is in an environment variable; may be repeated
    #[arg(long, value_name = "NAME=VARIABLE", requires = "url")]
    pub header_env: Vec<String>,

    /// Clients over HTTP.
    #[command(flatten)]
    pub listening: ListenArgs,

    /// The server and its arguments, as they are
    #[arg(value_name = "SERVER", last = true, required_unless_present = "url", conflicts_with = "url", value_hint = ValueHint::CommandWithArguments)]
    pub server: Vec<OsString>,
}
