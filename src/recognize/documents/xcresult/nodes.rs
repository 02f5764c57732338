//! One node of the tree of test results, and how the nodes below a test case become what is reported it.
//!
//! Node types as `xcrun xcresulttool help get test-results tests` lists them. Below a `Test Case` are, in any depth
//! and depending on what ran: `Device`, `Test Plan Configuration`, `Test Case Run`, `Arguments`, `Repetition`, and in
//! those `Failure Message`, `Skip Message`, `Source Code Reference`, `Expression` and others. A node holds at most
//! [`limits::MARKS`] messages and attempts of what is below it.

use crate::event::Outcome;
use crate::recognize::documents::detail::Spot;
use crate::recognize::documents::failure::{Name, Reported};
use crate::recognize::documents::limits;
use crate::recognize::kit::scan;

/// The most bytes of text that a node holds of all nodes below it.
const NODE_BYTES: usize = 4 * limits::STRING_BYTES;

/// A node, without the nodes below it.
#[derive(Debug, Default)]
pub struct Node {
    /// Its name: of a failure message, the message.
    pub name: String,
    /// Its type.
    pub kind: String,
    /// Its identifier: of a case, the path of suites and the function.
    pub identifier: String,
    /// Its result.
    pub result: String,
    /// Messages of failures at or below it.
    pub reported: Vec<Reported>,
    /// Repetitions below it: their results and messages.
    pub attempts: Vec<(String, Vec<Reported>)>,
    /// The reason of a skip below it.
    pub reason: String,
    /// A place below it.
    pub spot: Option<Spot>,
}

/// What a result means for a test.
pub fn outcome(result: &str) -> Outcome {
    match result {
        "Passed" => Outcome::Passed,
        "Failed" => Outcome::Failed(crate::event::FailureKind::Test),
        "Skipped" | "" => Outcome::Skipped,
        _ => Outcome::Other,
    }
}

impl Node {
    /// Whether it is a test.
    pub fn is_case(&self) -> bool {
        self.kind == "Test Case"
    }

    /// Whether it groups tests.
    pub fn is_group(&self) -> bool {
        self.kind == "Test Plan" || self.kind == "Test Suite" || self.kind.ends_with("test bundle")
    }

    /// Whether its result says that it came to a good end.
    pub fn went_well(&self) -> bool {
        matches!(self.result.as_str(), "Passed" | "Skipped" | "Expected Failure")
    }

    /// Takes over what a finished node below it has to tell. Groups and cases have reported it themselves.
    pub fn absorb(&mut self, mut below: Self) {
        if below.is_case() || below.is_group() {
            return;
        }
        if self.spot.is_none() {
            self.spot = below.spot.take();
        }
        if self.reason.is_empty() {
            self.reason = std::mem::take(&mut below.reason);
        }
        match below.kind.as_str() {
            "Failure Message" => {
                let mut reported = Reported::message(&below.name);
                for more in &below.reported {
                    limits::append(&mut reported.text, &more.message);
                    limits::append(&mut reported.text, "\n");
                }
                self.tell(reported);
            }
            "Skip Message" => self.reason = below.name,
            "Source Code Reference" => {
                self.spot = scan::place(&below.name)
                    .map(|(place, _)| Spot { file: place.file.to_owned(), line: place.line })
                    .or(self.spot.take());
            }
            "Expression" | "Test Value" if !below.name.is_empty() => {
                self.tell(Reported::message(&below.name))
            }
            "Repetition" => {
                if self.attempts.len() < limits::MARKS && self.room() {
                    self.attempts.push((below.result, below.reported));
                }
            }
            "Arguments" => {
                let last = below.attempts.pop().map(|(_, reported)| reported).unwrap_or_default();
                for mut reported in below.reported.into_iter().chain(last) {
                    reported.message = format!("{}\narguments: {}", reported.message, below.name);
                    self.tell(reported);
                }
            }
            "Attachment" | "Runtime Warning" | "Expected Failure" => {}
            _ => {
                for reported in below.reported {
                    self.tell(reported);
                }
                for attempt in below.attempts {
                    if self.attempts.len() < limits::MARKS && self.room() {
                        self.attempts.push(attempt);
                    }
                }
            }
        }
    }

    fn tell(&mut self, reported: Reported) {
        if self.reported.len() < limits::MARKS && self.room() {
            self.reported.push(reported);
        }
    }

    fn room(&self) -> bool {
        let attempts = self.attempts.iter().flat_map(|(_, reported)| reported);
        let held: usize = self.reported.iter().chain(attempts).map(Reported::size).sum();
        held < NODE_BYTES
    }

    /// The test's name, and its identifier when that says more.
    pub fn test_name(&self) -> (Name, Option<String>) {
        test_name(&self.identifier, &self.name, "")
    }
}

/// A test's name from its identifier (`Suites/function()`) and the name as the runner prints it, which Swift Testing
/// replaces by a title. Gives the identifier as well when the title hides the function.
pub fn test_name(identifier: &str, name: &str, target: &str) -> (Name, Option<String>) {
    let name = name.trim();
    match identifier.rsplit_once('/') {
        Some((suites, function)) if name.is_empty() || name == function => {
            (Name::new(suites, "/", function), None)
        }
        Some((suites, _)) => (Name::new(suites, "/", name), Some(identifier.to_owned())),
        None => {
            let shown = [name, identifier, target, "unnamed test"].into_iter().find(|name| !name.is_empty());
            let hidden = !identifier.is_empty() && !name.is_empty() && identifier != name;
            (Name::bare(shown.unwrap_or_default()), hidden.then(|| identifier.to_owned()))
        }
    }
}
