//! Records of calls: numbers and names, never content or arguments.
//!
//! [`Writer`] appends them to a file a day, beside the answers and never in their way: whatever goes wrong costs records
//! and nothing else. [`Query`] reads them again and counts, in one pass and in memory that does not grow with them.

mod check;
mod counting;
mod folder;
mod histogram;
mod query;
mod read;
mod record;
mod summary;
mod tally;
mod writer;

pub use check::{Check, Checked};
pub use histogram::Histogram;
pub use query::{Query, QueryError};
pub use record::{Arm, Call, Outcome};
pub use summary::{health, largest, prometheus, summary};
pub use tally::{ArmTally, Sums, Tally, ToolTally};
pub use writer::Writer;
