//! PHPUnit 8 to 12 with its test documentation, and ParaTest, which prints like it.

mod body;
mod lines;
mod recognizer;
#[cfg(test)]
mod tests;

pub use recognizer::Phpunit;
