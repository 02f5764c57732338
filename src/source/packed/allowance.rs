//! How much may come out of a packed file.
//!
//! A few kilobytes can unpack to terabytes. Memory is no matter, all is streamed; time is. No log that was written by a
//! run is packed to less than a two-hundredth and unpacks to more than 4 GiB.

use super::trouble::Trouble;

/// What may come out of any file, in bytes.
const FREE: u64 = 4 * 1024 * 1024 * 1024;
/// What may come out of a larger file, for each of its bytes.
const TIMES: u64 = 200;

/// What may still come out of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    whole: u64,
    left: u64,
}

impl Allowance {
    /// For a packed file of this size: 4 GiB, or 200 times its size when that is more.
    #[must_use]
    pub fn of_file(bytes: u64) -> Self {
        Self::of(FREE.max(bytes.saturating_mul(TIMES)))
    }

    /// This many bytes.
    pub(super) const fn of(whole: u64) -> Self {
        Self { whole, left: whole }
    }

    /// Takes these bytes off.
    ///
    /// # Errors
    /// When more comes out than may.
    pub(super) fn take(&mut self, bytes: u64) -> Result<(), Trouble> {
        self.left = self.left.checked_sub(bytes).ok_or(Trouble::TooMuch(self.whole))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_may_give_four_gibibytes_or_two_hundred_times_its_size() {
        assert_eq!(Allowance::of_file(1).whole, FREE);
        assert_eq!(Allowance::of_file(FREE / TIMES).whole, FREE);
        assert_eq!(Allowance::of_file(FREE).whole, FREE * TIMES);
        assert_eq!(Allowance::of_file(u64::MAX).whole, u64::MAX);
    }

    #[test]
    fn the_last_allowed_byte_comes_and_the_next_does_not() {
        let mut allowance = Allowance::of(10);
        assert!(allowance.take(9).is_ok() && allowance.take(1).is_ok());
        let reported = allowance.take(1).unwrap_err().to_string();
        assert!(reported.starts_with("it unpacks to more than 10 bytes"), "{reported}");
    }
}
