//! What tools that build images write before each line of a step: docker build, Google Cloud Build and Earthly.
//!
//! Sources: Cloud Build's worker (`Step #0 - "id": text`) and Earthly's console logger, which writes targets on the right
//! of a column.

use super::{Form, Found, NEAR, found, is_name, parted};
use crate::text::number;

/// How the name of a step of Google Cloud Build begins.
pub(super) const CLOUD_STEP: &str = "Step #";

/// `Step #0: text`, `Step #0 - "name": text`. A step that builds an image writes docker build's steps after it.
pub(super) fn cloud_step(text: &str) -> Option<Found<'_>> {
    let (_, after) = number(text.strip_prefix(CLOUD_STEP)?)?;
    let rest = match after.strip_prefix(" - \"") {
        Some(named) => named.split_once("\":")?.1,
        None => after.strip_prefix(':')?,
    };
    let inner = parted(rest)?;
    let name = text.get(..text.len().checked_sub(rest.len())?.checked_sub(1)?)?;
    let Some(built) = inner.strip_prefix('#').and_then(|_| step(inner)) else {
        return found(Form::CloudStep, name, text, inner);
    };
    let rest = inner.get(built.length..)?;
    let name = text.get(..text.len().checked_sub(inner.len())?.checked_add(built.name.len())?)?;
    found(Form::CloudStep, name, text, rest)
}

/// `           +test | text`, `         ./app+test | text`, `   +test *failed* | text`.
pub(super) fn target(text: &str) -> Option<Found<'_>> {
    let near = text.as_bytes().get(..NEAR).unwrap_or(text.as_bytes());
    let (before, rest) = text.split_at_checked(memchr::memchr(b'|', near)?)?;
    let name = before.trim_start_matches(' ').strip_suffix(' ')?;
    let name = name.strip_suffix(" *failed*").unwrap_or(name).trim_end_matches(' ');
    let (folder, target) = name.split_once('+')?;
    let named = is_name(target) && target.starts_with(|first: char| first.is_ascii_lowercase());
    let named = named && (folder.is_empty() || (folder.starts_with("./") && is_name(folder)));
    if named { found(Form::Bars, name, text, parted(rest.strip_prefix('|')?)?) } else { None }
}

/// `#12 3.456 text`.
pub(super) fn step(text: &str) -> Option<Found<'_>> {
    let (_, after) = number(text.strip_prefix('#')?)?;
    let name = text.get(..text.len().checked_sub(after.len())?)?;
    let (_, rest) = number(after.strip_prefix(' ')?)?;
    let (_, rest) = number(rest.strip_prefix('.')?)?;
    found(Form::Step, name, text, parted(rest)?)
}
