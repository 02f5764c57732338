//! Linters that are rows alone.

use crate::recognize::kit::rows::tables;

tables! {
    /// stylelint.
    STYLELINT = "stylelint.rows",
    /// pyright.
    PYRIGHT = "pyright.rows",
    /// isort.
    ISORT = "isort.rows",
    /// yamllint.
    YAMLLINT = "yamllint.rows",
    /// hadolint.
    HADOLINT = "hadolint.rows",
    /// markdownlint.
    MARKDOWNLINT = "markdownlint.rows",
}

/// Those of linters that are rows and code.
#[cfg(test)]
pub const WITH_CODE: &[&crate::recognize::kit::rows::Table] = {
    use super::*;
    use crate::recognize::kit::linter::Linter;
    &[
        &biome::Biome::TABLE,
        &ruff::Ruff::TABLE,
        &flake8::Flake8::TABLE,
        &pylint::Pylint::TABLE,
        &mypy::Mypy::TABLE,
        &svelte_check::SvelteCheck::TABLE,
        &black::Black::TABLE,
        &tsc::Tsc::TABLE,
        &eslint::Eslint::TABLE,
        &oxlint::Oxlint::TABLE,
        &shellcheck::Shellcheck::TABLE,
        &prettier::Prettier::TABLE,
        &rubocop::Rubocop::TABLE,
        &golangci_lint::GolangciLint::TABLE,
        &phpcs::Phpcs::TABLE,
        &psalm::Psalm::TABLE,
        &cppcheck::Cppcheck::TABLE,
        &small::SmallLinters::TABLE,
        &web::WebLinters::TABLE,
        &project::ProjectLinters::TABLE,
        &packages::PackageLinters::TABLE,
        &further::FurtherLinters::TABLE,
        &compilers::Compilers::TABLE,
        &dart_analyze::DartAnalyze::TABLE,
        &swiftlint::Swiftlint::TABLE,
    ]
};
