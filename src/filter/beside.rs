//! What goes on beside an answer: its original is kept, somebody watches, and the last run is remembered.

use std::collections::{BTreeSet, HashSet};
use std::io::{self, Write};

use super::keeping::Keeping;
use crate::render::documents::Model;
use crate::report::{Report, Took, Trace, Witness};
use crate::store::Last;
use crate::text::Paints;

/// Somebody who watches while the input streams by.
pub trait Progress {
    /// All lines that came so far are judged. Called after each block of input, however short: it has to be quick.
    fn after_block(&mut self, report: &mut Report);

    /// Nothing more comes: the answer follows.
    fn ended(&mut self);

    /// The report is finished, with all that is known of the run besides.
    fn finished(&mut self, report: &Report, witness: Witness) {
        let _ = (report, witness);
    }

    /// The answer is written; of what was stored before, these lines of the input are in it.
    fn answered(&mut self, shown: &HashSet<u64>) {
        let _ = shown;
    }

    /// Whether the original is stored even if the answer leaves nothing of it out, as nobody sees the answer.
    fn keeps_all(&self) -> bool {
        false
    }

    /// The answer is written, and its original is stored under this id.
    fn stored(&mut self, id: &str) {
        let _ = id;
    }
}

/// Writes documents of a finished run.
pub trait Documents {
    /// When the run began, in milliseconds since the epoch.
    fn began_ms(&self) -> u64;

    /// Writes them all; `out` is where the answer went.
    ///
    /// # Errors
    /// The first error of writing to `out`.
    fn write(&mut self, model: &Model<'_>, out: &mut dyn Write) -> io::Result<()>;
}

/// Nobody watches.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Progress for Unwatched {
    fn after_block(&mut self, _report: &mut Report) {}

    fn ended(&mut self) {}
}

/// The failures of the last run of the same command, and in their place those of this one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Past {
    /// Those of the last run, when there was one.
    pub last: Option<BTreeSet<Trace>>,
    /// The times of its slowest tests.
    pub last_took: Took,
    /// Those of this run, when they are not too many. None at all when nothing can be printed of this run.
    pub this: Option<Option<BTreeSet<Trace>>>,
    /// The times of this one's.
    pub this_took: Took,
}

impl Past {
    /// What is remembered of the last run.
    #[must_use]
    pub fn of(last: &Last) -> Self {
        let (last, last_took) = last.remembered();
        Self { last, last_took, ..Self::default() }
    }
}

/// Everything beside an answer.
pub struct Beside<'a> {
    /// What becomes of the original.
    pub keeping: Keeping<'a>,
    /// Who watches.
    pub progress: &'a mut dyn Progress,
    /// What is compared with, when it is.
    pub past: Option<&'a mut Past>,
    /// The colours of the input's lines, when they come back in the answer.
    pub paints: Option<Paints>,
    /// Who writes documents of the run.
    pub documents: Option<&'a mut dyn Documents>,
}

impl std::fmt::Debug for Beside<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Beside").field("keeping", &self.keeping).finish_non_exhaustive()
    }
}
