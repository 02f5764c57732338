//! What Xcode's result bundles say, as `xcrun xcresulttool` prints it in JSON.

mod build;
#[cfg(test)]
mod forms;
mod legacy;
mod legacy_walk;
mod nodes;
mod summary;
mod tree;

pub use build::build;
pub use legacy::legacy;
pub use summary::summary;
pub use tree::tests;
