//! Counting that ends at the bounds of its numbers.

/// A number that is counted up and down. What comes down the pipe decides how far, so that it stops at its bounds.
pub trait Count: Copy {
    /// Counts so many more, up to the largest number.
    fn up(&mut self, more: Self);
    /// Counts so many less, down to the smallest number.
    fn down(&mut self, less: Self);
}

macro_rules! count {
    ($($number:ty),*) => {$(
        impl Count for $number {
            #[inline]
            fn up(&mut self, more: Self) {
                *self = self.saturating_add(more);
            }

            #[inline]
            fn down(&mut self, less: Self) {
                *self = self.saturating_sub(less);
            }
        }
    )*};
}

count!(u8, u16, u32, u64, usize, i32, i64);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_stops_at_its_bounds() {
        let (mut number, mut other) = (250_u8, i32::MIN);
        number.up(5);
        number.up(1);
        other.down(1);
        assert_eq!((number, other), (u8::MAX, i32::MIN));
        number.down(254);
        number.down(2);
        assert_eq!(number, 0);
    }
}
