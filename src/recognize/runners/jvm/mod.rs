//! Build tools, compilers and runners of the Java virtual machine.

pub mod ant;
pub mod clojure_test;
pub mod compiler;
pub mod gradle;
pub mod java;
pub mod jtreg;
pub mod junit_console;
pub mod junit_text;
pub mod karate;
pub mod kotest;
pub mod maven;
pub mod sbt;
pub mod shared;
pub mod testng;
