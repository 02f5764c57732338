//! Reads a file of the user's, and writes it as a whole or not at all. A link stays one: the file that it leads to is written.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

/// The most bytes of a file.
const MOST_BYTES: u64 = 64 * 1024 * 1024;
/// The most links in a row.
const MOST_LINKS: usize = 40;

/// A file as it is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) struct Looked {
    /// Its path after all links.
    pub(in crate::cli) real: PathBuf,
    /// Its bytes; none when it is not there.
    pub(in crate::cli) bytes: Option<Vec<u8>>,
}

impl Looked {
    /// Its text.
    ///
    /// # Errors
    /// The place of the first byte that is no Unicode.
    pub(in crate::cli) fn text(&self) -> Result<&str, usize> {
        let bytes = self.bytes.as_deref().unwrap_or_default();
        std::str::from_utf8(bytes).map_err(|error| error.valid_up_to())
    }
}

/// Looks at a file.
pub(in crate::cli) fn look(path: &Path) -> io::Result<Looked> {
    let real = after_links(path)?;
    // What is no regular file is not opened: a named pipe would wait for its writer.
    match fs::metadata(&real) {
        Ok(known) if !known.is_file() => {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"));
        }
        _ => {}
    }
    let file = match File::open(&real) {
        Ok(file) => file,
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(Looked { real, bytes: None }),
        Err(cause) => return Err(cause),
    };
    let mut bytes = Vec::new();
    file.take(MOST_BYTES.saturating_add(1)).read_to_end(&mut bytes)?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length > MOST_BYTES) {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "it is too long"));
    }
    Ok(Looked { real, bytes: Some(bytes) })
}

/// The path after all links, also when nothing is there.
fn after_links(path: &Path) -> io::Result<PathBuf> {
    let mut real = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::symlink_metadata(&real) {
            Ok(known) if known.file_type().is_symlink() => {
                let to = fs::read_link(&real)?;
                let folder = real.parent().unwrap_or(Path::new("/"));
                real = folder.join(to);
                if let Some(folder) = real.parent()
                    && !folder.is_dir()
                {
                    let what = format!("it is a link into {}, which is not a folder", folder.display());
                    return Err(io::Error::other(what));
                }
            }
            Ok(_) => return Ok(real),
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(real),
            Err(cause) => return Err(cause),
        }
    }
    Err(io::Error::other("it is a link that leads nowhere"))
}

/// The sum of a file's bytes, by which a change of it is known.
pub(in crate::cli) fn sum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A new text beside its file, on the same disk; it goes unless it is put in place.
#[derive(Debug)]
pub(super) struct Staged {
    beside: PathBuf,
    looked: Looked,
    folders: Vec<PathBuf>,
    placed: bool,
}

/// Writes bytes beside a file, with its mode and owner; a new one is its user's alone.
pub(super) fn stage(looked: &Looked, bytes: &[u8]) -> io::Result<Staged> {
    let path = &looked.real;
    let folders = make_folders(path.parent())?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let beside = path.with_file_name(format!(".{name}.weir-{}", std::process::id()));
    let mut staged = Staged { beside, looked: looked.clone(), folders, placed: false };
    staged.fill(bytes)?;
    Ok(staged)
}

/// Makes the folders that are missing; gives them, the outermost first.
fn make_folders(folder: Option<&Path>) -> io::Result<Vec<PathBuf>> {
    let mut missing = Vec::new();
    let mut next = folder;
    while let Some(folder) = next.filter(|folder| !folder.as_os_str().is_empty() && !folder.exists()) {
        missing.push(folder.to_owned());
        next = folder.parent();
    }
    missing.reverse();
    for folder in &missing {
        fs::create_dir(folder).or_else(|cause| if folder.is_dir() { Ok(()) } else { Err(cause) })?;
    }
    Ok(missing)
}

impl Staged {
    fn fill(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut new = options.open(&self.beside)?;
        new.write_all(bytes)?;
        if let Ok(old) = fs::metadata(&self.looked.real) {
            #[cfg(unix)]
            keep_owner(&new, &old);
            new.set_permissions(old.permissions())?;
        }
        new.sync_all()
    }

    /// The folders that were made for it, the outermost first.
    pub(super) fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// Puts it in place.
    ///
    /// # Errors
    /// When the file changed meanwhile, or cannot be replaced.
    pub(super) fn place(mut self) -> io::Result<()> {
        if look(&self.looked.real)?.bytes != self.looked.bytes {
            return Err(io::Error::other("it changed in the meantime; weir wrote nothing to it"));
        }
        fs::rename(&self.beside, &self.looked.real)?;
        self.placed = true;
        Ok(())
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        if !self.placed {
            let _ = fs::remove_file(&self.beside);
            remove_empty(&self.folders);
        }
    }
}

/// Gives a new file the owner of the old one, as far as we may.
#[cfg(unix)]
fn keep_owner(new: &File, old: &fs::Metadata) {
    use std::os::unix::fs::MetadataExt as _;
    let (user, group) = (rustix::fs::Uid::from_raw(old.uid()), rustix::fs::Gid::from_raw(old.gid()));
    let _ = rustix::fs::fchown(new, Some(user), Some(group));
}

/// Removes folders that are empty, the innermost first.
pub(super) fn remove_empty(folders: &[PathBuf]) {
    for folder in folders.iter().rev() {
        let _ = fs::remove_dir(folder);
    }
}

/// Writes a file of our own, with these permission bits; nothing happens when it is so already.
pub(super) fn write_own(path: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
    if let Ok(folder) = fs::symlink_metadata(path)
        && folder.file_type().is_symlink()
    {
        fs::remove_file(path)?;
    }
    let looked = look(path)?;
    if looked.bytes.as_deref() != Some(bytes) {
        stage(&looked, bytes)?.place()?;
    }
    set_mode(path, mode)
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    if fs::metadata(path)?.permissions().mode() & 0o777 != mode {
        fs::set_permissions(path, fs::Permissions::from_mode(mode))?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn set_mode(_path: &Path, _mode: u32) -> io::Result<()> {
    Ok(())
}
