//! What is kept of an input beside the answer, and what is hidden before anything is kept or shown.

pub mod redact;
