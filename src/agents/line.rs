//! The line that Claude Code gives to its shell: the snapshot of the user's shell is read, then the command is evaluated, then
//! the folder is written down.
//!
//! `source .../snapshot-bash-X.sh && eval 'COMMAND' && pwd -P >| FILE`. Whatever does not look like that, hooks and the
//! starts of MCP servers, is none.

use std::path::Path;

use super::quoted::quoted;
use super::words::joined_words;

/// What is between two parts.
const AND: &[u8] = b" && ";
/// The name of a snapshot, up to the name of the shell.
const SNAPSHOT: &[u8] = b"/snapshot-";
/// The last part.
const FOLDER: &[u8] = b"pwd -P >| ";

/// A shell of which there are snapshots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shell {
    /// bash.
    Bash,
    /// zsh.
    Zsh,
}

impl Shell {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bash => "bash",
            Self::Zsh => "zsh",
        }
    }
}

/// A line of this shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Whose snapshot it reads: only that shell understands it.
    pub shell: Shell,
    /// Where the part begins that evaluates the command.
    eval: usize,
}

impl Shape {
    /// The shape of a line, when it is Claude Code's.
    #[must_use]
    pub fn of(line: &[u8]) -> Option<Self> {
        let begins = line.starts_with(b"source ") || line.starts_with(b". ");
        let eval = find(line, b" && eval ")?.checked_add(AND.len())?;
        let (before, after) = line.split_at_checked(eval)?;
        let name = find(before, SNAPSHOT)?.checked_add(SNAPSHOT.len())?;
        let name = before.get(name..)?;
        let shell = if name.starts_with(b"bash-") {
            Shell::Bash
        } else if name.starts_with(b"zsh-") {
            Shell::Zsh
        } else {
            return None;
        };
        let ends = find(after, &[AND, FOLDER].concat()).is_some();
        (begins && ends).then_some(Self { shell, eval })
    }

    /// The line with the folder of links in front of `PATH`, from after the snapshot on: the snapshot sets `PATH` itself. `trap` is
    /// a command that is run besides.
    #[must_use]
    pub fn with(self, line: &[u8], shims: &Path, trap: Option<&str>) -> Vec<u8> {
        let (before, after) = line.split_at_checked(self.eval).unwrap_or((line, &[]));
        let path = format!("export PATH={}:\"$PATH\"", quoted(shims));
        let trap = trap.map_or_else(String::new, |trap| format!(" && {trap}"));
        [before, path.as_bytes(), trap.as_bytes(), AND, after].concat()
    }

    /// The command that the line evaluates.
    #[must_use]
    pub fn command(self, line: &[u8]) -> Option<String> {
        let quoted = line.get(self.eval..)?.strip_prefix(b"eval ")?;
        joined_words(std::str::from_utf8(quoted).ok()?)
    }
}

fn find(text: &[u8], wanted: &[u8]) -> Option<usize> {
    memchr::memmem::find(text, wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "source /h/.claude/shell-snapshots/snapshot-bash-17-ab.sh && eval 'pytest && eval x' \\< /dev/null && pwd -P >| /tmp/c-cwd";

    #[test]
    fn path_is_set_between_the_snapshot_and_the_command() {
        let shape = Shape::of(LINE.as_bytes()).unwrap();
        assert_eq!(shape.shell, Shell::Bash);
        let with =
            |trap| String::from_utf8(shape.with(LINE.as_bytes(), Path::new("/a b/bin"), trap)).unwrap();
        let path = "export PATH='/a b/bin':\"$PATH\" && ";
        assert_eq!(with(None), LINE.replacen("eval", &format!("{path}eval"), 1));
        assert_eq!(
            with(Some("trap x EXIT")),
            LINE.replacen("eval", &format!("{path}trap x EXIT && eval"), 1)
        );
        assert_eq!(shape.command(LINE.as_bytes()).as_deref(), Some("pytest && eval x < /dev/null"));
        let parts = LINE.replace("\\< /dev/null", "\\< /dev/null 2\\>\\&1 \\| 'tail' -1");
        let command = "pytest && eval x < /dev/null 2>&1 | tail -1";
        assert_eq!(shape.command(parts.as_bytes()).as_deref(), Some(command));
        let quoted = LINE.replace("pytest && eval x", r"echo '\''a b'\'' | cat");
        let shape = Shape::of(quoted.as_bytes()).unwrap();
        assert_eq!(shape.command(quoted.as_bytes()).as_deref(), Some("echo 'a b' | cat < /dev/null"));
        let zsh = LINE.replace("-bash-", "-zsh-");
        assert_eq!(Shape::of(zsh.as_bytes()).map(|shape| shape.shell), Some(Shell::Zsh));
        let more = LINE.replace(" && eval", " 2>/dev/null || true && shopt -u extglob && eval");
        assert!(Shape::of(more.as_bytes()).is_some());
    }

    #[test]
    fn whatever_looks_otherwise_is_not_ours() {
        for line in [
            "",
            "pytest",
            "/usr/bin/hook --x",
            "eval 'x' && pwd -P >| f",
            "source /h/snapshot-fish-1.sh && eval 'x' && pwd -P >| f",
            "source /h/other.sh && eval 'x' && pwd -P >| f",
            "source /h/snapshot-bash-1.sh && eval 'x'",
            "cat /h/snapshot-bash-1.sh && eval 'x' && pwd -P >| f",
            "source /h/x.sh && eval '/snapshot-bash-1.sh' && pwd -P >| f",
        ] {
            assert_eq!(Shape::of(line.as_bytes()), None, "{line}");
        }
    }
}
