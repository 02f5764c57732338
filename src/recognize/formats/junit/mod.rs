//! JUnit XML, in the dialects of the runners and converters that write it.

mod case;
mod identity;
mod reader;
mod suite;
mod unescape;

pub use reader::parse;
