//! Code that compiles, with lints.

/// Says whether nothing is there.
pub fn nothing(list: &Vec<u32>) -> bool {
    let unused = 3;
    return list.len() == 0;
}

/// Links to [`nowhere`].
pub fn found(list: &[u32]) -> Option<&u32> {
    list.iter().filter(|each| **each > 2).next()
}
