//! What the runners of native programs share.

pub mod last_lines;
