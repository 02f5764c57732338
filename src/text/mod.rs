//! Bytes and lines: reading, sanitising, clipping, folding. Knows nothing of runners, limits or modes.

mod ansi;
mod blanks;
pub mod channel;
mod clean;
mod clip;
mod decode;
mod escapes;
mod fold;
mod input;
pub mod json;
mod line;
mod number;
mod paint;
mod reader;
mod rows;
mod safe;
mod shape;
pub mod time;
mod transcoder;
mod utf16;
pub mod words;

pub use blanks::{after_blanks, trim_start};
pub use channel::stamps::{after_clock, after_stamp, may_have_prefix};
pub use clean::{clean, one_line};
pub use clip::{Clipped, clip, clip_line, clip_middle, clip_telling, head, wrap};
pub use decode::decode;
pub use escapes::{Side, shown_side, side};
pub use fold::{Cost, FoldName, Folder};
pub use line::{HELD_BYTES, JUDGED_BYTES, Line, TAIL_BYTES, Together};
pub use number::{amount, is_worker, number, whole_number};
pub use paint::Paints;
pub use reader::{After, LineReader, Plain, Prefixes, Totals};
pub use safe::{is_safe, is_unsafe, judged, sanitize, sanitize_bytes};
pub use shape::shape;
pub use transcoder::Transcoder;
