//! JSON reports of pytest's plugins.

mod json_report;
mod longrepr;
mod node;
mod reportlog;
#[cfg(test)]
mod tests;

pub use json_report::json_report;
pub use reportlog::reportlog;
