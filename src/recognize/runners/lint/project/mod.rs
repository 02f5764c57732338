//! Linters of a project as a whole: they share a recognizer, and are called `linter`.

mod commitlint;
mod knip;
mod project;

pub use project::ProjectLinters;
