//! PHPUnit 8 to 12 with its test documentation, and ParaTest, which prints like it.

mod body;
mod ending;
mod lines;
mod recognizer;

pub use recognizer::Phpunit;
