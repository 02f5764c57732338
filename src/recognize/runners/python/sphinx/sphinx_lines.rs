//! The lines of Sphinx, each read by itself.

use crate::event::Place;
use crate::recognize::kit::frames::python;
use crate::recognize::kit::scan;

/// What only a build says of its progress.
const CERTAIN: [&str; 9] = [
    "reading sources... [",
    "writing output... [",
    "looking for now-outdated files... ",
    "pickling environment... ",
    "checking consistency... ",
    "dumping object inventory... ",
    "dumping search index in ",
    "updating environment: ",
    "preparing documents... ",
];

/// What others could say as well.
const PERHAPS: [&str; 22] = [
    "loading translations [",
    "loading pickled environment... ",
    "loading intersphinx inventor",
    "making output directory... ",
    "building [",
    "reading sources...",
    "writing output...",
    "writing additional pages... ",
    "writing python_domain_index",
    "generating indices... ",
    "generating stub files... ",
    "[autosummary] generating autosummary for: ",
    "highlighting module code... ",
    "copying ",
    "Writing evaluated template result to ",
    "assembling single document... ",
    "resolving references...",
    "processing ",
    "converting images... ",
    "running tests...",
    "no targets are out of date.",
    "done",
];

/// How a warning weighs; Sphinx counts all of them as warnings.
const SEVERITIES: [&str; 4] = ["WARNING: ", "ERROR: ", "SEVERE: ", "CRITICAL: "];

/// How a traceback begins.
pub(super) const TRACEBACK: &str = "Traceback (most recent call last):";

/// Whether a line is part of a traceback, or of a chain of them, and not its exception.
pub(super) fn is_traced(text: &str) -> bool {
    text.is_empty()
        || text.starts_with(' ')
        || text == TRACEBACK
        || text == "The above exception was the direct cause of the following exception:"
        || text == "During handling of the above exception, another exception occurred:"
}

/// Below a warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Below {
    /// Nothing but a traceback comes first.
    Announced,
    /// A frame was read: an exception may come.
    Frames,
    /// Any text, or what follows an exception.
    Text,
}

impl Below {
    /// Whether a line is surely part of the warning.
    pub(super) fn takes(self, text: &str) -> bool {
        match self {
            Self::Announced => text == TRACEBACK,
            Self::Frames => is_traced(text) || python::is_exception(text),
            Self::Text => is_traced(text),
        }
    }

    /// What may come below it.
    pub(super) fn next(self, text: &str) -> Self {
        if text.starts_with(' ') { Self::Frames } else { Self::Text }
    }
}

/// Whether a line below the place of an example that failed is part of it: all that is not a heading of `doctest` is indented.
pub(super) fn is_of_example(text: &str) -> bool {
    let headings =
        ["Failed example:", "Expected:", "Expected nothing", "Got:", "Got nothing", "Exception raised:"];
    text.is_empty()
        || text.starts_with("    ")
        || headings.contains(&text)
        || text.starts_with("Differences (")
}

/// Whether the line is one of a build, whatever is before it.
pub(super) fn is_certain(text: &str) -> bool {
    CERTAIN.iter().any(|begin| text.starts_with(begin))
}

/// Reads how far a step of a build is, in percent: `reading sources... [ 25%] cranes`.
pub(super) fn percent(text: &str) -> Option<u64> {
    let steps = ["reading sources... [", "writing output... ["];
    let rest = steps.iter().find_map(|step| text.strip_prefix(step))?;
    let (number, rest) = scan::number(rest.trim_start())?;
    rest.starts_with("%]").then_some(number)
}

/// Whether a build may begin with the line.
pub(super) fn is_first(text: &str) -> bool {
    let first = [
        "loading translations [",
        "loading pickled environment... ",
        "making output directory... ",
        "building [",
    ];
    first.iter().any(|begin| text.starts_with(begin))
}

/// Whether the line tells how far a build is.
pub(super) fn is_progress(text: &str) -> bool {
    is_certain(text) || PERHAPS.iter().any(|begin| text.starts_with(begin))
}

