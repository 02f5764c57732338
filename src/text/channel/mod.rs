//! What a log went through before it came here, taken back before anybody reads it.
//!
//! A log is copied from consoles, redirected by shells, answered by services. Each of these changes it in its own way, and
//! each file here takes one of them back:
//!
//! | file | what |
//! |---|---|
//! | `log_in_json` | a log that is a string of a JSON document |
//! | `width` | lines that a console broke at its width |
//! | `records` | PowerShell's records of what a program printed on its standard error |
//! | `mojibake` | UTF-8 that was read in another page |
//!
//! `pipeline` decides by the first bytes which of them a stream needs, and tells by receipts what was done. A stream that
//! needs none of them passes by untouched.

mod lines;
mod log_in_json;
mod mojibake;
mod pages;
mod pipeline;
mod records;
mod unescaping;
mod width;

pub use pipeline::{Channel, Judge, Receipt};
