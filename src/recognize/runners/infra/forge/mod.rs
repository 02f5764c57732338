//! Foundry's forge, for contracts in Solidity.

mod compiler;
mod lines;
mod recognizer;

pub use compiler::ForgeBuild;
pub use recognizer::ForgeTest;
