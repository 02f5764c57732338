//! The pieces beside the main job, through the binary: `weir batch`, `chunk`, `compile`, `digest`, `pack`, `page`, `tokens`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test that cannot go on fails"
)]

mod batch;
mod chunk;
mod compile;
mod digest;
mod pack;
mod page;
mod tokens;

#[path = "../support/mod.rs"]
mod support;
