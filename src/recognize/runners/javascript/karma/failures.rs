//! What failed: a spec with its text, an error outside of specs, a spec of the closing list with its browsers.

use super::body::Body;
use super::karma::Karma;
use super::karma_lines::browser;
use super::results::MOST_BROWSERS;
use super::tree::{Mark, mark};
use crate::event::{Class, Event, FailureKind, Grade, Part, Seen, TestId};
use crate::recognize::kit::clip::{clipped, indent};
use crate::recognize::kit::{FAILED, Run};

/// What Karma says when specs are not to blame, above the reason.
pub(super) const OUTSIDE: &str = "An error was thrown in afterAll";

/// What is open.
#[derive(Debug, Default)]
pub(super) enum Open {
    #[default]
    Nothing,
    /// A failed spec: its text is after a tab.
    Spec(Body),
    /// An error outside of specs: the line that names the browser, and the lines above the reason.
    Error(String, Option<String>),
    /// Its text, and whether frames came.
    Reason(Body, bool),
    /// A failure in the closing list: its blanks, its module and name, its browsers.
    Listed(Body, usize, (String, String), Vec<String>),
}

impl Karma {
    /// The text of what is open. `None` when the line does not belong to it.
    pub(super) fn text(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        match std::mem::take(&mut self.open) {
            Open::Nothing => return None,
            Open::Spec(mut body) => {
                let Some(printed) = text.strip_prefix('\t') else {
                    run.close();
                    return None;
                };
                body.line(printed.trim(), run);
                self.open = Open::Spec(body);
            }
            Open::Error(heading, above) => {
                let printed = text.strip_prefix("  ")?.trim();
                if printed == OUTSIDE && above.is_none() {
                    self.open = Open::Error(heading, Some(clipped(text)));
                    return Some(Seen::Mine(Class::Detail));
                }
                let lost = printed.starts_with("Disconnected");
                let kind = if lost { FailureKind::Crash } else { FailureKind::Suite };
                self.outside(printed, kind, &heading, above.as_deref(), run);
                let mut body = Body::default();
                body.line(printed, run);
                run.may_have_ended();
                self.open = Open::Reason(body, false);
            }
            Open::Reason(mut body, framed) => {
                // A tree may go on after it.
                let printed = text.strip_prefix("  ").filter(|printed| {
                    !is_spec(printed.trim(), framed) && (!framed || printed.starts_with(" "))
                });
                let Some(printed) = printed.map(str::trim) else {
                    run.close();
                    return None;
                };
                body.line(printed, run);
                run.may_have_ended();
                self.open = Open::Reason(body, framed || printed.starts_with("at "));
            }
            Open::Listed(mut body, blanks, id, mut browsers) => {
                let bare = text.trim();
                if indent(text).saturating_add(2) < blanks || is_spec(bare, false) {
                    also(&id, &browsers, run);
                    return None;
                }
                if browser(bare).is_some_and(|(_, rest)| rest.is_empty()) {
                    if browsers.len() < MOST_BROWSERS {
                        browsers.push(clipped(bare));
                    }
                    self.open = Open::Listed(body, blanks, id, browsers);
                    return Some(Seen::Mine(Class::Detail));
                }
                body.line(bare, run);
                self.open = Open::Listed(body, blanks, id, browsers);
            }
        }
        Some(Seen::Mine(Class::Detail))
    }

    /// A blank line with the indentation of a failure's text; whether it is inside of one.
    pub(super) fn indented_blank(&self) -> bool {
        matches!(self.open, Open::Reason(_, false) | Open::Listed(..))
    }

    /// What is open is over.
    pub(super) fn end_open(&mut self, run: &mut Run<'_>) {
        match std::mem::take(&mut self.open) {
            Open::Listed(_, _, id, browsers) => also(&id, &browsers, run),
            Open::Error(heading, above) => {
                self.outside(&heading, FailureKind::Suite, &heading, above.as_deref(), run);
            }
            _ => {}
        }
        run.close();
    }

    /// An error outside of specs.
    fn outside(
        &mut self,
        name: &str,
        kind: FailureKind,
        heading: &str,
        above: Option<&str>,
        run: &mut Run<'_>,
    ) {
        run.instead(heading);
        run.fail_whole(&self.sums.error(name), kind);
        if let Some(text) = above {
            run.emit(Event::Decoded { part: Part::Why, text });
        }
    }
}

/// Whether a line is a spec of the tree. The mark of one that was skipped begins the lines of a difference too.
fn is_spec(text: &str, skipped: bool) -> bool {
    mark(text).is_some_and(|(mark, _)| mark != Mark::Skipped || skipped)
}

/// Closes the block of a spec, and tells that it failed in the other browsers too.
fn also((module, name): &(String, String), browsers: &[String], run: &mut Run<'_>) {
    run.close();
    let separator = if module.is_empty() { "" } else { " " };
    for browser in browsers.iter().skip(1) {
        let shown = format!("{name} in {browser}");
        let id = TestId { module, separator, name: &shown };
        run.emit(Event::Finished { id, outcome: FAILED, grade: Grade::Listed, attempt: 0, alias: "" });
        run.instead(&format!("{module}{separator}{shown}"));
        run.emit(Event::Heading);
    }
}
