//! `weir proxy` through the binary: a client that sends lines, and servers that are a few lines of shell or a socket.

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
mod any_lines;
mod as_server;
mod client;
mod ends;
mod hostile;
mod lines;
#[cfg(feature = "listen")]
mod listening;
#[cfg(feature = "listen")]
mod listening_bounds;
mod lists;
mod load;
#[cfg(feature = "http")]
mod over_http;
mod service;
mod two_sides;
