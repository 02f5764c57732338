//! dbt: models, seeds, snapshots and tests as they end, the reasons of what failed, and numbers.
//!
//! ```text
//! Concurrency: 4 threads (target='dev')
//! 3 of 8 PASS not_null_ships_id ................ [PASS in 0.03s]
//! 4 of 8 FAIL 2 unique_ships_id ................ [FAIL 2 in 0.03s]
//! Failure in test unique_ships_id (models/schema.yml)
//!   Got 2 results, configured to fail if != 0
//! Done. PASS=6 WARN=1 ERROR=1 SKIP=0 TOTAL=8
//! ```
//!
//! Each node of the project is a test. A time is before each line; up to 0.21 there is a bar after it. Source of the
//! format: dbt-core's `task/printer.py` and `events/types.py`.

use super::dbt_lines::{self, Node};
use crate::event::{
    Block, Class, Event, FailureKind, Level, Opened, Outcome, Part, Place, Seen, Sink, TestId,
};
use crate::recognize::kit::bounds::NAMES;
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::{Run, Runner, Spec};

/// What the text of a block is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Telling {
    #[default]
    Nothing,
    /// Of a failure: its message did not come yet.
    Reason,
    /// The rest of it.
    More,
    Warning,
}

/// dbt.
#[derive(Debug, Default)]
pub struct Dbt {
    /// dbt began, nothing of the project ran yet.
    begun: bool,
    running: bool,
    telling: Telling,
    /// Nodes that failed and whose reasons did not come.
    waiting: Vec<String>,
}

impl Runner for Dbt {
    const SPEC: Spec = Spec {
        name: "dbt",
        reads: "dbt build, run, test, seed and snapshot", // The time before a line stays where a CI writes one of its own, and before a log's first line.
        starts: &[
            "Running with dbt=",
            "Registered adapter: ",
            "Concurrency: ",
            "00:",
            "01:",
            "02:",
            "03:",
            "04:",
            "05:",
            "06:",
            "07:",
            "08:",
            "09:",
            "10:",
            "11:",
            "12:",
            "13:",
            "14:",
            "15:",
            "16:",
            "17:",
            "18:",
            "19:",
            "20:",
            "21:",
            "22:",
            "23:",
        ],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.running || self.begun
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = dbt_lines::unstamped(line.judged());
        if text.starts_with("Running with dbt=") || text.starts_with("Registered adapter: ") {
            self.close(run);
            *self = Self { begun: true, ..Self::default() };
            return Seen::Mine(Class::Noise);
        }
        if dbt_lines::is_concurrency(text) {
            self.open(run);
            return Seen::Mine(Class::Noise);
        }
        if self.begun && text.trim_end() == "Encountered an error:" {
            self.open(run);
            self.close(run);
            let kind = FailureKind::Setup;
            run.emit(Event::BlockOpened(Block::Whole { name: "Encountered an error", kind }));
            run.emit(Event::Heading);
            self.telling = Telling::Reason;
            return Seen::Mine(Class::Detail);
        }
        if !self.running {
            return Seen::No;
        }
        if let Some(node) = dbt_lines::node(text) {
            self.close(run);
            return self.node(&node, run);
        }
        if let Some(totals) = dbt_lines::done(text) {
            self.close(run);
            run.emit(Event::Declared { totals, level: Level::Section });
            *self = Self { begun: true, ..Self::default() };
            return Seen::Mine(Class::Totals);
        }
        if let Some((word, name, file)) = dbt_lines::reason(text) {
            self.close(run);
            return self.reason(word, name, file, run);
        }
        self.body(text, run)
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.close(run);
    }
}

impl Dbt {
    fn open(&mut self, sink: &mut dyn Sink) {
        if !std::mem::replace(&mut self.running, true) {
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
        }
    }

    /// A node that ended.
    fn node(&mut self, node: &Node<'_>, sink: &mut dyn Sink) -> Seen {
        let id = TestId::bare(node.name);
        let Some(outcome) = node.outcome else { return Seen::Mine(Class::Noise) };
        if node.hook && !matches!(outcome, Outcome::Failed(_)) {
            // Versions differ in whether they count what goes well there.
            return Seen::Mine(Class::Noise);
        }
        sink.emit(Event::finished(id, outcome));
        match outcome {
            Outcome::Passed => Seen::Mine(Class::Passed),
            Outcome::Skipped => Seen::Mine(Class::Skipped),
            Outcome::Other => Seen::Mine(Class::Other),
            Outcome::Failed(_) => {
                sink.emit(Event::Heading);
                if self.waiting.len() < NAMES {
                    self.waiting.push(clipped(node.name));
                }
                Seen::Mine(Class::Detail)
            }
        }
    }

    /// `Failure in test unique_ships_id (models/schema.yml)`, after all nodes.
    fn reason(&mut self, word: &str, name: &str, file: &str, sink: &mut dyn Sink) -> Seen {
        if word == "Warning" {
            sink.emit(Event::BlockOpened(Block::Warning { key: name }));
            sink.emit(Event::Heading);
            self.telling = Telling::Warning;
            return Seen::Mine(Class::Warning);
        }
        // A node may have another name in the database, by which its line calls it: reasons come in the order of the lines.
        let exact = self.waiting.iter().position(|each| each == name);
        let Some(at) = exact.or_else(|| (!self.waiting.is_empty()).then_some(0)) else { return Seen::No };
        let shown = self.waiting.remove(at);
        sink.emit(Event::BlockOpened(Block::More { name: &shown }));
        sink.emit(Event::At { place: Place { file, line: None }, better: false });
        sink.emit(Event::Text(Part::Why));
        self.telling = Telling::Reason;
        Seen::Mine(Class::Detail)
    }

    fn body(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let content = text.trim();
        if content.is_empty() {
            // To another run, which may have begun, it parts failures.
            return Seen::Inside(Class::Noise);
        }
        let telling = self.telling;
        match telling {
            Telling::Nothing => return Seen::No,
            Telling::Warning => {
                sink.emit(Event::Text(Part::Why));
                return Seen::Mine(Class::Warning);
            }
            Telling::Reason if content.ends_with(" Error") && !content.contains(':') => {
                // The kind is alone above what it says.
                sink.emit(Event::Text(Part::Why));
            }
            Telling::Reason => {
                sink.emit(Event::Message(content));
                sink.emit(Event::Text(Part::Why));
                self.telling = Telling::More;
            }
            Telling::More => {
                let compiled = content.starts_with("compiled ") && content.contains(" at ");
                sink.emit(Event::Text(if compiled { Part::Where } else { Part::Why }));
            }
        }
        // What a database says may be here.
        Seen::Inside(Class::Detail)
    }

    fn close(&mut self, sink: &mut dyn Sink) {
        if std::mem::take(&mut self.telling) != Telling::Nothing {
            sink.emit(Event::BlockClosed);
        }
    }
}
