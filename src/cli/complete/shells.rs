//! `weir completions SHELL`: what is committed under `completions/`.
//!
//! bash, zsh and fish have scripts of our own, which ask weir for what may follow. The other shells have what clap makes.

use std::io::{self, Write};

use clap_complete::Shell;

use crate::cli::args;

const BASH: &str = include_str!("weir.bash");
const FISH: &str = include_str!("weir.fish");
const ZSH: &str = include_str!("weir.zsh");

/// Writes the completion script of `shell`.
pub(in crate::cli) fn write(shell: Shell, out: &mut impl Write) -> io::Result<()> {
    match shell {
        Shell::Bash => out.write_all(BASH.as_bytes()),
        Shell::Fish => out.write_all(FISH.as_bytes()),
        Shell::Zsh => out.write_all(ZSH.as_bytes()),
        _ => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut args::bare_command(), "weir", &mut script);
            out.write_all(&script)
        }
    }
}
