//! Python's unittest, and the runners that print like it (Django's test command).

mod body;
mod names;
mod recognizer;
mod totals;

pub use recognizer::Unittest;
