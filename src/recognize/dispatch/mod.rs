//! Which recognizers are asked about a line: their order, the prefilter before them, and the scanner that asks.

pub mod ahead;
pub mod asked;
pub mod following;
mod gathered;
pub mod mask;
pub mod prefilter;
pub mod registry;
pub mod scanner;
