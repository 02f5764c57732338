//! The trap by which the shell of a line prints, when it ends, what ran beside its output.
//!
//! The shell's own standard error is lent to weir for that moment alone, so that nobody else holds it. Nothing of it is
//! shown under `set -x`.

use std::path::Path;

use super::beside::Rest;
use super::quoted::{quoted, quoted_text};

impl Rest {
    /// Its word on a command line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Stays => "inner",
            Self::Goes => "outer",
        }
    }

    /// What the word means.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        [Self::Stays, Self::Goes].into_iter().find(|rest| rest.word() == word)
    }
}

/// The command that sets the trap, for the weir at `program`; `rest` is a word of the shell.
#[must_use]
pub fn command(program: &Path, rest: &str) -> String {
    let weir = quoted(program);
    let body = format!(
        r#"{{ weir_code=$?; if [ -e "${{WEIR_BESIDE-}}" ]; then {weir} shell --notes "$weir_code" {rest} </dev/null >&9 9>&- || :; fi; }} 9>&2 2>/dev/null"#
    );
    format!("trap {} EXIT", quoted_text(&body))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_trap_is_one_word_of_the_shell() {
        let command = command(Path::new("/o/it's/weir"), "outer");
        assert!(
            command.starts_with("trap '{ weir_code=$?; ")
                && command.ends_with("}  9>&2 2>/dev/null' EXIT".trim_start_matches("}  ")),
            "{command}"
        );
        assert!(command.contains(r"'\''/o/it'\''\'\'''\''s/weir'\'' shell --notes"), "{command}");
        assert_eq!(
            [Rest::of("inner"), Rest::of("outer"), Rest::of("")],
            [Some(Rest::Stays), Some(Rest::Goes), None]
        );
    }
}
