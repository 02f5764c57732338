//! Temporary.
/// Temporary.
pub fn sign(_t: &str) -> Option<()> {
    None
}
