//! The closing list: `FAILED tests/test_a.py::test_b - assert 1 == 2`. It names what can be rerun, so each of its lines
//! becomes the heading of the block that reported the same failure.

use super::progress;
use super::pytest::Pytest;
use crate::event::{Class, Event, FailureKind, Grade, Outcome, Seen, Sink};
use crate::recognize::runners::python::shared::pytest_id;

/// What follows the name of a test whose tear-down failed: its own result counts beside it.
pub(super) const TEARDOWN: &str = " (teardown)";
/// How many chars of messages are compared.
pub(super) const COMPARED: usize = 120;
/// The most failures of `--tb=line` that wait for their names.
const MOST_NAMELESS: usize = 1024;

/// A failure that `--tb=line` reported without a name.
#[derive(Debug)]
pub(super) struct Nameless {
    /// The name under which its block was opened.
    pub(super) alias: String,
    /// The file of its place, or empty.
    pub(super) file: String,
    /// The beginning of its message.
    pub(super) message: String,
}

/// What a block is called that the list repeats.
#[derive(Debug, Default)]
struct Alias {
    name: String,
    kind: Option<FailureKind>,
    teardown: bool,
}

impl Pytest {
    /// A line of the closing list, or of the list of reruns.
    pub(super) fn listed(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if let Some(rest) = text.strip_prefix("SKIPPED ") {
            if !rest.starts_with('[') {
                let (id, _) = pytest_id::listed(rest, |_| false);
                self.claim(id, Outcome::Skipped, "", sink);
            }
            return Seen::Mine(Class::Skipped);
        }
        // Before 4.0 the list says `FAIL` and `SKIP [1]`.
        if text.starts_with("SKIP [") {
            return Seen::Mine(Class::Skipped);
        }
        if let Some(id) = text.strip_prefix("FAIL ")
            && pytest_id::leading(id).is_some_and(|(_, after)| after.trim().is_empty())
        {
            return self.failed_early(id.trim_end(), sink);
        }
        let Some((outcome, subtest, rest)) = progress::word(text) else { return Seen::No };
        let Some(rest) = rest.strip_prefix(' ') else { return Seen::No };
        match outcome {
            None => Seen::Mine(Class::Other),
            Some(Outcome::Passed) => {
                let (id, _) = pytest_id::listed(rest, |_| false);
                // What passed and has an error all the same has it from its tear-down: the failure stays.
                if !self.listed_errors.contains(id) {
                    self.claim(id, Outcome::Passed, "", sink);
                }
                if self.listed_passed.len() < MOST_NAMELESS && id.len() <= pytest_id::LONGEST {
                    self.listed_passed.insert(id.to_owned());
                }
                Seen::Mine(Class::Passed)
            }
            Some(Outcome::Other) => {
                let (id, _) = pytest_id::listed(rest, |_| false);
                if pytest_id::leading(id).is_some() {
                    self.claim(id, Outcome::Other, "", sink);
                }
                Seen::Mine(Class::Other)
            }
            Some(Outcome::Skipped) => Seen::Mine(Class::Skipped),
            // A rerun says nothing of the last attempt, and the list may leave that one out.
            Some(Outcome::Failed(_)) if text.starts_with("RERUN ") => Seen::Mine(Class::Other),
            Some(Outcome::Failed(kind)) => self.failed(kind, subtest, rest, sink),
        }
    }

    /// `FAIL tests/test_a.py::test_b`: in a list that may be before the blocks.
    fn failed_early(&mut self, id: &str, sink: &mut dyn Sink) -> Seen {
        if self.blocks == 0 && self.listed_early.len() < MOST_NAMELESS {
            let mut heading = String::new();
            pytest_id::heading(id, &mut heading);
            self.listed_early.insert(heading, id.to_owned());
        }
        self.failed(FailureKind::Test, "", id, sink)
    }

    /// A failure of the list.
    fn failed(&mut self, kind: FailureKind, subtest: &str, rest: &str, sink: &mut dyn Sink) -> Seen {
        let errors = kind == FailureKind::Setup;
        let mut heading = String::new();
        let (id, message) = {
            let (known, reported) = (&self.known, &self.reported);
            pytest_id::listed(rest, |id| {
                pytest_id::heading(id, &mut heading);
                if errors {
                    known.contains(id)
                        || known.contains(&format!("ERROR at setup of {heading}"))
                        || known.contains(&format!("ERROR at teardown of {heading}"))
                } else {
                    known.contains(&heading) || reported.contains(&heading)
                }
            })
        };
        if id.is_empty() || id.len() > pytest_id::LONGEST {
            return Seen::No;
        }
        let alias = self.alias(id, message, subtest, errors);
        let mut full = id.to_owned();
        if !subtest.is_empty() {
            full.push(' ');
            full.push_str(subtest);
        } else if alias.teardown
            || (errors && (self.listed_failed.contains(id) || self.listed_passed.contains(id)))
        {
            full.push_str(TEARDOWN);
        } else if let Some(description) = described(&alias.name, id) {
            // pytest-subtests lists the test, and describes the subtest in the heading alone.
            full.push(' ');
            full.push_str(description);
        }
        let set = if errors { &mut self.listed_errors } else { &mut self.listed_failed };
        if alias.name.is_empty() && set.len() < MOST_NAMELESS {
            set.insert(id.to_owned());
        }
        let kind = alias.kind.unwrap_or(kind);
        let kind = if errors && !id.contains("::") { FailureKind::Collection } else { kind };
        self.claim(&full, Outcome::Failed(kind), &alias.name, sink);
        sink.emit(Event::Heading);
        if alias.name.is_empty() && !message.is_empty() {
            sink.emit(Event::Message(message));
        }
        Seen::Mine(Class::Detail)
    }

