//! Frames of stacks, and the traces they are part of: which are the user's own, and what they say. A file for each language.

pub mod error_text;
pub mod jvm;
pub mod python;
pub mod v8;
