//! What the readers of TAP share.

pub mod tap_lines;
