//! The stub: what Claude Code calls with each line instead of its shell. A file, because weir may be gone some day, and the
//! agent has to work on.

use std::path::Path;

use super::Beside;
use super::quoted::quoted;

/// What `weir shell --works` prints: a file that can be executed and does not print it is not weir any more.
pub const WORKS: &str = "weir works";

/// The text of the stub for the weir at `program`.
#[must_use]
pub fn text(program: &Path, beside: Beside) -> String {
    let weir = quoted(program);
    let beside = match beside {
        Beside::Silent => "",
        Beside::Reported => "--beside ",
    };
    format!(
        r#"#!/bin/sh
[ -x {weir} ] && [ "$(exec 2>/dev/null; {weir} shell --works </dev/null; :)" = '{WORKS}' ] && exec {weir} shell {beside}"$1"
case "${{SHELL-}}" in */bash|*/zsh) exec "$SHELL" -c "$1";; esac
exec /bin/bash -c "$1"
"#
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stub_is_a_shell_script_that_needs_no_weir() {
        let text = text(Path::new("/opt/it's/weir"), Beside::Silent);
        assert!(text.starts_with("#!/bin/sh\n[ -x '/opt/it'\\''s/weir' ] && "), "{text}");
        assert!(text.ends_with("exec /bin/bash -c \"$1\"\n"), "{text}");
    }
}
