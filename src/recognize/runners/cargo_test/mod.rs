//! cargo test and libtest.

mod loose;
mod recognizer;
mod shapes;

pub use recognizer::CargoTest;
