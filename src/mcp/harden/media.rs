//! Pictures and sounds that are too large for a line, in words.

use super::desk::Desk;
use super::question::{Kind, Question};
use super::response::Block;
use crate::budget::Count as _;
use crate::settings::guard::Images;

/// Bytes of a line that passes with media in it.
pub(super) const LINE_BYTES: usize = 1_000_000;
/// Bytes of a block that an answer can give back.
pub(in crate::mcp) const BLOCK_BYTES: usize = 900_000;

/// The words for the blocks that go, each with its place among the blocks. `line` is the length of the whole line.
pub(super) fn words(
    desk: &Desk<'_>,
    blocks: &[Block<'_>],
    line: usize,
    images: Images,
) -> Vec<(usize, String)> {
    let mut media: Vec<(usize, usize)> = blocks
        .iter()
        .enumerate()
        .filter_map(|(at, block)| match block {
            Block::Media { json, .. } => Some((at, json.text().len())),
            _ => None,
        })
        .collect();
    media.sort_by_key(|(_, bytes)| std::cmp::Reverse(*bytes));
    let mut left = line;
    let mut gone = Vec::new();
    for (at, bytes) in media {
        if images == Images::Pass && left <= LINE_BYTES {
            break;
        }
        left.down(bytes);
        gone.extend(blocks.get(at).map(|block| (at, word(desk, block, images))));
    }
    gone
}

/// A block in words.
fn word(desk: &Desk<'_>, block: &Block<'_>, images: Images) -> String {
    let Block::Media { json, mime, data } = block else { return String::new() };
    let bytes = data.text().len().saturating_sub(2).saturating_mul(3).div_euclid(4);
    let mut printed = format!("weir: {}, {bytes} bytes, is left out here", crate::text::one_line(mime));
    // One that no line can carry is not worth its room in the store.
    if images == Images::Store && json.text().len() <= BLOCK_BYTES {
        let question = Question { kind: Kind::Media, ..Question::default() };
        match desk.keep(json.text(), &question) {
            Some(id) => printed.push_str(&format!("; all of it: {} {{\"id\":\"{id}\"}}", desk.tool)),
            None => printed.push_str("; nothing is stored"),
        }
    } else {
        printed.push_str("; it is too large for one answer");
    }
    printed
}
