//! The bounds of structured input: one place for the numbers that both adapters and all parsers share.

/// The most bytes of one string (a text, an attribute's value, a JSON string) that are kept. The rest is passed over.
pub const STRING_BYTES: usize = 64 * 1024;
/// How deep elements, or objects and arrays, may be nested.
pub const NESTING: usize = 128;
/// How deep the nodes of a tree of results may be nested. Those of real bundles are below 20; each level of them takes
/// several levels of JSON and of the stack.
pub const TREE_NESTING: usize = 32;
/// The most bytes of one start tag. Beyond it the input is refused: nothing of it can be trusted any more.
pub const TAG_BYTES: usize = 1024 * 1024;
/// The most bytes of an element's name.
pub const NAME_BYTES: usize = 1024;
/// The most attributes of one element that are looked at.
pub const ATTRIBUTES: usize = 256;
/// The most bytes of a JSON number or other bare token that are kept.
pub const NUMBER_BYTES: usize = 64;
/// The most failure records of one test case, attempts and repeated messages included.
pub const MARKS: usize = 64;

/// Appends as much of `more` as keeps `text` within [`STRING_BYTES`], cut at a char boundary.
pub fn append(text: &mut String, more: &str) {
    let room = STRING_BYTES.saturating_sub(text.len());
    text.push_str(head(more, room));
}

/// The longest beginning of at most `bytes` bytes that ends at a char boundary.
pub fn head(text: &str, bytes: usize) -> &str {
    crate::text::head(text, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_at_its_bound_and_at_a_char_boundary() {
        for (length, kept) in [
            (STRING_BYTES - 1, STRING_BYTES - 1),
            (STRING_BYTES, STRING_BYTES),
            (STRING_BYTES + 1, STRING_BYTES),
        ] {
            let mut text = String::new();
            append(&mut text, &"a".repeat(length));
            assert_eq!(text.len(), kept);
        }
        assert_eq!(head("aé", 2), "a");
        assert_eq!(head("aé", 3), "aé");
    }
}
