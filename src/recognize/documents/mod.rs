//! Structured formats, each parsed once: as a stream on standard input, and as a report file beside it.

mod behaviour;
mod bounded_json;
mod bounded_xml;
mod clean;
mod ctrf;
mod detail;
mod dispatch;
mod dotnet;
mod failure;
mod javascript;
mod json;
mod junit;
mod libtest;
mod limits;
mod lint;
mod located;
mod python;
mod reach;
mod run;
mod sniff;
mod teamcity;
mod xcresult;
mod xml;

#[cfg(test)]
mod hostile;
#[cfg(test)]
mod reports;
#[cfg(test)]
mod rows;

pub use dispatch::{FormatError, Kind, Parsed, parse, tell};
pub use libtest::Libtest;
pub use reach::Reach;
pub use sniff::{Begins, SNIFF_BYTES, begins, document_start, may_begin, sniff, sniff_lines};
pub use teamcity::Teamcity;
