//! The shapes of Maven's and Surefire's lines. No state.
//!
//! Maven marks its own lines with a level (`[INFO] `, `[ERROR] `). Surefire writes through Maven's log since 2.20; before, it
//! wrote plain lines. What tests print is never marked, unless they imitate. GitHub's page shows `[ERROR]` as `Error: `, with the
//! blank after it.

use crate::budget::Count as _;
use crate::event::Totals;
use crate::recognize::kit::scan;

/// How Maven marked a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    /// `[INFO]` and `[DEBUG]`.
    Info,
    /// `[WARNING]`.
    Warning,
    /// `[ERROR]` and `[FATAL]`.
    Error,
    /// No mark.
    Bare,
}

/// Splits the mark off. Trailing blanks are cut.
pub(super) fn level(text: &str) -> (Level, &str) {
    for (mark, level) in [("Error:  ", Level::Error), ("Warning:  ", Level::Warning)] {
        if let Some(rest) = text.strip_prefix(mark) {
            return (level, rest.trim_end());
        }
    }
    let text = text.trim_end();
    for (mark, level) in [
        ("[INFO]", Level::Info),
        ("[ERROR]", Level::Error),
        ("[WARNING]", Level::Warning),
        ("[WARN]", Level::Warning),
        ("[FATAL]", Level::Error),
        ("[DEBUG]", Level::Info),
    ] {
        if let Some(rest) = text.strip_prefix(mark) {
            return (level, rest.strip_prefix(' ').unwrap_or(rest));
        }
    }
    (Level::Bare, text)
}

/// The numbers of a class or of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) run: u64,
    pub(super) failures: u64,
    pub(super) errors: u64,
    pub(super) skipped: u64,
    pub(super) flakes: u64,
}

impl Counts {
    /// Failures and errors.
    pub(super) const fn bad(&self) -> u64 {
        self.failures.saturating_add(self.errors)
    }

    /// Tests that passed, flaky ones too.
    pub(super) const fn passed(&self) -> u64 {
        self.run.saturating_sub(self.bad()).saturating_sub(self.skipped)
    }

    /// Adds another class.
    pub(super) const fn add(&mut self, other: &Self) {
        self.run = self.run.saturating_add(other.run);
        self.failures = self.failures.saturating_add(other.failures);
        self.errors = self.errors.saturating_add(other.errors);
        self.skipped = self.skipped.saturating_add(other.skipped);
        self.flakes = self.flakes.saturating_add(other.flakes);
    }

    /// As totals.
    pub(super) const fn totals(&self) -> Totals {
        Totals {
            passed: Some(self.passed()),
            failed: Some(self.failures),
            errors: Some(self.errors),
            skipped: Some(self.skipped),
            other: None,
            total: None,
        }
    }
}

/// Reads `Tests run: 8, Failures: 0, Errors: 0, Skipped: 0`, and gives what is after.
pub(super) fn counts(text: &str) -> Option<(Counts, &str)> {
    let mut counts = Counts::default();
    let (run, mut rest) =
        scan::number(text.strip_prefix("Tests run: ").or_else(|| text.strip_prefix("Tests run:"))?)?;
    counts.run = run;
    let mut read = 0_u8;
    while let Some(more) = rest.strip_prefix(", ") {
        let Some((word, value)) = more.split_once(": ") else { break };
        let slot = match word {
            "Failures" => &mut counts.failures,
            "Errors" => &mut counts.errors,
            "Skipped" => &mut counts.skipped,
            "Flakes" => &mut counts.flakes,
            _ => break,
        };
        let (value, after) = scan::number(value)?;
        *slot = value;
        rest = after;
        read.up(1);
    }
    (read >= 2).then_some((counts, rest))
}

/// The closing line of a class: its numbers, whether it failed, and its name when that is reported.
pub(super) fn class_line(text: &str) -> Option<(Counts, &str)> {
    let (counts, rest) = counts(text)?;
    let rest = rest.strip_prefix(", Time elapsed: ")?;
    // The name of a class may hold blanks (display names); the mark is before it.
    let class =
        rest.split_once(" -- in ").or_else(|| rest.split_once(" - in ")).map_or("", |(_, class)| class);
    Some((counts, class.trim()))
}

/// The totals of a run: numbers and nothing after.
pub(super) fn run_line(text: &str) -> Option<Counts> {
    let (counts, rest) = counts(text)?;
    rest.trim().is_empty().then_some(counts)
}

/// What the heading of a test's block says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Heading<'a> {
    /// The name as printed, without time and mark.
    pub(super) name: &'a str,
    /// Whether it is an error, not a failed assertion.
    pub(super) error: bool,
}

/// Reads `NAME -- Time elapsed: 0.01 s <<< FAILURE!` and its older forms.
pub(super) fn heading(text: &str) -> Option<Heading<'_>> {
    let (before, error) = match text.strip_suffix("<<< FAILURE!") {
        Some(before) => (before, false),
        None => (text.strip_suffix("<<< ERROR!")?, true),
    };
    let (name, _) = before.rsplit_once("Time elapsed: ")?;
    let name = name.trim().trim_end_matches("--").trim();
    (!name.is_empty() && !name.starts_with("Tests run:")).then_some(Heading { name, error })
}

