//! One file or folder per runner. `registry.rs` lists them; nothing else names them.

pub mod bazel;
pub mod cargo_test;
pub mod catch2;
mod cmake_message;
pub mod ctest;
pub mod doctest;
pub mod dotnet;
pub mod gcc;
mod go;
pub mod go_build;
pub mod go_json;
pub mod go_test;
pub mod gtest;
pub mod ld;
pub mod make;
pub mod msbuild;
pub mod nextest;
pub mod process;
pub mod pytest;
pub mod rustc;
pub mod swift_testing;
pub mod swiftlint;
pub mod unittest;
pub mod weir;
pub mod xcodebuild;
pub mod xctest;
