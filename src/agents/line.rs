//! The line that Claude Code gives to its shell: the snapshot of the user's shell is read, then the command is evaluated, then
//! the folder is written down.
//!
//! `source .../snapshot-bash-X.sh && eval 'COMMAND' && pwd -P >| FILE`. Whatever does not look like that, hooks and the
//! starts of MCP servers, is none.

use std::path::Path;

use super::quoted::quoted;

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

    /// The line with the folder of links in front of `PATH`, from after the snapshot on: the snapshot sets `PATH` itself.
    #[must_use]
    pub fn with(self, line: &[u8], shims: &Path) -> Vec<u8> {
        let (before, after) = line.split_at_checked(self.eval).unwrap_or((line, &[]));
        let path = format!("export PATH={}:\"$PATH\"", quoted(shims));
        [before, path.as_bytes(), AND, after].concat()
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
        let with = String::from_utf8(shape.with(LINE.as_bytes(), Path::new("/a b/bin"))).unwrap();
        assert_eq!(with, LINE.replacen("eval", "export PATH='/a b/bin':\"$PATH\" && eval", 1));
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
