//! The text form: the texts of the admitted chunks, their sources when they are cited, and a line of weir's own that
//! tells what is missing.
//!
//! The texts are made printable, as everywhere, and a line of theirs that begins as one of weir's own is marked.

use std::fmt::Write as _;

use super::chunk::Chunk;
use super::select::{Reason, Selection};
use super::settings::{Citing, Matter, Settings};
use crate::text::sanitize;

const SOURCES: &str = "Sources:\n";

/// A text that may be printed: control characters are visible, and no line looks like one of weir's own.
fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for (at, line) in text.split('\n').enumerate() {
        if at > 0 {
            shown.push('\n');
        }
        if line.starts_with("weir:") {
            shown.push('\\');
        }
        shown.push_str(&sanitize(line.strip_suffix('\r').unwrap_or(line)).0);
    }
    shown
}

/// A text on one line.
fn on_a_line(text: &str) -> String {
    sanitize(&text.replace(['\n', '\t'], " ")).0.into_owned()
}

/// What is printed of a chunk, with the separator after it.
pub(super) fn shown(chunk: &Chunk, settings: &Settings) -> String {
    let head = match settings.matter {
        Matter::Chunks => String::new(),
        Matter::Files => format!("==> {} <==\n", on_a_line(&chunk.source)),
    };
    format!("{head}{}{}", printable(&chunk.text), settings.separator)
}

/// The line of a chunk's source; empty when sources are not reported.
pub(super) fn source(chunk: &Chunk, settings: &Settings) -> String {
    if settings.citing == Citing::Nothing {
        return String::new();
    }
    let parts = [chunk.name(), chunk.source.clone(), chunk.identifier.clone()];
    let parts: Vec<String> =
        parts.iter().filter(|part| !part.is_empty()).map(|part| on_a_line(part)).collect();
    format!("- {}\n", if parts.is_empty() { "unknown".to_owned() } else { parts.join(" ") })
}

/// What is round the chunks, no shorter than it will be: `most` is more than any number that is reported but the budget.
pub(super) fn widest_round(settings: &Settings, reported: Option<&[Reason]>, most: u64) -> String {
    let mut round = String::new();
    if settings.citing == Citing::Sources {
        round.push('\n');
        round.push_str(SOURCES);
    }
    if let Some(reasons) = reported {
        let (what, budget) = (what(settings), settings.budget.max(most));
        let _ = write!(round, "weir: packed {most} of {most} {what}, {most} of {budget} tokens; ");
        let _ = write!(round, "dropped {most} ({most} tokens):");
        for reason in reasons {
            let _ = write!(round, " {} {most},", reason.name());
        }
        round.push('\n');
    }
    round
}

const fn what(settings: &Settings) -> &'static str {
    match settings.matter {
        Matter::Chunks => "chunks",
        Matter::Files => "files",
    }
}

/// How many were dropped, for which reasons: `budget 3, top_k 1`.
fn reasons(selection: &Selection<'_>) -> String {
    let number = |reason: Reason| selection.dropped().filter(|(_, why)| *why == reason).count();
    let all =
        Reason::ALL.into_iter().map(|reason| (reason, number(reason))).filter(|(_, number)| *number > 0);
    all.map(|(reason, number)| format!("{} {number}", reason.name())).collect::<Vec<_>>().join(", ")
}

/// The line that tells what is missing; none when nothing is.
fn notice(selection: &Selection<'_>, settings: &Settings) -> Option<String> {
    if !selection.truncated() {
        return None;
    }
    let (text, citations) = selection.used();
    Some(format!(
        "weir: packed {} of {} {}, {} of {} tokens; dropped {} ({} tokens): {}\n",
        selection.admitted().count(),
        selection.entries.len(),
        what(settings),
        text.saturating_add(citations),
        settings.budget,
        selection.dropped().count(),
        selection.dropped_tokens(),
        reasons(selection),
    ))
}

/// The texts and their sources, without the line of what is missing.
pub(super) fn body(selection: &Selection<'_>, settings: &Settings) -> String {
    let mut out = String::new();
    for entry in selection.admitted() {
        out.push_str(&shown(entry.chunk, settings));
    }
    if let Some(end) = out.len().checked_sub(settings.separator.len())
        && !out.is_empty()
    {
        out.truncate(end);
    }
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
    if settings.citing == Citing::Sources && selection.admitted().next().is_some() {
        out.push('\n');
        out.push_str(SOURCES);
        selection.admitted().for_each(|entry| out.push_str(&source(entry.chunk, settings)));
    }
    out
}

/// The whole answer.
#[must_use]
pub fn text(selection: &Selection<'_>, settings: &Settings) -> String {
    let mut out = body(selection, settings);
    out.push_str(&notice(selection, settings).unwrap_or_default());
    out
}

/// What whoever runs the command should know, in one line; none when nothing is missing.
#[must_use]
pub fn warning(selection: &Selection<'_>, settings: &Settings) -> Option<String> {
    if !selection.truncated() {
        return None;
    }
    let mut line = format!(
        "{} of {} {} dropped ({} tokens): {}",
        selection.dropped().count(),
        selection.entries.len(),
        what(settings),
        selection.dropped_tokens(),
        reasons(selection),
    );
    let room = settings.budget.saturating_sub(selection.reserve);
    if selection.admitted().next().is_none()
        && let Some((first, _)) = selection.dropped().find(|(_, reason)| *reason == Reason::Budget)
    {
        let _ =
            write!(line, "; the first alone needs {} tokens", first.tokens.saturating_add(first.citation));
        let _ = write!(line, " and there is room for {room}");
    }
    match selection.enough {
        Some(enough) => {
            let _ = write!(line, "; --max-context-tokens {enough} would fit all");
        }
        None if selection.dropped().any(|(_, reason)| reason == Reason::Budget) => {
            line.push_str("; no answer is longer than 1000000 bytes");
        }
        None => {}
    }
    Some(line)
}
