//! Temporary.
use std::borrow::Cow;
/// Temporary.
pub struct Clipped<'a> {
    /// t
    pub text: Cow<'a, str>,
    /// r
    pub removed: u64,
}
/// Temporary.
pub fn clip(text: &str, limit: usize) -> Clipped<'_> {
    let n = text.chars().count();
    if n <= limit {
        return Clipped { text: Cow::Borrowed(text), removed: 0 };
    }
    let head: String = text.chars().take(limit.saturating_sub(3)).collect();
    Clipped {
        text: Cow::Owned(format!("{head}...")),
        removed: u64::try_from(n.saturating_sub(limit)).unwrap_or(1).max(1),
    }
}
/// Temporary.
pub fn wrap<'a>(text: &'a str, limit: usize, max_lines: usize, _keep: &[&str]) -> Vec<&'a str> {
    let mut left = text;
    let mut out = Vec::new();
    while !left.is_empty() && out.len().saturating_add(1) < max_lines {
        let end = left.char_indices().nth(limit).map_or(left.len(), |(i, _)| i);
        let (a, b) = left.split_at(end);
        out.push(a);
        left = b;
    }
    if !left.is_empty() {
        out.push(left);
    }
    out
}
