//! Records of calls: numbers and names, never content or arguments.
//!
//! [`Writer`] appends them to a file a day, beside the answers and never in their way: whatever goes wrong costs records
//! and nothing else. [`Query`] reads them again and counts, in one pass and in memory that does not grow with them.

mod counting;
mod folder;
mod record;
mod writer;

pub use record::{Arm, Call, Outcome};
pub use writer::Writer;
