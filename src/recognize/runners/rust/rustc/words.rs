//! The sentences of cargo and rustc: which errors need no place to be known as theirs, which are consequences, and
//! which belong to other recognizers.
//!
//! `error: ` at the beginning of a line is everybody's. It is taken as the compiler's with a code (`error[E0308]`), by
//! one of the sentences below, or while cargo says that it is building. These belong to others and are refused at any
//! time: to cargo test `test failed, to rerun pass ...`, `doctest failed, to rerun pass ...`, `bench failed, to rerun
//! pass ...`, `N target failed:` and `N targets failed:`; to nextest `test run failed`, `setup script failed`, `no
//! tests to run`, `creating test list failed` and `command ... test --no-run ... exited with`; to task runners
//! `Recipe ... failed on line N` (just).

use crate::event::Place;
use crate::recognize::kit::diagnostics::Diagnostic;
use crate::recognize::kit::{diagnostics, scan};

/// What an error without a code is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sentence {
    /// Another recognizer's.
    Foreign,
    /// A consequence of errors reported before.
    Consequence,
    /// `could not compile`: a consequence when errors were reported, else the compiler died.
    CouldNotCompile,
    /// cargo's own, with a chain of causes after blank lines.
    Chain,
    /// The compiler's or linker's, with notes but without a place.
    Placeless,
    /// A process that cargo ran died.
    Died,
    /// Unknown: the compiler's only while it is building.
    Unknown,
}

const FOREIGN: [&str; 8] = [
    "test failed, to rerun pass ",
    "doctest failed, to rerun pass ",
    "bench failed, to rerun pass ",
    "test run failed",
    "setup script failed",
    "no tests to run",
    "creating test list failed",
    "Recipe `",
];

const CONSEQUENCES: [&str; 6] = [
    "aborting due to ",
    "build failed",
    "could not document `",
    "Compilation failed, aborting rustdoc",
    "doctests failed",
    "could not fix all ",
];

const CHAINS: [&str; 40] = [
    "could not find `Cargo.toml`",
    "failed to parse manifest",
    "failed to parse lock file",
    "failed to parse the version requirement",
    "failed to load manifest",
    "failed to load source",
    "failed to select a version",
    "failed to get `",
    "failed to run custom build command for `",
    "failed to run `rustc`",
    "failed to download ",
    "failed to compile `",
    "failed to query replaced source",
    "failed to sync",
    "failed to update ",
    "failed to verify ",
    "failed to prepare local package",
    "failed to determine ",
    "failed to open: ",
    "failed to create directory `",
    "failed to write `",
    "failed to remove file `",
    "failed to link or copy `",
    "failed to resolve ",
    "could not execute process `",
    "could not load Cargo configuration",
    "no matching package ",
    "no bin target ",
    "no example target ",
    "no test target ",
    "no library targets found",
    "no such command: `",
    "package ID specification `",
    "package `",
    "manifest path `",
    "the lock file ",
    "cannot update the lock file ",
    "unable to get packages from source",
    "current package believes it's in a workspace when it's not",
    "toolchain '",
];

const PLACELESS: [&str; 9] = [
    "linking with `",
    "linker `",
    "couldn't read ",
    "couldn't create a temp dir",
    "could not exec the linker",
    "could not write output to ",
    "internal compiler error",
    "the compiler unexpectedly panicked",
    "can't find crate for `",
];

const DIED: [&str; 2] = ["process didn't exit successfully: `", "rustc interrupted by SIG"];

/// Sorts the text after `error: `.
#[must_use]
pub fn error(message: &str) -> Sentence {
    let any = |sentences: &[&str]| sentences.iter().any(|sentence| message.starts_with(sentence));
    let targets =
        scan::number(message).is_some_and(|(_, rest)| matches!(rest, " target failed:" | " targets failed:"));
    let nextest = message.starts_with("command `") && message.contains(" test --no-run");
    if targets || nextest || any(&FOREIGN) {
        Sentence::Foreign
    } else if message.starts_with("could not compile `") || message.starts_with("Could not compile `") {
        Sentence::CouldNotCompile
    } else if any(&CONSEQUENCES) {
        Sentence::Consequence
    } else if any(&DIED) {
        Sentence::Died
    } else if any(&PLACELESS) {
        Sentence::Placeless
    } else if any(&CHAINS) {
        Sentence::Chain
    } else {
        Sentence::Unknown
    }
}

/// Whether the text after `error: ` says that the compiler crashed, and nothing of what went wrong.
#[must_use]
pub fn says_it_crashed(message: &str) -> bool {
    message.starts_with("the compiler unexpectedly panicked")
        || message == "internal compiler error: unexpected panic"
}