/// A warning: its own text from its place on, what is before its severity, the place, and the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reported<'a> {
    pub(super) text: &'a str,
    pub(super) location: &'a str,
    pub(super) place: Place<'a>,
    pub(super) message: &'a str,
}

/// Reads `/p/index.rst:4: WARNING: no such label`, `/p/a.py:docstring of a.B:3: ERROR: no`, `WARNING: no`. Progress may be
/// before it on its line.
pub(super) fn warning(text: &str) -> Option<Reported<'_>> {
    let none = Place { file: "", line: None };
    let found = SEVERITIES.iter().filter_map(|severity| Some((text.find(severity)?, *severity)));
    let (at, severity) = found.min()?;
    let message = text.get(at.saturating_add(severity.len())..)?;
    let before = text.get(..at)?;
    let begin =
        if is_progress(before) { before.rfind("... ").map_or(0, |at| at.saturating_add(4)) } else { 0 };
    // After the step is what is done in it: `genindex /p/a.rst`.
    let mut begin = begin;
    while begin > 0
        && let Some((word, _)) = before.get(begin..)?.split_once(' ')
        && !word.contains(['/', '.', ':', '\\'])
    {
        begin = begin.saturating_add(word.len()).saturating_add(1);
    }
    let location = before.get(begin..)?;
    let text = text.get(begin..)?;
    if location.is_empty() {
        return Some(Reported { text, location, place: none, message });
    }
    let location = location.strip_suffix(": ")?;
    Some(Reported { text, location, place: place(location)?, message })
}

/// Reads `/p/index.rst:4`, `/p/index.rst`, `/p/a.py:docstring of a.B:3`, `<autosummary>:1`.
fn place(location: &str) -> Option<Place<'_>> {
    let (file, line) = match location.rsplit_once(':') {
        Some((file, line)) if !line.is_empty() && scan::whole_number(line).is_some() => {
            (file, scan::whole_number(line))
        }
        _ => (location, None),
    };
    // The number of a docstring's line is none of its file's.
    let (file, line) = match file.split_once(":docstring of ") {
        Some((file, _)) => (file, None),
        None => (file, line),
    };
    let is_path = file.contains(['/', '.', '\\']) || file.starts_with('<');
    (is_path && !file.is_empty()).then_some(Place { file, line })
}

/// Reads `(           index: line    4) broken    http://a.b/ - no such host`: a link that fails the build.
pub(super) fn link(text: &str) -> Option<(Place<'_>, &str)> {
    let (inside, rest) = text.strip_prefix('(')?.split_once(") ")?;
    let (document, line) = inside.rsplit_once(": line ")?;
    let line = scan::whole_number(line.trim())?;
    let rest = rest.strip_prefix("broken    ").or_else(|| rest.strip_prefix("timeout   "))?;
    Some((Place { file: document.trim(), line: Some(line) }, rest.strip_suffix(" -").unwrap_or(rest)))
}

/// Reads `File "a.rst", line 7, in quay`, above an example; the line may be unknown: `line ?`.
pub(super) fn example(text: &str) -> Option<(Place<'_>, &str)> {
    let (file, rest) = text.strip_prefix("File \"")?.split_once("\", line ")?;
    let (line, group) = rest.split_once(", in ")?;
    let number = scan::whole_number(line);
    (number.is_some() || line == "?").then_some((Place { file, line: number }, group))
}

/// How a build ended, by its last line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Last {
    Succeeded,
    /// Something else than warnings was wrong, unless nothing else was reported; how many warnings there were.
    Problems(u64),
    /// Warnings are errors; how many there were.
    Warnings(u64),
}

