//! Where weir keeps what the shells of agents need: `agents` in weir's folder of the user's data.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The folder, and what is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folders {
    root: PathBuf,
}

impl Folders {
    /// The folder of the user whose environment `variable` gives: below `$XDG_DATA_HOME`, or `.local/share` of the home. A
    /// relative one is none, as the XDG base directory specification says. On Windows it is below the local data.
    pub fn of(variable: impl Fn(&str) -> Option<OsString>) -> Option<Self> {
        let absolute = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let data = if cfg!(windows) {
            absolute("LOCALAPPDATA")
        } else {
            let home = || absolute("HOME").map(|home| home.join(".local").join("share"));
            absolute("XDG_DATA_HOME").or_else(home)
        };
        data.map(|data| Self { root: data.join("weir").join("agents") })
    }

    /// The folder itself.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The folder of links that is in front of `PATH`.
    #[must_use]
    pub fn shims(&self) -> PathBuf {
        self.root.join("bin")
    }

    /// What Claude Code calls instead of its shell.
    #[must_use]
    pub fn stub(&self) -> PathBuf {
        self.root.join("stub.sh")
    }

    /// What the shells of the other agents read when they start.
    #[must_use]
    pub fn start_file(&self) -> PathBuf {
        self.root.join("start.sh")
    }

    /// What the answers of a line have taken of its room, a file for each line.
    #[must_use]
    pub fn lines(&self) -> PathBuf {
        self.root.join("lines")
    }

    /// The old bytes of files that were changed.
    #[must_use]
    pub fn backups(&self) -> PathBuf {
        self.root.join("backups")
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn the_folder_is_below_the_users_data() {
        let folder = |data: &str, home: &str| {
            let value = |name: &str| match name {
                "XDG_DATA_HOME" => Some(data),
                "HOME" => Some(home),
                _ => None,
            };
            let value = |name: &str| value(name).filter(|value| !value.is_empty()).map(OsString::from);
            Folders::of(value).map(|folders| folders.shims())
        };
        assert_eq!(folder("/data", "/home/user"), Some("/data/weir/agents/bin".into()));
        assert_eq!(folder("", "/home/user"), Some("/home/user/.local/share/weir/agents/bin".into()));
        assert_eq!(folder("data", "/home/user"), folder("", "/home/user"));
        assert_eq!(folder("data", ""), None);
    }
}
