//! What the runners of Apple share.

pub mod runtime;
