//! `weir completions SHELL`: what is committed under `completions/`.

use std::io::{self, Write};

use clap_complete::Shell;

use super::args;

/// Writes the completion script of `shell`.
pub(super) fn write(shell: Shell, out: &mut impl Write) -> io::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut args::bare_command(), "weir", &mut script);
    out.write_all(&script)
}
