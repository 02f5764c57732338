//! Small linters that share a recognizer, as most of them print one line for a finding: `small` asks them in order.
//!
//! They are called `linter`. Each of these tools fails on any finding.

mod actionlint;
mod android_lint;
mod ansible_lint;
mod bandit;
mod deptry;
mod dotenv_linter;
mod erb_lint;
mod fasterer;
mod haml_lint;
mod hlint;
mod ktlint;
mod misspell;
mod printed;
mod pydocstyle;
mod reek;
mod small;
mod sorbet;
mod vulture;

pub use small::SmallLinters;
