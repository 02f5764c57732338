//! Lines to events: one recognizer per runner over a shared vocabulary.

mod crash;
mod diagnostics;
mod exceptions;
pub mod formats;
mod generic;
mod literals;
mod output;
mod prefilter;
mod recognizer;
pub mod registry;
mod runners;
pub mod scan;
mod scanner;

pub use recognizer::{Attention, PassShape, Recognizer, Signs};
pub use scanner::Scanner;
