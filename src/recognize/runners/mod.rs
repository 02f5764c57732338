//! One file or folder per runner. `registry.rs` lists them; nothing else names them.

pub mod ant;
pub mod cargo_test;
pub mod gcc;
mod go;
pub mod go_build;
pub mod go_json;
pub mod go_test;
pub mod gradle;
pub mod junit_console;
pub mod jvm;
pub mod ld;
pub mod make;
pub mod maven;
pub mod nextest;
pub mod pytest;
pub mod rustc;
pub mod sbt;
pub mod swift_testing;
pub mod swiftlint;
pub mod unittest;
pub mod weir;
pub mod xcodebuild;
pub mod xctest;
