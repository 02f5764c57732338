//! RSpec, and Crystal's spec, which prints like it, alone or under parallel_tests and turbo_tests.

mod body;
mod doc;
mod ending;
mod failure_list;
mod report;
mod rspec;
mod rspec_lines;

pub use failure_list::RspecFailureList;
pub use rspec::Rspec;
