//! Which report files a call may name.

use std::fs;
use std::path::PathBuf;

use super::exit::Problem;
use super::words::shown;

/// The reports as they are named. Whether each can be read is seen when the run has ended, which may write it.
///
/// # Errors
/// When one is a pipe or a device, which may give bytes never or for ever.
pub(super) fn reports(named: &[PathBuf]) -> Result<Vec<PathBuf>, Problem> {
    let endless = |path: &&PathBuf| fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir());
    match named.iter().find(endless) {
        None => Ok(named.to_vec()),
        Some(path) => {
            let word = shown(&path.to_string_lossy());
            Err(Problem::usage(format!("failed to read the report {word}: not a regular file"))
                .hint("write the report to a file first; an .xcresult folder is one, too"))
        }
    }
}
