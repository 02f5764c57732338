//! What a script is answered: a line on the kind of words, then a candidate a line, a tab before its description.
//!
//! The first line is `words`, `files` or `folders` and the chars of the current word that come before the value, or
//! `command` with 0 and the number of the word at which another command begins, from 0.

use std::ffi::OsString;
use std::io::{self, Write};

use super::candidates::{Candidate, Paths, at};
use super::cursor::{Cursor, cursor};
use crate::cli::args::bare_command;
use crate::store::Place;
use crate::text::sanitize;

/// The most chars of a description.
const ABOUT_CHARS: usize = 80;

/// Answers a script. The words are those after the program's name, up to the cursor.
pub(in crate::cli) fn answer(
    words: &[OsString],
    place: Option<&Place>,
    out: &mut impl Write,
) -> io::Result<()> {
    let words: Vec<String> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let mut whole = bare_command();
    whole.build();
    let found = cursor(&whole, &words);
    if let Cursor::Other(begins) = found {
        return writeln!(out, "command 0 {begins}");
    }
    let current = words.last().map_or("", String::as_str);
    let (paths, candidates) = at(&found, place);
    let before = match found {
        Cursor::Value(_, before) => before,
        _ => 0,
    };
    let typed: String = current.chars().skip(before).collect();
    // `junit=FILE`: what follows the sign is a path.
    let document = typed
        .split_once('=')
        .filter(|(format, _)| candidates.iter().any(|each| each.word.strip_suffix('=') == Some(format)));
    if let Some((format, _)) = document {
        let before = before.saturating_add(format.chars().count()).saturating_add(1);
        return writeln!(out, "files {before}");
    }
    let kind = match paths {
        Paths::None => "words",
        Paths::Files => "files",
        Paths::Folders => "folders",
    };
    writeln!(out, "{kind} {before}")?;
    for Candidate { word, about } in candidates.iter().filter(|each| each.word.starts_with(&typed)) {
        writeln!(out, "{word}\t{}", short(about))?;
    }
    Ok(())
}

/// A text on one line that is not long.
fn short(about: &str) -> String {
    let (safe, _) = sanitize(about);
    let line: String = safe.chars().map(|char| if char.is_control() { ' ' } else { char }).collect();
    match line.char_indices().nth(ABOUT_CHARS) {
        Some((end, _)) => format!("{}...", line.get(..end).unwrap_or_default()),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(line: &str) -> String {
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let mut out = Vec::new();
        answer(&words, None, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_script_is_reported_the_kind_and_what_begins_like_the_word() {
        assert_eq!(answered("run cargo te"), "command 0 1\n");
        assert_eq!(answered("--mode=mi"), "words 7\nminimal\t\n");
        assert_eq!(answered("--report re"), "files 0\n");
        assert_eq!(answered("--output=junit=re"), "files 15\n");
        assert_eq!(answered("--output jun"), "words 0\njunit=\t\n");
        assert_eq!(answered("--exit-z"), "words 0\n--exit-zero\tExit with 0 whatever the verdict is\n");
        assert_eq!(answered("config ch").lines().nth(1).unwrap().split('\t').next(), Some("check"));
    }

    #[test]
    fn what_is_printed_is_one_short_line() {
        assert_eq!(short("a\tb\nc\u{1b}[2Jd"), "a b c<U+001B>[2Jd");
        assert_eq!(short(&"x".repeat(81)), format!("{}...", "x".repeat(80)));
    }
}
