//! Something kept that is open: all of it is read at once, or its text from any byte on.

use std::io::{self, Read as _};

use super::error::StoreError;
use super::format::Facts;
use super::snapshot::Snapshot;
use super::vault::{Kept, VaultError};
use crate::budget::Count as _;

/// The most bytes of a text that is read back at once.
const MOST_BYTES: u64 = 1 << 30;

/// Where its text is read from.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "few are open at once")]
enum Text {
    /// It is there already, and this much of it was read.
    #[cfg_attr(
        not(any(feature = "redis", test)),
        allow(dead_code, reason = "what a Redis keeps comes whole")
    )]
    Held(Kept, usize),
    File(Box<Snapshot>),
}

/// Something kept that is open.
#[derive(Debug)]
pub struct Opened {
    question: String,
    text: Text,
}

/// Whether the first record of a snapshot is the question that it is about.
fn has_question(snapshot: &Snapshot) -> bool {
    snapshot.meta().facts.verdict.is_empty()
}

impl Opened {
    #[cfg(feature = "redis")]
    pub(super) fn held(kept: Kept) -> Self {
        Self { question: kept.question.clone(), text: Text::Held(kept, 0) }
    }

    pub(super) fn file(mut snapshot: Snapshot) -> Result<Self, VaultError> {
        let mut question = String::new();
        if has_question(&snapshot) {
            let read = snapshot.records(0, &mut |_, record| {
                question = String::from_utf8_lossy(record).into_owned();
                Ok(false)
            });
            read.map_err(|_| damaged(&snapshot))?;
        }
        Ok(Self { question, text: Text::File(Box::new(snapshot)) })
    }

    /// What was asked of it, a line of JSON; of a log nothing.
    #[must_use]
    pub fn question(&self) -> &str {
        &self.question
    }

    /// What its answer printed.
    #[must_use]
    pub fn facts(&self) -> &Facts {
        match &self.text {
            Text::Held(kept, _) => &kept.facts,
            Text::File(snapshot) => &snapshot.meta().facts,
        }
    }

    /// Whether all of the text is there, so that its bytes can be counted.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        match &self.text {
            Text::Held(..) => true,
            Text::File(snapshot) => snapshot.meta().gap.is_none(),
        }
    }

    /// Goes to a byte of the text, counted from 0. Gives the number of the line that it is in, from 1.
    ///
    /// # Errors
    /// When there is no such byte, or it cannot be read.
    pub fn seek(&mut self, at: u64) -> Result<u64, VaultError> {
        match &mut self.text {
            Text::Held(kept, read) => {
                let wanted = usize::try_from(at).unwrap_or(usize::MAX);
                let before = kept.text.get(..wanted).ok_or(VaultError::Gone)?;
                *read = wanted;
                let lines = memchr::memchr_iter(b'\n', before).count();
                Ok(u64::try_from(lines).unwrap_or(u64::MAX).saturating_add(1))
            }
            Text::File(snapshot) => match snapshot.seek_byte(at) {
                Ok(line) => line.ok_or(VaultError::Gone),
                Err(_) => Err(damaged(snapshot)),
            },
        }
    }

    /// Reads on in the text. Gives how many bytes were read; none at its end.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn read(&mut self, buffer: &mut [u8]) -> Result<usize, VaultError> {
        match &mut self.text {
            Text::Held(kept, read) => {
                let mut rest = kept.text.get(*read..).unwrap_or_default();
                let count = io::Read::read(&mut rest, buffer).unwrap_or(0);
                read.up(count);
                Ok(count)
            }
            Text::File(snapshot) => io::Read::read(&mut **snapshot, buffer).map_err(|_| damaged(snapshot)),
        }
    }

    /// All of it.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn whole(self) -> Result<Kept, VaultError> {
        let question = self.question;
        let mut snapshot = match self.text {
            Text::Held(kept, _) => return Ok(kept),
            Text::File(snapshot) => snapshot,
        };
        let facts = snapshot.meta().facts.clone();
        let mut records = Vec::new();
        let read = snapshot.records(u64::from(has_question(&snapshot)), &mut |_, record| {
            records.extend_from_slice(record);
            records.push(b'\n');
            Ok(true)
        });
        read.map_err(|_| damaged(&snapshot))?;
        let text = match snapshot.meta().gap {
            None => snapshot.whole(MOST_BYTES)?,
            // A run of another part of weir may have one: its text says so itself.
            Some(_) => {
                snapshot.seek_line(1);
                let mut text = Vec::new();
                let read = snapshot.by_ref().take(MOST_BYTES).read_to_end(&mut text);
                read.map_err(|_| damaged(&snapshot))?;
                text
            }
        };
        Ok(Kept { text, question, records, facts })
    }
}

fn damaged(snapshot: &Snapshot) -> VaultError {
    StoreError::Damaged(snapshot.id().to_owned()).into()
}

#[cfg(test)]
mod tests {
    use super::super::recorder::Place;
    use super::super::vault::Vault;
    use super::*;

    #[test]
    fn a_text_is_read_from_any_byte_on() {
        let folder = tempfile::tempdir().unwrap();
        let place = Place { folder: folder.path().join("store"), quota: u64::MAX };
        let vault = Vault::files(place, None);
        // More than one frame.
        let text: Vec<u8> =
            (0..300_000_u32).flat_map(|number| format!("line {number}\n").into_bytes()).collect();
        let kept = Kept { text: text.clone(), question: "{}".into(), ..Kept::default() };
        let id = vault.keep(kept.parts(), 600).unwrap();
        for mut opened in
            [vault.open(&id, 600).unwrap(), Opened { question: "{}".into(), text: Text::Held(kept, 0) }]
        {
            assert_eq!(opened.question(), "{}");
            for at in [0, 1, 7, 1 << 20, (1 << 20) + 1, text.len() - 1, text.len()] {
                let line = opened.seek(at as u64).unwrap();
                assert_eq!(
                    line as usize,
                    1 + text[..at].iter().filter(|byte| **byte == b'\n').count(),
                    "{at}"
                );
                let mut block = vec![0; 100_000];
                let count = opened.read(&mut block).unwrap();
                assert_eq!(block[..count], text[at..at + count], "{at}");
                assert_eq!(count == 0, at == text.len());
            }
            assert!(matches!(opened.seek(text.len() as u64 + 1), Err(VaultError::Gone)));
        }
    }
}
