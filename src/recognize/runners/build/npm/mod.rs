//! The package managers of JavaScript: npm, pnpm, yarn 1 and yarn berry.

mod errors;
mod pnpm;
mod yarn;

pub use errors::Npm;
pub use pnpm::Pnpm;
pub use yarn::Yarn;
