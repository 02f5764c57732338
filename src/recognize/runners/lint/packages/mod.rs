//! Checks of packages, commits and interfaces: they share a recognizer, and are called `linter`.

mod commitizen;
mod depcheck;
mod packages;
mod publint;
mod redocly;

pub use packages::PackageLinters;