/// Splits a heading's name into class and test: `test(a.B)`, `a.B.test`, or a test of `class`. A name that is the class gives
/// an empty test.
pub(super) fn split<'a>(name: &'a str, class: &'a str) -> (&'a str, &'a str) {
    if !class.is_empty() {
        if name == class {
            return (class, "");
        }
        if let Some(test) = name.strip_prefix(class).and_then(|rest| rest.strip_prefix('.')) {
            return (class, test);
        }
    }
    if let Some((test, owner)) = name.strip_suffix(')').and_then(|open| open.rsplit_once('('))
        && is_class(owner)
        && (owner.contains('.') || owner == class)
    {
        // Surefire names an error of the whole class by the class alone.
        return if test.is_empty() || test == owner { (owner, "") } else { (owner, test) };
    }
    if class.is_empty() || class == "TestSuite" || class.starts_with("Surefire ") {
        let plain = name.split(['(', '[', '{', ' ']).next().unwrap_or(name);
        if let Some((owner, _)) = plain.rsplit_once('.')
            && is_class(owner)
            && let Some(test) = name.get(owner.len().saturating_add(1)..)
        {
            return (owner, test);
        }
    }
    (class, name)
}

/// `Running a.QuayTest`, and nothing else.
pub(super) fn begins_class(rest: &str) -> bool {
    let class = rest.trim().strip_prefix("Running ");
    class.is_some_and(|class| class.contains('.') && is_class(class))
}

fn is_class(text: &str) -> bool {
    crate::recognize::kit::frames::jvm::is_class(text)
}

/// Reads a diagnostic as Maven's compiler plugins list it: `/a/B.java:[3,5] message`, `/a/B.kt: (3, 5) message`,
/// `/a/B.scala:3: error: message`, `file:///a/B.kt:3:5 message`, `a/B.java:[3] (rule) message`.
pub(super) fn diagnostic(text: &str) -> Option<(crate::event::Place<'_>, &str)> {
    use crate::event::Place;
    let text = text.strip_prefix("file://").unwrap_or(text);
    if text.starts_with(' ') {
        return None;
    }
    let bracket = text.split_once(":[").and_then(|(file, rest)| {
        let (line, rest) = scan::number(rest)?;
        let rest = rest.strip_prefix(',').and_then(scan::number).map_or(rest, |(_, rest)| rest);
        Some((Place { file, line: Some(line) }, rest.strip_prefix(']')?))
    });
    let round = || {
        text.split_once(": (").and_then(|(file, rest)| {
            let (line, rest) = scan::number(rest)?;
            let (_, rest) = scan::number(rest.strip_prefix(", ")?)?;
            Some((Place { file, line: Some(line) }, rest.strip_prefix(')')?))
        })
    };
    let (place, message) = bracket.or_else(round).or_else(|| scan::place(text))?;
    let ending = crate::recognize::kit::diagnostics::extension(place.file);
    let source = matches!(
        ending,
        "java" | "kt" | "kts" | "scala" | "groovy" | "xml" | "proto" | "properties" | "aj" | "g4"
    );
    let rooted = place.file.contains(['/', '\\']) || bracket.is_some();
    if !source || !rooted || place.file.len() > 1024 {
        return None;
    }
    // `3:5 message`: no colon is after the column.
    let message = match scan::number(message) {
        Some((_, rest)) if rest.starts_with(' ') => rest,
        _ => message,
    };
    let message = message.trim_start_matches(':').trim();
    let message = ["error: ", "error:", "Error: "]
        .iter()
        .find_map(|word| message.strip_prefix(word))
        .unwrap_or(message);
    Some((place, message.trim()))
}

/// Lines of Surefire that end a block in plain form.
pub(super) fn is_head(rest: &str) -> bool {
    rest.starts_with("Tests run: ")
        || rest.starts_with("Running ")
        || rest.starts_with("Results :")
        || heading(rest).is_some()
}

/// The closing line of a class after what a test printed without a line end.
pub(super) fn glued<'a>(text: &str, ending: &'a str) -> Option<(Level, &'a str)> {
    let at = ending.rfind("Tests run: ").filter(|_| text.len() > 11)?;
    let (before, rest) = ending.split_at_checked(at)?;
    let level = [
        (Level::Info, "[INFO] "),
        (Level::Error, "[ERROR] "),
        (Level::Warning, "[WARNING] "),
        (Level::Error, "Error:  "),
        (Level::Warning, "Warning:  "),
    ]
    .into_iter()
    .find_map(|(level, mark)| before.ends_with(mark).then_some(level))
    .unwrap_or(Level::Bare);
    rest.contains(", Time elapsed: ").then_some((level, rest.trim_end()))
}

