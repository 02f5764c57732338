//! What the tests through the binary share: running weir, reading its answer, and logs of runners made to measure.

#![allow(dead_code, unused_imports, reason = "every test file uses its own part")]

pub mod answer;
pub mod runs;
pub mod xctest;

pub use answer::{Answer, MODES, answer, json, weir};
pub use xctest::{Messages, g};
