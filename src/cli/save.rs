//! `--save FILE`: the whole output in a file beside the answer, without its secrets, packed as the file's name says.
//!
//! What comes is written soon: who looks at the file while a command runs sees it grow. Trouble ends the saving and nothing else;
//! it is reported when the answer is written.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use flate2::write::GzEncoder;

use super::exit::Problem;
use super::words::shown;
use crate::settings::Redaction;
use crate::source::{Ending, Got, Source};
use crate::store::redact::{LOOKAHEAD_BYTES, Redactor};

/// Bytes of a line that may be longer.
const LONG_BYTES: usize = 64 * 1024 + LOOKAHEAD_BYTES;
/// How well `.zst` is packed.
const LEVEL: i32 = 3;

fn of_file(path: &Path, cause: io::Error) -> Problem {
    Problem::output(&format!("the output to {}", shown(&path.to_string_lossy())), cause)
}

/// Makes the file, empty, so that it is known before anything runs whether it can be written.
pub(super) fn begin(path: Option<&PathBuf>) -> Result<(), Problem> {
    let Some(path) = path else { return Ok(()) };
    let opened = OpenOptions::new().write(true).create(true).truncate(true).open(path);
    opened.map(drop).map_err(|cause| of_file(path, cause))
}

/// A file, perhaps packed.
enum Packed {
    Plain(File),
    Gzip(GzEncoder<File>),
    Zstd(zstd::Encoder<'static, File>),
}

impl Packed {
    fn open(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().append(true).create(true).open(path)?;
        let ends = |end: &str| path.extension().is_some_and(|found| found.eq_ignore_ascii_case(end));
        Ok(if ends("gz") {
            Self::Gzip(GzEncoder::new(file, flate2::Compression::default()))
        } else if ends("zst") {
            Self::Zstd(zstd::Encoder::new(file, LEVEL)?)
        } else {
            Self::Plain(file)
        })
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Plain(file) => file.write_all(bytes),
            Self::Gzip(file) => file.write_all(bytes),
            Self::Zstd(file) => file.write_all(bytes),
        }
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Self::Plain(_) => Ok(()),
            Self::Gzip(file) => file.finish().map(drop),
            Self::Zstd(file) => file.finish().map(drop),
        }
    }
}

/// Writes bytes to the file, whole lines at a time.
struct Saver {
    file: Packed,
    redactor: Option<Redactor>,
    pending: Vec<u8>,
}

impl Saver {
    fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.pending.extend_from_slice(bytes);
        let Some(redactor) = &mut self.redactor else {
            self.file.write(&self.pending)?;
            self.pending.clear();
            return Ok(());
        };
        let end = match Redactor::cut(&self.pending) {
            Some(end) => {
                let (text, end) = redactor.lines(&self.pending, end);
                self.file.write(&text)?;
                end
            }
            None if self.pending.len() >= LONG_BYTES => {
                let (text, end) = redactor.beginning(&self.pending);
                self.file.write(&text)?;
                end
            }
            None => 0,
        };
        self.pending.drain(..end.min(self.pending.len()));
        Ok(())
    }

    fn finish(mut self) -> io::Result<()> {
        match &mut self.redactor {
            Some(redactor) => self.file.write(&redactor.block(&self.pending))?,
            None => self.file.write(&self.pending)?,
        }
        self.file.finish()
    }
}

/// A source whose bytes go into a file, too.
pub(super) struct Saved<'a> {
    source: &'a mut dyn Source,
    saver: Option<Saver>,
    trouble: Option<io::Error>,
}

impl<'a> Saved<'a> {
    /// Into this file, if there is one.
    pub(super) fn new(source: &'a mut dyn Source, path: Option<&Path>, redaction: Redaction) -> Self {
        let redactor = || (redaction == Redaction::Redact).then(Redactor::default);
        match path.map(Packed::open).transpose() {
            Ok(file) => {
                let saver = file.map(|file| Saver { file, redactor: redactor(), pending: Vec::new() });
                Self { source, saver, trouble: None }
            }
            Err(trouble) => Self { source, saver: None, trouble: Some(trouble) },
        }
    }

    /// The output is over. Tells what was in the way of the file.
    pub(super) fn finish(mut self, path: Option<&Path>) -> Result<(), Problem> {
        let finished = self.saver.take().map_or(Ok(()), Saver::finish);
        let written = self.trouble.take().map_or(finished, Err);
        written.map_err(|cause| of_file(path.unwrap_or_else(|| Path::new("")), cause))
    }
}

impl Source for Saved<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<Got> {
        let got = self.source.read(buffer)?;
        if let (Got::Bytes(count), Some(saver)) = (got, &mut self.saver)
            && let Err(trouble) = saver.add(buffer.get(..count).unwrap_or_default())
        {
            (self.saver, self.trouble) = (None, Some(trouble));
        }
        Ok(got)
    }

    fn ending(&self) -> Option<Ending> {
        self.source.ending()
    }
}
