//! vitest: the default, verbose, tree, dot and minimal reporters of versions 0.30 to 4. Its TAP reporter is TAP.

mod reading;
mod report;
mod result;
mod totals;
mod vitest;
mod vitest_lines;

pub use vitest::Vitest;
