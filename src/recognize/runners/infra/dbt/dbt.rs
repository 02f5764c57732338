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
use crate::event::{Block, Class, FailureKind, Outcome, Part, Place, Seen, TestId};
use crate::recognize::kit::bounds::NAMES;
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};

/// What the text of a block is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Telling {
    /// Of a failure: its message did not come yet.
    #[default]
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
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.begun
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = dbt_lines::unstamped(line.judged());
        if text.starts_with("Running with dbt=") || text.starts_with("Registered adapter: ") {
            run.forget();
            self.ended();
            return Seen::Mine(Class::Noise);
        }
        if dbt_lines::is_concurrency(text) {
            return run.begin_once();
        }
        if self.begun && text.trim_end() == "Encountered an error:" {
            run.begin_once();
            self.telling = Telling::Reason;
            return run.fail_whole("Encountered an error", FailureKind::Setup);
        }
        if !run.is_running() {
            return Seen::No;
        }
        if let Some(node) = dbt_lines::node(text) {
            run.close();
            return self.node(&node, run);
        }
        if let Some(totals) = dbt_lines::done(text) {
            return run.totals(totals);
        }
        if let Some((word, name, file)) = dbt_lines::reason(text) {
            run.close();
            return self.reason(word, name, file, run);
        }
        self.body(text, run)
    }

    /// Another run of dbt's may follow.
    fn ended(&mut self) {
        *self = Self { begun: true, ..Self::default() };
    }
}

impl Dbt {
    /// A node that ended.
    fn node(&mut self, node: &Node<'_>, run: &mut Run<'_>) -> Seen {
        let id = TestId::bare(node.name);
        let Some(outcome) = node.outcome else { return Seen::Mine(Class::Noise) };
        if node.hook && !matches!(outcome, Outcome::Failed(_)) {
            // Versions differ in whether they count what goes well there.
            return Seen::Mine(Class::Noise);
        }
        if !matches!(outcome, Outcome::Failed(_)) {
            return run.report(id, outcome);
        }
        run.failed(id);
        if self.waiting.len() < NAMES {
            self.waiting.push(clipped(node.name));
        }
        Seen::Mine(Class::Detail)
    }

    /// `Failure in test unique_ships_id (models/schema.yml)`, after all nodes.
    fn reason(&mut self, word: &str, name: &str, file: &str, run: &mut Run<'_>) -> Seen {
        if word == "Warning" {
            run.open_block(Block::Warning { key: name });
            self.telling = Telling::Warning;
            return Seen::Mine(Class::Warning);
        }
        // A node may have another name in the database, by which its line calls it: reasons come in the order of the lines.
        let exact = self.waiting.iter().position(|each| each == name);
        let Some(at) = exact.or_else(|| (!self.waiting.is_empty()).then_some(0)) else { return Seen::No };
        let shown = self.waiting.remove(at);
        run.more(&shown);
        run.at(Place { file, line: None });
        self.telling = Telling::Reason;
        run.text(Part::Why)
    }

    fn body(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let content = text.trim();
        if content.is_empty() {
            // To another run, which may have begun, it parts failures.
            return Seen::Inside(Class::Noise);
        }
        if !run.is_open() {
            return Seen::No;
        }
        // What a database says may be here.
        match self.telling {
            Telling::Warning => {
                run.text(Part::Why);
                Seen::Mine(Class::Warning)
            }
            // The kind is alone above what it says.
            Telling::Reason if content.ends_with(" Error") && !content.contains(':') => run.below(Part::Why),
            Telling::Reason => {
                self.telling = Telling::More;
                run.why_below(content)
            }
            Telling::More => {
                let compiled = content.starts_with("compiled ") && content.contains(" at ");
                run.below(if compiled { Part::Where } else { Part::Why })
            }
        }
    }
}
