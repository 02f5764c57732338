//! All recognizers, in the order in which equal claims are asked. A new runner is one line in `ENTRIES`.

use super::Recognizer;
use super::runners;
use crate::event::Runner;

/// A recognizer's maker, and what it reads in a few words.
struct Entry {
    new: fn() -> Box<dyn Recognizer>,
    reads: &'static str,
}

const fn entry<R: Recognizer + Default + 'static>(reads: &'static str) -> Entry {
    Entry { new: || Box::new(R::default()), reads }
}

/// Every runner that weir knows.
const ENTRIES: &[Entry] = &[
    entry::<runners::weir::Weir>("answers of weir itself, met again as input"),
    entry::<runners::nextest::Nextest>("cargo nextest run"),
    entry::<runners::cargo_test::CargoTest>("cargo test: unit, integration and doc tests"),
    entry::<runners::pytest::Pytest>("pytest, with xdist, reruns and subtests"),
    entry::<runners::unittest::Unittest>("python -m unittest"),
    entry::<runners::go_json::GoJson>("go test -json"),
    entry::<runners::go_test::GoTest>("go test, plain and -v"),
    entry::<runners::xctest::Xctest>("XCTest in xcodebuild test and swift test"),
    entry::<runners::swift_testing::SwiftTesting>("Swift Testing in xcodebuild test and swift test"),
    entry::<runners::rustc::Rustc>("cargo build, cargo clippy and rustc diagnostics"),
    entry::<runners::swiftlint::Swiftlint>("SwiftLint violations"),
    entry::<runners::xcodebuild::Xcodebuild>("xcodebuild builds: compile, link and signing errors"),
    entry::<runners::go_build::GoBuild>("go build and go vet"),
    entry::<runners::gcc::Gcc>("gcc and clang diagnostics"),
    entry::<runners::ld::Ld>("linker errors"),
    entry::<runners::make::Make>("make"),
    entry::<runners::ant::Ant>("Ant: its junit task and the reason of a failed build"),
    entry::<runners::maven::Maven>("Maven: Surefire and Failsafe tests, compile errors, failed goals"),
    entry::<runners::gradle::Gradle>("Gradle: test results and failed builds"),
    entry::<runners::junit_console::JunitConsole>("JUnit Platform console launcher"),
    entry::<runners::jvm::compiler::Javac>("javac, alone and under Ant and Gradle"),
    entry::<runners::jvm::compiler::Kotlinc>("kotlinc, alone and under Gradle"),
    entry::<runners::jvm::compiler::Scalac>("scalac"),
    entry::<runners::sbt::Sbt>(
        "sbt: ScalaTest, munit and JUnit tests, compile errors; ScalaTest's own runner",
    ),
    entry::<runners::jvm::java::Java>(
        "exceptions that nobody caught in programs of the Java virtual machine",
    ),
];

/// One new recognizer of each kind.
#[must_use]
pub fn all() -> Vec<Box<dyn Recognizer>> {
    ENTRIES.iter().map(|entry| (entry.new)()).collect()
}

/// The name of each recognizer's runner, and what it reads, in the order of the registry. A runner with several
/// forms of output has a row for each.
#[must_use]
pub fn listed() -> Vec<(&'static str, &'static str)> {
    ENTRIES.iter().map(|entry| ((entry.new)().runner().0, entry.reads)).collect()
}

/// The names that `--from` takes, in the order of the registry.
#[must_use]
pub fn names() -> Vec<&'static str> {
    let mut names = Vec::new();
    for (name, _) in listed() {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Whether a runner is meant by a name on the command line: its name, with `-` or `_` for blanks, in any case.
#[must_use]
pub fn answers_to(runner: Runner, name: &str) -> bool {
    let plain = |text: &str| text.to_ascii_lowercase().replace(['-', '_'], " ");
    plain(runner.0) == plain(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_recognizer_says_what_it_reads_in_words_of_its_own() {
        let rows = listed();
        assert_eq!(rows.len(), all().len());
        for (position, (name, reads)) in rows.iter().enumerate() {
            assert!(!name.is_empty() && !reads.is_empty(), "row {position}");
            assert!(rows.iter().skip(position + 1).all(|(_, other)| other != reads), "{reads} stands twice");
        }
    }

    #[test]
    fn a_name_is_listed_once_however_many_forms_its_output_has() {
        let names = names();
        let once: std::collections::BTreeSet<_> = names.iter().collect();
        assert_eq!(names.len(), once.len());
        assert!(names.contains(&"go test"));
    }
}