    fn claim(&self, id: &str, outcome: Outcome, alias: &str, sink: &mut dyn Sink) {
        let failed = matches!(outcome, Outcome::Failed(_));
        let grade = if self.nested.is_some() { Grade::Line } else { Grade::Listed };
        // What a letter counted has no name: reported by both it would count twice.
        if (self.nested.is_some() || self.counted > 0) && !failed {
            return;
        }
        sink.emit(Event::Finished { id: pytest_id::split(id), outcome, grade, attempt: 0, alias });
    }

    /// Finds the block that reported this failure.
    fn alias(&mut self, id: &str, message: &str, subtest: &str, errors: bool) -> Alias {
        let mut heading = String::new();
        pytest_id::heading(id, &mut heading);
        let exactly = |known: &mut super::known::Known, name: &str| known.take(|each| each == name);
        if errors {
            let setup = format!("ERROR at setup of {heading}");
            if let Some(name) = exactly(&mut self.known, &setup) {
                return Alias { name, kind: Some(FailureKind::Setup), teardown: false };
            }
            let teardown = format!("ERROR at teardown of {heading}");
            if let Some(name) = exactly(&mut self.known, &teardown) {
                return Alias { name, kind: Some(FailureKind::Setup), teardown: true };
            }
            if let Some(name) = exactly(&mut self.known, id) {
                return Alias { name, kind: Some(FailureKind::Collection), teardown: false };
            }
            // The heading names the file from the root directory, the list from the working directory.
            let file = file_name(id);
            let other = self.known.take(|each| !each.starts_with("ERROR ") && file_name(each) == file);
            return other.map_or_else(Alias::default, |name| Alias {
                name,
                kind: Some(FailureKind::Collection),
                teardown: false,
            });
        }
        if !subtest.is_empty() {
            heading.push(' ');
            heading.push_str(subtest);
        }
        if let Some(name) = exactly(&mut self.known, &heading) {
            return Alias { name, ..Alias::default() };
        }
        if self.known.has_overflowed() && self.unheld.is_none() && self.nameless.is_empty() {
            // Its block had the same heading, and is not held: the report knows it.
            return Alias { name: heading, ..Alias::default() };
        }
        if subtest.is_empty() {
            let values = format!("{heading} (");
            let message = format!("{heading} [");
            if let Some(name) =
                self.known.take(|each| each.starts_with(&values) || each.starts_with(&message))
            {
                return Alias { name, ..Alias::default() };
            }
        }
        let file = id.split_once("::").map_or(id, |(file, _)| file);
        if let Some(name) = exactly(&mut self.known, file) {
            return Alias { name, kind: Some(FailureKind::Crash), teardown: false };
        }
        self.nameless_alias(file, message)
    }

    /// Finds the failure of `--tb=line` that the list means: by message and file, else by file, else the next.
    fn nameless_alias(&mut self, file: &str, message: &str) -> Alias {
        let message = message.trim_end_matches("...");
        let message: String = message.chars().take(COMPARED).collect();
        let same_file = |each: &Nameless| file_name(&each.file) == file_name(file);
        let fits =
            |each: &Nameless| each.message.starts_with(&message) && (each.file.is_empty() || same_file(each));
        let at = self
            .nameless
            .iter()
            .position(|each| !message.is_empty() && fits(each))
            .or_else(|| self.nameless.iter().position(same_file))
            .or_else(|| self.nameless.iter().position(|each| each.file.is_empty()));
        match at {
            Some(at) => {
                let name = self.nameless.remove(at).alias;
                self.known.take(|each| each == name);
                Alias { name, ..Alias::default() }
            }
            None => self.next_unheld().map_or_else(Alias::default, |name| Alias { name, ..Alias::default() }),
        }
    }

    /// Remembers a failure that the list will name; of those beyond the bound only how many there are.
    pub(super) fn nameless(&mut self, failure: Nameless) {
        if self.nameless.len() < MOST_NAMELESS {
            self.nameless.push(failure);
        } else {
            let (next, _) = self.unheld.unwrap_or((self.blocks, self.blocks));
            self.unheld = Some((next, self.blocks));
        }
    }

    /// The name of the next block that is not held: the list names the failures in the order of their blocks.
    fn next_unheld(&mut self) -> Option<String> {
        let (next, last) = self.unheld?;
        self.unheld = Some((next.saturating_add(1), last)).filter(|_| next < last);
        Some(nameless_name(next))
    }

    /// The session ended without a list: its failures keep the names of their blocks.
    pub(super) fn forget_names(&mut self) {
        self.nameless.clear();
        self.unheld = None;
        self.known.clear();
    }
}

/// The name of a block of `--tb=line`, by its number.
pub(super) fn nameless_name(number: u64) -> String {
    format!("failure {number} of FAILURES")
}

/// The description of a subtest in the name of a block: `[row] (i=1)` of `TestA.test_b [row] (i=1)`.
fn described<'a>(alias: &'a str, id: &str) -> Option<&'a str> {
    let mut heading = String::new();
    pytest_id::heading(id, &mut heading);
    let rest = alias.strip_prefix(heading.as_str())?.strip_prefix(' ')?;
    (!rest.is_empty()).then_some(rest)
}

/// The last part of a path.
fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}
