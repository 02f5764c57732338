//! make, ninja and CMake.

mod cmake;
mod cmake_message;
mod ninja;
mod recognizer;
#[cfg(test)]
mod tests;

pub use recognizer::Make;
