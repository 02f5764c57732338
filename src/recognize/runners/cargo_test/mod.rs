//! cargo test and libtest.

mod loose;
mod recognizer;
mod reports;
mod shapes;

pub use recognizer::CargoTest;
