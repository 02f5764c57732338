//! Bytes and lines: reading, sanitising, clipping, folding. Knows nothing of runners, limits or modes.

mod ansi;
mod clip;
mod fold;
mod line;
mod prefix;
mod reader;
mod safe;
mod utf16;

pub use line::{HELD_BYTES, JUDGED_BYTES, Line, TAIL_BYTES};
