//! make, ninja and CMake.

mod cmake;
mod cmake_message;
mod make;
mod ninja;

pub use make::Make;
