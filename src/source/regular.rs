//! Opening files without waiting for anybody.
//!
//! What is read as a stream may be a pipe: it is opened at once, and waited for where a signal is heard. What is
//! read as a whole, a report or patterns, has to be a regular file: a pipe or a device may give bytes never or for ever.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::Path;

/// Opens a file without blocking, so that a named pipe nobody writes to can still be interrupted.
#[cfg(unix)]
pub(super) fn open_at_once(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt as _;

    use rustix::fs::OFlags;
    let flags = i32::try_from((OFlags::NONBLOCK | OFlags::NOCTTY).bits()).unwrap_or_default();
    File::options().read(true).custom_flags(flags).open(path)
}

#[cfg(windows)]
pub(super) fn open_at_once(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// Opens a regular file, or what a link to one leads to.
///
/// # Errors
/// When it cannot be opened, and of the kind `InvalidInput` when it is something else.
pub fn open_regular(path: &Path) -> io::Result<File> {
    let refused = || io::Error::new(ErrorKind::InvalidInput, "not a regular file");
    // To open a device may do something to it.
    if !fs::metadata(path)?.is_file() {
        return Err(refused());
    }
    let file = open_at_once(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(refused()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_regular_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let refused = open_regular(folder.path()).unwrap_err();
        assert_eq!(
            (refused.kind(), refused.to_string().as_str()),
            (ErrorKind::InvalidInput, "not a regular file")
        );
        assert_eq!(open_regular(&folder.path().join("gone")).unwrap_err().kind(), ErrorKind::NotFound);
        let file = folder.path().join("a");
        fs::write(&file, "x").unwrap();
        assert!(open_regular(&file).is_ok());
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_refused_and_a_link_to_a_file_is_not() {
        assert!(open_regular(Path::new("/dev/null")).is_err());
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("a"), folder.path().join("b"));
        fs::write(&file, "x").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        assert!(open_regular(&link).is_ok());
    }
}
