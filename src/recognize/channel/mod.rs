//! Streams: what comes before the text of a log's lines, and which scanner reads them.

pub mod streams;
