//! What a text begins and ends with: one comparison of eight bytes distinguishes most texts.

/// How many bytes of a beginning are compared at once.
const HEAD: usize = 8;

/// The first bytes of a beginning: most texts differ in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    bytes: u64,
    mask: u64,
}

impl Head {
    /// The head of a beginning.
    #[must_use]
    pub fn new(beginning: &str) -> Self {
        let missing = HEAD.saturating_sub(beginning.len());
        let bits = u32::try_from(missing).unwrap_or(0).saturating_mul(8);
        Self { bytes: Self::of(beginning), mask: u64::MAX.checked_shr(bits).unwrap_or(0) }
    }

    /// The first bytes of a text as [`begins`](Self::begins) takes them; those that are missing are zero.
    #[must_use]
    #[inline]
    pub fn of(text: &str) -> u64 {
        let bytes = text.as_bytes();
        match bytes.first_chunk() {
            Some(first) => u64::from_le_bytes(*first),
            None => bytes.iter().rev().fold(0, |all, byte| (all << 8) | u64::from(*byte)),
        }
    }

    /// Whether a text with these first bytes has this beginning, whose head this is.
    #[must_use]
    #[inline]
    pub fn begins(self, head: u64, text: &str, beginning: &str) -> bool {
        head & self.mask == self.bytes && (beginning.len() <= HEAD || text.starts_with(beginning))
    }
}

/// The last bytes of an ending: most texts differ in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tail {
    bytes: u64,
    mask: u64,
}

impl Tail {
    /// The tail of an ending.
    #[must_use]
    pub fn new(ending: &str) -> Self {
        let missing = HEAD.saturating_sub(ending.len());
        let bits = u32::try_from(missing).unwrap_or(0).saturating_mul(8);
        Self { bytes: Self::of(ending), mask: u64::MAX.checked_shl(bits).unwrap_or(0) }
    }

    /// The last bytes of a text as [`ends`](Self::ends) takes them; those that are missing are zero.
    #[must_use]
    #[inline]
    pub fn of(text: &str) -> u64 {
        let bytes = text.as_bytes();
        match bytes.last_chunk() {
            Some(last) => u64::from_le_bytes(*last),
            None => bytes.iter().fold(0, |all, byte| (all >> 8) | (u64::from(*byte) << 56)),
        }
    }

    /// Whether a text with these last bytes has this ending, whose tail this is.
    #[must_use]
    #[inline]
    pub fn ends(self, tail: u64, text: &str, ending: &str) -> bool {
        tail & self.mask == self.bytes && (ending.len() <= HEAD || text.ends_with(ending))
    }
}

/// A set of beginnings, looked up by their first two bytes.
#[derive(Debug)]
pub struct Beginnings {
    /// A bit for every pair of bytes that a beginning has.
    pairs: Box<[u64]>,
    /// For every first byte: where its beginnings start in the list. The last entry is the end of the list.
    firsts: Box<[u16]>,
    /// The beginnings, sorted by their first bytes.
    beginnings: Vec<(Head, &'static str)>,
}

impl Beginnings {
    /// Whether the text begins with one of them.
    #[must_use]
    pub fn begin(&self, text: &str) -> bool {
        let pair = Self::pair(text);
        if self.pairs.get(pair >> 6).is_none_or(|pairs| pairs & Self::bit(pair) == 0) {
            return false;
        }
        let at = |first: usize| self.firsts.get(first).map_or(0, |at| usize::from(*at));
        let first = pair >> 8;
        let same = self.beginnings.get(at(first)..at(first.wrapping_add(1))).unwrap_or_default();
        let head = Head::of(text);
        same.iter().any(|(each, beginning)| each.begins(head, text, beginning))
    }

    /// The first two bytes as a number; a byte that is missing counts as a blank.
    fn pair(text: &str) -> usize {
        let byte = |at: usize| usize::from(text.as_bytes().get(at).copied().unwrap_or(b' '));
        (byte(0) << 8) | byte(1)
    }

    fn bit(pair: usize) -> u64 {
        1_u64.wrapping_shl(u32::try_from(pair & 63).unwrap_or(0))
    }
}

impl FromIterator<&'static str> for Beginnings {
    /// Each beginning must have at least two bytes.
    fn from_iter<I: IntoIterator<Item = &'static str>>(beginnings: I) -> Self {
        let mut texts: Vec<&str> = beginnings.into_iter().collect();
        texts.sort_unstable();
        let mut pairs = vec![0; 1 << 10].into_boxed_slice();
        for text in &texts {
            let pair = Self::pair(text);
            if let Some(pairs) = pairs.get_mut(pair >> 6) {
                *pairs |= Self::bit(pair);
            }
        }
        let before = |first: usize| texts.partition_point(|text| Self::pair(text) >> 8 < first);
        let firsts = (0..=256).map(|first| u16::try_from(before(first)).unwrap_or(u16::MAX)).collect();
        let beginnings = texts.into_iter().map(|text| (Head::new(text), text)).collect();
        Self { pairs, firsts, beginnings }
    }
}
