//! Names as patterns and queries have them.

/// A text of which a regular expression matches nothing but itself.
pub(super) fn regex(text: &str) -> String {
    escaped(text, "\\^$.|?*+()[]{}/")
}

/// The same for programs that know no escape of a slash.
pub(super) fn regex_with_slashes(text: &str) -> String {
    escaped(text, "\\^$.|?*+()[]{}")
}

/// A text with a backslash before each of these chars.
pub(super) fn escaped(text: &str, special: &str) -> String {
    let mut all = String::new();
    for char in text.chars() {
        if special.contains(char) {
            all.push('\\');
        }
        all.push(char);
    }
    all
}

/// `^a$`, or `^(a|b)$` of several.
pub(super) fn any_of(patterns: &[String]) -> String {
    match patterns {
        [one] => format!("^{one}$"),
        several => format!("^({})$", several.join("|")),
    }
}

/// A text as a part of a query of an address.
pub(super) fn query(text: &str) -> String {
    let mut all = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            all.push(char::from(byte));
        } else {
            all.push_str(&format!("%{byte:02X}"));
        }
    }
    all
}

/// Whether a text is a name that programming languages have: letters, digits, `_`.
pub(super) fn is_identifier(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with(|first: char| first.is_ascii_digit())
        && text.chars().all(|char| char.is_alphanumeric() || char == '_')
}

/// The different ones of these, in their order.
pub(super) fn distinct(all: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut seen = std::collections::HashSet::new();
    all.into_iter().filter(|each| seen.insert(each.clone())).collect()
}
