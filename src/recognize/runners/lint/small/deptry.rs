//! deptry, of a dependency that is in no code: `pyproject.toml: DEP002 'left' defined as a dependency ...`. Its places in
//! code are read as flake8's.

use crate::recognize::kit::lint::finding::{Finding, Weight, code};

pub(super) fn finding(text: &str) -> Option<Finding<'_>> {
    let (file, message) = text.split_once(": ")?;
    let (rule, rest) = code(message)?;
    let own = ["pyproject.toml", "requirements.txt"].contains(&file) && rule.starts_with("DEP");
    (own && rest.starts_with(" '")).then_some(Finding::in_file(file, Weight::Fails, message))
}