/// Reads `build succeeded, 2 warnings.` and `build finished with problems, 1 warning (with warnings treated as errors).`
pub(super) fn last(text: &str) -> Option<Last> {
    let (succeeded, rest) = text
        .strip_prefix("build succeeded")
        .map(|rest| (true, rest))
        .or_else(|| Some((false, text.strip_prefix("build finished with problems")?)))?;
    let (strict, rest) = match rest.strip_suffix(" (with warnings treated as errors).") {
        Some(rest) => (true, rest),
        None => (false, rest.strip_suffix('.')?),
    };
    let warnings = if rest.is_empty() {
        0
    } else {
        let (number, noun) = scan::number(rest.strip_prefix(", ")?)?;
        matches!(noun, " warning" | " warnings").then_some(number)?
    };
    match (succeeded, strict) {
        (true, false) => Some(Last::Succeeded),
        (true, true) => None,
        (false, true) => Some(Last::Warnings(warnings)),
        (false, false) => Some(Last::Problems(warnings)),
    }
}

/// Reads a number of the doctest builder's summary: `    4 tests`, `    3 failures in tests`.
pub(super) fn counted(text: &str) -> Option<(u64, &str)> {
    let (number, rest) = scan::number(text.strip_prefix("    ")?.trim_start())?;
    let noun = rest.strip_prefix(' ')?;
    let known = matches!(noun, "test" | "tests" | "failure in tests" | "failures in tests")
        || noun
            .strip_prefix("failure")
            .is_some_and(|rest| rest.contains(" in setup") || rest.contains(" in cleanup"));
    known.then_some((number, noun))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_have_a_place_or_none() {
        let read =
            |text| warning(text).map(|reported| (reported.place.file, reported.place.line, reported.message));
        assert_eq!(read("/p/a.rst:4: WARNING: no label: x"), Some(("/p/a.rst", Some(4), "no label: x")));
        assert_eq!(read("/p/a.rst: WARNING: alone"), Some(("/p/a.rst", None, "alone")));
        assert_eq!(read("/p/a.py:docstring of a.B:3: ERROR: no"), Some(("/p/a.py", None, "no")));
        assert_eq!(read("C:\\p\\a.rst:2: SEVERE: no"), Some(("C:\\p\\a.rst", Some(2), "no")));
        assert_eq!(read("<autosummary>:1: WARNING: no"), Some(("<autosummary>", Some(1), "no")));
        assert_eq!(read("WARNING: no"), Some(("", None, "no")));
        let glued = "checking consistency... /p/a.rst: WARNING: alone";
        assert_eq!(warning(glued).map(|reported| reported.text), Some("/p/a.rst: WARNING: alone"));
        let glued = "generating indices... genindex /p/a.rst:4: WARNING: alone";
        assert_eq!(warning(glued).map(|reported| reported.text), Some("/p/a.rst:4: WARNING: alone"));
        assert_eq!(read("checking consistency... WARNING: alone"), Some(("", None, "alone")));
        assert_eq!(read("he said WARNING: no"), None);
        assert_eq!(read("word: WARNING: no"), None);
    }

    #[test]
    fn the_last_line_is_read_strictly() {
        assert_eq!(last("build succeeded."), Some(Last::Succeeded));
        assert_eq!(last("build succeeded, 1 warning."), Some(Last::Succeeded));
        assert_eq!(last("build finished with problems."), Some(Last::Problems(0)));
        assert_eq!(last("build finished with problems, 2 warnings."), Some(Last::Problems(2)));
        let strict = "build finished with problems, 2 warnings (with warnings treated as errors).";
        assert_eq!(last(strict), Some(Last::Warnings(2)));
        for text in ["build succeeded", "build succeeded in 3 s.", "build succeeded, 2 errors."] {
            assert_eq!(last(text), None, "{text}");
        }
    }

    #[test]
    fn links_and_numbers_are_read() {
        let (place, printed) = link("(           index: line    4) broken    http://a.b/ - no host").unwrap();
        assert_eq!((place.file, place.line, printed), ("index", Some(4), "http://a.b/ - no host"));
        assert!(link("(           index: line    4) ok        http://a.b/").is_none());
        assert_eq!(counted("    3 failures in tests"), Some((3, "failures in tests")));
        assert_eq!(counted("    1 test"), Some((1, "test")));
        let (place, group) = example("File \"a.py\", line ?, in default").unwrap();
        assert_eq!((place.file, place.line, group), ("a.py", None, "default"));
        assert!(counted("   1 tests in default").is_none() && counted("    1 quay").is_none());
    }
}
