//! Frames of call stacks, as run-times print them below a crash, and which of their places is the user's.

use crate::event::Place;
use crate::recognize::kit::scan;

/// What is in paths of run-times, standard libraries and installed packages.
const FOREIGN: [&str; 20] = [
    "/usr/lib/",
    "/usr/include/",
    "/site-packages/",
    "/dist-packages/",
    "/lib/python",
    "/node_modules/",
    "node:internal",
    "internal/",
    "/rustc/",
    "/.cargo/registry/",
    "libsanitizer",
    "compiler-rt",
    "sysdeps/",
    "../csu/",
    "csu/",
    "<frozen ",
    "<internal:",
    "/gems/",
    "/vendor/",
    "Native Method",
];

/// Whether a place is in the user's code.
#[must_use]
pub fn is_own(place: Place<'_>) -> bool {
    !place.file.is_empty() && !FOREIGN.iter().any(|part| place.file.contains(part))
}

/// A frame of a native stack: `    #0 0x55f in main /src/a.cc:18:4`, `    #1 main a.cc:3 (app+0x1)`, and valgrind's.
#[must_use]
pub fn native(text: &str) -> Option<Option<Place<'_>>> {
    let rest = text.trim_start().strip_prefix('#')?;
    let (_, rest) = scan::number(rest)?;
    let rest = rest.strip_prefix(' ')?;
    Some(last_place(rest))
}

/// The last word that is a place: `/src/a.cc:18:4`, not the module in brackets after it.
#[must_use]
pub fn last_place(text: &str) -> Option<Place<'_>> {
    text.split(' ').rev().find_map(|word| {
        let word = word.trim_matches(['(', ')', ',']);
        let (place, rest) = scan::place(word)?;
        (rest.is_empty() && (place.file.contains('.') || place.file.contains('/'))).then_some(place)
    })
}

/// A frame of Python: `  File "a.py", line 3, in main`.
#[must_use]
pub fn python(text: &str) -> Option<Place<'_>> {
    let (file, rest) =
        text.trim_start_matches([' ', '|', '+', '\t']).strip_prefix("File \"")?.split_once('"')?;
    let (line, _) = scan::number(rest.strip_prefix(", line ")?)?;
    Some(Place { file, line: Some(line) })
}

/// A frame of Java, .NET or JavaScript: `at App.main(App.java:6)`, `at main (/src/a.js:2:4)`, `at X() in /a.cs:line 3`.
#[must_use]
pub fn managed(text: &str) -> Option<Option<Place<'_>>> {
    let rest = text.trim_start().strip_prefix("at ")?;
    if let Some((file, line)) = rest.split_once(" in ").and_then(|(_, place)| place.rsplit_once(":line ")) {
        return Some(scan::whole_number(line.trim()).map(|line| Place { file, line: Some(line) }));
    }
    let word = match rest.rsplit_once('(') {
        Some((_, inner)) => inner.trim_end().trim_end_matches([')', ' ', '{']).trim_end_matches(')'),
        None => rest.trim_end_matches([' ', '{']),
    };
    let word = word.strip_prefix("file://").unwrap_or(word);
    Some(scan::place(word).filter(|(_, rest)| rest.is_empty()).map(|(place, _)| place))
}
