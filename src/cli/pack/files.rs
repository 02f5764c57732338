//! Whole files as chunks, in the order in which they are named.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use crate::budget::CEILING_BYTES;
use crate::cli::exit::Problem;
use crate::cli::piece::documents;
use crate::pack::{Chunk, Unread};
use crate::source::{Input, open_regular};
use crate::text::decode;

/// A NUL among the first bytes makes a file binary, as it does for grep and git.
const LOOKED_AT: usize = 8000;

/// The paths that the inputs name: a line each, or with NULs between them.
///
/// # Errors
/// When the inputs cannot be read.
pub(super) fn listed(inputs: &[Input]) -> Result<Vec<PathBuf>, Problem> {
    let mut paths = Vec::new();
    for document in documents::read(inputs)? {
        let between = if document.text.contains('\0') { '\0' } else { '\n' };
        let names = document.text.split(between).map(|name| name.strip_suffix('\r').unwrap_or(name));
        paths.extend(names.filter(|name| !name.is_empty()).map(PathBuf::from));
    }
    Ok(paths)
}

/// The files as chunks. One that cannot be shown is a chunk, too, without a text.
pub(super) fn chunks(paths: &[PathBuf]) -> Vec<Chunk> {
    paths.iter().map(|path| chunk(path)).collect()
}

fn chunk(path: &Path) -> Chunk {
    let name = path.to_string_lossy();
    let read = || {
        let mut bytes = Vec::new();
        let file = open_regular(path).map_err(|_| Unread::Unreadable)?;
        let most = CEILING_BYTES.saturating_add(1);
        file.take(most).read_to_end(&mut bytes).map_err(|_| Unread::Unreadable)?;
        let marked = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
        if !marked && bytes.iter().take(LOOKED_AT).any(|byte| *byte == 0) {
            return Err(Unread::Binary);
        }
        if bytes.len() > usize::try_from(CEILING_BYTES).unwrap_or(usize::MAX) {
            return Err(Unread::TooLarge);
        }
        Ok(decode(&bytes).into_owned())
    };
    match read() {
        Ok(text) => Chunk::file(&name, text),
        Err(why) => Chunk::unread(&name, why),
    }
}
