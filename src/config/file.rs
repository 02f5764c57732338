//! The file: where it is, whether it changed, and its text.

use std::ffi::OsStr;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::error::ConfigError;

/// The most bytes of a file.
const MOST_BYTES: u64 = 1024 * 1024;

/// A file that was written so lately may be written again without any change of its stamp: clocks of file systems are
/// coarse.
const FRESH: Duration = Duration::from_millis(100);

/// The names of the file in the folder of the user's configuration, in the order in which they are looked for.
const NAMES: [&str; 3] = ["weir.yaml", "weir.yml", "weir.json"];

/// Where the file is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// It was named.
    Named(PathBuf),
    /// It is the first of these that exists, or there is none.
    FirstOf(Vec<PathBuf>),
    /// Nowhere.
    #[default]
    Nowhere,
}

impl Place {
    /// The file that was named by a flag or else a variable, or the one in the folder of the user's configuration.
    #[must_use]
    pub fn chosen(flag: Option<&Path>, variable: Option<&OsStr>, folder: Option<&Path>) -> Self {
        match (flag.or(variable.map(Path::new)), folder) {
            (Some(named), _) => Self::Named(named.to_owned()),
            (None, Some(folder)) => {
                Self::FirstOf(NAMES.iter().map(|name| folder.join("weir").join(name)).collect())
            }
            (None, None) => Self::Nowhere,
        }
    }

    /// The file, when there is one; a named one in any case.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Named(path) => Some(path),
            Self::FirstOf(paths) => paths.iter().find(|path| path.exists()).map(PathBuf::as_path),
            Self::Nowhere => None,
        }
    }
}

/// What tells one state of a file from another, a link followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    length: u64,
    modified: Option<SystemTime>,
    own: Own,
}

#[cfg(unix)]
type Own = (u64, u64, i64, i64);

#[cfg(unix)]
fn own(metadata: &Metadata) -> Own {
    use std::os::unix::fs::MetadataExt as _;
    (metadata.dev(), metadata.ino(), metadata.ctime(), metadata.ctime_nsec())
}

#[cfg(windows)]
type Own = u64;

#[cfg(windows)]
fn own(metadata: &Metadata) -> Own {
    use std::os::windows::fs::MetadataExt as _;
    metadata.creation_time()
}

impl Stamp {
    fn of(metadata: &Metadata) -> Self {
        Self { length: metadata.len(), modified: metadata.modified().ok(), own: own(metadata) }
    }

    /// That of a path, unless nothing is there.
    pub(super) fn at(path: &Path) -> Option<Self> {
        std::fs::metadata(path).ok().as_ref().map(Self::of)
    }
}

/// A file as it was read.
#[derive(Debug)]
pub(super) struct Text {
    pub(super) text: String,
    /// Its stamp, when an equal one means an equal text.
    pub(super) stamp: Option<Stamp>,
}

/// Reads a file. Nothing but a regular file is opened, so that this never waits.
///
/// # Errors
/// When it is missing, no regular file, too large, no UTF-8, or cannot be read.
pub(super) fn text(path: &Path) -> Result<Text, ConfigError> {
    let wrong = |cause: &io::Error| {
        let what = match cause.kind() {
            ErrorKind::NotFound => "no such file".to_owned(),
            ErrorKind::InvalidData => "it is no UTF-8".to_owned(),
            _ => format!("it cannot be read: {cause}"),
        };
        ConfigError::new(what).within(path)
    };
    let no_file = || ConfigError::new("it is not a regular file").within(path);
    let read = || -> io::Result<Option<(Metadata, String, Metadata)>> {
        if !std::fs::metadata(path)?.is_file() {
            return Ok(None);
        }
        let mut file = open(path)?;
        let before = file.metadata()?;
        if !before.is_file() {
            return Ok(None);
        }
        let mut text = String::new();
        file.by_ref().take(MOST_BYTES.saturating_add(1)).read_to_string(&mut text)?;
        Ok(Some((before, text, file.metadata()?)))
    };
    let (before, text, after) = read().map_err(|cause| wrong(&cause))?.ok_or_else(no_file)?;
    if u64::try_from(text.len()).is_ok_and(|length| length > MOST_BYTES) {
        return Err(ConfigError::new(format!("it is larger than {MOST_BYTES} bytes")).within(path));
    }
    let stamp = Stamp::of(&after);
    let is_old = |modified: SystemTime| modified.elapsed().is_ok_and(|age| age >= FRESH);
    let settled = Stamp::of(&before) == stamp && stamp.modified.is_some_and(is_old);
    Ok(Text { text, stamp: settled.then_some(stamp) })
}

/// Opens a file to read; a pipe that took its place is not waited for.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        let flags = rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOCTTY;
        options.custom_flags(i32::try_from(flags.bits()).unwrap_or(0));
    }
    options.open(path)
}