/// Whether the text after `warning: ` only counts warnings that were shown, or says what follows from an error.
#[must_use]
pub fn counts_warnings(message: &str) -> bool {
    let generated = message.starts_with('`') && message.contains("` (") || message.starts_with('`');
    let counted = message.contains(" generated ") && message.contains(" warning");
    let emitted = scan::number(message)
        .is_some_and(|(_, rest)| rest == " warning emitted" || rest == " warnings emitted");
    (generated && counted) || emitted || message.starts_with("build failed, waiting for other jobs to finish")
}

/// What a status line of cargo says of the build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It goes on: what the compiler says follows.
    Building,
    /// It is over: what follows is somebody else's.
    Over,
}

/// The verbs that cargo aligns to the right in 12 columns.
const VERBS: [&str; 26] = [
    "Adding",
    "Archiving",
    "Blocking",
    "Building",
    "Checking",
    "Compiling",
    "Credential",
    "Dirty",
    "Documenting",
    "Downgrading",
    "Downloaded",
    "Downloading",
    "Fetch",
    "Fixed",
    "Fresh",
    "Installing",
    "Locking",
    "Packaging",
    "Packaged",
    "Removing",
    "Replacing",
    "Scraping",
    "Unpacking",
    "Updating",
    "Vendoring",
    "Verifying",
];
const CLOSING_VERBS: [&str; 6] = ["Executable", "Finished", "Generated", "Installed", "Opening", "Removed"];

/// Whether a line is the bar that cargo draws while it builds.
pub fn is_bar(text: &str) -> bool {
    let bar = text.trim_start().strip_prefix("Building [").and_then(|rest| rest.split_once("] "));
    bar.is_some_and(|(bar, _)| bar.bytes().all(|byte| b"=> ".contains(&byte)))
}

/// Reads a status line: `   Compiling shop v0.1.0`, `    Finished ...`, ``     Running `target/debug/shop` ``.
///
/// The column is what tells it from other tools' words. `Running unittests ...` is cargo test's.
#[must_use]
pub fn status(text: &str) -> Option<Status> {
    let bare = text.trim_start_matches(' ');
    let (verb, rest) = bare.split_once(' ')?;
    let indent = text.len().saturating_sub(bare.len());
    if indent.saturating_add(verb.len()) != 12 || rest.is_empty() {
        return None;
    }
    if verb == "Running" {
        let command = rest.strip_prefix('`')?;
        let build = command.contains("rustc --crate-name") || command.contains("build-script-build`");
        return Some(if build { Status::Building } else { Status::Over });
    }
    if VERBS.contains(&verb) {
        return Some(Status::Building);
    }
    CLOSING_VERBS.contains(&verb).then_some(Status::Over)
}

/// Whether a status line is the last of a build that went well. What is built to be tested ends with the tests.
pub fn ends_well(text: &str) -> bool {
    let text = text.trim_start();
    // Most lines are none of these.
    if !matches!(text.as_bytes().first(), Some(b'E' | b'F' | b'G' | b'I')) {
        return false;
    }
    let Some(rest) = text.strip_prefix("Finished ") else {
        return ["Executable ", "Generated ", "Installed "].iter().any(|verb| text.starts_with(verb));
    };
    let tested = ["`test`", "`bench`", "test ", "bench "].iter().any(|profile| rest.starts_with(profile));
    !tested && rest.contains(" target(s) in ")
}

/// Whether cargo prints the line below the last word of a build.
pub fn is_below_the_end(text: &str) -> bool {
    text.starts_with("warning: the following packages contain code that will be rejected by a future version")
        || text.starts_with("note: to see what the problems were, use the option `--future-incompat-report`")
        || text.starts_with("warning: be sure to add `")
}

/// How the lines of interest begin, for the prefilter: headings, places of excerpts, status verbs, closing remarks.
pub const STARTS: [&str; 45] = [
    "error: ",
    "error[",
    "warning: ",
    "warning[",
    "--> ",
    "thread 'rustc'",
    "Diff in ",
    "For more information about ",
    "Some errors have detailed ",
    "To learn more, run the command ",
    "Adding ",
    "Archiving ",
    "Blocking ",
    "Building ",
    "Checking ",
    "Compiling ",
    "Credential ",
    "Dirty ",
    "Documenting ",
    "Downgrading ",
    "Executable ",
    "Downloaded ",
    "Downloading ",
    "Fetch ",
    "Fixed ",
    "Fresh ",
    "Installing ",
    "Locking ",
    "Packaging ",
    "Packaged ",
    "Removing ",
    "Replacing ",
    "Scraping ",
    "Unpacking ",
    "Updating ",
    "Vendoring ",
    "Verifying ",
    "Finished ",
    "Generated ",
    "Installed ",
    "Opening ",
    "Removed ",
    "Running `",
    "Waiting ",
    "Compiled ",
];

