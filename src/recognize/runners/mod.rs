//! One file or folder per runner. `registry.rs` lists them; nothing else names them.

pub mod cargo_test;
pub mod ci;
pub mod gcc;
mod go;
pub mod go_build;
pub mod go_json;
pub mod go_test;
pub mod ld;
pub mod make;
pub mod nextest;
pub mod pytest;
pub mod rustc;
pub mod swift_testing;
pub mod swiftlint;
pub mod unittest;
pub mod weir;
pub mod xcodebuild;
pub mod xctest;
