//! The words of `--listen`.

use std::path::PathBuf;

use clap::ValueHint;

/// Where clients come from, when they come over HTTP.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct ListenArgs {
    /// Serve clients over HTTP: POST /mcp, GET /health, /metrics and /; an address such as '127.0.0.1:8080', or a port
    #[arg(long, value_name = "ADDRESS", help_heading = "HTTP")]
    pub listen: Option<String>,

    /// With --listen: the token that every request must have, as 'Authorization: Bearer TOKEN'; others need it to come from
    /// beyond this machine
    #[arg(long, value_name = "FILE", requires = "listen", help_heading = "HTTP", value_hint = ValueHint::FilePath)]
    pub token_file: Option<PathBuf>,

    /// With --listen: a further name of this machine that requests may be sent to; may be repeated
    #[arg(long, value_name = "NAME", requires = "listen", help_heading = "HTTP", value_hint = ValueHint::Hostname)]
    pub allow_host: Vec<String>,
}