/// Whether the line only points to explanations.
#[must_use]
pub fn points_to_explanations(text: &str) -> bool {
    text.starts_with("For more information about this error, try `")
        || text.starts_with("For more information about an error, try `")
        || text.starts_with("Some errors have detailed explanations: E")
        || text.starts_with("To learn more, run the command again with --verbose")
}

/// The compiler's number of errors: `aborting due to 3 previous errors`.
pub(super) fn previous_errors(message: &str) -> Option<u64> {
    let (_, printed) = message.split_once(" due to ")?;
    let (number, rest) = crate::recognize::kit::scan::number(printed)?;
    rest.starts_with(" previous error").then_some(number)
}

/// A diagnostic that says where it begins and where it ends: `src/lib.rs:3:5: 3:9 error: mismatched types`.
pub fn of_2016(text: &str) -> Option<Diagnostic<'_>> {
    let (place, rest) = scan::place(text)?;
    let (_, rest) = scan::number(rest.trim_start())?;
    let (_, rest) = scan::number(rest.strip_prefix(':')?)?;
    let (severity, code, message) = diagnostics::severity(rest.trim_start())?;
    Some(Diagnostic { place, severity, code, message })
}

/// rustfmt's `Diff in /src/lib.rs:12:`, before 1.70 `Diff in /src/lib.rs at line 12:`.
pub fn difference(text: &str) -> Option<Place<'_>> {
    let rest = text.strip_prefix("Diff in ")?.strip_suffix(':')?;
    let (file, line) = rest.rsplit_once(" at line ").or_else(|| rest.rsplit_once(':'))?;
    let line = scan::whole_number(line)?;
    (!file.is_empty()).then_some(Place { file, line: Some(line) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_of_a_build_is_known() {
        assert!(is_bar("    Building [=====>      ] 82/83"));
        assert!(is_bar("Building [===] 8/83: shop(bin)"));
        assert!(!is_bar("    Building shop v0.1.0") && !is_bar("Building [3] of 9"));
    }

    #[test]
    fn sentences_of_other_recognizers_are_refused() {
        for text in [
            "test failed, to rerun pass `--lib`",
            "doctest failed, to rerun pass `--doc`",
            "1 target failed:",
            "3 targets failed:",
            "test run failed",
            "command `/usr/bin/cargo test --no-run --message-format x` exited with code 101",
            "Recipe `test` failed on line 3 with exit code 1",
        ] {
            assert_eq!(error(text), Sentence::Foreign, "{text}");
        }
    }

    #[test]
    fn sentences_are_sorted() {
        assert_eq!(error("could not compile `x` (lib) due to 3 previous errors"), Sentence::CouldNotCompile);
        assert_eq!(error("aborting due to 3 previous errors; 1 warning emitted"), Sentence::Consequence);
        assert_eq!(error("failed to run custom build command for `x v0.1.0`"), Sentence::Chain);
        assert_eq!(error("linking with `cc` failed: exit status: 1"), Sentence::Placeless);
        assert_eq!(error("process didn't exit successfully: `x` (exit status: 3)"), Sentence::Died);
        assert_eq!(error("pathspec 'x' did not match any file"), Sentence::Unknown);
    }

    #[test]
    fn a_status_line_is_known_by_its_column() {
        assert_eq!(status("   Compiling shop v0.1.0 (/home/user/shop)"), Some(Status::Building));
        assert_eq!(status("    Finished `dev` profile [unoptimized] target(s) in 0.5s"), Some(Status::Over));
        assert_eq!(status("     Running `target/debug/shop`"), Some(Status::Over));
        assert_eq!(status("     Running `/usr/bin/rustc --crate-name shop`"), Some(Status::Building));
        assert_eq!(status("     Running unittests src/lib.rs (target/debug/deps/shop-1)"), None);
        assert_eq!(status("Compiling 3 files (.ex)"), None);
        assert_eq!(status("       Compiling deeper"), None);
    }

    #[test]
    fn counted_warnings_are_noise_and_others_are_not() {
        assert!(counts_warnings("`shop` (lib test) generated 3 warnings (3 duplicates)"));
        assert!(counts_warnings("3 warnings emitted"));
        assert!(counts_warnings("build failed, waiting for other jobs to finish..."));
        assert!(!counts_warnings("unused variable: `x`"));
    }
}
