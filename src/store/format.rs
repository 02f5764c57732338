//! The file of a snapshot: compressed frames, the failures' records, what is known of the run, and a trailer.
//!
//! Frames are alone and hold whole lines where lines are short enough; their index is part of what is known, so that
//! any line is one seek and one frame away. The trailer holds a hash of everything before it: the id is its beginning.

use serde::{Deserialize, Serialize};

use crate::budget::{Limits, Mode};
use crate::settings::RerunCommand;
use crate::source::Ending;

/// Raw bytes of a frame.
pub(super) const FRAME_BYTES: usize = 1024 * 1024;
/// The most bytes that a frame can have: secrets of few bytes are replaced by longer marks.
pub(super) const MOST_FRAME_BYTES: usize = 8 * FRAME_BYTES;
/// The least bytes of a frame, where the quota is small.
pub(super) const LEAST_FRAME_BYTES: usize = 4096;
/// The most bytes of all records together, before they are compressed.
pub(super) const MOST_RECORDS_BYTES: u64 = 512 * 1024 * 1024;
/// The most bytes of what is known of a run.
pub(super) const MOST_NOTES_BYTES: usize = 64 * 1024 * 1024;
/// What every snapshot ends with; another number for another form, which this program leaves alone.
pub(super) const MAGIC_BYTES: usize = 8;
/// What the magic of every form begins with.
pub(super) const MAGIC_FAMILY: &[u8] = b"weirsn";
/// The magic of this form.
pub(super) const MAGIC: [u8; MAGIC_BYTES] = *b"weirsn02";
/// Bytes of the trailer: where the notes begin, how many bytes they have, the hash, the magic.
pub(super) const TRAILER_BYTES: usize = 8 + 8 + 32 + 8;
/// What the name of a snapshot's file ends with.
pub(super) const ENDING: &str = ".snapshot";

/// A compressed piece of the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Frame {
    /// Where it begins in the file, in bytes.
    pub(super) offset: u64,
    /// Bytes in the file.
    pub(super) stored: u64,
    /// Bytes once decompressed.
    pub(super) raw: u64,
    /// Line ends in it.
    pub(super) lines: u64,
}

/// What is missing between beginning and end of an input that was too long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gap {
    /// Bytes.
    pub bytes: u64,
    /// Lines.
    pub lines: u64,
}

/// What the answer says of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    /// The command that was run, or the file that was read; empty for standard input.
    pub command: String,
    /// The words of the command that runs again what failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rerun: Option<Vec<String>>,
    /// How many failures that command does not run.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub rerun_without: u64,
    /// Why there is no such command, when tests failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_rerun: Option<String>,
    /// The folder in which it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// The verdict, in lower case.
    pub verdict: String,
    /// How many failed, when that is known.
    pub failed: Option<u64>,
    /// The exit status that somebody reported.
    pub exit: Option<i32>,
    /// How the command ended, when weir ran it.
    pub ending: Option<Ending>,
    /// The runner that was named, if any.
    pub from: Option<String>,
    /// Whether a signal ended the stream.
    pub interrupted: bool,
    /// Whether the answer rests on more than the text: report files, patterns.
    pub more_than_text: bool,
    /// How the answer was printed, when that is not the usual way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printed: Option<Printed>,
    /// Whether no answer was printed: what the tool printed went elsewhere.
    #[serde(default, skip_serializing_if = "<&bool as std::ops::Not>::not")]
    pub unseen: bool,
    /// The marks of those who may have it over HTTP; without any it is only this machine's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub owners: Vec<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// Within which bounds an answer was printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Printed {
    /// The mode by its name.
    mode: String,
    chars: u64,
    lines: u64,
    line_chars: u64,
    /// Most bytes of the whole answer, when its reader counts them.
    pub bytes: Option<u64>,
}

impl Printed {
    /// The bounds of an answer; none when they are the usual ones.
    #[must_use]
    pub fn within(mode: Mode, limits: Limits, bytes: Option<u64>) -> Option<Self> {
        let usual = mode == Mode::Standard && limits == mode.limits() && bytes.is_none();
        let Limits { chars, lines, line_chars } = limits;
        (!usual).then(|| Self { mode: mode.name().to_owned(), chars, lines, line_chars, bytes })
    }

    /// The mode.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.mode.parse().unwrap_or_default()
    }

    /// The limits.
    #[must_use]
    pub const fn limits(&self) -> Limits {
        Limits { chars: self.chars, lines: self.lines, line_chars: self.line_chars }
    }
}

impl Facts {
    /// The command that runs again what failed.
    #[must_use]
    pub fn rerun_command(&self) -> Option<RerunCommand> {
        self.rerun.clone().map(|words| RerunCommand { words, without: self.rerun_without })
    }

    /// The exit status, when it is known: 128 + n after signal n.
    #[must_use]
    pub fn status(&self) -> Option<i32> {
        self.ending.map(|ending| ending.how.status()).or(self.exit)
    }
}

/// Everything that is known of a snapshot besides its text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meta {
    /// What the answer says.
    pub facts: Facts,
    /// Bytes of the text that is stored, secrets replaced.
    pub bytes: u64,
    /// Lines of the text that is stored, the last one without an end included.
    pub lines: u64,
    /// Secrets that were replaced.
    pub redacted: u64,
    /// What is missing, and after how many frames.
    pub gap: Option<(usize, Gap)>,
    pub(super) frames: Vec<Frame>,
    /// Frames of the failures' records, a line of JSON each.
    pub(super) records: Vec<Frame>,
}

/// Whether a word has the form of an id.
pub(super) fn is_id(word: &str) -> bool {
    (8..=26).contains(&word.len()) && word.bytes().all(is_digit)
}

/// Whether a char may be in an id.
pub(super) const fn is_digit(byte: u8) -> bool {
    matches!(byte, b'a'..=b'z' | b'2'..=b'7')
}

/// The first `chars` digits of a hash in base 32 (RFC 4648, small letters).
pub(super) fn base32(hash: &[u8], chars: usize) -> String {
    let bit = |at: usize| {
        let byte = hash.get(at.div_euclid(8)).copied().unwrap_or(0);
        (byte >> (7_usize.saturating_sub(at.rem_euclid(8)))) & 1
    };
    let digit = |at: usize| {
        let value =
            (0..5).fold(0_u8, |value, next| (value << 1) | bit(at.saturating_mul(5).saturating_add(next)));
        b"abcdefghijklmnopqrstuvwxyz234567".get(usize::from(value)).copied().map_or('a', char::from)
    };
    (0..chars).map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_base_32_as_the_standard_has_it() {
        assert_eq!(base32(b"foobar", 9), "mzxw6ytbo");
        assert_eq!(base32(&[0xff; 32], 26), "7".repeat(26));
        assert!(is_id("mzxw6ytb") && !is_id("mzxw6yt") && !is_id("mzxw6yt1") && !is_id("../mzxw6"));
    }
}
