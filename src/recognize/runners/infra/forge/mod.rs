//! Foundry's forge, for contracts in Solidity.

mod compiler;
mod forge;
mod forge_lines;

pub use compiler::ForgeBuild;
pub use forge::ForgeTest;
