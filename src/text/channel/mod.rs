//! The way of a log from its bytes to its recognizers: what consoles, shells, services and loggers added to its lines is
//! taken off again, one file for each.
//!
//! The stages in their order ([`Stage`]). Each reads a stream in pieces and holds no more than its bound. Each acts on evidence
//! from the first lines, leaves a receipt, and gives up when there is no evidence. What is taken off never makes an
//! answer greener.
//!
//! | stage | what it takes off | its evidence | its bound | its receipt |
//! |---|---|---|---|---|
//! | `log_in_json`, `unescaping` | a JSON document around a log | a member for logs that holds several lines, or lines of a known run | 64 KiB held; two documents, one in the other | `json:log` |
//! | `doubled` | the empty line after each line of a copied console | all of the first 20 lines, or all there are, alternate | 20 lines held; given up after 4 lines without it | `doubled` |
//! | `hosts`, `columns`, `counters` | what a host writes before each line, numbers of lines, seconds since 1970 | nine in ten of the first 8 lines begin so | 8 lines held; 80 bytes of a line | `prefix:remote` |
//! | `width`, `watch`, `lines` | breaks at a console's width | lines of one length that go on within words, and none that is longer | looked for in 512 KiB; 64 KiB held | `wrapped:120` |
//! | `records` | PowerShell's records of errors | the last line of a record | 24 lines held | `powershell` |
//! | `mojibake`, `pages` | a wrong code page | all of a line's characters are bytes of the page, and one is a mark that tools draw | a line of 64 KiB; twice | `mojibake:cp437` |
//! | `text::reader` | colours, rows that were drawn over | escape sequences | 64 KiB of a line | counted as decoration |
//! | `stamps`, `clocks`, `gh_run`, `build_services`, `robots`, `stripped`; `applications` keeps what is not a CI's | time stamps, jobs and steps, commands of a CI | the form, at the first column; a bare clock from its second line on | 400 bytes of a line | `prefix:gh-run` |
//! | `residue` | colours whose escapes were lost | one of the first 32 lines sets a colour and takes it back, or a later one begins with a written one | 24 bytes of a sequence | `colours` |
//! | `no_break` | no-break spaces before lines | one of the first 32 lines begins with them | the line | `blanks` |
//! | `learned`, `levels` | a logger's time and level, an object around a message | a run is read after it, and none in the unchanged lines | 8 lines or 64 KiB held; looked for in 32 lines | `prefix:learned`, `level`, `message:json` |
//! | `names` | names of streams that write in turns | the header of their tool, or one form on lines that follow each other | 6 lines held; 64 bytes of a name; 256 streams | `prefix:buildkit` |
//! | `labels` | labels of unknown programs | the label alone on two lines and before three more | 64 bytes; 8 labels | `label` |
//!
//! Three drivers run them: `pipeline` over bytes, [`LineReader`](super::LineReader) over lines,
//! `recognize::channel::streams::stages` over lines and what recognizers read in them. The first six change the text;
//! `filter::channel` then judges the unchanged text too, and the worse verdict counts. The others leave the line as it
//! was printed and give recognizers a part of it; when no recognizer claims the text after a logger's prefix, what the
//! whole line says of a failure counts. `levels` takes nothing off by itself: it knows the words, and says which lines
//! of an unknown tool get room.

mod applications;
mod build_services;
mod clocks;
mod columns;
mod counters;
mod doubled;
mod first_lines;
mod gh_run;
mod hosts;
pub(crate) mod labels;
pub(crate) mod learned;
pub(crate) mod levels;
mod lines;
mod log_in_json;
mod mojibake;
pub(crate) mod names;
pub(crate) mod no_break;
mod pages;
mod pipeline;
mod records;
pub(crate) mod residue;
mod robots;
mod stage;
pub(super) mod stamps;
pub(super) mod stripped;
mod unescaping;
mod watch;
mod width;

pub(crate) use log_in_json::reports_bad_end;
pub use pipeline::{Channel, Judge};
pub use stage::{Receipt, Receipts, Stage};
