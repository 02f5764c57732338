//! Python's unittest, and the runners that print like it (Django's test command).

mod body;
#[cfg(test)]
mod examples;
mod lines;
mod names;
mod next;
mod recognizer;
mod totals;
mod unexpected;
mod verbose;

pub use recognizer::Unittest;
