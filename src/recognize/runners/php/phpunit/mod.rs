//! PHPUnit 8 to 12 with its test documentation, and ParaTest, which prints like it.

mod cut;
mod ending;
mod logged;
mod phpunit;

pub use phpunit::Phpunit;
