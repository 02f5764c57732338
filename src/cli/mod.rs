//! The command line: what was typed, what it means, what is done, and how it ends.
//!
//! [`args`] mirrors the keyboard, [`resolve`] turns it into a checked [`job`] before a byte of input is read, one
//! file a subcommand does it, and [`exit`] alone knows exit codes and speaks on standard error.

pub mod args;
pub mod batch;
mod completions;
mod duration;
pub mod exit;
mod filter;
pub mod job;
mod man;
mod manual;
mod patterns;
pub mod piece;
pub mod resolve;
mod resolve_show;
mod run;
mod runners;
pub mod show;
mod stdout;
mod storage;
mod surroundings;
mod words;

pub use surroundings::{Attached, Surroundings};
