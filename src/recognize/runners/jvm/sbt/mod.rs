//! sbt with its test frameworks (ScalaTest, munit, JUnit, specs2) and compile errors; ScalaTest's own runner.

mod marked;
mod open;
mod reports;
mod sbt;
mod sbt_lines;
mod specs2;
mod utest;

pub use sbt::Sbt;
