//! Temporary.
/// Temporary.
pub fn fold<'a>(names: impl Iterator<Item = (&'a str, &'a str, &'a str)>, _limit: usize) -> Vec<String> {
    let v: Vec<String> = names.map(|(m, s, n)| format!("weir: also failed: {m}{s}{n}")).collect();
    v
}
