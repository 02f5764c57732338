//! DejaGnu's `runtest`.

mod dejagnu;
mod dejagnu_lines;

pub use dejagnu::Dejagnu;
