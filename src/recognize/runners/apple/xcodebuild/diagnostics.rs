//! The shapes of error and warning lines in a build of Apple's tools, read without any state.
//!
//! Paths of such projects hold blanks (`/Users/me/My App/View.swift:3:5: error: ...`), so the place is read backwards
//! from the severity. Sources: the diagnostics of swiftc (both styles), clang, ld and ld-prime, actool, ibtool and
//! the build system itself, which print `PATH[:LINE[:COLUMN]]: SEVERITY: MESSAGE`.

use crate::event::Place;
use crate::recognize::kit::scan::whole_number;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// `error` and `fatal error`.
    Error,
    /// `warning`.
    Warning,
    /// `note` and `remark`.
    Note,
}

/// A diagnostic's first line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Diagnostic<'a> {
    /// Where; `None` when the tool names no file.
    pub place: Option<Place<'a>>,
    /// How bad.
    pub severity: Severity,
    /// The text after the severity.
    pub message: &'a str,
    /// Whether the file's name says that it belongs to a project of Apple's tools.
    pub apple: bool,
}

/// Reads `PATH:LINE:COLUMN: error: MESSAGE` and its shorter forms, without any place too.
pub fn diagnostic(text: &str) -> Option<Diagnostic<'_>> {
    const WORDS: [(&str, Severity); 5] = [
        ("fatal error: ", Severity::Error),
        ("error: ", Severity::Error),
        ("warning: ", Severity::Warning),
        ("note: ", Severity::Note),
        ("remark: ", Severity::Note),
    ];
    for (word, severity) in WORDS {
        if let Some(message) = text.strip_prefix(word) {
            return Some(Diagnostic { place: None, severity, message, apple: false });
        }
    }
    // The first severity after a place is the one: messages quote others.
    let mut from = 0;
    while let Some(at) = text.get(from..).and_then(|part| part.find(": ")) {
        let at = from.saturating_add(at);
        let rest = text.get(at.saturating_add(2)..)?;
        let found = WORDS.iter().find_map(|(word, severity)| Some((rest.strip_prefix(word)?, *severity)));
        if let Some((message, severity)) = found {
            let place = place(text.get(..at)?)?;
            let apple = is_apple(place.file);
            return Some(Diagnostic { place: Some(place), severity, message, apple });
        }
        from = at.saturating_add(2);
    }
    None
}

/// Reads `PATH:LINE:COLUMN: MESSAGE` and `PATH:LINE: MESSAGE`, as formatters print a diagnostic without its severity.
pub fn located(text: &str) -> Option<(Place<'_>, &str)> {
    let (head, message) = text.split_once(": ")?;
    let place = place(head).filter(|place| place.line.is_some())?;
    Some((place, message))
}

/// `PATH`, `PATH:LINE` or `PATH:LINE:COLUMN`.
fn place(text: &str) -> Option<Place<'_>> {
    // `Package.swift:PACKAGE-TARGET:Macros` names a target inside the file.
    let text = text.split_once(":PACKAGE").map_or(text, |(file, _)| file);
    let (head, last) = split_number(text);
    let (file, line) = match split_number(head) {
        (file, Some(line)) if last.is_some() => (file, Some(line)),
        _ => (head, last),
    };
    let named = file.contains('/') || file.contains('\\') || file.contains('.');
    (named && !file.ends_with(' ')).then_some(Place { file, line })
}

fn split_number(text: &str) -> (&str, Option<u64>) {
    match text.rsplit_once(':').and_then(|(head, number)| Some((head, whole_number(number)?))) {
        Some((head, number)) if !head.is_empty() => (head, Some(number)),
        _ => (text, None),
    }
}

/// Whether only Apple's tools handle such files.
pub fn is_apple(file: &str) -> bool {
    let extension =
        file.rsplit('/').next().unwrap_or(file).rsplit_once('.').map_or("", |(_, extension)| extension);
    matches!(
        extension,
        "swift"
            | "m"
            | "mm"
            | "metal"
            | "xib"
            | "storyboard"
            | "xcassets"
            | "xcdatamodeld"
            | "xcodeproj"
            | "xcworkspace"
            | "plist"
            | "entitlements"
            | "swiftinterface"
            | "modulemap"
            | "pch"
            | "intentdefinition"
            | "strings"
            | "xcstrings"
    )
}

/// Whether a line below a diagnostic shows its source: indented text, a gutter (` 8 | let`), a caret.
pub fn is_excerpt(text: &str) -> bool {
    if text.starts_with([' ', '\t']) {
        return !text.trim().is_empty();
    }
    let rest = text.trim_start_matches(|each: char| each.is_ascii_digit());
    rest.len() < text.len() && (rest.starts_with(" | ") || rest == " |")
}

