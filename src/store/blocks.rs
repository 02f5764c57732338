//! Records of failures in blocks, made when they are written.

use super::format::MOST_RECORDS_BYTES;
use crate::budget::Count as _;

/// Bytes of records that are written at once.
const BLOCK_BYTES: usize = 64 * 1024;
/// Bytes that most records have room in.
const RECORD_BYTES: usize = 1024;

/// Gives records of failures: adds the next one, a line of JSON without its end, to what is there, and tells whether there
/// was one. Whoever writes them makes them: that may be a thread.
pub type Records = Box<dyn FnMut(&mut Vec<u8>) -> bool + Send>;

/// Records that are made already.
pub fn each_of(mut records: impl Iterator<Item = String> + Send + 'static) -> Records {
    Box::new(move |block| records.next().map(|record| block.extend_from_slice(record.as_bytes())).is_some())
}

/// Blocks of whole lines. Those beyond the bound of all records are left out.
pub(super) struct Blocks {
    records: Records,
    /// Bytes of records so far.
    bytes: u64,
}

impl Blocks {
    pub(super) const fn new(records: Records) -> Self {
        Self { records, bytes: 0 }
    }
}

impl Iterator for Blocks {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        let mut block = Vec::new();
        while block.len() < BLOCK_BYTES && self.bytes <= MOST_RECORDS_BYTES {
            if block.capacity() == 0 {
                block.reserve(BLOCK_BYTES.saturating_add(RECORD_BYTES));
            }
            let before = block.len();
            if !(self.records)(&mut block) {
                break;
            }
            let record = block.len().saturating_sub(before);
            self.bytes.up(u64::try_from(record).unwrap_or(u64::MAX));
            if self.bytes > MOST_RECORDS_BYTES {
                block.truncate(before);
                break;
            }
            block.push(b'\n');
        }
        (!block.is_empty()).then_some(block)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_hold_whole_lines_up_to_the_bound_of_all() {
        let record = "x".repeat(50_000);
        let blocks: Vec<_> =
            Blocks::new(each_of(std::iter::repeat_n(record.clone(), 3))).map(|block| block.len()).collect();
        assert_eq!(blocks, [100_002, 50_001]);
        let endless = Blocks::new(each_of(std::iter::repeat(record)));
        let all = endless.fold(0_u64, |sum, block| sum + block.len() as u64);
        assert!(all > MOST_RECORDS_BYTES - 50_000 && all < MOST_RECORDS_BYTES + 50_000, "{all}");
        assert_eq!(Blocks::new(each_of(std::iter::empty())).next(), None);
    }
}
