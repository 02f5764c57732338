//! The failures that tap-spec, tap-arc and tap-dot list at the end of a TAP document.
//!
//! ```text
//!   Failed Tests: There were 2 failures
//!
//!     berths
//!
//!       ✖ weight
//! ```
//!
//! What is above and the numbers below look like those of others, so they are left to them.

use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Grade, Opened, Outcome, Seen, TestId};
use crate::recognize::kit::names::Names;
use crate::recognize::kit::scan;
use crate::recognize::kit::{Run, Runner, Spec};

/// The marks of a failed assertion in the list.
const MARKS: [&str; 3] = ["✖ ", "✗ ", "x "];
/// The longest name of a test that is held, in bytes.
const NAME_BYTES: usize = 1024;

/// TAP after a formatter.
#[derive(Debug, Default)]
pub struct TapFormatted {
    /// Failures of the list that are still to come.
    left: u64,
    names: Names,
    /// The test whose assertions follow.
    test: String,
}

impl Runner for TapFormatted {
    const SPEC: Spec = Spec {
        name: "tap",
        reads: "failures that tap-spec, tap-arc and tap-dot list",
        starts: &["Failed Tests: ", "Failed tests: There "],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.left > 0
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        let content = text.trim();
        if let Some(left) = heading(content) {
            *self = Self { left, ..Self::default() };
            let opened = Opened::Headless;
            run.emit(Event::SectionStarted { opened, announced: None, label: "" });
            return Seen::Mine(Class::Noise);
        }
        if self.left == 0 {
            return Seen::No;
        }
        let Some(name) = MARKS.iter().find_map(|mark| content.strip_prefix(mark)) else {
            // All of the list is indented: what is not ends it.
            if content.starts_with("total:") || text.starts_with(|first: char| !first.is_whitespace()) {
                self.left = 0;
                return Seen::No;
            }
            if !content.is_empty() {
                crate::text::head(content, NAME_BYTES).clone_into(&mut self.test);
            }
            return Seen::Mine(Class::Noise);
        };
        // tap-arc puts the assertion's number in front.
        let numbered = name.strip_prefix('[').and_then(|rest| rest.split_once("] "));
        let name = numbered
            .filter(|(number, _)| scan::whole_number(number).is_some())
            .map_or(name, |(_, name)| name);
        let separator = if self.test.is_empty() { "" } else { " > " };
        let name = self.names.next_of(TestId { module: &self.test, separator, name });
        let id = TestId { module: &self.test, separator, name: &name };
        let outcome = Outcome::Failed(FailureKind::Test);
        run.emit(Event::Finished { id, outcome, grade: Grade::Listed, attempt: 0, alias: "" });
        run.emit(Event::Heading);
        self.left.down(1);
        Seen::Mine(Class::Detail)
    }
}

/// Reads `Failed Tests: There were 4 failures`.
fn heading(content: &str) -> Option<u64> {
    let rest = content.strip_prefix("Failed Tests:").or_else(|| content.strip_prefix("Failed tests:"))?;
    let rest = rest.trim_start();
    let there = rest.strip_prefix("There were ").or_else(|| rest.strip_prefix("There was "))?;
    let (number, words) = scan::number(there)?;
    matches!(words, " failures" | " failure").then_some(number)
}
