//! Further small linters whose findings begin with no `PATH:LINE`: they share a recognizer, and are called `linter`.
//!
//! What only warns does not fail the run: puppet-lint's, tslint's and scalastyle's warnings, all that remark calls one.

mod brakeman;
mod further;

pub use further::FurtherLinters;
