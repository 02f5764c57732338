//! What is wrong with a configuration, by file, line and field.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::text::words::shown;

/// Something wrong with a configuration. Its text is one line, safe to print.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConfigError {
    /// The file, unless the value comes from elsewhere.
    pub file: Option<PathBuf>,
    /// The line, from 1, when it is known.
    pub line: Option<u64>,
    /// The field, as `tools.list_*.rollout`, or the flag or variable.
    pub field: Option<String>,
    /// What is wrong with it.
    pub what: String,
}

impl ConfigError {
    /// Something wrong with a file as a whole.
    pub(super) fn new(what: impl Into<String>) -> Self {
        Self { what: what.into(), ..Self::default() }
    }

    /// Something wrong with a field.
    pub(super) fn of(field: impl Into<String>, what: impl Into<String>) -> Self {
        Self { field: Some(field.into()), ..Self::new(what) }
    }

    /// The same at this line; a line that is known already stays.
    pub(super) fn at(self, line: u64) -> Self {
        Self { line: self.line.or(Some(line).filter(|line| *line > 0)), ..self }
    }

    /// The same in this file.
    pub(super) fn within(self, file: &Path) -> Self {
        Self { file: Some(file.to_owned()), ..self }
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => {
                write!(formatter, "{}, line {line}: ", shown(&file.to_string_lossy()))?;
            }
            (Some(file), None) => write!(formatter, "{}: ", shown(&file.to_string_lossy()))?,
            (None, Some(line)) => write!(formatter, "line {line}: ")?,
            (None, None) => {}
        }
        if let Some(field) = &self.field {
            write!(formatter, "{} ", printable(field))?;
        }
        formatter.write_str(&self.what)
    }
}

impl std::error::Error for ConfigError {}

/// A field without anything that a terminal would obey.
fn printable(field: &str) -> String {
    let quoted = shown(field);
    quoted.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')).unwrap_or(&quoted).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_line_with_file_line_and_field() {
        let wrong = ConfigError::of("tools.a\u{1b}.rollout", "must be a whole number from 0 to 100, not 101");
        assert_eq!(
            wrong.at(3).within(Path::new("/c/weir.json")).to_string(),
            "'/c/weir.json', line 3: tools.a\\u{1b}.rollout must be a whole number from 0 to 100, not 101"
        );
        assert_eq!(ConfigError::new("is empty").within(Path::new("a")).to_string(), "'a': is empty");
    }
}
