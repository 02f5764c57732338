//! Small compilers whose line has a shape of its own: they share a recognizer, and are called `compiler`.
//!
//! Warnings and deprecations do not fail a run.

mod compilers;
mod d;
mod erlang;
mod verilator;

pub use compilers::Compilers;
