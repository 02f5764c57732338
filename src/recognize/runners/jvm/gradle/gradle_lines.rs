//! The shapes of Gradle's lines. No state.

use crate::event::TestId;
use crate::recognize::kit::scan;

/// What became of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Passed,
    Failed,
    Skipped,
    /// `STANDARD_OUT`, `STANDARD_ERROR` or `STARTED`: output follows, or nothing.
    Output,
}

/// Words that end the line of a test.
const WORDS: [(&str, Verdict); 6] = [
    (" PASSED", Verdict::Passed),
    (" FAILED", Verdict::Failed),
    (" SKIPPED", Verdict::Skipped),
    (" STANDARD_OUT", Verdict::Output),
    (" STANDARD_ERROR", Verdict::Output),
    (" STARTED", Verdict::Output),
];

/// Reads `a.CartTest > adds() FAILED`. The names of the run and of the worker are no part of the test's name.
pub(super) fn result(text: &str) -> Option<(&str, Verdict)> {
    if !matches!(text.as_bytes().last(), Some(b'D' | b'T' | b'R'))
        || text.starts_with([' ', '\t', '>', ':', '*'])
    {
        return None;
    }
    let (name, verdict) =
        WORDS.iter().find_map(|(word, verdict)| Some((text.strip_suffix(word)?, *verdict)))?;
    let mut name = name;
    while let Some((first, rest)) = name.split_once(" > ") {
        if !(first.starts_with("Gradle Test Run ") || first.starts_with("Gradle Test Executor ")) {
            break;
        }
        name = rest;
    }
    let of_worker = name.starts_with("Gradle Test Run :") || name.starts_with("Gradle Test Executor ");
    // The mark of a task after a stream's bar is no test's arrow.
    let of_class = name.split_once(" > ").is_some_and(|(class, _)| class.contains(char::is_alphanumeric));
    (of_class || of_worker || suite(name)).then_some((name, verdict))
}

/// Whether the name can be a test class that failed as a whole: `a.CartTest`.
pub(super) fn suite(name: &str) -> bool {
    name.contains('.')
        && crate::recognize::kit::frames::jvm::is_class(name)
        && name
            .rsplit('.')
            .next()
            .is_some_and(|last| last.starts_with(|first: char| first.is_ascii_uppercase()))
}

/// The name of a test, split at its last arrow.
pub(super) fn id(name: &str) -> TestId<'_> {
    TestId::split_last(name, " > ")
}

/// The numbers of a test task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) completed: u64,
    pub(super) failed: u64,
    pub(super) skipped: u64,
}

/// Reads `171 tests completed, 3 failed, 2 skipped`.
pub(super) fn completed(text: &str) -> Option<Counts> {
    let (completed, rest) = scan::number(text)?;
    let rest = rest.strip_prefix(" tests completed").or_else(|| rest.strip_prefix(" test completed"))?;
    let mut counts = Counts { completed, ..Counts::default() };
    for part in rest.split(", ").filter(|part| !part.is_empty()) {
        let (number, word) = part.split_once(' ')?;
        let number = scan::whole_number(number)?;
        match word {
            "failed" => counts.failed = number,
            "skipped" => counts.skipped = number,
            _ => return None,
        }
    }
    Some(counts)
}

/// The path of a task whose line this is: `> Task :app:test FAILED`, `:test UP-TO-DATE`.
pub(super) fn task(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("> Task ").or_else(|| text.starts_with(':').then_some(text))?;
    let (path, outcome) = rest.split_once(' ').unwrap_or((rest, ""));
    let path_like = path.starts_with(':')
        && path.len() > 1
        && path.chars().all(|each| each.is_alphanumeric() || ":-_.+".contains(each))
        && !path.ends_with(':');
    let outcome = ["", "FAILED", "UP-TO-DATE", "NO-SOURCE", "FROM-CACHE", "SKIPPED", "STARTED"]
        .contains(&outcome.trim());
    (path_like && outcome).then_some(path)
}

/// How a build ended: `BUILD SUCCESSFUL in 2s`, `BUILD FAILED in 1s`, and without the time.
pub(super) fn build_ended(text: &str) -> Option<Built> {
    let (built, rest) = match text.strip_prefix("BUILD SUCCESSFUL") {
        Some(rest) => (Built::Successful, rest),
        None => (Built::Failed, text.strip_prefix("BUILD FAILED")?),
    };
    let timed = rest.strip_prefix(" in ").is_some_and(|time| scan::number(time).is_some());
    (rest.trim().is_empty() || timed).then_some(built)
}

/// How a build ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Built {
    Successful,
    Failed,
}

/// Whether a task may run tests, by its name: `:app:test`, `:integrationTest`, `:check`.
pub(super) fn may_test(path: &str) -> bool {
    let last = path.rsplit(':').next().unwrap_or(path);
    let compiles = ["compile", "process", "generate"].iter().any(|verb| last.starts_with(verb))
        || last.ends_with("Classes");
    !compiles && (last.contains("est") || last.ends_with("Check") || last == "check" || last.contains("Spec"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_a_test_is_reported_from_a_tasks() {
        assert_eq!(result("a.CartTest > adds FAILED"), Some(("a.CartTest > adds", Verdict::Failed)));
        assert_eq!(result("| > Task :app:test FAILED"), None);
        assert_eq!(
            result("Gradle Test Run :test > Gradle Test Executor 2 > CartTest > adds() PASSED"),
            Some(("CartTest > adds()", Verdict::Passed))
        );
        assert_eq!(result("a.CartTest FAILED"), Some(("a.CartTest", Verdict::Failed)));
        for text in
            ["> Task :test FAILED", ":test FAILED", "    A > b FAILED", "BUILD FAILED", "deploy.sh FAILED"]
        {
            assert_eq!(result(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_tasks_and_ends_are_read_strictly() {
        assert_eq!(
            completed("171 tests completed, 3 failed, 2 skipped"),
            Some(Counts { completed: 171, failed: 3, skipped: 2 })
        );
        assert_eq!(completed("171 tests completed today"), None);
        assert_eq!(task("> Task :app:compileJava UP-TO-DATE"), Some(":app:compileJava"));
        assert_eq!(task(":test FAILED"), Some(":test"));
        assert_eq!(task(": no task"), None);
        assert_eq!(task(":smile: hello"), None);
        assert_eq!(build_ended("BUILD FAILED in 1m 2s"), Some(Built::Failed));
        assert_eq!(build_ended("BUILD SUCCESSFUL"), Some(Built::Successful));
        assert_eq!(build_ended("BUILD SUCCESSFULLY done"), None);
    }
}
