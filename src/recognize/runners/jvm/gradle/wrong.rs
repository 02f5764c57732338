//! `* What went wrong:`: why Gradle's build failed, and whether that follows from what was reported before.
//!
//! The first line names the task or the script, the lines after an arrow the reason. Failing tests, compilers' errors and a
//! command that failed are reported where they happened; a reason that nobody reported is a failure of its own.

use super::script::{Known, Script};
use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Opened, Part, Place, Seen};
use crate::recognize::kit::Run;
use crate::recognize::kit::held::Earlier;
use crate::recognize::kit::scan;
use crate::text::Line;

/// The longest line that is held, in bytes.
const LONGEST: usize = 2000;

/// Reasons that were reported before, in other words.
const FOLLOWS: [&str; 16] = [
    "There were failing tests",
    "There were failing ",
    "Compilation failed",
    "Compilation error",
    "Compile failed",
    "Internal compiler error. See log",
    "Lint found ",
    "Process 'command '",
    "Checkstyle rule violations",
    "Checkstyle files with violations",
    "PMD rule violations",
    "CodeNarc rule violations",
    "SpotBugs ",
    "Test failed.",
    "Javadoc generation failed",
    "Analysis failed with ",
];

/// How Gradle names what a worker executed: the next arrow has the reason.
const WRAPPED: &str = "A failure occurred while executing ";

/// What the part was so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Phase {
    /// Its head.
    #[default]
    Nothing,
    /// Its first line.
    First(String),
    /// Its first line, and the work that failed: the reason is below.
    Within(String, String),
    /// The reason: a failure or a consequence is open.
    Reason,
    /// The reason, and a blank line: more of it is indented.
    Paragraph,
    /// The errors of a build script.
    Script(Script),
}

/// The line below `* Where:`, and the place in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Location {
    pub(super) file: String,
    pub(super) line: Option<u64>,
    pub(super) shown: Earlier,
}

impl Location {
    /// Reads `Build file '/a/build.gradle' line: 12`.
    pub(super) fn of(line: &Line<'_>) -> Option<Self> {
        let (file, number) = place(line.judged())?;
        Some(Self { file, line: number, shown: Earlier::of(line) })
    }
}

/// The part that is being read.
#[derive(Clone, Debug, Default)]
pub(super) struct Wrong {
    phase: Phase,
    place: Option<Location>,
    /// The numbers of the tests before it were reported: a failure of its own is none of theirs.
    after: bool,
    /// Another failure of the same build followed from what was reported before.
    beside: bool,
    /// How many failures of its own it reported.
    pub(super) reported: u64,
    /// It follows from what was reported before.
    pub(super) followed: bool,
}

impl Wrong {
    /// Begins; the place is the one of `* Where:`.
    pub(super) fn new(place: Option<Location>, after: bool, beside: bool) -> Self {
        Self { phase: Phase::Nothing, place, after, beside, reported: 0, followed: false }
    }