/// A message of Apple's linker that says why nothing was linked.
pub fn is_linker_error(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("ld: ") else {
        return text.starts_with("Undefined symbols for architecture ")
            || text.starts_with("duplicate symbol '_");
    };
    !rest.starts_with("warning: ")
        && (rest.contains("symbol(s) not found")
            || rest.starts_with("Undefined symbols")
            || rest.contains("library not found")
            || rest.contains("framework not found")
            || rest.starts_with("library '")
            || rest.starts_with("framework '")
            || rest.contains("duplicate symbol")
            || rest.contains("file not found: ")
            || rest.contains("building for '")
            || rest.contains("unknown options: "))
}

/// Errors without a file that are this runner's even where nothing else of it was seen: `(alone, consequence)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// An error of its own.
    Error,
    /// What follows from an error reported elsewhere.
    Consequence,
}

/// Reads the text after a bare `error: `.
pub fn known(message: &str) -> Option<Known> {
    let consequence = message == "fatalError"
        || message.starts_with("emit-module command failed")
        || message.starts_with("link command failed")
        || message.starts_with("compile command failed")
        || message.starts_with("fatal error encountered during compilation")
        || message.starts_with("Build failed")
        || (message.contains(" command failed with exit code ")
            && message.contains("use -v to see invocation"));
    if consequence {
        return Some(Known::Consequence);
    }
    let own = message.starts_with("no such module '")
        || message.starts_with("Couldn\u{2019}t ")
        || message.starts_with("Couldn't ")
        || message.starts_with("Could not resolve package")
        || message.starts_with("Dependencies could not be resolved")
        || message.starts_with("Build input file")
        || message.starts_with("Signing for \"")
        || message.starts_with("No profiles for '")
        || message.starts_with("No signing certificate")
        || message.starts_with("Provisioning profile ")
        || message.starts_with("Failed to load the test bundle")
        || message.starts_with("unable to read property list from file")
        || message.starts_with("the package manifest at '")
        || message.contains("the manifest is missing a Package description");
    own.then_some(Known::Error)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reported(text: &str) -> Option<(&str, Option<u64>, Severity, &str)> {
        let read = diagnostic(text)?;
        let (file, line) = read.place.map_or(("", None), |place| (place.file, place.line));
        Some((file, line, read.severity, read.message))
    }

    #[test]
    fn a_diagnostic_is_read_with_blanks_in_its_path_and_words_in_its_message() {
        let cases = [
            (
                "/U/My App/V.swift:10:5: error: cannot find 'x' in scope",
                Some(("/U/My App/V.swift", Some(10), Severity::Error, "cannot find 'x' in scope")),
            ),
            (
                "/D/DerivedData/a.m:3:1: fatal error: 'X.h' file not found",
                Some(("/D/DerivedData/a.m", Some(3), Severity::Error, "'X.h' file not found")),
            ),
            (
                "a.swift:1:2: error: bad note: see error: there",
                Some(("a.swift", Some(1), Severity::Error, "bad note: see error: there")),
            ),
            (
                "/U/App.xcodeproj: error: Signing for \"App\" requires a development team.",
                Some((
                    "/U/App.xcodeproj",
                    None,
                    Severity::Error,
                    "Signing for \"App\" requires a development team.",
                )),
            ),
            ("error: no such module 'A'", Some(("", None, Severity::Error, "no such module 'A'"))),
            ("/U/a.swift:7: warning: old", Some(("/U/a.swift", Some(7), Severity::Warning, "old"))),
            ("2025-01-01 10:00:00.123 App[1:2] error: x", None),
            ("something: error: x", None),
        ];
        for (text, wanted) in cases {
            assert_eq!(reported(text), wanted, "{text}");
        }
    }

    #[test]
    fn a_formatted_diagnostic_has_a_line_and_no_severity() {
        let read = |text| located(text).map(|(place, message)| (place.file, place.line, message));
        assert_eq!(read("/U/My App/A.swift:4:7: no: why"), Some(("/U/My App/A.swift", Some(4), "no: why")));
        assert_eq!(read("/U/a.m:4: no"), Some(("/U/a.m", Some(4), "no")));
        assert_eq!(read("/U/a.m: no"), None);
        assert_eq!(read("error: a.m:4: no"), None);
    }

    #[test]
    fn both_styles_of_source_excerpts_are_reported_from_other_lines() {
        for text in [
            "        let a = b",
            "                ^",
            " 8 | let a = b",
            "10 |",
            "   |   `- error: cannot find 'b' in scope",
        ] {
            assert!(is_excerpt(text), "{text}");
        }
        for text in ["", "   ", "CompileSwift normal", "10 things"] {
            assert!(!is_excerpt(text), "{text}");
        }
    }
}
