//! A text in pieces that a reader can afford, cut where its meaning allows: before a log entry, a paragraph, a sentence.
//!
//! [`Feed`] takes the bytes of an input, hides secrets and picks a range of lines; a [`Chunker`] takes what is left and
//! gives chunks, which put together are the same bytes again. A chunk's cut depends on nothing before its beginning, and
//! no more of the input is held than one chunk. Where the bytes come from, and cursors, are the command's.

mod bounds;
mod chunker;
mod feed;
mod kinds;
mod sentence;

pub use bounds::{
    Boundary, Bounds, DEFAULT_LINES, DEFAULT_TOKENS, MOST_ENCODED_BYTES, MOST_LINES, MOST_TOKENS,
};
pub use chunker::{Chunk, Chunker};
pub use feed::{Feed, Range};
