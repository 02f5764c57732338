//! terraform's errors before 0.15, without bars.
//!
//! From 0.12 on `Error: summary`, a blank line, `  on FILE line N, in BLOCK:`, the source, a blank line and the detail. Before,
//! `Error: Error applying plan:`, `2 error(s) occurred:` and a list: `* ADDRESS: 1 error(s) occurred:` heads what failed at an address,
//! `* ADDRESS: message` is one error. To 0.11 the first line lacks `Error: `, and may hold the number. Any tool prints `Error: `: the lines below decide. Sources: terraform 0.14's
//! `command/format/diagnostic.go`, go-multierror's `format.go`.

use super::terraform::{NOWHERE, after, place};
use crate::event::{Class, Event, Part, Seen};
use crate::recognize::kit::Run;
use crate::recognize::kit::lint::finding::declared;
use crate::recognize::kit::scan;

/// How many lines may be between an error's first line and what shows whose it is.
const MOST_BETWEEN: u8 = 2;
/// The longest first line that is held, in bytes.
const LONGEST: usize = 1000;

/// Which part of such an error was read last.
#[derive(Debug, Default)]
pub(super) struct Old(State);

#[derive(Debug, Default)]
enum State {
    #[default]
    Idle,
    /// `Error: ...` came, and so many lines after it.
    Candidate(String, u8),
    /// In the list of errors: the number above it, those that were reported, and the first line.
    List { printed: u64, reported: u64, head: String },
    /// In the source or the detail of a diagnostic; whether the detail began.
    Body(bool),
}

/// Reads `2 error(s) occurred:`.
fn occurred(text: &str) -> Option<u64> {
    let (number, rest) = scan::number(text)?;
    matches!(rest, " error(s) occurred:" | " error occurred:" | " errors occurred:")
        .then_some(number)
        .filter(|number| *number > 0)
}

/// How the first line begins to 0.11.
pub(super) const HEADS: [&str; 6] = [
    "Error applying plan:",
    "Error running plan:",
    "Error refreshing state:",
    "Error asking for user input:",
    "Error creating plan:",
    "Error loading ",
];

/// Whether a line begins so.
fn is_head(text: &str) -> bool {
    HEADS.iter().any(|head| text.starts_with(head))
}

/// A diagnostic whose first line came before.
fn headed(head: &str, run: &mut Run<'_>) {
    run.instead(head);
    run.diagnostic(NOWHERE, "", head.strip_prefix("Error: ").unwrap_or(head));
}

impl Old {
    pub(super) const fn is_idle(&self) -> bool {
        matches!(self.0, State::Idle)
    }

    /// A line outside of bars; `None` when it is not of an old error.
    pub(super) fn line(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        match std::mem::take(&mut self.0) {
            State::Idle => {}
            State::Candidate(head, lines) => {
                if let Some(printed) = occurred(text) {
                    self.0 = State::List { printed, reported: 0, head };
                    return Some(Seen::Mine(Class::Detail));
                }
                if let Some(place) = place(text.trim()) {
                    headed(&head, run);
                    run.emit(Event::At { place, better: true });
                    self.0 = State::Body(false);
                    return Some(run.text(Part::Why));
                }
                if text.is_empty() && lines < MOST_BETWEEN {
                    self.0 = State::Candidate(head, lines.saturating_add(1));
                    return Some(Seen::No);
                }
            }
            State::List { printed, reported, head } => {
                let reported = match text.strip_prefix("* ") {
                    Some(item) if item.rsplit(": ").next().and_then(occurred).is_some() => reported,
                    Some(item) => {
                        if reported == 0 {
                            run.instead(&head);
                            run.emit(Event::Group);
                        }
                        run.diagnostic(NOWHERE, "", item);
                        reported.saturating_add(1)
                    }
                    None if text.is_empty() => reported,
                    None if text.starts_with(['\t', ' ']) && reported > 0 => {
                        run.text(Part::Why);
                        reported
                    }
                    None => {
                        self.0 = State::List { printed, reported, head };
                        self.end(run);
                        return self.line(text, run);
                    }
                };
                self.0 = State::List { printed, reported, head };
                return Some(Seen::Mine(if text.is_empty() { Class::Noise } else { Class::Detail }));
            }
            State::Body(detail) => {
                let indented = text.starts_with(' ');
                if !(text.starts_with("Error: ") || text.starts_with("Warning: "))
                    && (indented || text.is_empty() || !detail)
                {
                    self.0 = State::Body(detail || !(indented || text.is_empty()));
                    if detail && text.is_empty() {
                        self.0 = State::Idle;
                        run.close();
                        return Some(Seen::Mine(Class::Noise));
                    }
                    return Some(after(text, Class::Detail, run));
                }
                if detail && !text.starts_with("Error: ") && !text.starts_with("Warning: ") {
                    self.0 = State::Body(true);
                    return Some(run.text(Part::Why));
                }
                run.close();
            }
        }
        if (text.starts_with("Error: ") || is_head(text)) && text.len() <= LONGEST {
            let at_once = text.rsplit_once(": ").and_then(|(head, number)| Some((head, occurred(number)?)));
            if let Some((head, printed)) = at_once {
                self.0 = State::List { printed, reported: 0, head: head.to_owned() };
                return Some(Seen::Mine(Class::Detail));
            }
            self.0 = State::Candidate(text.to_owned(), 0);
        }
        None
    }

    /// What is open is over, and a list may lack errors.
    pub(super) fn end(&mut self, run: &mut Run<'_>) {
        let State::List { printed, reported, head } = std::mem::take(&mut self.0) else { return };
        if reported == 0 {
            headed(&head, run);
        }
        run.close();
        if reported > 0 && printed > reported {
            declared(printed, run);
        }
    }
}
