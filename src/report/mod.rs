//! Events to one result: merging, grading, reconciling. Knows no runner's format and prints nothing.

mod beyond;
mod claim;
mod closing;
mod consequence;
mod context;
mod detail;
mod diagnostic;
mod excerpt;
mod failures;
mod hiding;
mod inside;
mod intake;
mod last_lines;
mod last_word;
mod listener;
mod lookup;
mod names;
mod passes;
mod past;
mod reach;
mod reconcile;
#[expect(clippy::module_inception, reason = "the type and its file have the folder's name")]
mod report;
mod section;
mod shelves;
mod stored;
mod streams;
mod summary;
mod union;
mod verdict;
mod warnings;
mod watch;

pub use beyond::Beyond;
pub use detail::Detail;
pub use excerpt::Excerpt;
pub use failures::{Failure, FailureLog, State};
pub use hiding::{Hide, REDACTED, marks};
pub use past::{Compared, REMEMBERED, Trace};
pub use report::{Bounds, Report};
pub use section::{Section, SectionState};
pub use shelves::Window;
pub use stored::{Stored, class_index};
pub use summary::{Counts, SectionSummary, Summary};
pub use verdict::{Verdict, Witness};
pub use warnings::{Warning, Warnings};
pub use watch::SoFar;
