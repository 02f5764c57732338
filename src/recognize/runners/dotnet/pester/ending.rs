//! How a run of Pester ends: its totals, and whether they are a test's.

use super::pester::{Pester, SUM_BYTES, id, open};
use super::pester_lines::{self, Reported};
use crate::budget::Count as _;
use crate::event::{Class, Event, Opened, Seen};
use crate::recognize::kit::Run;
use crate::text::head;

impl Pester {
    /// A line while totals are not complete: where each part is written alone, each has a line.
    pub(super) fn in_sum(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        if self.partial.is_empty() {
            return None;
        }
        if text.is_empty() {
            return Some(Seen::Inside(Class::Noise));
        }
        let partial = std::mem::take(&mut self.partial);
        if !pester_lines::goes_on(text) || partial.len().saturating_add(text.len()) > SUM_BYTES {
            return None;
        }
        let whole = format!("{partial} {text}");
        pester_lines::sum(&whole).map(|reported| self.sum(reported, &whole, run))
    }

    /// Totals, or a part of them.
    pub(super) fn sum(&mut self, reported: Reported, text: &str, run: &mut Run<'_>) -> Seen {
        let Reported::All(sum) = reported else {
            head(text, SUM_BYTES).clone_into(&mut self.partial);
            return if run.is_running() { Seen::Inside(Class::Totals) } else { Seen::No };
        };
        // As many passed as were seen one by one: whoever began inside reported no totals.
        if self.inner > 0 && (self.passed == 0 || self.passed != sum.passed) {
            self.inner.down(1);
            return Seen::Inside(Class::Other);
        }
        if self.discovered.is_some_and(|count| if sum.whole { sum.all() != count } else { sum.all() > count })
        {
            // A test prints them.
            return Seen::Inside(Class::Other);
        }
        if self.discovered.is_none() && self.held.is_some_and(|held| held.failed > sum.failed) {
            // Another run that tells no more than its totals: what failed before stays.
            self.declare(run);
            *self = Self::default();
        }
        if !run.is_running() {
            // A run that shows no more than its totals.
            run.emit(Event::MayHaveBegunBefore);
            open(Opened::Own, true, run);
        }
        self.held = Some(sum);
        run.may_have_ended();
        Seen::Mine(Class::Totals)
    }

    /// Lines right after totals: the groups and files that failed.
    pub(super) fn after_sum(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        let held = self.held.as_mut()?;
        if let Some(count) = pester_lines::groups(text) {
            held.groups = count;
        } else if let Some(count) = pester_lines::files(text) {
            held.files = count;
        } else if !text.starts_with("  - ") || (held.groups == 0 && held.files == 0) {
            return None;
        }
        run.may_have_ended();
        Some(Seen::Mine(Class::Totals))
    }

    /// The totals are the runner's.
    pub(super) fn declare(&mut self, run: &mut Run<'_>) {
        let Some(sum) = self.held.take() else { return };
        let whole = self.discovered == Some(sum.all()) || (sum.passed > 0 && sum.passed == self.passed);
        if sum.failed == 0 && whole {
            // Tests printed what looked like failures: the run reported as many as it had.
            for (module, name) in std::mem::take(&mut self.reported) {
                run.emit(Event::Withdrawn(id(&module, &name)));
            }
            self.failed = 0;
        }
        run.totals(sum.totals(self.failed, self.apart));
    }
}
