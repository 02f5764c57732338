//! Small linters that share a recognizer, as most of them print one line for a finding: `small` asks them in order.
//!
//! They are called `linter`. Each of these tools fails on any finding.

mod android_lint;
mod reek;
mod small;

pub use small::SmallLinters;
