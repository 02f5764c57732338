//! Checks of packages, commits and interfaces: they share a recognizer, and are called `linter`.

mod commitizen;
mod depcheck;
mod publint;
mod recognizer;
mod redocly;
mod size_limit;

pub use recognizer::PackageLinters;
