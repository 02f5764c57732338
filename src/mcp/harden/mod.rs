//! A stand-in: every answer passes.

mod stub;
pub use stub::*;
