//! phpspec: its progress with failures between, points or names, those that failed, and the numbers.
//!
//! ```text
//! harbour/Quay
//!   12  - it moors a ferry
//!       expected [integer:4], but got [integer:3].
//!
//! 1 specs
//! 2 examples (1 passed, 1 failed)
//! 12ms
//! ```
//!
//! The pretty formatter prints a name for each example and lists those that failed once more:
//!
//! ```text
//! ----  failed examples
//!
//!         harbour/Quay
//!   12  ✘ moors a ferry (87ms)
//!         expected [integer:4], but got [integer:3].
//! ```
//!
//! Before its list that formatter prints nothing that is its own: what it told by then is not read.
//!
//! A pending example fails the run unless phpspec was told to ignore these, which nothing printed shows. Source of the
//! format: phpspec's `ConsoleFormatter.php`, its heirs, and `ResultConverter.php`.

use crate::event::{Class, Event, FailureKind, Part, Runner, Seen, Sink, TestId, Totals};
use crate::recognize::kit::clip::{clipped, indent};
use crate::recognize::kit::run::{Run, passed_failed};
use crate::recognize::kit::scan;
use crate::recognize::{Attention, PassShape, Recognizer, Signs};
use crate::text::Line;

const FATAL: &str = "Fatal error happened while executing the following";
/// What the progress begins with, when it is no terminal that it is drawn on.
const PROGRESS: [&str; 4] = ["/  skipped: ", "/ skipped: ", "/  pending: ", "/ pending: "];

/// What the lines are about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// Failures as they come.
    #[default]
    Running,
    /// The list of those that failed.
    Listed,
    /// The list of those that were left out.
    Skipped,
    /// The example follows in which the process died.
    Died,
}

/// phpspec.
#[derive(Debug, Default)]
pub struct Phpspec {
    run: Run,
    state: State,
    /// The last line that may be a specification's name.
    title: String,
    /// Pending examples that were told.
    pending: u64,
    /// The number of specifications stands above: that of examples has to follow.
    specs: bool,
    /// The numbers were told; the time has to follow.
    told: Option<Numbers>,
    /// An empty line stood above.
    blank: bool,
}

/// Numbers of examples.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Numbers {
    passed: u64,
    pending: u64,
    skipped: u64,
    failed: u64,
}

impl Recognizer for Phpspec {
    fn runner(&self) -> Runner {
        Runner("phpspec")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &[
                PROGRESS[0],
                PROGRESS[1],
                PROGRESS[2],
                PROGRESS[3],
                "----  failed examples",
                "----  broken examples",
                FATAL,
            ],
            numbered: &["  - it"],
            passes: &[PassShape { start: "", end: " specs" }, PassShape { start: "", end: " spec" }],
            ..Signs::default()
        }
    }

    fn attention(&self) -> Attention {
        if self.run.is_running() || self.specs { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = drawn(line.judged()).trim_end();
        let blank = std::mem::replace(&mut self.blank, text.is_empty());
        let specs = std::mem::replace(&mut self.specs, specifications(text));
        if self.specs {
            self.run.close(sink);
            return if self.run.is_running() { Seen::Mine(Class::Totals) } else { Seen::No };
        }
        if let Some(told) = numbers(text).filter(|_| specs) {
            self.run.open(sink);
            self.run.close(sink);
            self.told = Some(told);
            return Seen::Mine(Class::Totals);
        }
        if let Some(told) = self.told.take() {
            return self.ended(told, text, sink);
        }
        if let Some(name) = example(text, "- ").filter(|name| name.starts_with("it")) {
            self.run.open(sink);
            self.failed(name, sink);
            self.state = State::Running;
            return Seen::Mine(Class::Detail);
        }
        if text.strip_suffix(" examples").is_some_and(|head| head.starts_with("----  ")) {
            self.run.open(sink);
            self.run.close(sink);
            self.state = if text.contains("skipped") { State::Skipped } else { State::Listed };
            return Seen::Mine(Class::Noise);
        }
        if PROGRESS.iter().any(|start| text.starts_with(start)) && text.ends_with(" examples") {
            self.run.open(sink);
            self.run.close(sink);
            return Seen::Mine(Class::Noise);
        }
        if text.trim_start() == FATAL {
            self.run.open(sink);
            self.run.close(sink);
            self.state = State::Died;
            return Seen::Mine(Class::Detail);
        }
        if self.run.is_running() { self.inside(text, blank, sink) } else { Seen::No }
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.run.close(sink);
    }
}

