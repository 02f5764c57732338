//! Python's unittest, and the runners that print like it (Django's test command).

mod body;
#[cfg(test)]
mod examples;
mod names;
mod next;
mod totals;
mod unexpected;
mod unittest;
mod unittest_lines;
mod verbose;

pub use unittest::Unittest;
