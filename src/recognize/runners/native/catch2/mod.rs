//! Catch2, versions 2 and 3.

mod assertions;
mod automake;
mod catch2;
mod catch2_lines;
#[cfg(test)]
mod tests;

pub use catch2::Catch2;
