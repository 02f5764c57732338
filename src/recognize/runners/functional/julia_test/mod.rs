//! Julia's standard library `Test`.

mod julia_test;
mod rows;
mod table;

pub use julia_test::JuliaTest;
