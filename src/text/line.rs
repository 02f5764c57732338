//! One line of the input, as recognizers and the report see it.

/// The most bytes of a line that are held. Of the rest only the tail and counts are kept.
pub const HELD_BYTES: usize = 64 * 1024;
/// A line is judged on this many first bytes, and on its tail.
pub const JUDGED_BYTES: usize = 8 * 1024;
/// How many last bytes of a long line are kept besides its beginning.
pub const TAIL_BYTES: usize = 256;

/// A line of the input, or a row of it that was drawn over: sanitised, without a CI's prefix, bounded.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// The text: valid, free of escape sequences, every dangerous code point escaped as `<U+XXXX>`, without line
    /// end, without a CI's prefix, at most [`HELD_BYTES`].
    pub text: &'a str,
    /// At most the last [`TAIL_BYTES`], when the line is longer than `text`; else empty.
    pub tail: &'a str,
    /// The CI's prefix that was stripped from it, as it is printed; empty when there is none.
    pub before: &'a str,
    /// The whole line with the escapes of its colours written out, when it may be one side of a comparison; else empty.
    pub escapes: &'a str,
    /// The number of the input line, from 1.
    pub number: u64,
    /// How many chars the whole decoded input line has, with its line end; 0 for a row that is not the last of its line.
    pub chars: u64,
    /// Whether this is what the line finally shows. Earlier rows were drawn over: they are judged, but never shown by
    /// themselves.
    pub last_row: bool,
    /// How many code points of this line were escaped, replaced, or removed as control characters other than colours.
    pub escaped: u64,
    /// Whether a CI marked it as an error (`##[error]`); the mark is not part of the text.
    pub error: bool,
    /// How many bytes of a clock were stripped from it. That begins with the second of such lines: the first still has
    /// its clock.
    pub clock: usize,
    /// Its place among the lines that are borrowed with it, when it is borrowed from a block.
    pub together: Option<Together<'a>>,
}

/// A line's place in the block that it is borrowed from.
#[derive(Clone, Copy, Debug)]
pub struct Together<'a> {
    /// The whole line with a CI's prefix, and all whole lines after it in the block.
    pub text: &'a str,
    /// How many bytes the whole line has, without its end.
    pub length: usize,
    /// Whether a CI's prefix of a line after it would show at that line's first byte.
    pub bare: bool,
    /// The line's position among all bytes of the stream that were borrowed this way; each number is used once.
    pub position: u64,
}

impl<'a> Line<'a> {
    /// A whole short line: for tests, and for text that is not input.
    #[must_use]
    pub fn of(text: &'a str) -> Self {
        let chars = u64::try_from(text.chars().count()).unwrap_or(u64::MAX).saturating_add(1);
        Self { chars, ..Self::plain(text, 1) }
    }

    /// A whole line of printable ASCII and tabs, with its end, and not longer than [`HELD_BYTES`].
    #[must_use]
    #[inline]
    pub fn plain(text: &'a str, number: u64) -> Self {
        let chars = u64::try_from(text.len()).unwrap_or(u64::MAX).saturating_add(1);
        Self {
            text,
            tail: "",
            before: "",
            escapes: "",
            number,
            chars,
            last_row: true,
            escaped: 0,
            error: false,
            clock: 0,
            together: None,
        }
    }

    /// Whether a CI marked it as a warning (`##[warning]`), which never fails a run.
    #[must_use]
    pub fn is_marked_as_warning(&self) -> bool {
        self.before.ends_with("##[warning]")
    }

    /// Whether a CI begins a group of lines with it (`##[group]`).
    #[must_use]
    pub fn begins_group(&self) -> bool {
        self.before.ends_with("##[group]")
    }

    /// The job and the step whose line it is, if the prefix names them: `JOB<TAB>STEP<TAB>`.
    #[must_use]
    pub fn step(&self) -> Option<(&'a str, &'a str)> {
        let (job, rest) = self.before.split_once('\t')?;
        let (step, _) = rest.split_once('\t')?;
        Some((job, step))
    }

    /// Whether it is longer than its held text.
    #[must_use]
    pub const fn is_held_in_part(&self) -> bool {
        !self.tail.is_empty()
    }

    /// The text that patterns are matched against: at most the first [`JUDGED_BYTES`].
    #[must_use]
    pub fn judged(&self) -> &'a str {
        if self.text.len() <= JUDGED_BYTES {
            return self.text;
        }
        beginning(self.text)
    }

    /// The text in which points are counted: all held text of a row of points, which has neither blanks nor lower case.
    #[must_use]
    pub fn counted(&self) -> &'a str {
        let judged = self.judged();
        let is_row = || !judged.bytes().any(|byte| byte == b' ' || byte.is_ascii_lowercase());
        if judged.len() < self.text.len() && is_row() { self.text } else { judged }
    }

    /// The end of the line, however long it is: a verdict at the end is looked for there.
    #[must_use]
    pub fn ending(&self) -> &'a str {
        if self.tail.is_empty() { self.text } else { self.tail }
    }
}

/// The part of a longer line that is judged.
#[cold]
fn beginning(text: &str) -> &str {
    super::head(text, JUDGED_BYTES)
}
