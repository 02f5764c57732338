//! What is between the bytes of a log and its recognizers: everything that consoles, shells, services and loggers did to its
//! lines, taken off again, one file for each.
//!
//! | driver | file | what |
//! |---|---|---|
//! | `pipeline` | `log_in_json` | a log that is a string of a JSON document |
//! | | `hosts` | what a host writes before each line |
//! | | `width`, `watch`, `lines` | lines that a console broke at its width |
//! | | `records` | PowerShell's records of what a program printed on its standard error |
//! | | `mojibake`, `pages` | UTF-8 that was read in another page |
//! | `text::reader` | `stamps`, `gh_run`, `build_services` | time stamps, jobs and steps, marks of a CI |
//! | `recognize::streams` | `residue` | what is left of colours whose escapes were lost |
//! | | `learned` | a logger's time and level, an object round a message |
//! | | `names` | names of streams that write in turns |
//! | | `labels` | labels of programs that nobody knows |
//! | | `levels` | nothing: a logger's level says which lines get room |

mod build_services;
mod gh_run;
mod hosts;
pub(crate) mod labels;
pub(crate) mod learned;
pub(crate) mod levels;
mod lines;
mod log_in_json;
mod mojibake;
pub(crate) mod names;
mod pages;
mod pipeline;
mod records;
pub(crate) mod residue;
pub(super) mod stamps;
mod unescaping;
mod watch;
mod width;

pub use pipeline::{Channel, Judge, Receipt};
