//! Records of calls: numbers and names, never content or arguments.
//!
//! [`Writer`] appends them to a file a day, beside the answers and never in their way: whatever goes wrong costs records
//! and nothing else. [`Query`] reads them again and counts, in one pass and in memory that does not grow with them. What
//! was counted, a [`Tally`], is shown as JSON, for Prometheus, as OTLP, as a page for a browser, and as a health report.

mod arms;
mod check;
mod counting;
#[cfg(feature = "http")]
mod export;
mod fetch;
mod folder;
mod health;
mod histogram;
mod metrics;
mod otlp;
mod packed;
pub mod page;
mod prometheus;
mod query;
mod read;
mod record;
mod series;
mod summary;
mod sums;
mod tally;
mod tools;
mod words;
mod writer;

pub use arms::{ArmTally, Mean, Trial, Unit};
pub use check::{Check, Checked};
pub use fetch::Fetch;
pub use health::{Condition, Configured, HEALTHY, Health, Storing, Upstream, health};
pub use histogram::Histogram;
pub use otlp::otlp;
pub use packed::Packed;
pub use prometheus::prometheus;
pub use query::{Command, Query, QueryError};
pub use record::{Arm, Call, Outcome};
pub use series::{Series, Slot};
pub use summary::{largest, summary};
pub use sums::Sums;
pub use tally::{ListTally, PackTally, Tally, ToolTally};
pub use tools::Tools;
pub use writer::Writer;
