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
