//! Which files of patterns are read: those that are named, and the one in the user's own configuration.
//!
//! Never one that lies in the folder of a project: whoever writes a project would decide what its users are shown.

use std::io::{self, ErrorKind, Read as _};
use std::path::{Path, PathBuf};

use super::exit::Problem;
use super::surroundings::Surroundings;
use super::system;
use super::words::shown;
use crate::recognize::patterns::{self, MOST_PATTERNS};
use crate::settings::Pattern;
use crate::source::open_regular;

/// The most bytes of a file of patterns, or of rows.
const FILE_BYTES: u64 = 256 * 1024;
/// What these files hold, in messages.
const PATTERNS: &str = "the patterns";

/// The patterns of all files, the user's own first.
///
/// # Errors
/// A problem of usage: a file that was named and cannot be read, or one that is wrong.
pub(super) fn read(named: &[PathBuf], surroundings: &Surroundings) -> Result<Vec<Pattern>, Problem> {
    let mut all = Vec::new();
    if let Some(own) = own(surroundings) {
        match text(&own) {
            Ok(text) => all = checked(&own, &text)?,
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {}
            Err(error) => return Err(unread(&own, PATTERNS, error)),
        }
    }
    for path in named {
        let text = text(path).map_err(|error| unread(path, PATTERNS, error))?;
        all.extend(checked(path, &text)?);
    }
    if all.len() > MOST_PATTERNS {
        return Err(Problem::usage(format!("more than {MOST_PATTERNS} patterns in all files together")));
    }
    Ok(all)
}

/// `weir/patterns.toml` where users keep what they want of programs.
fn own(surroundings: &Surroundings) -> Option<PathBuf> {
    Some(system::config_folder(surroundings)?.join("weir").join("patterns.toml"))
}

/// The text of a file that the user wrote for weir, of at most [`FILE_BYTES`].
pub(super) fn text(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    open_regular(path)?.take(FILE_BYTES.saturating_add(1)).read_to_string(&mut text)?;
    if u64::try_from(text.len()).is_ok_and(|length| length > FILE_BYTES) {
        return Err(io::Error::new(ErrorKind::FileTooLarge, format!("larger than {FILE_BYTES} bytes")));
    }
    Ok(text)
}

/// A file that could not be read: `what` is what is in it.
pub(super) fn unread(path: &Path, what: &str, error: io::Error) -> Problem {
    let cause = match error.kind() {
        ErrorKind::NotFound => anyhow::Error::msg("no such file"),
        _ => error.into(),
    };
    Problem::unusable(cause).context(format!("failed to read {what} in {}", shown(&path.to_string_lossy())))
}

fn checked(path: &Path, text: &str) -> Result<Vec<Pattern>, Problem> {
    patterns::read(text).map_err(|wrong| {
        Problem::unusable(wrong)
            .context(format!("wrong patterns in {}", shown(&path.to_string_lossy())))
            .hint("a pattern has the keys name and starts, and if you like continues and ends")
    })
}
