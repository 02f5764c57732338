//! What the runners of Rust share.

pub mod assertion;