impl Phpspec {
    fn failed(&mut self, name: &str, sink: &mut dyn Sink) {
        let name = timeless(name);
        let separator = if self.title.is_empty() { "" } else { " " };
        self.run.fail(TestId { module: &self.title, separator, name }, sink);
    }

    fn inside(&mut self, text: &str, blank: bool, sink: &mut dyn Sink) -> Seen {
        let content = text.trim_start();
        if content.is_empty() {
            return Seen::Inside(Class::Noise);
        }
        let column = indent(text);
        match self.state {
            State::Died => {
                self.run.fail_whole(content, FailureKind::Crash, sink);
                self.state = State::Running;
                Seen::Mine(Class::Detail)
            }
            State::Skipped => Seen::Inside(Class::Skipped),
            State::Listed => {
                if let Some(name) = example(text, "\u{2718} ").or_else(|| example(text, "! ")) {
                    self.failed(name, sink);
                    return Seen::Mine(Class::Detail);
                }
                let title = column == 8 && blank && !content.contains(' ');
                self.told(content, column, title, 8, sink)
            }
            State::Running => self.told(content, column, column == 0, 4, sink),
        }
    }

    /// A line of the failure that is told, or the name of the specification of the next one.
    fn told(&mut self, content: &str, column: usize, title: bool, least: usize, sink: &mut dyn Sink) -> Seen {
        if title || !self.run.is_open() || column < least {
            self.run.close(sink);
            self.title = clipped(content);
            return Seen::No;
        }
        if content.starts_with("todo: ") {
            self.pending = self.pending.saturating_add(1);
        }
        // A frame is a number and a place, with what stands there below; arguments are called as they are.
        let frame = scan::number(content).is_some_and(|(_, rest)| rest.starts_with(' '));
        if frame {
            self.run.text(Part::Where, sink);
        } else {
            self.run.why(content, sink);
        }
        Seen::Inside(Class::Detail)
    }

    /// Behind the numbers stands the time, and this ends the run.
    fn ended(&mut self, told: Numbers, text: &str, sink: &mut dyn Sink) -> Seen {
        let timed = text.strip_suffix("ms").is_some_and(|time| scan::whole_number(time).is_some());
        if !timed {
            return Seen::No;
        }
        if told.pending > self.pending {
            self.run.fail_whole("pending examples", FailureKind::Test, sink);
            self.run.close(sink);
        }
        sink.emit(Event::MayHaveEnded);
        let totals = passed_failed(told.passed, told.failed.saturating_add(told.pending));
        self.run.declare(Totals { skipped: Some(told.skipped), ..totals }, sink);
        *self = Self::default();
        Seen::Mine(Class::Totals)
    }
}

/// What is seen last of a line that was drawn over with backspaces.
fn drawn(text: &str) -> &str {
    text.rsplit("<U+0008>").find(|piece| !piece.trim().is_empty()).unwrap_or(text)
}

/// Reads `  12  - it moors a ferry` with this mark.
fn example<'a>(text: &'a str, mark: &str) -> Option<&'a str> {
    let content = text.trim_start();
    let (_, rest) = scan::number(content)?;
    let digits = content.len().saturating_sub(rest.len());
    let wide = indent(text).saturating_add(digits) == digits.max(4);
    rest.strip_prefix("  ")?.strip_prefix(mark).filter(|name| wide && !name.is_empty())
}

/// The name without what it took.
fn timeless(name: &str) -> &str {
    let cut = name.strip_suffix("ms)").and_then(|name| name.rsplit_once(" ("));
    cut.filter(|(_, time)| scan::whole_number(time).is_some()).map_or(name, |(name, _)| name)
}

/// Reads `2 specs`.
fn specifications(text: &str) -> bool {
    scan::number(text).is_some_and(|(_, rest)| rest == " specs" || rest == " spec")
}