/// What is below `[INFO] Results:` of a run that failed. Totals that tell that all is well could be anybody's.
pub(super) fn follows_marked_results(rest: &str) -> bool {
    matches!(rest, "Failures:" | "Errors:") || follows_results(rest)
}

/// What is below `Results :` of a run that failed.
pub(super) fn follows_results(rest: &str) -> bool {
    rest.starts_with("Failed tests:")
        || rest.starts_with("Tests in error:")
        || run_line(rest).is_some_and(|counts| counts.bad() > 0)
}

/// A line that only a quiet Surefire, or the end of a log, begins with: the line of a failed class, or a closing list.
pub(super) fn certain(level: Level, rest: &str) -> bool {
    match level {
        Level::Error => {
            class_line(rest).is_some_and(|(_, class)| !class.is_empty() && rest.contains("<<< "))
                || run_line(rest).is_some_and(|counts| counts.bad() > 0)
        }
        Level::Info | Level::Warning => class_line(rest).is_some_and(|(_, class)| class.contains('.')),
        // Before 2.20 no line has a mark; others count alike and do not shout.
        Level::Bare => class_line(rest).is_some_and(|(counts, _)| {
            counts.bad() > 0 && (rest.ends_with("<<< FAILURE!") || rest.ends_with("<<< ERROR!"))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_classes_and_runs_are_distinguished() {
        let (counts, class) = class_line(
            "Tests run: 61, Failures: 2, Errors: 1, Skipped: 4, Time elapsed: 0.187 s <<< FAILURE! -- in a.B",
        )
        .unwrap();
        assert_eq!((counts.bad(), counts.passed(), class), (3, 54, "a.B"));
        assert_eq!(
            class_line(
                "Tests run: 6, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 61.4 sec <<< FAILURE!"
            )
            .unwrap()
            .1,
            ""
        );
        assert_eq!(
            run_line("Tests run: 2, Failures: 0, Errors: 0, Skipped: 0, Flakes: 1").unwrap().flakes,
            1
        );
        assert_eq!(run_line("Tests run: 2, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 1 s"), None);
        assert_eq!(run_line("Tests run: 12, Failures: 3, Errors: 1, Skipped: 0 (ORD-1)"), None);
        assert_eq!(run_line("Tests run: many"), None);
    }

    #[test]
    fn headings_of_all_versions_give_class_and_test() {
        let read = |text, class| {
            let heading = heading(text).unwrap();
            let (class, test) = split(heading.name, class);
            (class, test, heading.error)
        };
        assert_eq!(read("one  Time elapsed: 0.01 s  <<< FAILURE!", "a.B"), ("a.B", "one", false));
        assert_eq!(read("a.B.one -- Time elapsed: 0.01 s <<< ERROR!", "a.B"), ("a.B", "one", true));
        assert_eq!(
            read("one(a.B)  Time elapsed: 0.01 sec  <<< FAILURE!", "TestSuite"),
            ("a.B", "one", false)
        );
        assert_eq!(
            read("one(int)[2](a.B)  Time elapsed: 0.01 sec  <<< FAILURE!", "a.B"),
            ("a.B", "one(int)[2]", false)
        );
        assert_eq!(
            read("a.B.one(int)[2]  Time elapsed: 0.01 s  <<< FAILURE!", "a.B"),
            ("a.B", "one(int)[2]", false)
        );
        assert_eq!(read("a.B  Time elapsed: 0.01 s  <<< ERROR!", "a.B"), ("a.B", "", true));
        assert_eq!(
            read("adds up to 1.5 -- Time elapsed: 0.01 s <<< FAILURE!", "a.B"),
            ("a.B", "adds up to 1.5", false)
        );
        assert_eq!(read("a.C.one -- Time elapsed: 0.01 s <<< FAILURE!", ""), ("a.C", "one", false));
        assert_eq!(heading("Time elapsed: 0.01 s <<< FAILURE!"), None);
    }

    #[test]
    fn compilers_errors_have_a_place_in_many_spellings() {
        let read = |text| diagnostic(text).map(|(place, message)| (place.file, place.line, message));
        assert_eq!(
            read("/p/A.java:[3,5] cannot find symbol"),
            Some(("/p/A.java", Some(3), "cannot find symbol"))
        );
        assert_eq!(
            read("/p/A.kt: (3, 5) Unresolved reference: x"),
            Some(("/p/A.kt", Some(3), "Unresolved reference: x"))
        );
        assert_eq!(read("file:///p/A.kt:3:5 Unresolved"), Some(("/p/A.kt", Some(3), "Unresolved")));
        assert_eq!(read("/p/A.scala:3: error: not found"), Some(("/p/A.scala", Some(3), "not found")));
        assert_eq!(read("C:\\p\\A.java:[3,5] no"), Some(("C:\\p\\A.java", Some(3), "no")));
        assert_eq!(read("Rule 0: a.B failed"), None);
        assert_eq!(read("A.java:3: no"), None);
    }
}