    /// A line of the part. It ends at a blank line and at the next part's head.
    pub(super) fn line(&mut self, line: &Line<'_>, known: &Known, run: &mut Run<'_>) -> Option<Seen> {
        let text = line.judged().trim_end();
        let over = match &self.phase {
            Phase::Reason if text.is_empty() => {
                self.phase = Phase::Paragraph;
                return Some(Seen::Mine(Class::Noise));
            }
            Phase::First(first) if text.is_empty() && Script::is_head(first) => {
                self.phase = Phase::Script(Script::new(first.clone(), self.place.take()));
                return Some(Seen::Mine(Class::Noise));
            }
            Phase::Paragraph => !text.is_empty() && !text.starts_with("   "),
            Phase::Script(_) => false,
            _ => text.is_empty(),
        };
        if over || text.starts_with("* ") || text.starts_with("BUILD FAILED") {
            self.finish(run);
            return None;
        }
        if text.is_empty() {
            return Some(Seen::Mine(Class::Noise));
        }
        if super::gradle_lines::task(text).is_some() {
            // Another task's line may slip in.
            return Some(Seen::Mine(Class::Noise));
        }
        match std::mem::take(&mut self.phase) {
            Phase::Nothing => {
                self.phase = Phase::First(crate::text::head(text, LONGEST).to_owned());
            }
            Phase::First(first) => {
                let reason = reason(text);
                if reason.starts_with(WRAPPED) {
                    self.phase = Phase::Within(first, crate::text::head(reason, LONGEST).to_owned());
                } else {
                    self.open(&first, reason, run);
                    self.phase = Phase::Reason;
                }
            }
            Phase::Within(first, work) => {
                self.open(&first, reason(text), run);
                run.emit(Event::Decoded { part: Part::Where, text: &work });
                self.phase = Phase::Reason;
            }
            Phase::Reason | Phase::Paragraph => {
                run.text(Part::Why);
                self.phase = Phase::Reason;
            }
            Phase::Script(mut script) => {
                if self.after && !script.any {
                    run.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "build" });
                }
                let seen = script.line(line, known, run);
                self.phase = Phase::Script(script);
                if seen.is_none() {
                    self.finish(run);
                }
                return seen;
            }
        }
        Some(Seen::Mine(Class::Detail))
    }

    /// A reason came: it says what the failure is.
    fn open(&mut self, first: &str, reason: &str, run: &mut Run<'_>) {
        if FOLLOWS.iter().any(|words| reason.starts_with(words)) || reason.contains("violations were found") {
            self.followed = true;
            let (name, kind) = (first, FailureKind::Build);
            let beside = self.beside;
            run.open_by(if beside {
                Event::Besides { name, kind }
            } else {
                Event::Consequence { name, kind }
            });
            run.instead(first);
            run.emit(Event::Heading);
            run.text(Part::Why);
            return;
        }
        let died =
            reason.starts_with("Process 'Gradle ") && reason.contains(" finished with non-zero exit value");
        let timeout = reason.starts_with("Timeout has been exceeded");
        let (name, kind) = match (died, timeout) {
            (true, _) => (reason, FailureKind::Crash),
            (_, true) => (first, FailureKind::Timeout),
            _ => (first, FailureKind::Build),
        };
        self.report(first, name, kind, run);
        run.why(reason);
    }

    /// The part is over; a first line without reason is the whole of it.
    pub(super) fn finish(&mut self, run: &mut Run<'_>) {
        let (first, work) = match std::mem::take(&mut self.phase) {
            Phase::First(first) => (Some(first), None),
            Phase::Within(first, work) => (Some(first), Some(work)),
            Phase::Script(script) if script.any => {
                self.reported.up(script.reported);
                (None, None)
            }
            Phase::Script(script) => {
                let (head, place) = script.into_head();
                self.place = place;
                (Some(head), None)
            }
            Phase::Nothing | Phase::Reason | Phase::Paragraph => (None, None),
        };
        if let Some(first) = first {
            self.report(&first, &first, FailureKind::Build, run);
            run.message(&work.unwrap_or_default());
        }
        run.close();
    }

    /// A failure with its first line and its place.
    fn report(&mut self, first: &str, name: &str, kind: FailureKind, run: &mut Run<'_>) {
        if self.after {
            run.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "build" });
        }
        self.reported.up(1);
        run.instead(first);
        run.fail_whole(name, kind);
        if let Some(at) = self.place.take() {
            run.at(Place { file: &at.file, line: at.line });
            at.shown.tell(Part::Why, run);
        }
    }
}

/// A reason without its arrow.
fn reason(text: &str) -> &str {
    text.trim_start().trim_start_matches("> ").trim()
}

/// Reads `Build file '/a/build.gradle' line: 12` below `* Where:`.
pub(super) fn place(text: &str) -> Option<(String, Option<u64>)> {
    let (_, rest) = text.split_once(" '")?;
    let (file, rest) = rest.split_once('\'')?;
    let line = rest.trim().strip_prefix("line: ").and_then(scan::whole_number);
    Some((crate::text::head(file, LONGEST).to_owned(), line))
}
