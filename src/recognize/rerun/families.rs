//! Which runner is run by which words.

use super::command::{base, program};
use super::offer::Failed;
use super::{apple, go, javascript, jvm, more, php, python, ruby, rust};
use crate::budget::Count as _;
use crate::text::words::shown;

/// Makes the words: of all words, of the place after those that name the runner, and of what failed.
type Make = fn(&[String], usize, &[Failed<'_>]) -> Option<Vec<String>>;

/// A runner that can run chosen tests.
struct Family {
    /// The words that run it: the program's name, and those after it.
    words: &'static [&'static str],
    /// Its name as failures have it.
    runners: &'static [&'static str],
    make: Make,
}

const fn of(words: &'static [&'static str], runners: &'static [&'static str], make: Make) -> Family {
    Family { words, runners, make }
}

/// All of them. Of words that begin alike the longer ones come first.
const FAMILIES: [Family; 39] = [
    of(&["pytest"], &["pytest"], python::pytest),
    of(&["py.test"], &["pytest"], python::pytest),
    of(&["cargo", "nextest", "run"], &["cargo nextest"], rust::nextest),
    of(&["cargo", "nextest", "r"], &["cargo nextest"], rust::nextest),
    of(&["cargo", "test"], &["cargo test"], rust::cargo_test),
    of(&["cargo", "t"], &["cargo test"], rust::cargo_test),
    of(&["go", "test"], &["go test"], go::go_test),
    of(&["jest"], &["jest"], javascript::jest),
    of(&["vitest", "run"], &["vitest"], javascript::vitest),
    of(&["vitest"], &["vitest"], javascript::vitest),
    of(&["mocha"], &["mocha"], javascript::mocha),
    of(&["playwright", "test"], &["playwright"], javascript::playwright),
    of(&["rspec"], &["rspec"], ruby::rspec),
    of(&["rake", "test"], &["minitest"], ruby::rake),
    of(&["rails", "test"], &["minitest"], ruby::minitest),
    of(&["ruby"], &["minitest"], ruby::minitest),
    of(&["phpunit"], &["phpunit"], php::phpunit),
    of(&["php", "vendor/bin/phpunit"], &["phpunit"], php::phpunit),
    of(&["php", "./vendor/bin/phpunit"], &["phpunit"], php::phpunit),
    of(&["dotnet", "test"], &["dotnet test"], more::dotnet),
    of(&["gradle"], &["gradle"], jvm::gradle),
    of(&["gradlew"], &["gradle"], jvm::gradle),
    of(&["mvn"], &["maven"], jvm::maven),
    of(&["mvnw"], &["maven"], jvm::maven),
    of(&["mvnd"], &["maven"], jvm::maven),
    of(&["ctest"], &["ctest"], more::ctest),
    of(&["xcodebuild", "test"], &["xctest"], apple::xcodebuild),
    of(&["xcodebuild"], &["xctest"], apple::xcodebuild),
    of(&["swift", "test"], &["xctest"], apple::swift),
    of(&["mix", "test"], &["exunit"], more::exunit),
    of(&["dart", "test"], &["dart test"], more::dart),
    of(&["dart", "run", "test"], &["dart test"], more::dart),
    of(&["prove"], &["prove"], more::prove),
    of(&["python", "-m", "pytest"], &["pytest"], python::pytest),
    of(&["python", "-m", "py.test"], &["pytest"], python::pytest),
    of(&["python3", "-m", "pytest"], &["pytest"], python::pytest),
    of(&["python", "-m", "unittest"], &["unittest"], python::unittest),
    of(&["python3", "-m", "unittest"], &["unittest"], python::unittest),
    of(&["coverage", "run", "-m", "pytest"], &["pytest"], python::pytest),
];

/// The runners of which a file that failed as a whole is run as a whole.
const TAKE_FILES: [&[&str]; 3] = [&["pytest"], &["jest"], &["vitest"]];

/// The runner that these words run, and how many of them name it.
fn found(words: &[String]) -> Option<(&'static Family, usize)> {
    FAMILIES.iter().find_map(|family| Some((family, begins(words, family.words)?)))
}

/// Whether these words run a runner.
pub(super) fn is_runner(words: &[String]) -> bool {
    found(words.get(program(words)..).unwrap_or_default()).is_some()
}

/// Makes the words by the runner that these words run after the first `before`.
pub(super) fn family(words: &[String], before: usize, failed: &[Failed<'_>]) -> Result<Vec<String>, String> {
    let rest = words.get(before..).unwrap_or_default();
    let (found, length) = found(rest).ok_or_else(|| {
        let name = rest.first().map_or("", |word| base(word));
        format!("weir does not know how {} runs chosen tests", shown(name))
    })?;
    let name = found.words.join(" ");
    // What somebody else reports is no test of this runner.
    if let Some(other) = failed.iter().find(|each| !found.runners.contains(&each.runner.0)) {
        return Err(format!("a test of {} failed, and the command is that of {name}", other.runner.0));
    }
    if failed.iter().any(Failed::is_file) && !TAKE_FILES.contains(&found.runners) {
        return Err(format!("weir does not know how {name} runs a whole file"));
    }
    (found.make)(words, before.saturating_add(length), failed)
        .ok_or_else(|| format!("not every name or option of this {name} can be carried over for sure"))
}

/// How many words name the runner, when they begin so. cargo's may have a toolchain among them.
fn begins(words: &[String], with: &[&str]) -> Option<usize> {
    let mut at = 0_usize;
    for (place, own) in with.iter().enumerate() {
        if place == 1
            && with.first() == Some(&"cargo")
            && words.get(at).is_some_and(|word| word.starts_with('+'))
        {
            at.up(1);
        }
        let word = words.get(at)?;
        let same = if place == 0 { is_program(base(word), own) } else { word == own };
        if !same {
            return None;
        }
        at.up(1);
    }
    Some(at)
}

/// Whether a program is the one of this name: `python3.12` is `python3`.
fn is_program(word: &str, own: &str) -> bool {
    word == own
        || own.starts_with("python")
            && word.strip_prefix(own).is_some_and(|version| {
                version.starts_with(['.', '3'])
                    && version.chars().all(|char| char.is_ascii_digit() || char == '.')
            })
}
