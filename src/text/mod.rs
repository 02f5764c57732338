//! Bytes and lines: reading, sanitising, clipping, folding. Knows nothing of runners, limits or modes.

mod ansi;
mod builders;
pub mod channel;
mod clean;
mod clip;
mod decode;
mod fields;
mod fold;
mod input;
pub mod json;
mod line;
mod number;
mod paint;
mod prefix;
mod quick_hash;
mod reader;
mod rows;
mod safe;
mod shape;
pub mod time;
mod transcoder;
mod utf16;
pub mod words;

pub use clean::{clean, one_line};
pub use clip::{Clipped, clip, clip_line, head, wrap};
pub use decode::decode;
pub use fold::{Cost, FoldName, Folder};
pub use line::{HELD_BYTES, JUDGED_BYTES, Line, TAIL_BYTES, Together};
pub use number::number;
pub use paint::Paints;
pub use prefix::{behind_clock, behind_stamp, may_have_prefix};
pub use quick_hash::QuickHash;
pub use reader::{Behind, LineReader, Plain, Totals};
pub use safe::{is_safe, is_unsafe, judged, sanitize, sanitize_bytes};
pub use shape::shape;
pub use transcoder::Transcoder;
