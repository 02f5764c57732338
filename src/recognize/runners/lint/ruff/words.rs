//! What ruff's lines look like, one at a time: codes and headings, findings with their place in front, excerpts, and
//! what `ruff format --check` says. Nothing here keeps state.

use crate::event::{Class, Event, FailureKind, Place, Seen, Sink};
use crate::recognize::kit::lint::below::{is_carets, is_margin, is_remark};
use crate::recognize::kit::lint::finding::{
    Finding, Weight, all_is_well, code, count, ends_in, position, whole,
};
use crate::recognize::kit::scan;

/// The longest heading or path that is held, in bytes.
const HELD_BYTES: usize = 1024;

/// `Would reformat: a.py`, and the totals of `ruff format --check`.
pub(super) fn format(text: &str, sink: &mut dyn Sink) -> Option<Seen> {
    if let Some(file) = text.strip_prefix("Would reformat: ") {
        let place = Place { file: file.trim(), line: None };
        Finding { place, column: None, weight: Weight::Fails, message: "Would reformat" }.tell(text, sink);
        return Some(Seen::Mine(Class::Detail));
    }
    for verb in ["error: Failed to parse ", "error: Failed to format ", "error: Failed to lint "] {
        if let Some(rest) = text.strip_prefix(verb) {
            match position(rest) {
                Some((place, column, message)) => {
                    let message = message.trim();
                    Finding { place, column, weight: Weight::Fails, message }.tell(text, sink);
                }
                None => {
                    whole(text.trim(), FailureKind::Diagnostic, sink);
                    sink.emit(Event::BlockClosed);
                }
            }
            return Some(Seen::Mine(Class::Detail));
        }
    }
    let (number, rest) = count(text, "file")?;
    let rest = rest.trim();
    if rest == "already formatted" && number > 0 {
        all_is_well(sink);
        return Some(Seen::Mine(Class::Totals));
    }
    let would = rest.strip_prefix("would be reformatted")?;
    let own = would.is_empty() || would.strip_suffix(" already formatted")?.starts_with(", ");
    if own && number > 0 {
        sink.emit(Event::Consequence { name: text.trim(), kind: FailureKind::Build });
    }
    own.then_some(Seen::Mine(Class::Totals))
}

/// A finding with its place in front, when its wording is ruff's, or nothing speaks against it in a run of ruff.
pub(super) fn finding(text: &str, running: bool) -> Option<Finding<'_>> {
    let (place, column, rest) = position(text)?;
    let message = rest.strip_prefix(' ')?.trim_end();
    if !ends_in(place.file, &["py", "pyi", "ipynb", "toml"]) {
        return None;
    }
    let syntax = message.starts_with("invalid-syntax: ") || message.starts_with("SyntaxError: ");
    let (rule, words) = match message.strip_prefix('[') {
        Some(inner) if column.is_none() => inner.split_once("] ")?,
        _ if syntax => ("", message),
        _ => message.split_once(' ')?,
    };
    let plain =
        rule.is_empty() || rule == "invalid-syntax" || code(rule).is_some_and(|(_, rest)| rest.is_empty());
    let pyflakes = rule.starts_with(['E', 'W', 'F']) && rule.get(1..2).is_some_and(|next| next < "A");
    let capital = words.starts_with(|first: char| first.is_ascii_uppercase());
    let sure = words.starts_with("[*] ")
        || words.starts_with("[-] ")
        || words.contains('`')
        || syntax
        || (capital && !rule.starts_with("E9"));
    let may = running && !pyflakes;
    (plain && (sure || may)).then_some(Finding { place, column, weight: Weight::Fails, message })
}

/// A line below a heading and its place: the excerpt, a diff, advice.
pub(super) fn is_excerpt(text: &str) -> bool {
    // A diff's parts are divided by rulers.
    is_margin(text) || is_remark(text) || is_carets(text) || scan::is_ruler(text.trim_end(), '-', 20)
}

/// `F401 [*] message`, which a place may follow.
pub(super) fn is_heading(text: &str) -> bool {
    let named = code(text).is_some_and(|(_, rest)| rest.starts_with(' ') && rest.len() > 2);
    named || text.starts_with("invalid-syntax: ") || text.starts_with("unformatted: ")
}

/// The path alone in front of a group.
pub(super) fn is_file(text: &str) -> bool {
    ends_in(text, &["py", "pyi"]) && !text.starts_with([' ', '\t']) && !text.contains(": ")
}

pub(super) fn held(text: &str) -> Box<str> {
    crate::text::head(text, HELD_BYTES).trim_end().into()
}
