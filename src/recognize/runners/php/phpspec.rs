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
//! Before its list that formatter prints nothing that is its own: what it reported by then is not read.
//!
//! A pending example fails the run unless phpspec was reported to ignore these, which nothing printed shows. Source of the
//! format: phpspec's `ConsoleFormatter.php`, its heirs, and `ResultConverter.php`.

use crate::budget::Count as _;
use crate::event::{Class, FailureKind, Part, Seen, TestId, Totals};
use crate::recognize::PassShape;
use crate::recognize::kit::clip::{clipped, indent};
use crate::recognize::kit::{Run, Runner, Shape, Spec, begins, each_or_zero, scan, shape};

const FATAL: &str = "Fatal error happened while executing the following";
/// What the progress begins with, when it is no terminal that it is drawn on.
const PROGRESS: [&str; 4] = ["/  skipped: ", "/ skipped: ", "/  pending: ", "/ pending: "];

/// phpspec.
#[derive(Debug, Default)]
pub struct Phpspec {
    /// The last line that may be a specification's name.
    title: String,
    /// Pending examples that were shown.
    pending: u64,
    /// The last numbers.
    totals: Totals,
    /// An empty line was above.
    blank: bool,
}

/// What the lines are about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    /// Failures as they come.
    #[default]
    Running,
    /// The list of those that failed.
    Listed,
    /// The list of those that were left out.
    Skipped,
    /// The example follows in which the process died.
    Died,
    /// After the number of specifications: that of examples has to follow.
    Specifications,
    /// After the numbers: the time has to follow.
    Numbers,
}

const SPECIFICATIONS: Shape = shape("{number} spec{s}");
const EXAMPLES: Shape = shape("{all} example{s} ({message})");
const NUMBERS: [Shape; 5] = [
    shape("{passed} passed"),
    shape("{other} pending"),
    shape("{skipped} skipped"),
    shape("{failed} failed"),
    shape("{failed} broken"),
];
const TIME: Shape = shape("{number}ms");
const TIMED: Shape = shape("{name..} ({number}ms)");

impl Runner for Phpspec {
    const SPEC: Spec = Spec {
        name: "phpspec",
        reads: "phpspec: progress, pretty and dot (its TAP is read as tap)",
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
        ..Spec::NONE
    };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        let text = drawn(text).trim_end();
        let blank = std::mem::replace(&mut self.blank, text.is_empty());
        if SPECIFICATIONS.fits(text) {
            run.close();
            *zone = Zone::Specifications;
            return if run.is_running() { Seen::Mine(Class::Totals) } else { Seen::No };
        }
        match *zone {
            Zone::Specifications => {
                *zone = Zone::Running;
                if let Some(totals) = numbers(text) {
                    run.open();
                    *zone = Zone::Numbers;
                    self.totals = totals;
                    return Seen::Mine(Class::Totals);
                }
            }
            Zone::Numbers => {
                *zone = Zone::Running;
                return self.numbered(text, run);
            }
            Zone::Running | Zone::Listed | Zone::Skipped | Zone::Died => {}
        }
        if let Some(name) = example(text, "- ").filter(|name| name.starts_with("it")) {
            *zone = Zone::Running;
            run.open();
            return self.failed(name, run);
        }
        let list = text.starts_with("----  ");
        if (list || begins(text, &PROGRESS)) && text.ends_with(" examples") {
            if list {
                *zone = if text.contains("skipped") { Zone::Skipped } else { Zone::Listed };
            }
            run.close();
            return run.open();
        }
        if text.trim_start() == FATAL {
            *zone = Zone::Died;
            run.close();
            run.open();
            return Seen::Mine(Class::Detail);
        }
        if run.is_running() { self.inside(zone, text, blank, run) } else { Seen::No }
    }
}

impl Phpspec {
    fn failed(&mut self, name: &str, run: &mut Run<'_>) -> Seen {
        let name = TIMED.read(name).map_or(name, |timed| timed.name);
        run.fail(TestId::of(&self.title, " ", name))
    }

    fn inside(&mut self, zone: &mut Zone, text: &str, blank: bool, run: &mut Run<'_>) -> Seen {
        let content = text.trim_start();
        if content.is_empty() {
            return Seen::Inside(Class::Noise);
        }
        let column = indent(text);
        let (title, least) = match zone {
            Zone::Died => {
                *zone = Zone::Running;
                return run.fail_whole(content, FailureKind::Crash);
            }
            Zone::Skipped => return Seen::Inside(Class::Skipped),
            Zone::Listed => {
                if let Some(name) = example(text, "\u{2718} ").or_else(|| example(text, "! ")) {
                    return self.failed(name, run);
                }
                (column == 8 && blank && !content.contains(' '), 8)
            }
            _ => (column == 0, 4),
        };
        // The name of the specification of the next failure.
        if title || !run.is_open() || column < least {
            run.close();
            self.title = clipped(content);
            return Seen::No;
        }
        if content.starts_with("todo: ") {
            self.pending.up(1);
        }
        // A frame is a number and a place, with what is there below; arguments are called as they are.
        let frame = scan::number(content).is_some_and(|(_, rest)| rest.starts_with(' '));
        if frame { run.below(Part::Where) } else { run.why_below(content) }
    }

    /// After the numbers comes the time, and this ends the run.
    fn numbered(&self, text: &str, run: &mut Run<'_>) -> Seen {
        if !TIME.fits(text) {
            return Seen::No;
        }
        let Totals { failed, other: pending, .. } = self.totals;
        if pending > Some(self.pending) {
            run.fail_whole("pending examples", FailureKind::Test);
        }
        let failed = failed.zip(pending).map(|(failed, pending)| failed.saturating_add(pending));
        run.last_totals(Totals { failed, other: None, ..self.totals })
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

/// Reads `3 examples (1 passed, 1 failed, 1 broken)` whose parts add up.
fn numbers(text: &str) -> Option<Totals> {
    let examples = EXAMPLES.read(text)?;
    let totals = each_or_zero(&NUMBERS, ", ", examples.message)?;
    let Totals { passed, failed, skipped, other, .. } = totals;
    let sum = [passed, failed, skipped, other].into_iter().flatten().fold(0, u64::saturating_add);
    (examples.all == Some(sum)).then_some(totals)
}
