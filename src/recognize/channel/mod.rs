//! Streams: what comes before the lines of a log, and which scanner reads them.

pub mod streams;
