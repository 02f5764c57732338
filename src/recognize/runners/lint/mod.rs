//! Linters, type checkers and formatters: one file per tool over the shared shape of a finding.

mod below;
mod finding;

pub mod biome;
pub mod black;
pub mod compilers;
pub mod cppcheck;
pub mod credo;
pub mod dart_analyze;
pub mod eslint;
pub mod flake8;
pub mod golangci_lint;
pub mod helm_lint;
pub mod linters;
pub mod more;
pub mod mypy;
pub mod one_line;
pub mod oxlint;
pub mod packages;
pub mod pages;
pub mod php_cs_fixer;
pub mod phpstan;
pub mod prettier;
pub mod project;
pub mod pylint;
pub mod pyright;
pub mod rubocop;
pub mod ruff;
pub mod semgrep;
pub mod shellcheck;
pub mod stylelint;
pub mod svelte_check;
pub mod tsc;
pub mod web;
pub mod yamllint;

pub(super) use finding::all_is_well as well;
pub(super) use finding::declared;
