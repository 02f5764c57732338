//! Structured formats, each parsed once: as a stream on standard input, and as a report file beside it.

mod bounded_json;
mod bounded_xml;
mod clean;
mod detail;
mod dispatch;
mod failure;
mod junit;
mod limits;
mod located;
mod sniff;
mod xcresult;

#[cfg(test)]
mod hostile;
#[cfg(test)]
mod reports;
#[cfg(test)]
mod rows;

pub use dispatch::{FormatError, Kind, Parsed, parse};
pub use sniff::{SNIFF_BYTES, sniff};
