//! What the tests through the binary share: running weir, reading its answer, and logs of runners made to measure.

#![allow(dead_code, unused_imports, reason = "every test file uses its own part")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test that cannot go on fails"
)]

pub mod answer;
pub mod desk;
pub mod here;
pub mod kept;
pub mod logs;
pub mod runs;
pub mod schema;
#[cfg(unix)]
pub mod signals;
pub mod stored;
pub mod surroundings;
pub mod sweep;
pub mod tellings;
pub mod xctest;

pub use answer::{Answer, MODES, answer, json, weir};
pub use surroundings::Plain;
pub use xctest::{Messages, g};
