//! cargo, nextest and rustc.

pub mod cargo_test;
pub mod nextest;
pub mod rustc;
pub mod shared;
