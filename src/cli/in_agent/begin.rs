//! What a process is by its first word, before anything else is looked at.

use std::process::ExitCode;

/// What was asked for by the name of the program, or in the shell of an agent, is done; nothing, when it is a call of weir.
#[cfg(unix)]
#[must_use]
pub fn begun() -> Option<ExitCode> {
    use std::path::Path;

    use super::{link, shell};
    use crate::agents::calls::is_tool;
    use crate::source::{BECOME, PUMP};

    let mut words = std::env::args_os();
    let first = words.next()?;
    if first == BECOME {
        return Some(link::become_it(&words.collect::<Vec<_>>()));
    }
    if first == PUMP {
        return Some(link::pump());
    }
    let name = Path::new(&first).file_name()?.to_str()?;
    if is_tool(name) {
        return Some(link::act(name, &first, &words.collect::<Vec<_>>()));
    }
    if words.next()? == "shell" {
        return Some(shell::run(&words.collect::<Vec<_>>()));
    }
    None
}

/// There are no links: on Windows a program cannot become another one.
#[cfg(windows)]
#[must_use]
pub fn begun() -> Option<ExitCode> {
    None
}
