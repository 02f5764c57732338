//! sbt with its test frameworks (ScalaTest, munit, JUnit, specs2) and compile errors; ScalaTest's own runner.

#[cfg(test)]
mod examples;
mod lines;
mod recognizer;

pub use recognizer::Sbt;
