//! Which file a word names as a program: `npm` is `npm.cmd` in a folder of `PATH`, as for the shell.
//!
//! The system itself adds `.exe` and nothing else. The folder that we work in is not searched unless `PATH` has its whole
//! path: a project must not decide what a word means, so an empty or a relative entry is passed over. How the words of a
//! batch file are quoted is the standard library's matter.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// What the shell adds when `PATHEXT` is not set.
const ENDINGS: &str = ".COM;.EXE;.BAT;.CMD";

/// The file that `word` names, or the word itself when none is found: the system then searches its own folders for an
/// `.exe`, or says that there is none.
pub(super) fn found(word: &OsStr) -> OsString {
    let endings = std::env::var("PATHEXT").ok().filter(|endings| !endings.is_empty());
    let path = std::env::var_os("PATH").unwrap_or_default();
    let named = Path::new(word);
    let folders = match named.components().nth(1) {
        // It says where it is.
        Some(_) => vec![PathBuf::new()],
        None => folders(&path),
    };
    search(named, &folders, endings.as_deref().unwrap_or(ENDINGS)).map_or_else(|| word.to_owned(), Into::into)
}

/// The folders of `PATH`, without what depends on the folder that we work in: an empty entry would be that itself.
fn folders(path: &OsStr) -> Vec<PathBuf> {
    std::env::split_paths(path).filter(|folder| folder.is_absolute()).collect()
}

/// The first file in `folders` of this name: as it is when it has an ending, else with the endings in their order.
fn search(named: &Path, folders: &[PathBuf], endings: &str) -> Option<PathBuf> {
    folders.iter().find_map(|folder| {
        let path = folder.join(named);
        if named.extension().is_some() && path.is_file() {
            return Some(path);
        }
        let with = |ending: &str| {
            let mut name = path.clone().into_os_string();
            name.push(ending);
            PathBuf::from(name)
        };
        endings.split(';').filter(|ending| !ending.is_empty()).map(with).find(|path| path.is_file())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_we_work_in_is_not_searched_for_an_entry_that_is_empty_or_relative() {
        let there = tempfile::tempdir().unwrap();
        let entries = [Path::new(""), Path::new("bin"), there.path(), Path::new("."), Path::new("")];
        assert_eq!(folders(&std::env::join_paths(entries).unwrap()), [there.path()]);
    }

    #[test]
    fn the_endings_are_tried_in_their_order_in_each_folder() {
        let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        for name in ["npm", "npm.cmd", "both.bat", "both.exe"] {
            std::fs::write(other.path().join(name), "").unwrap();
        }
        let folders = [one.path().to_owned(), other.path().to_owned()];
        let found = |word: &str| {
            let found = search(Path::new(word), &folders, ".exe;.bat;;.cmd")?;
            Some(found.strip_prefix(other.path()).unwrap().to_str().unwrap().to_owned())
        };
        assert_eq!(found("npm").as_deref(), Some("npm.cmd"));
        assert_eq!(found("both").as_deref(), Some("both.exe"));
        assert_eq!(found("both.bat").as_deref(), Some("both.bat"));
        assert_eq!(found("none"), None);
    }
}
