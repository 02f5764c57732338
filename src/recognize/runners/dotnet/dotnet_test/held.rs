//! What xUnit says of its failures as they happen: name, message and frames, each line after a clock.
//!
//! The logger tells the same again in the failure's block; only when none comes (a run that is cut, a quiet logger) this
//! is all there is. Until then it is held.

use super::dotnet_test_lines;
use crate::budget::Count as _;
use crate::event::{Event, Part};
use crate::recognize::kit::{Run, scan};

/// The most failures that are held.
const MOST: usize = 256;
/// The most lines of each.
const LINES: usize = 24;
/// The longest of them, in bytes.
const LONGEST: usize = 500;
/// The blanks before a line below a name, at least.
const BELOW: usize = 7;

/// One failure.
#[derive(Debug)]
struct Failure {
    name: String,
    why: String,
    stack: String,
    lines: usize,
    in_stack: bool,
}

/// Failures whose block did not come yet.
#[derive(Debug, Default)]
pub struct Held {
    failures: Vec<Failure>,
    /// Lines may belong to the last one.
    open: bool,
}

impl Held {
    /// `Tests.A.B [FAIL]`
    pub fn begin(&mut self, name: &str) {
        self.open = self.failures.len() < MOST && name.len() <= LONGEST;
        if self.open {
            let (why, stack) = (String::new(), String::new());
            self.failures.push(Failure { name: name.to_owned(), why, stack, lines: 0, in_stack: false });
        }
    }

    /// A line after the clock; whether it belongs to the failure above.
    pub fn line(&mut self, rest: &str) -> bool {
        let Some(failure) = self.failures.last_mut().filter(|_| self.open) else { return false };
        let bare = rest.trim();
        let indent = rest.len().saturating_sub(rest.trim_start().len());
        if indent < BELOW && !bare.is_empty() || bare == "Output:" {
            self.open = false;
            return false;
        }
        if bare == "Stack Trace:" {
            failure.in_stack = true;
        } else if failure.lines < LINES && !bare.is_empty() {
            failure.lines.up(1);
            let text = if failure.in_stack { &mut failure.stack } else { &mut failure.why };
            if !text.is_empty() {
                text.push('\n');
            }
            // The blanks of a message say what is below what.
            text.push_str(crate::text::head(rest.get(BELOW..).unwrap_or(bare).trim_end(), LONGEST));
        }
        true
    }

    /// The failure's block comes.
    pub fn reported(&mut self, name: &str) {
        if let Some(at) = self.failures.iter().position(|failure| failure.name == name) {
            self.failures.remove(at);
        }
        self.open = false;
    }

    /// No more blocks come.
    pub fn tell(&mut self, run: &mut Run<'_>) {
        self.open = false;
        for failure in std::mem::take(&mut self.failures).iter().filter(|failure| !failure.why.is_empty()) {
            run.instead(&format!("{} [FAIL]", failure.name));
            run.fail(dotnet_test_lines::id(&failure.name));
            run.message(failure.why.lines().next().unwrap_or_default());
            run.emit(Event::Decoded { part: Part::Why, text: &failure.why });
            // `/src/a.cs(5,0): at A.B()`
            let place = failure.stack.lines().find_map(|line| scan::place(line.trim()));
            if let Some((place, _)) = place {
                run.at(place);
            }
            run.emit(Event::Decoded { part: Part::Where, text: &failure.stack });
            run.close();
        }
    }
}
