//! Which files of failures are in the workspace of a CI.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::render::documents::Places;

/// The most paths whose answers are remembered.
const REMEMBERED: usize = 10_000;

/// A workspace, as seen from a folder in it.
#[derive(Debug)]
pub(super) struct Workspace {
    root: Option<PathBuf>,
    folder: Option<PathBuf>,
    known: RefCell<HashMap<String, Option<String>>>,
}

impl Workspace {
    /// A workspace with this root, and the folder in which the tests ran.
    pub(super) fn new(root: Option<&Path>, folder: Option<&Path>) -> Self {
        Self {
            root: root.and_then(|root| root.canonicalize().ok()),
            folder: folder.map(Path::to_owned),
            known: RefCell::default(),
        }
    }

    fn look(&self, file: &str) -> Option<String> {
        let root = self.root.as_deref()?;
        let from = [self.folder.as_deref(), Some(root)];
        let found = from.into_iter().flatten().find_map(|folder| folder.join(file).canonicalize().ok())?;
        if !found.is_file() {
            return None;
        }
        let below = found.strip_prefix(root).ok()?.to_str()?;
        Some(if std::path::MAIN_SEPARATOR == '/' { below.to_owned() } else { below.replace('\\', "/") })
    }
}

impl Places for Workspace {
    fn below_workspace(&self, file: &str) -> Option<String> {
        if let Some(known) = self.known.borrow().get(file) {
            return known.clone();
        }
        let found = self.look(file);
        let mut known = self.known.borrow_mut();
        if known.len() < REMEMBERED {
            known.insert(file.to_owned(), found.clone());
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_file_in_the_workspace_has_a_place_in_it() {
        let root = tempfile::tempdir().unwrap();
        let at = |path: &str| root.path().join(path);
        std::fs::create_dir_all(at("work/app/src")).unwrap();
        std::fs::write(at("work/app/src/a.rs"), "").unwrap();
        std::fs::write(at("outside.rs"), "").unwrap();
        let workspace = Workspace::new(Some(&at("work")), Some(&at("work/app")));
        let absolute = at("work/app/src/a.rs");
        for (file, place) in [
            ("src/a.rs", Some("app/src/a.rs")),
            ("./src/../src/a.rs", Some("app/src/a.rs")),
            ("app/src/a.rs", Some("app/src/a.rs")),
            (absolute.to_str().unwrap(), Some("app/src/a.rs")),
            ("../../outside.rs", None),
            ("src", None),
            ("src/gone.rs", None),
        ] {
            assert_eq!(workspace.below_workspace(file).as_deref(), place, "{file}");
            assert_eq!(workspace.below_workspace(file).as_deref(), place, "{file}");
        }
    }
}
