//! A titled part of the manual, and which parts a command has.

use std::fmt::Write as _;

use super::{of_agents, of_logs, of_run, of_shell, of_texts, of_weir};
use crate::cli::{batch, mcp, proxy};

/// The title of the examples, which help prints first.
pub(in crate::cli) const EXAMPLES: &str = "Examples";

/// A titled part.
pub(in crate::cli) struct Part {
    pub(in crate::cli) title: &'static str,
    pub(in crate::cli) text: &'static str,
}

/// The parts of a command, in the order in which they are printed; `weir` is the main job.
pub(in crate::cli) fn parts_of(command: &str) -> &'static [Part] {
    match command {
        "weir" => of_weir::WEIR,
        "run" => of_run::RUN,
        "rerun" => of_run::RERUN,
        "show" => of_logs::SHOW,
        "batch" => batch::PARTS,
        "gain" => of_logs::GAIN,
        "tap" => of_logs::TAP,
        "runners" => of_logs::RUNNERS,
        "rows" => of_logs::ROWS,
        "trust" => of_logs::TRUST,
        "setup" => of_agents::SETUP,
        "doctor" => of_agents::DOCTOR,
        "mcp" => mcp::PARTS,
        "proxy" => proxy::PARTS,
        "stats" => of_agents::STATS,
        "config" => of_agents::CONFIG,
        "page" => of_texts::PAGE,
        "digest" => of_texts::DIGEST,
        "chunk" => of_texts::CHUNK,
        "tokens" => of_texts::TOKENS,
        "pack" => of_texts::PACK,
        "compile" => of_texts::COMPILE,
        "completions" => of_shell::COMPLETIONS,
        "man" => of_shell::MAN,
        _ => &[],
    }
}

/// The examples of a command, as help prints them.
pub(in crate::cli) fn examples(command: &str) -> String {
    as_help(parts_of(command).iter().filter(|part| part.title == EXAMPLES))
}

/// The other parts of a command, as help prints them.
pub(in crate::cli) fn after_help(command: &str) -> String {
    as_help(parts_of(command).iter().filter(|part| part.title != EXAMPLES))
}

/// Parts as help prints them.
pub(in crate::cli) fn as_help<'a>(parts: impl Iterator<Item = &'a Part>) -> String {
    let mut help = String::new();
    for part in parts {
        if !help.is_empty() {
            help.push('\n');
        }
        let _ = writeln!(help, "{}:", part.title);
        for line in part.text.lines() {
            let _ = writeln!(help, "  {line}");
        }
    }
    help.truncate(help.trim_end().len());
    help
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::bare_command;

    #[test]
    fn every_command_has_examples_and_exit_codes_in_lines_of_at_most_80_columns() {
        let command = bare_command();
        let names = command.get_subcommands().map(clap::Command::get_name);
        for name in names.chain(["weir"]) {
            let titles: Vec<&str> = parts_of(name).iter().map(|part| part.title).collect();
            assert!(titles.contains(&EXAMPLES) && titles.contains(&"Exit codes"), "{name}: {titles:?}");
            for line in as_help(parts_of(name).iter()).lines() {
                assert!(line.is_ascii() && line.len() <= 80, "{name}: {line}");
            }
        }
    }
}
