//! What hspec prints like RSpec, and how its time differs.

/// How RSpec shows the code that failed; no other runner does.
pub(in crate::recognize) const FAILED_CODE: &str = "Failure/Error:";

/// Whether the time may be hspec's, which always has four decimals. RSpec prints as many as it needs: when those are four
/// too, only the failures show whose the time is.
pub(in crate::recognize) fn is_hspecs(time: &str) -> bool {
    time.strip_suffix(" seconds").and_then(|time| time.split_once('.')).is_some_and(|(whole, decimals)| {
        decimals.len() == 4
            && !whole.is_empty()
            && whole.bytes().chain(decimals.bytes()).all(|byte| byte.is_ascii_digit())
    })
}
