//! Linters, type checkers and formatters: one file per tool over the shared shape of a finding.

mod below;
mod finding;

pub mod black;
pub mod eslint;
pub mod flake8;
pub mod mypy;
pub mod pylint;
pub mod pyright;
pub mod ruff;
pub mod shellcheck;
pub mod tsc;
