//! What linters share: a finding, and the lines below it.

pub mod below;
pub mod finding;
