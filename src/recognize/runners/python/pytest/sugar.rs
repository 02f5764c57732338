//! pytest-sugar: marks and a bar instead of letters, each failure's block as soon as it happens, totals on lines of their own.
//!
//! The bar is drawn over for every test, so its rows tell nothing that could be counted; failures come by their blocks and the closing list,
//! passes by the totals.

use super::closing::{self, Closing};
use super::pytest::{Open, Pytest};
use super::rule;
use crate::event::{Class, Seen, Sink};
use crate::recognize::kit::scan;

/// How a session's header begins.
pub(super) const HEADER: &str = "Test session starts (platform: ";

impl Pytest {
    /// A line of a session that pytest-sugar prints. `None` when it is as without the plugin.
    pub(super) fn sugared(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let content = text.trim();
        if let Some(results) = &mut self.results {
            if let Some(part) = result(content) {
                if !results.is_empty() {
                    results.push_str(", ");
                }
                results.push_str(part);
                return Some(Seen::Mine(Class::Totals));
            }
            if content.is_empty() || content.starts_with("- ") {
                return Some(Seen::Mine(Class::Noise));
            }
            self.end_results(sink);
            return Some(Seen::No);
        }
        if content.starts_with("Results (") && content.ends_with("s):") {
            self.close(sink);
            self.results = Some(String::new());
            return Some(Seen::Mine(Class::Totals));
        }
        if let Some(title) = rule::title(content, '\u{2015}') {
            self.ensure_open(sink);
            return Some(self.open_report(title, sink));
        }
        if is_bar(content) {
            self.ensure_open(sink);
            self.close(sink);
            return Some(Seen::Mine(Class::Noise));
        }
        matches!(self.open, Some(Open::Report(_))).then(|| self.report(text, sink))
    }

    /// The totals are complete.
    pub(super) fn end_results(&mut self, sink: &mut dyn Sink) {
        let Some(results) = self.results.take() else { return };
        let parts = if results.is_empty() { "no tests ran" } else { results.as_str() };
        if let Some(closing) = closing::closing(&format!("{parts} in 0s")) {
            let closing: Closing = closing;
            self.finish(&closing, sink);
        }
    }
}

/// A line of the results: `168 passed`.
fn result(content: &str) -> Option<&str> {
    let (_, word) = scan::number(content)?;
    let one = word.starts_with(' ') && content.len() <= 64;
    (one && closing::closing(&format!("{content} in 0s")).is_some()).then_some(content)
}

/// Whether the line ends with the bar that shows the progress, or only with its percentage.
fn is_bar(content: &str) -> bool {
    let bare = content.trim_end_matches(|each: char| ('\u{2588}'..='\u{258f}').contains(&each));
    let bare = bare.trim_end();
    let Some((_, percent)) = bare.strip_suffix('%').and_then(|rest| rest.rsplit_once(' ')) else {
        return false;
    };
    scan::whole_number(percent).is_some_and(|percent| percent <= 100)
        && ['\u{2713}', '\u{2a2f}', '\u{2717}'].iter().any(|mark| content.contains(*mark))
        || bare.len() < content.len()
}
