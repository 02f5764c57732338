//! Where bytes come from: standard input and files, with the signals that end a stream early.

mod file;
mod stdin;
pub mod xcresult;
