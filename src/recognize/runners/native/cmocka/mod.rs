//! cmocka programs.

mod closing;
mod lines;
mod recognizer;
mod run;

pub use recognizer::Cmocka;
