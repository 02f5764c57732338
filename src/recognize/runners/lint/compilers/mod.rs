//! Small compilers whose line has a shape of its own: they share a recognizer, and are called `compiler`.
//!
//! Warnings and deprecations do not fail a run.

mod d;
mod erlang;
mod nim;
mod printed;
mod recognizer;
mod verilator;

pub use recognizer::Compilers;
