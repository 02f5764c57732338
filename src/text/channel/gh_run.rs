//! What `gh run view --log` and `--log-failed` write before each line of a run: `JOB<TAB>STEP<TAB>`.
//!
//! After it comes what GitHub stored: on a step's first line a byte order mark, then a time stamp; further lines of a
//! text that the workflow printed in one piece have no stamp. A step that `gh` does not know is `UNKNOWN STEP`.
//!
//! A job may have any name, so no first byte shows such a line, and a search for tabs in every line would slow down every
//! stream. So the fields are only looked for while they may come: at a stream's beginning, and as long as lines have
//! them. Without a stamp they only count when the line before had the same ones.

/// For how many lines without the fields they are still looked for.
const PATIENCE: u16 = 500;
/// The most bytes of both fields and their tabs.
const FIELDS_BYTES: usize = 400;
/// A byte order mark inside a line, in its visible form.
const MARK: &[u8] = b"<U+FEFF>";

/// The hash of both fields of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Name(u64);

/// What the lines before say of the next one's fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fields {
    /// For how many lines they are still looked for.
    patience: u16,
    /// Those of the line before.
    last: Option<Name>,
}

/// The fields at a line's beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// How many bytes they have, with the second tab and the mark.
    pub length: usize,
    /// Whether a byte order mark, in its visible form, is among them.
    pub mark: bool,
    /// Which fields.
    pub name: Name,
}

impl Default for Fields {
    fn default() -> Self {
        Self { patience: PATIENCE, last: None }
    }
}

impl Fields {
    /// The fields that a line begins with, stamped or not.
    #[inline]
    pub(super) fn find(self, line: &[u8]) -> Option<Found> {
        if self.patience == 0 { None } else { split(line) }
    }

    /// Whether the line before had these fields: then a line without a stamp has them too.
    pub(super) fn known(self, name: Name) -> bool {
        self.last == Some(name)
    }

    /// The state after a line with these fields, or with none.
    #[inline]
    pub(super) fn next(self, name: Option<Name>) -> Self {
        let patience = if name.is_some() { PATIENCE } else { self.patience.saturating_sub(1) };
        Self { patience, last: name }
    }

    /// Whether they are not looked for anymore, and the line before had none.
    #[inline]
    pub(super) const fn are_given_up(self) -> bool {
        self.patience == 0 && self.last.is_none()
    }

    /// The state at the beginning of another file.
    pub(super) fn renewed(self) -> Self {
        Self { patience: PATIENCE, ..self }
    }
}

fn split(line: &[u8]) -> Option<Found> {
    let near = line.get(..FIELDS_BYTES).unwrap_or(line);
    let job = near.iter().position(|byte| *byte == b'\t')?;
    let (_, rest) = near.split_at_checked(job.saturating_add(1))?;
    let step = rest.iter().position(|byte| *byte == b'\t')?;
    if job == 0 || step == 0 {
        return None;
    }
    let length = job.saturating_add(step).saturating_add(2);
    let (fields, rest) = line.split_at_checked(length)?;
    let mark = rest.starts_with(MARK);
    let length = if mark { length.saturating_add(MARK.len()) } else { length };
    Some(Found { length, mark, name: Name(hash(fields)) })
}

/// FNV-1a: two steps whose names collide would only share their unstamped lines.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_fields_need_a_name_and_a_tab() {
        let length = |line: &str| Fields::default().find(line.as_bytes()).map(|found| found.length);
        assert_eq!(length("build (1.95)\tRun tests\t2026"), Some(23));
        assert_eq!(length("a\tb\t"), Some(4));
        assert_eq!(length("a\tb\t<U+FEFF>2026"), Some(12));
        for line in ["", "a", "a\tb", "\tb\tc", "a\t\tc", &format!("{}\tb\tc", "x".repeat(FIELDS_BYTES))] {
            assert_eq!(length(line), None, "{line}");
        }
    }

    #[test]
    fn they_are_looked_for_as_long_as_they_come() {
        let mut fields = Fields::default();
        for _ in 0..PATIENCE {
            assert!(fields.find(b"a\tb\tc").is_some());
            fields = fields.next(None);
        }
        assert_eq!(fields.find(b"a\tb\tc"), None);
        assert!(fields.renewed().find(b"a\tb\tc").is_some());
        let name = split(b"a\tb\tc").map(|found| found.name);
        let fields = fields.next(name);
        assert!(name.is_some_and(|name| fields.known(name)) && fields.find(b"a\tb\tc").is_some());
        assert!(!split(b"a\tc\tc").is_some_and(|other| fields.known(other.name)));
    }
}
