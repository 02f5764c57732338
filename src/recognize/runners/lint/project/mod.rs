//! Linters of a project as a whole: they share a recognizer, and are called `linter`.

mod commitlint;
mod dependency_cruiser;
mod knip;
mod project;

pub use project::ProjectLinters;
