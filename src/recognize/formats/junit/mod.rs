//! JUnit XML, in the dialects of the runners and converters that write it.

mod case;
#[cfg(test)]
mod dialects;
mod identity;
mod reader;
mod suite;
mod unescape;

pub use reader::parse;
