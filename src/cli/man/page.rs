//! The page of one command: its sections, in the usual order.

use std::io::{self, Write as _};

use clap::Command;
use clap_mangen::Man;

use super::roff::{as_typed, links, tidied};
use super::see_also::see_also;
use crate::cli::args::bare_command;
use crate::cli::manual::{EXAMPLES, Part, parts_of};
use crate::cli::runners;

/// The day of the manual, which pages show at their end.
const DAY: &str = "2026-11-28";

/// Parts that have their place at the end of a page, in this order.
const LAST: [&str; 4] = ["Exit codes", "Environment", "Files", EXAMPLES];

/// The page of a command, whose file is called `name`.
pub(super) fn page(command: &Command, name: &str) -> io::Result<Vec<u8>> {
    let man = Man::new(command.clone())
        .title(name.to_uppercase())
        .date(DAY)
        .source(format!("weir {}", env!("CARGO_PKG_VERSION")))
        .manual("weir manual");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.get_subcommands().any(|each| !each.is_hide_set()) {
        man.render_subcommands_section(&mut page)?;
    }
    let mut page = tidied(&String::from_utf8_lossy(&page)).into_bytes();
    let parts = parts_of_page(name);
    for part in parts.iter().filter(|part| !LAST.contains(&part.title)) {
        page.write_all(as_typed(part.title, part.text).as_bytes())?;
    }
    if name == "weir-runners" {
        page.write_all(as_typed("Recognized", &runners::text()).as_bytes())?;
    }
    for title in LAST {
        for part in parts.iter().filter(|part| part.title == title) {
            page.write_all(as_typed(title, part.text).as_bytes())?;
        }
    }
    let whole = bare_command();
    let all: Vec<&str> = whole.get_subcommands().map(Command::get_name).collect();
    page.write_all(links("See also", &see_also(name, &all)).as_bytes())?;
    Ok(page)
}

/// The parts of a page. The ends of a page are those of the command above it, too.
fn parts_of_page(name: &str) -> Vec<&'static Part> {
    let own = name.strip_prefix("weir-").unwrap_or(name);
    let family = own.split('-').next().unwrap_or(own);
    let is_below = family != own;
    parts_of(family).iter().filter(|part| !is_below || LAST.contains(&part.title)).collect()
}
