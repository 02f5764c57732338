//! The forms of the report that tell each event as it happens: `--details=flat` and `--details=verbose`.
//!
//! Both have no list of failures at the end; the exception is below its node.

/// Beginnings of the lines of `flat`.
const FLAT: [&str; 5] =
    ["Started:     ", "Finished:    ", "Registered:   ", "Skipped:     ", "Reported:    "];

/// A line of `flat`: its kind, the name as displayed, and the node's unique id.
pub(super) fn flat(text: &str) -> Option<(&str, &str, &str)> {
    let (kind, rest) = FLAT.iter().find_map(|kind| Some((*kind, text.strip_prefix(kind)?)))?;
    let (name, id) = rest.trim_end().strip_suffix(')')?.rsplit_once(" ([engine:")?;
    Some((kind.trim_end().trim_end_matches(':'), name, id))
}

/// The path of a node from its unique id, as the tree shows it: `CartTest`, `adds(int)`, without the last segment, for which
/// the displayed name is.
pub(super) fn path(id: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = id
        .split("]/[")
        .skip(1)
        .filter_map(|segment| {
            let (kind, value) = segment.trim_end_matches(']').split_once(':')?;
            Some(if kind == "class" || kind == "runner" {
                crate::recognize::kit::frames::jvm::simple(value)
            } else {
                value
            })
        })
        .collect();
    parts.pop();
    parts
}

/// What `verbose` prints below a node: the column of its last bar, and the text without bars and blanks.
pub(super) fn attribute(text: &str) -> Option<(usize, &str)> {
    let last = text.chars().take(256).enumerate().take_while(|(_, each)| matches!(each, '│' | '|' | ' '));
    let column = last.filter(|(_, each)| *each != ' ').last().map(|(column, _)| column)?;
    Some((column, text.trim_start_matches(['│', '|', ' ', '\t'])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flat_line_gives_kind_name_and_path() {
        let read = flat(
            "Finished:    [1] 1 ([engine:junit-jupiter]/[class:a.CartTest]/[test-template:adds(int)]/[test-template-invocation:#1])",
        );
        assert_eq!(read.map(|(kind, name, _)| (kind, name)), Some(("Finished", "[1] 1")));
        assert_eq!(path(read.unwrap().2), ["CartTest", "adds(int)"]);
        assert_eq!(flat("Finished:    the harvest"), None);
    }

    #[test]
    fn the_last_bar_tells_whose_an_attribute_is() {
        assert_eq!(attribute("│  │  │     caught: a.X: no"), Some((6, "caught: a.X: no")));
        assert_eq!(attribute("│  │               \tat a.B.c(B.java:3)"), Some((3, "at a.B.c(B.java:3)")));
        assert_eq!(attribute("caught: x"), None);
    }
}
