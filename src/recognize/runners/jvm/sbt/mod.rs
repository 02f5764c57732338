//! sbt with its test frameworks (ScalaTest, munit, JUnit, specs2) and compile errors; ScalaTest's own runner.

mod lines;
mod marked;
mod open;
mod recognizer;
mod reports;
mod specs2;
mod utest;

pub use recognizer::Sbt;
