//! One file or folder per runner. `registry.rs` lists them; nothing else names them.

pub mod ava;
pub mod cargo_test;
pub mod gcc;
mod go;
pub mod go_build;
pub mod go_json;
pub mod go_test;
mod javascript;
pub mod ld;
pub mod make;
pub mod mocha;
pub mod nextest;
pub mod node;
pub mod node_test;
pub mod npm;
pub mod prove;
pub mod pytest;
pub mod rustc;
pub mod swift_testing;
pub mod swiftlint;
pub mod tap;
pub mod tcltest;
pub mod unittest;
pub mod weir;
pub mod xcodebuild;
pub mod xctest;
