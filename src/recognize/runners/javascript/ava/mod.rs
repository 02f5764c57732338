//! AVA's default reporter. Its TAP is read as TAP.

mod ava;
mod ava_lines;
mod cut;
mod early;

pub use ava::Ava;
