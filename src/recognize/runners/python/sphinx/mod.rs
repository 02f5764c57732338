//! Sphinx, which builds documentation.

mod held;
mod sphinx;
mod sphinx_lines;
mod trouble;

pub use sphinx::Sphinx;
