//! `weir man DIR`: what is committed under `man/`.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use clap_mangen::Man;

use super::args;
use super::exit::{End, Problem};
use super::manual::{PARTS, PARTS_OF_RUN};
use super::words::shown;
use crate::recognize::registry;

/// Writes a page for weir and one for each subcommand into `folder`.
pub(super) fn write(folder: &Path) -> Result<End, Problem> {
    let write_all = || {
        fs::create_dir_all(folder)?;
        pages()?.into_iter().try_for_each(|(name, page)| fs::write(folder.join(name), page))
    };
    write_all()
        .map_err(|cause| Problem::output(&format!("to {}", shown(&folder.to_string_lossy())), &cause))?;
    Ok(End::Told)
}

/// All pages: the file's name and its text.
fn pages() -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut command = args::bare_command().disable_help_subcommand(true);
    command.build();
    let mut pages = Vec::new();
    for subcommand in command.get_subcommands() {
        let page = Man::new(subcommand.clone());
        let mut text = Vec::new();
        page.render(&mut text)?;
        if subcommand.get_name() == "runners" {
            render_as_typed("Recognised", &recognised(), &mut text)?;
        }
        if subcommand.get_name() == "batch" {
            let parts = super::batch::PARTS.iter();
            parts.into_iter().try_for_each(|part| render_as_typed(part.title, part.text, &mut text))?;
        }
        if subcommand.get_name() == "mcp" {
            let parts = super::mcp::PARTS.iter();
            parts.into_iter().try_for_each(|part| render_as_typed(part.title, part.text, &mut text))?;
        }
        if subcommand.get_name() == "run" {
            PARTS_OF_RUN.iter().try_for_each(|part| render_as_typed(part.title, part.text, &mut text))?;
        }
        pages.push((page.get_filename(), text));
    }
    let page = Man::new(command);
    let mut text = Vec::new();
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    page.render_synopsis_section(&mut text)?;
    page.render_description_section(&mut text)?;
    page.render_options_section(&mut text)?;
    page.render_subcommands_section(&mut text)?;
    PARTS.iter().try_for_each(|part| render_as_typed(part.title, part.text, &mut text))?;
    page.render_version_section(&mut text)?;
    pages.push((page.get_filename(), text));
    Ok(pages)
}

/// A line for each recognizer, as the subcommand prints them.
fn recognised() -> String {
    let rows = registry::listed();
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    rows.iter().fold(String::new(), |text, (name, reads)| format!("{text}{name:width$}  {reads}\n"))
}

/// A section whose lines stay as they are.
fn render_as_typed(title: &str, body: &str, page: &mut Vec<u8>) -> io::Result<()> {
    writeln!(page, ".SH {}\n.nf", title.to_uppercase())?;
    for line in body.lines() {
        let line = line.replace('\\', r"\e").replace('-', r"\-");
        // A line that begins with a point or an apostrophe would be a request.
        let guard = if line.starts_with(['.', '\'']) { r"\&" } else { "" };
        writeln!(page, "{guard}{line}")?;
    }
    page.write_all(b".fi\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_their_form_and_are_never_requests() {
        let mut page = Vec::new();
        render_as_typed("Exit codes", ".a -b\n'c \\d", &mut page).unwrap();
        let expected = ".SH EXIT CODES\n.nf\n\\&.a \\-b\n\\&'c \\ed\n.fi\n";
        assert_eq!(String::from_utf8(page).unwrap(), expected);
    }
}
