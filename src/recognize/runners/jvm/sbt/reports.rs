//! Failed and passed tests as each framework reports them.

use super::open::Open;
use super::sbt::Sbt;
use super::sbt_lines::{Mark, Verdict};
use crate::event::{Class, FailureKind, Seen, TestId};
use crate::recognize::kit::Run;
use crate::recognize::kit::frames::jvm::Trace;

impl Sbt {
    /// A suite or run that broke as a whole.
    pub(super) fn whole(&mut self, mark: Mark, name: &str, kind: FailureKind, run: &mut Run<'_>) -> Seen {
        self.open = Open::Failure(mark, 0, Trace::of(name));
        run.fail_whole(name, kind)
    }

    /// A test of ScalaTest.
    pub(super) fn scalatest(
        &mut self,
        mark: Mark,
        indent: usize,
        name: &str,
        verdict: Verdict,
        run: &mut Run<'_>,
    ) -> Option<Seen> {
        // A dash begins much: outside of a suite only a failed test is certain.
        let certain =
            verdict == Verdict::Failed || !self.suite.is_empty() || (run.is_running() && mark == Mark::Bare);
        let stranger = self.suite_mark.is_some_and(|own| own != mark);
        let bare = mark == Mark::Bare && self.suite.is_empty() && verdict != Verdict::Failed;
        if !certain || stranger || bare {
            return None;
        }
        self.begin(None, run);
        let shown = if self.scope.is_empty() { name.to_owned() } else { format!("{} {name}", self.scope) };
        let separator = if self.suite.is_empty() { "" } else { " > " };
        let id = TestId { module: &self.suite, separator, name: &shown };
        Some(match verdict {
            Verdict::Passed => run.pass(id),
            Verdict::Skipped => run.skip(id),
            Verdict::Other => {
                run.other(id);
                Seen::Mine(Class::Skipped)
            }
            Verdict::Failed => {
                self.open = Open::Failure(mark, indent, Trace::of(&self.suite));
                run.fail(id)
            }
        })
    }

    /// `a.CartSuite.adds  0.02s munit.FailException: /p/CartSuite.scala:12 no`.
    pub(super) fn munit(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        self.begin(None, run);
        let words: Vec<&str> = text.splitn(64, ' ').collect();
        let timed = words.iter().position(|word| {
            word.strip_suffix('s').is_some_and(|time| {
                time.split('.').all(|part| crate::recognize::kit::scan::whole_number(part).is_some())
            })
        });
        let (name, message) = match timed {
            Some(at) => {
                let name = words.get(..at).unwrap_or_default().join(" ");
                (name.trim().to_owned(), words.get(at.saturating_add(1)..).unwrap_or_default().join(" "))
            }
            None => (text.trim().to_owned(), String::new()),
        };
        let id = TestId::split_last(&name, ".");
        let id = match name.strip_prefix(self.suite.as_str()).and_then(|rest| rest.strip_prefix('.')) {
            Some(test) if !self.suite.is_empty() => {
                TestId { module: &self.suite, separator: ".", name: test }
            }
            _ => id,
        };
        let seen = run.fail(id);
        let place = message.split(' ').find_map(|word| crate::recognize::kit::scan::place(word));
        if let Some((place, _)) = place {
            run.at(place);
        }
        let printed = match place.and_then(|(place, _)| message.split_once(place.file)) {
            Some((_, after)) => after.split_once(' ').map_or("", |(_, printed)| printed),
            None => message.as_str(),
        };
        run.message(printed);
        self.open = Open::Munit(Trace::of(&self.suite));
        seen
    }

    /// `Test a.CartTest.adds failed: expected:<1> but was:<2>, took 0.01 sec`.
    pub(super) fn junit(&mut self, rest: &str, run: &mut Run<'_>) -> Option<Seen> {
        let (name, message) = rest.strip_prefix("Test ")?.split_once(" failed: ")?;
        if name.contains(' ') || !name.contains('.') {
            return None;
        }
        self.begin(None, run);
        let id = TestId::split_last(name, ".");
        self.open = Open::Failure(Mark::Error, 0, Trace::of(id.module));
        let message = message.rsplit_once(", took ").map_or(message, |(message, _)| message);
        Some(run.fail_because(id, message))
    }
}
