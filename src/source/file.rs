//! Files, one after the other.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use super::origin::{Got, Source};
use super::signals::Signals;
use super::wait::Watch;

/// A file that could not be opened or read; wrapped into the `io::Error` of [`Files`], with the same kind.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It could not be opened.
    #[error("failed to open {}", path.display())]
    Open {
        /// As it was given.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It could not be read, a directory for instance.
    #[error("failed to read {}", path.display())]
    Read {
        /// As it was given.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// Files that are read in the order given, each opened when its turn comes.
#[derive(Debug)]
pub struct Files<'a> {
    waiting: std::vec::IntoIter<PathBuf>,
    open: Option<(PathBuf, File)>,
    watch: Watch<'a>,
}

impl<'a> Files<'a> {
    /// Reads these files, watching for signals.
    #[must_use]
    pub fn new(paths: Vec<PathBuf>, signals: Option<&'a Signals>) -> Self {
        Self { waiting: paths.into_iter(), open: None, watch: watch(signals) }
    }
}

impl Source for Files<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<Got> {
        let (path, mut file) = match self.open.take() {
            Some(open) => open,
            None => match self.waiting.next() {
                None => return Ok(Got::End),
                Some(path) => match open(&path) {
                    Ok(file) => (path, file),
                    Err(source) => {
                        return Err(io::Error::new(source.kind(), FileError::Open { path, source }));
                    }
                },
            },
        };
        match read(self.watch, &mut file, buffer) {
            Ok(Got::Bytes(0)) if self.waiting.len() == 0 => Ok(Got::End),
            Ok(Got::Bytes(0)) => Ok(Got::NextFile),
            Ok(got) => {
                self.open = Some((path, file));
                Ok(got)
            }
            Err(source) => Err(io::Error::new(source.kind(), FileError::Read { path, source })),
        }
    }
}

#[cfg(unix)]
fn watch(signals: Option<&Signals>) -> Watch<'_> {
    Watch::new(signals, None)
}

#[cfg(unix)]
fn read(watch: Watch<'_>, file: &mut File, buffer: &mut [u8]) -> io::Result<Got> {
    use std::os::fd::AsFd as _;
    watch.read(file.as_fd(), buffer)
}

/// Without blocking, so that a named pipe nobody writes to can still be interrupted.
#[cfg(unix)]
fn open(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt as _;
    let flags = i32::try_from(rustix::fs::OFlags::NONBLOCK.bits()).unwrap_or_default();
    File::options().read(true).custom_flags(flags).open(path)
}

#[cfg(not(unix))]
fn watch(signals: Option<&Signals>) -> Watch<'_> {
    Watch::new(signals)
}

#[cfg(not(unix))]
fn read(watch: Watch<'_>, file: &mut File, buffer: &mut [u8]) -> io::Result<Got> {
    watch.read(file, buffer)
}

#[cfg(not(unix))]
fn open(path: &Path) -> io::Result<File> {
    File::open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(files: &mut Files<'_>) -> Vec<Result<Got, String>> {
        let mut got = Vec::new();
        loop {
            let next = files.read(&mut [0; 64]).map_err(|error| error.to_string());
            let ends = !matches!(next, Ok(Got::Bytes(_) | Got::NextFile));
            got.push(next);
            if ends {
                return got;
            }
        }
    }

    #[test]
    fn files_come_in_order_with_a_mark_between_them() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            path
        };
        let paths = vec![path("a", "abc"), path("b", ""), path("c", "d")];
        assert_eq!(
            all(&mut Files::new(paths, None)),
            [Ok(Got::Bytes(3)), Ok(Got::NextFile), Ok(Got::NextFile), Ok(Got::Bytes(1)), Ok(Got::End)]
        );
        assert_eq!(all(&mut Files::new(Vec::new(), None)), [Ok(Got::End)]);
    }

    #[test]
    fn an_error_names_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let gone = folder.path().join("gone");
        let got = all(&mut Files::new(vec![gone.clone()], None));
        assert_eq!(got, [Err(format!("failed to open {}", gone.display()))]);
        let got = all(&mut Files::new(vec![folder.path().to_owned()], None));
        assert_eq!(got, [Err(format!("failed to read {}", folder.path().display()))]);
    }
}
