//! LLVM's `lit`.
//!
//! `lit` follows the runs, `run` counts one, `closing` reads its end, `block` what a failed test printed, `lit_lines`
//! knows the shapes of single lines.

mod block;
mod closing;
mod lit;
mod lit_lines;
mod run;
#[cfg(test)]
mod tests;

pub use lit::Lit;
