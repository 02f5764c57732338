//! make, ninja and CMake.

mod cmake;
mod cmake_message;
mod ninja;
mod recognizer;

pub use recognizer::Make;
