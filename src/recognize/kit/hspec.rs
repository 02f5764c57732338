//! What hspec prints like RSpec, and by what its time is known.

/// How RSpec shows the code that failed; nobody else does.
pub(in crate::recognize) const FAILED_CODE: &str = "Failure/Error:";

/// Hspec writes the time with four decimals always, RSpec with as many as it takes: of those four nothing but the
/// failures shows whose they are.
pub(in crate::recognize) fn is_hspecs(time: &str) -> bool {
    time.strip_suffix(" seconds").and_then(|time| time.split_once('.')).is_some_and(|(whole, decimals)| {
        decimals.len() == 4
            && !whole.is_empty()
            && whole.bytes().chain(decimals.bytes()).all(|byte| byte.is_ascii_digit())
    })
}
