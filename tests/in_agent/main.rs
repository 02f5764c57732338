//! weir in the shell of a coding agent: the links, the stub and the start file, with small scripts as tools.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test that cannot go on fails"
)]

mod answers;
mod beside;
mod ends;
mod lines;
mod links;
mod place;
mod shell;
#[path = "../support/signals.rs"]
mod signals;
mod table;
mod tap;
