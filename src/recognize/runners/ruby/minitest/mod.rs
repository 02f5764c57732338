//! minitest, with Rails' inline reporter and minitest-reporters, and test-unit.

mod body;
mod ending;
mod joined;
mod minitest;
mod minitest_lines;
mod nameless;
mod reporters;
mod test_unit;

pub use minitest::Minitest;
pub use test_unit::TestUnit;
