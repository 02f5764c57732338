//! What the go recognizers share: the shapes of lines, what a line of text is, and text held back for a failure.

pub mod builds;
pub mod closing;
pub mod collected;
pub mod diagnostic;
mod frames;
pub mod held;
pub mod judge;
pub mod printed;
pub mod record;
pub mod roster;
mod running;
pub mod section;
pub mod shape;
mod spares;
pub mod summed;
pub mod text;

#[cfg(test)]
mod build_tests;
#[cfg(test)]
mod json_tests;
#[cfg(test)]
mod summary;
#[cfg(test)]
mod text_tests;
