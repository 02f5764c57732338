//! What is at the end of a run: lists of what failed, and a number for each result.

use super::lit::{At, Lit};
use super::lit_lines::{self, Of, id, is_ruler};
use crate::event::{Class, Event, FailureKind, Grade, Outcome, Seen, Strength};
use crate::recognize::kit::{Run, scan};

impl Lit {
    /// A line outside of any run.
    pub(super) fn before(&mut self, text: &str, ruler: bool, run: &mut Run<'_>) -> Seen {
        if ruler && let Some((of, _)) = lit_lines::list(text) {
            self.list = Some(of);
            return Seen::No;
        }
        // The older quiet forms print lists and numbers alone.
        let Some(of) = self.list.take() else { return Seen::No };
        if of.kind().is_none() || !text.starts_with("  ") || !text.contains(" :: ") {
            return Seen::No;
        }
        self.open(None, run);
        if let Some(tests) = &mut self.run {
            tests.closes(false, None);
        }
        self.at = At::List(of);
        self.between(text, false, run)
    }

    /// A line of a run that is no test's.
    pub(super) fn between(&mut self, text: &str, ruler: bool, run: &mut Run<'_>) -> Seen {
        if is_ruler(text) {
            return Seen::Mine(Class::Noise);
        }
        if let (At::List(of), Some(name)) = (&self.at, text.strip_prefix("  ")) {
            let of = *of;
            return self.listed(of, name.trim_start(), run);
        }
        let Some(tests) = &mut self.run else { return Seen::No };
        if ruler && let Some((of, _)) = lit_lines::list(text) {
            if !tests.shows_all && tests.sum.is_some_and(|sum| sum.counts()) && tests.totals().is_some() {
                // A run of an older quiet form follows.
                self.declare(run);
                self.list = Some(of);
                return Seen::No;
            }
            tests.closes_with_list();
            self.leave(run);
            self.at = At::List(of);
            return Seen::Mine(Class::Noise);
        }
        if text.strip_prefix("Testing Time: ").is_some_and(|time| time.ends_with('s')) {
            tests.closes(true, None);
            return self.numbers(run);
        }
        if let Some(number) = text.strip_prefix("Total Discovered Tests: ").and_then(scan::whole_number) {
            tests.closes(false, Some(number));
            return self.numbers(run);
        }
        if matches!(self.at, At::Numbers)
            && let Some((of, number)) = lit_lines::count(text)
        {
            tests.counts(of, number);
            return self.numbers(run);
        }
        if let Some(stopped) = lit_lines::stopped(text) {
            tests.stopped = Some(stopped);
            self.leave(run);
            run.emit(Event::Hint(Strength::Outcome));
            return Seen::Mine(Class::Other);
        }
        if text.ends_with(" error(s) in tests") && scan::number(text).is_some() {
            run.consequence(text, FailureKind::Setup);
            return Seen::Mine(Class::Totals);
        }
        let counted = tests.sum.is_some_and(|sum| sum.counts());
        match self.at {
            At::List(_) if text.is_empty() => self.at = At::Numbers,
            At::List(_) => self.at = At::Tests,
            At::Numbers if counted || !text.is_empty() => self.at = At::Tests,
            _ => {}
        }
        let progress = text.starts_with("Testing: ") || text == "Testing:";
        if progress || text.starts_with("Exiting with status 0 instead of 1 because '--ignore-fail'") {
            return Seen::Mine(Class::Noise);
        }
        if tests.totals().is_some() {
            return Seen::No;
        }
        Seen::Inside(if text.is_empty() { Class::Noise } else { Class::Other })
    }

    fn numbers(&mut self, run: &mut Run<'_>) -> Seen {
        self.leave(run);
        self.at = At::Numbers;
        run.may_have_ended();
        Seen::Mine(Class::Totals)
    }

    /// A name of a closing list.
    fn listed(&mut self, of: Of, name: &str, run: &mut Run<'_>) -> Seen {
        let (Some(kind), Some(tests)) = (of.kind(), &mut self.run) else { return Seen::Mine(Class::Other) };
        if !tests.is_over() {
            return Seen::Inside(Class::Other);
        }
        let reported = tests.lists(name);
        // A shard's output belongs to the first of its tests.
        let (shown, alias) = match reported {
            Some(reported) if reported != name && name.contains(" :: ") => (name, reported),
            Some(reported) => (reported, ""),
            None => (name, ""),
        };
        let outcome = Outcome::Failed(kind);
        run.emit(Event::Finished { id: id(shown), outcome, grade: Grade::Listed, attempt: 0, alias });
        run.may_have_ended();
        Seen::Mine(Class::Detail)
    }
}
