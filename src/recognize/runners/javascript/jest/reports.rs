//! What jest tells of one file: its header, and the reports below it.

use super::jest::{Jest, Zone};
use super::jest_lines::{self, SEPARATOR, SUITE};
use super::result::Pending;
use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Grade, Outcome, Seen, TestId};
use crate::recognize::kit::Run;
use crate::recognize::kit::bounds::NAMES;
use crate::recognize::kit::clip::{clipped, key};
use crate::recognize::runners::javascript::shared::Body;

/// The most failures that are remembered for the closing list.
const KNOWN: usize = 65_536;

impl Jest {
    /// A file's header.
    pub(super) fn file(&mut self, header: jest_lines::Header<'_>, run: &mut Run<'_>) {
        self.leave(run);
        self.begun = true;
        match self.pending {
            // A test printed them, or a terminal repeats them: the run goes on.
            Some(Pending { running, .. }) if running || !self.plausible() => self.pending = None,
            _ => self.settle(run),
        }
        if header.passed {
            self.begin(run);
        }
        // A file that failed has more to tell; without that, anybody may have printed the line.
        self.death.forget();
        if let Some(count) = self.files.get_mut(usize::from(!header.passed)) {
            count.up(1);
        }
        self.file = clipped(header.file);
        self.failed = !header.passed;
        if self.failed {
            self.failed_file.clone_from(&self.file);
        }
        self.errors = self.errors.of_next_file(header.passed);
        self.tree.clear();
        self.zone = Zone::Tree;
    }

    /// The title of a report below a file.
    pub(super) fn report(&mut self, title: &str, run: &mut Run<'_>) -> Seen {
        self.leave(run);
        self.begin(run);
        if title == "Console" {
            self.zone = Zone::Console;
            return Seen::Mine(Class::Other);
        }
        if !self.failed {
            self.zone = Zone::Reports;
            return Seen::No;
        }
        let file = self.file.clone();
        let name = if file.is_empty() { title.to_owned() } else { format!("{file}{SEPARATOR}{title}") };
        let known = self.known.contains(&key(&name));
        if self.listing && !known && self.known.remove(&key(title)) {
            // Its report was below a header that the log does not hold.
            self.known.insert(key(&name));
            let id = TestId::split_last(&name, SEPARATOR);
            let outcome = Outcome::Failed(FailureKind::Test);
            run.emit(Event::Finished { id, outcome, grade: Grade::Listed, attempt: 0, alias: title });
            self.zone = Zone::Console;
            return Seen::Mine(Class::Detail);
        }
        if !file.is_empty() && self.failing.len() < KNOWN {
            self.failing.insert(key(&file));
        }
        if self.known.len() < KNOWN {
            self.known.insert(key(&name));
        }
        if title == SUITE {
            if known {
                self.zone = Zone::Console;
                return Seen::Mine(Class::Detail);
            }
            self.uncounted.up(1);
            run.instead(&format!("FAIL {file}: {SUITE}"));
            let seen = run.fail_whole(&file, FailureKind::Collection);
            self.errors.tell(run);
            self.zone = Zone::Report(Body::of_file());
            return seen;
        }
        let id = TestId::split_last(&name, SEPARATOR);
        if known && self.listing {
            let outcome = Outcome::Failed(FailureKind::Test);
            run.emit(Event::Finished { id, outcome, grade: Grade::Listed, attempt: 0, alias: "" });
            self.zone = Zone::Console;
            return Seen::Mine(Class::Detail);
        }
        let seen = run.fail(id);
        self.errors.tell(run);
        if !known && self.names.len() < NAMES {
            self.names.push(clipped(&name));
        }
        self.zone = Zone::Report(Body::default());
        seen
    }

    /// Leaves what is open below a file.
    pub(super) fn leave(&mut self, run: &mut Run<'_>) {
        self.zone = Zone::Between;
        run.close();
    }
}
