//! Small arithmetic that all counts share.

use std::collections::BTreeMap;

/// The name of what is counted together.
pub(super) const OTHERS: &str = "(others)";

/// Adds to a sum.
pub(super) const fn raise(sum: &mut u64, by: u64) {
    *sum = sum.saturating_add(by);
}

/// A number that may become less than zero.
pub(super) fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// A number for a share or a mean.
#[expect(clippy::cast_precision_loss, reason = "shares of numbers, not the numbers themselves")]
pub(super) const fn float(number: u64) -> f64 {
    number as f64
}

/// Milliseconds as microseconds.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a cast of a float is the nearest number that fits"
)]
pub(super) fn microseconds(milliseconds: f64) -> u64 {
    (milliseconds * 1000.0).round() as u64
}

/// Does something with the entry of a name; when there are too many names, with that of all others. Only names that are
/// new are copied.
pub(super) fn with_entry<T: Default>(
    entries: &mut BTreeMap<String, T>,
    name: &str,
    most: usize,
    act: impl FnOnce(&mut T),
) {
    if let Some(entry) = entries.get_mut(name) {
        return act(entry);
    }
    let name = if entries.len() < most { name } else { OTHERS };
    act(entries.entry(name.to_owned()).or_default());
}
