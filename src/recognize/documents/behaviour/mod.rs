//! JSON of RSpec and Cucumber.

mod cucumber;
mod messages;
mod rspec;
mod status;
#[cfg(test)]
mod tests;

pub use cucumber::cucumber;
pub use messages::messages;
pub use rspec::rspec;
