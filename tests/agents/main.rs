//! weir in the settings of coding agents: `weir setup` and `weir doctor`, in homes that are made for each test.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test that cannot go on fails"
)]

mod chained;
mod counts;
mod doctor;
mod home;
mod servers;
mod setup;
