//! cargo test and libtest.

mod block;
mod cargo;
mod cargo_test;
mod list;
mod loose;
mod reports;
mod roster;
mod shapes;

pub use cargo_test::CargoTest;
