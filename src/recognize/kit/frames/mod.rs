//! Stack frames and the traces they are part of: which are in the user's own code, and what they say. Each language has a
//! file.

pub mod error_text;
pub mod jvm;
pub mod python;
pub mod v8;
