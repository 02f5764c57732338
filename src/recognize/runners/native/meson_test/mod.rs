//! Meson's tests.

mod after;
mod log;
mod meson_test;
mod meson_test_lines;
mod printed;
mod sums;

pub use meson_test::MesonTest;
