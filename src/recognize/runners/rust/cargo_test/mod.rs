//! cargo test and libtest.

mod block;
mod cargo;
mod list;
mod loose;
mod recognizer;
mod reports;
mod roster;
mod shapes;

pub use recognizer::CargoTest;
