//! A small harbour: berths, cargo and tides, so that its tests have something to fail on.
//!
//! What fails is chosen by the environment variable `HARBOUR`, so that one project makes many logs.

pub mod berths;
pub mod cargo;
pub mod tides;

/// Whether a kind of trouble is asked for.
pub fn asked(kind: &str) -> bool {
    std::env::var("HARBOUR").is_ok_and(|asked| asked.split(',').any(|each| each == kind))
}

/// Adds two draughts.
///
/// ```
/// assert_eq!(harbour::add(2, 3), if harbour::asked("doc") { 6 } else { 5 });
/// ```
pub fn add(left: u32, right: u32) -> u32 {
    left + right
}
