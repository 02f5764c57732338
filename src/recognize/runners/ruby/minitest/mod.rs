//! minitest, with Rails' inline reporter and minitest-reporters, and test-unit.

mod body;
mod ending;
mod joined;
mod lines;
mod nameless;
mod recognizer;
mod reporters;
mod test_unit;

pub use recognizer::Minitest;
pub use test_unit::TestUnit;
