//! Writes a page for weir and one for each subcommand.

use std::fs;
use std::io;
use std::path::Path;

use clap::Command;

use super::page::page;
use crate::cli::args;
use crate::cli::exit::{End, Problem};
use crate::cli::words::shown;

/// The name of a page's file, and its text.
type Page = (String, Vec<u8>);

/// Writes all pages into `folder`.
pub(in crate::cli) fn write(folder: &Path) -> Result<End, Problem> {
    let write_all = || {
        fs::create_dir_all(folder)?;
        pages()?.into_iter().try_for_each(|(name, page)| fs::write(folder.join(name), page))
    };
    write_all()
        .map_err(|cause| Problem::output(&format!("to {}", shown(&folder.to_string_lossy())), cause))?;
    Ok(End::Reported)
}

/// All pages.
fn pages() -> io::Result<Vec<Page>> {
    let mut command = args::bare_command().disable_help_subcommand(true);
    command.build();
    let mut pages = Vec::new();
    add(&command, "weir", &mut pages)?;
    Ok(pages)
}

/// Adds the page of a command and those of its subcommands.
fn add(command: &Command, name: &str, pages: &mut Vec<Page>) -> io::Result<()> {
    pages.push((format!("{name}.1"), page(command, name)?));
    let subcommands = command.get_subcommands().filter(|each| !each.is_hide_set());
    subcommands.into_iter().try_for_each(|each| add(each, &format!("{name}-{}", each.get_name()), pages))
}
