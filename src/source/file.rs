//! Files, one after the other.

use std::io;
use std::path::PathBuf;

use super::origin::{Got, Source};
use super::packed::{LogSource, logs_of};
use super::signals::Signals;

/// A file that could not be opened or read; wrapped into the `io::Error` of [`Files`], with the same kind.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
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

/// Files that are read in the order given, each opened when its turn comes; packed ones are unpacked.
#[derive(Debug)]
pub struct Files<'a> {
    waiting: std::vec::IntoIter<PathBuf>,
    open: Option<(PathBuf, LogSource<'a>)>,
    signals: Option<&'a Signals>,
}

impl<'a> Files<'a> {
    /// Reads these files, watching for signals.
    #[must_use]
    pub fn new(paths: Vec<PathBuf>, signals: Option<&'a Signals>) -> Self {
        Self { waiting: paths.into_iter(), open: None, signals }
    }
}

impl Source for Files<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<Got> {
        let (path, mut source) = match self.open.take() {
            Some(open) => open,
            None => match self.waiting.next() {
                None => return Ok(Got::End),
                Some(path) => match logs_of(&path) {
                    Ok(logs) => (path, LogSource::new(logs, self.signals)),
                    Err(source) => {
                        return Err(io::Error::new(source.kind(), FileError::Open { path, source }));
                    }
                },
            },
        };
        match source.read(buffer) {
            Ok(Got::End) if self.waiting.len() > 0 => Ok(Got::NextFile),
            Ok(Got::End) => Ok(Got::End),
            Ok(got) => {
                self.open = Some((path, source));
                Ok(got)
            }
            Err(source) => Err(io::Error::new(source.kind(), FileError::Read { path, source })),
        }
    }
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

    #[cfg(unix)]
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
