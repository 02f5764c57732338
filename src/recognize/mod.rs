//! Lines to events: one recognizer per runner over a shared vocabulary.

mod crash;
mod diagnostics;
pub mod formats;
mod generic;
mod prefilter;
mod recognizer;
pub mod registry;
mod runners;
mod scan;
mod scanner;

pub use recognizer::{Attention, PassShape, Recognizer, Signs};
pub use scanner::Scanner;
