//! One file or folder per runner. `registry.rs` lists them; nothing else names them.

pub mod bun_test;
pub mod cargo_test;
pub mod cypress;
pub mod deno_test;
pub mod gcc;
mod go;
pub mod go_build;
pub mod go_json;
pub mod go_test;
mod javascript;
pub mod jest;
pub mod ld;
pub mod make;
pub mod nextest;
pub mod playwright;
pub mod pytest;
pub mod rustc;
pub mod swift_testing;
pub mod swiftlint;
pub mod unittest;
pub mod vitest;
pub mod weir;
pub mod xcodebuild;
pub mod xctest;
