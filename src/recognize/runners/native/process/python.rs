//! Python's tracebacks: the exception line ends one, and further ones may follow that it caused.

use super::stack;
use crate::event::Place;

/// Sentences between two tracebacks of one chain.
const CHAIN: [&str; 2] = [
    "The above exception was the direct cause of the following exception:",
    "During handling of the above exception, another exception occurred:",
];

/// What a line of a traceback is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reported<'a> {
    /// `Traceback (most recent call last):`
    Head,
    /// A frame.
    Frame(Place<'a>),
    /// Source below a frame, or whatever else is indented.
    Inner,
    /// `ValueError: no`
    Exception(&'a str),
    /// An exception inside a group.
    Member(&'a str),
    /// A sentence of the chain.
    Chain,
    /// Blank.
    Blank,
    /// None of it.
    Outside,
}

/// How a traceback is indented: blanks before `Traceback`, or before the frame of a group.
#[must_use]
pub fn head(text: &str) -> Option<(usize, bool)> {
    let bare = text.trim_start();
    let indent = text.len().saturating_sub(bare.len());
    match bare.trim_end() {
        "Traceback (most recent call last):" => Some((indent, false)),
        "+ Exception Group Traceback (most recent call last):" => Some((indent, true)),
        _ => None,
    }
}

/// Judges a line below the head of a traceback with this indent.
#[must_use]
pub fn below(text: &str, indent: usize, group: bool) -> Reported<'_> {
    if text.trim().is_empty() {
        return Reported::Blank;
    }
    if let Some((at, _)) = head(text)
        && at == indent
    {
        return Reported::Head;
    }
    if let Some(place) = stack::python(text) {
        return Reported::Frame(place);
    }
    let Some((before, rest)) = text.split_at_checked(indent).filter(|(before, _)| before.trim().is_empty())
    else {
        return Reported::Outside;
    };
    let _ = before;
    if CHAIN.contains(&rest.trim()) {
        return Reported::Chain;
    }
    if group {
        return member(rest);
    }
    if rest.starts_with([' ', '\t']) { Reported::Inner } else { Reported::Exception(rest) }
}

/// A line of a group, after its bars.
fn member(rest: &str) -> Reported<'_> {
    if !rest.starts_with(['|', '+', ' ']) {
        return Reported::Outside;
    }
    let depth = rest.find(|each: char| !matches!(each, ' ' | '|' | '+' | '-')).unwrap_or(rest.len());
    let inner = rest.get(depth..).unwrap_or_default();
    let bars = rest.get(..depth).unwrap_or_default();
    let text =
        bars.ends_with("| ") && inner.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    if !text || inner.starts_with("Traceback (") {
        return Reported::Inner;
    }
    if rest.starts_with("| ") { Reported::Exception(inner) } else { Reported::Member(inner) }
}

/// `SyntaxError: no` and its kin, which are reported without a traceback when the file itself cannot be read.
#[must_use]
pub fn is_syntax_error(text: &str) -> bool {
    ["SyntaxError: ", "IndentationError: ", "TabError: "].iter().any(|name| text.starts_with(name))
}
