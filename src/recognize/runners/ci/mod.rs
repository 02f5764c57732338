//! What a CI service writes itself, and what weir writes.

pub mod service;
pub mod weir;
