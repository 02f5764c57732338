//! The folders that are open to clients, and whether something is inside of one.
//!
//! Links are resolved before it is decided, and what was decided about is what is used afterwards.

use std::io;
use std::path::{Component, Path, PathBuf};

/// Links to nothing that are followed.
const MOST_LINKS: usize = 40;

/// Chars of a name that a message repeats.
const SHOWN_CHARS: usize = 200;

/// The open folders, at least one, each without links in its path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roots(Vec<PathBuf>);

/// Why something cannot be used.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It is outside.
    Outside(String),
    /// It is not there, or cannot be looked at.
    Missing(String),
}

impl Refusal {
    /// In words.
    pub(super) fn words(self) -> String {
        match self {
            Self::Outside(words) | Self::Missing(words) => words,
        }
    }
}

/// A name as a message repeats it.
pub(super) fn shown(name: &str) -> String {
    let short: String = name.chars().take(SHOWN_CHARS).collect();
    let more = if short.len() < name.len() { "..." } else { "" };
    format!("'{}{more}'", crate::text::one_line(&short))
}

/// A path without `.` and `..`, as it is written: links are not looked at.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(plain.pop()),
            part => plain.push(part),
        }
    }
    plain
}

impl Roots {
    /// These folders.
    ///
    /// # Errors
    /// The first that is none, and why.
    pub fn new(folders: &[PathBuf]) -> Result<Self, (PathBuf, io::Error)> {
        let real = |folder: &PathBuf| {
            let real = folder.canonicalize().map_err(|error| (folder.clone(), error))?;
            if real.is_dir() {
                Ok(real)
            } else {
                Err((folder.clone(), io::Error::new(io::ErrorKind::NotADirectory, "it is no folder")))
            }
        };
        folders.iter().map(real).collect::<Result<_, _>>().map(Self)
    }

    /// The folder in which commands run unless they name another.
    pub(super) fn first(&self) -> &Path {
        self.0.first().map_or(Path::new("."), PathBuf::as_path)
    }

    /// The real path of what is named so: from the first root in which there is something of this name.
    ///
    /// # Errors
    /// When it is not there, or outside.
    pub(super) fn inside(&self, name: &str) -> Result<PathBuf, Refusal> {
        let outside = || Refusal::Outside(format!("{} is outside of the folders that are open", shown(name)));
        if name.is_empty() || name.contains('\0') {
            return Err(Refusal::Missing("the name is empty or holds a NUL".to_owned()));
        }
        let mut refusal = outside();
        for root in &self.0 {
            let path = root.join(name);
            // What is written as outside is not looked at: nobody learns what there is.
            if !self.holds(&plain(&path)) && !self.holds_by_link(&path) {
                continue;
            }
            match path.canonicalize() {
                Ok(real) if self.holds(&real) => return Ok(real),
                Ok(_) => refusal = outside(),
                Err(_) if !self.may_hold(&path) => refusal = outside(),
                Err(error) => {
                    let why = match error.kind() {
                        io::ErrorKind::NotFound => "no such file".to_owned(),
                        _ => error.to_string(),
                    };
                    refusal = Refusal::Missing(format!("{}: {why}", shown(name)));
                }
            }
        }
        Err(refusal)
    }

    fn holds(&self, path: &Path) -> bool {
        self.0.iter().any(|root| path.starts_with(root))
    }

    /// Whether what is not there would be inside: nobody learns by a refusal what there is elsewhere, and what is not.
    fn may_hold(&self, path: &Path) -> bool {
        let mut path = path.to_owned();
        for _ in 0..MOST_LINKS {
            let deepest = path.ancestors().find_map(|folder| Some((folder, folder.canonicalize().ok()?)));
            let Some((folder, real)) = deepest.filter(|(_, real)| self.holds(real)) else { return false };
            let mut missing = path.strip_prefix(folder).unwrap_or(Path::new("")).components();
            // A link may be what leads to nothing: then it counts where it leads to.
            let link = missing.next().and_then(|next| real.join(next).read_link().ok());
            let Some(target) = link else { return true };
            path = real.join(target).join(missing.as_path());
        }
        false
    }

    /// Whether an absolute path leads to a root by a link further up, as a home folder may.
    fn holds_by_link(&self, path: &Path) -> bool {
        path.ancestors().any(|folder| folder.canonicalize().is_ok_and(|real| self.0.contains(&real)))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_inside_after_links_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("root");
        std::fs::create_dir_all(root.join("sub")).unwrap();
        std::fs::write(root.join("sub/a.txt"), "a").unwrap();
        std::fs::write(folder.path().join("b.txt"), "b").unwrap();
        std::os::unix::fs::symlink(folder.path(), root.join("out")).unwrap();
        std::os::unix::fs::symlink("sub/a.txt", root.join("in")).unwrap();
        std::os::unix::fs::symlink(&root, folder.path().join("link")).unwrap();
        let roots = Roots::new(std::slice::from_ref(&root)).unwrap();
        let real = root.canonicalize().unwrap();
        for name in ["sub/a.txt", "./sub/../sub/a.txt", "in"] {
            assert_eq!(roots.inside(name), Ok(real.join("sub/a.txt")), "{name}");
        }
        let by_link = folder.path().join("link/sub");
        assert_eq!(roots.inside(by_link.to_str().unwrap()), Ok(real.join("sub")));
        assert_eq!(roots.inside("."), Ok(real.clone()));
        for name in ["..", "../b.txt", "out/b.txt", "out", "/etc/passwd", "/no/such", "sub/../../b.txt"] {
            assert!(matches!(roots.inside(name), Err(Refusal::Outside(_))), "{name}");
        }
        for name in ["", "no", "sub/no", "a\0b"] {
            assert!(matches!(roots.inside(name), Err(Refusal::Missing(_))), "{name:?}");
        }
        // What is outside is refused alike, whether it is there or not.
        std::os::unix::fs::symlink(folder.path().join("no"), root.join("nowhere")).unwrap();
        std::os::unix::fs::symlink("nowhere/no", root.join("further")).unwrap();
        std::os::unix::fs::symlink("sub/none", root.join("none")).unwrap();
        std::os::unix::fs::symlink("ring", root.join("ring")).unwrap();
        let above = folder.path().join("link/../no");
        for name in [
            "../no",
            "out/no",
            "out/no/no",
            "out/b.txt/no",
            "sub/../out/no",
            "out/root/../no",
            "nowhere",
            "nowhere/no",
            "further",
            "ring",
            above.to_str().unwrap(),
        ] {
            assert!(matches!(roots.inside(name), Err(Refusal::Outside(_))), "{name}");
        }
        for name in ["none", "out/root/no", "sub/a.txt/no"] {
            assert!(matches!(roots.inside(name), Err(Refusal::Missing(_))), "{name}");
        }
        assert!(Roots::new(&[root.join("sub/a.txt")]).is_err() && Roots::new(&[root.join("no")]).is_err());
    }
}
