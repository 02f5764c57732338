//! JUnit XML, in the dialects of the runners and converters that write it.

mod case;
#[cfg(test)]
mod dialects;
mod identity;
mod reader;
mod suite;

pub use reader::parse;
