//! The command line: what was typed, what it means, what is done, and how it ends.
//!
//! [`args`] mirrors the keyboard, [`resolve`] turns it into a checked [`job`] before a byte of input is read, one
//! file a subcommand does it, and [`exit`] alone knows exit codes and speaks on standard error.

pub mod args;
mod ask;
pub mod batch;
mod brief;
pub mod chunk;
pub mod compile;
mod complete;
pub mod config;
mod configuration;
pub mod digest;
pub mod doctor;
pub mod documents;
mod duration;
pub mod exit;
pub mod filter;
mod gain;
mod help;
pub mod in_agent;
pub mod install;
pub mod job;
mod limits;
pub mod listen;
mod man;
mod manual;
pub mod mcp;
pub mod options;
mod outlet;
pub mod pack;
pub mod page;
mod pages;
mod patterns;
pub mod piece;
pub mod progress;
pub mod proxy;
mod refused;
mod reports;
mod rerun;
pub mod resolve;
mod resolve_show;
pub mod rows;
mod run;
mod runners;
mod save;
pub mod select;
pub mod setup;
pub mod show;
pub mod stats;
#[cfg(unix)]
mod stdout;
#[cfg(windows)]
#[path = "stdout_windows.rs"]
mod stdout;
mod storage;
mod suggest;
mod surroundings;
mod system;
pub mod tap;
pub mod tokens;
mod words;

pub use surroundings::{Attached, Surroundings, names as variables};