/// Reads `3 examples (1 passed, 1 failed, 1 broken)` whose parts add up.
fn numbers(text: &str) -> Option<Numbers> {
    let (all, rest) = scan::number(text)?;
    let rest = rest.strip_prefix(" examples (").or_else(|| rest.strip_prefix(" example ("))?;
    let mut told = Numbers::default();
    for part in rest.strip_suffix(')')?.split(", ") {
        let (number, word) = scan::number(part)?;
        let slot = match word {
            " passed" => &mut told.passed,
            " pending" => &mut told.pending,
            " skipped" => &mut told.skipped,
            " failed" | " broken" => &mut told.failed,
            _ => return None,
        };
        *slot = slot.saturating_add(number);
    }
    let parts = [told.passed, told.pending, told.skipped, told.failed];
    (parts.iter().fold(0_u64, |sum, part| sum.saturating_add(*part)) == all).then_some(told)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut Phpspec::default(), text).join("\n")
    }

    const FAILED: &str = "/  skipped: 0%  /  pending: 0%  /  passed: 50%  /  failed: 50%  /  broken: 0%  /  2 examples\n\
        harbour/Quay        \n  12  - it moors a ferry\n      expected [integer:4], but got [integer:3].\n\n";

    #[test]
    fn a_failure_between_the_progress_has_its_specification_and_its_reason() {
        let all = all(&format!("{FAILED}1 specs\n2 examples (1 passed, 1 failed)\n12ms\n"));
        assert!(
            all.contains("module: \"harbour/Quay\", separator: \" \", name: \"it moors a ferry\""),
            "{all}"
        );
        assert!(all.contains("Message(\"expected [integer:4], but got [integer:3].\")"), "{all}");
        assert!(all.contains("passed: Some(1), failed: Some(1)"), "{all}");
    }

    #[test]
    fn what_was_drawn_over_says_nothing() {
        let drawn_over = FAILED.replace("examples\n", &format!("examples{}", "<U+0008>".repeat(90)));
        let all = all(&drawn_over.replace("Quay        ", &format!("Quay        {}", "<U+0008>".repeat(70))));
        assert!(!all.contains("skipped") && all.contains("name: \"it moors a ferry\""), "{all}");
    }

    #[test]
    fn the_pretty_list_names_what_failed() {
        let all = all(
            "----  failed examples\n\n        harbour/Quay\n  12  ✘ moors a ferry (87ms)\n        no berth\n\n\
            ----  broken examples\n\n        harbour/Crane\n  10  ! lifts\n        no rope\n\n\n\
            ----  skipped examples\n\n        harbour/Crane\n  15  ? swings\n        skipped: wind\n\n\n\
            2 specs\n3 examples (1 skipped, 1 failed, 1 broken)\n12ms\n",
        );
        assert!(all.contains("module: \"harbour/Quay\", separator: \" \", name: \"moors a ferry\""), "{all}");
        assert!(all.contains("module: \"harbour/Crane\", separator: \" \", name: \"lifts\""), "{all}");
        assert!(
            !all.contains("name: \"swings\"") && all.contains("passed: Some(0), failed: Some(2)"),
            "{all}"
        );
    }

    #[test]
    fn a_pending_example_fails_the_run() {
        let all = all("1 specs\n2 examples (1 passed, 1 pending)\n12ms\n");
        assert!(all.contains("name: \"pending examples\"") && all.contains("failed: Some(1)"), "{all}");
    }

    #[test]
    fn numbers_add_up_between_specifications_and_time() {
        assert!(all("1 spec\n2 examples (2 passed)\n12ms\n").contains("Declared"));
        for text in [
            "2 examples (2 passed)\n12ms\n",
            "1 specs\n\n2 examples (2 passed)\n12ms\n",
            "1 specs\n2 examples (1 passed)\n12ms\n",
            "1 specs\n2 examples (2 passed)\n",
            "1 specs\n2 examples (2 passed)\nsoon\n12ms\n",
            "1 specs\n2 scenarios (2 passed)\n12ms\n",
        ] {
            assert!(!all(text).contains("Declared"), "{text}");
        }
    }
}
