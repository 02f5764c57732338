//! Linters of a project as a whole: they share a recognizer, and are called `linter`.

mod commitlint;
mod dependency_cruiser;
mod knip;
mod recognizer;

pub use recognizer::ProjectLinters;
