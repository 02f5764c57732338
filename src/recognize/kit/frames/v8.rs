//! Stack frames and source excerpts, one line at a time.
//!
//! V8 prints `    at FUNCTION (FILE:LINE:COLUMN)` or `    at FILE:LINE:COLUMN`; vitest ` ❯ FUNCTION FILE:LINE:COLUMN`.
//! Source excerpts are those of `@babel/code-frame` (`> 12 | code`, `     | ^`), of vitest (`    12| code`) and of bun
//! (`12 | code`).

use crate::event::Place;

/// Endings of source files that a JavaScript runner loads, without the dot.
const SOURCES: [&str; 14] =
    ["js", "jsx", "ts", "tsx", "mjs", "cjs", "mts", "cts", "vue", "svelte", "coffee", "es6", "astro", "json"];

/// Whether the path ends like a source file of JavaScript.
#[must_use]
pub fn source(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(stem, ending)| !stem.is_empty() && SOURCES.contains(&ending))
}

/// Whether the path is not the user's code: a package, or the runtime itself.
#[must_use]
pub fn library(path: &str) -> bool {
    path.contains("node_modules")
        || path.starts_with("node:")
        || path.starts_with("internal/")
        || path.starts_with("ext:")
        || path.starts_with("native")
        || path.starts_with('<')
        || path.starts_with("https:")
        || path.contains("/.yarn/")
        || path.contains("/.deno/")
}

/// The place of a stack frame. `None` when the line is not a frame; an empty file when the frame has none.
#[must_use]
pub fn frame(text: &str) -> Option<Place<'_>> {
    let text = text.trim();
    if let Some(rest) = text.strip_prefix("at ") {
        let inner = match (rest.rsplit_once('('), rest.strip_suffix(')')) {
            (Some((_, inner)), Some(_)) => inner.strip_suffix(')').unwrap_or(inner),
            _ => rest.strip_prefix("async ").unwrap_or(rest),
        };
        return Some(place(inner).unwrap_or(Place { file: "", line: None }));
    }
    let rest = text.strip_prefix("❯ ")?;
    // The function is before the file, which may hold blanks itself: the last word holds the numbers.
    let file = rest.rsplit_once(' ').map_or(rest, |(_, file)| file);
    place(file)
}

/// `FILE:LINE:COLUMN` or `FILE:LINE`, with or without `file://`.
fn place(text: &str) -> Option<Place<'_>> {
    let text = text.strip_prefix("file://").unwrap_or(text);
    let (before, last) = text.rsplit_once(':')?;
    let last = last.parse::<u64>().ok()?;
    let (file, line) =
        match before.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse::<u64>().ok()?))) {
            Some((file, line)) => (file, line),
            None => (before, last),
        };
    (!file.is_empty()).then_some(Place { file, line: Some(line) })
}

/// Whether the line belongs to a source excerpt: `> 12 | code`, `  12 | code`, `   12| code`, `      | ^`.
#[must_use]
pub fn excerpt(text: &str) -> bool {
    let text = text.trim_start();
    let text = text.strip_prefix('>').unwrap_or(text).trim_start();
    let rest = text.trim_start_matches(|each: char| each.is_ascii_digit());
    let numbered = rest.len() < text.len();
    let rest = rest.trim_start_matches(' ');
    match rest.strip_prefix('|') {
        Some(code) => numbered || code.trim_start().starts_with('^') || code.trim().is_empty(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_tells_its_place() {
        let reported = |text| frame(text).map(|place| (place.file, place.line));
        assert_eq!(
            reported("      at Object.toBe (test/a.test.js:176:29)"),
            Some(("test/a.test.js", Some(176)))
        );
        assert_eq!(reported("    at file:///home/u/a.mjs:3:5"), Some(("/home/u/a.mjs", Some(3))));
        assert_eq!(reported("    at new Promise (<anonymous>)"), Some(("", None)));
        assert_eq!(reported(" ❯ run with spaces src/a.ts:2:1"), Some(("src/a.ts", Some(2))));
        assert_eq!(reported(" ❯ test/a.test.js (3 tests)"), None);
        assert_eq!(reported("C:\\a\\b.js:1:2"), None);
        assert_eq!(reported("    at run (C:\\a\\b.js:1:2)"), Some(("C:\\a\\b.js", Some(1))));
    }

    #[test]
    fn excerpts_have_numbers_or_a_caret_before_their_bar() {
        assert!(excerpt("    > 5 |     throw 1") && excerpt("        |   ^") && excerpt("     26|  x"));
        assert!(!excerpt("stdout | test/a.test.js") && !excerpt("a | b") && !excerpt("12 apples"));
    }
}
