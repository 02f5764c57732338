//! What failed is run again, and nothing else: the command is in the answer, and `weir rerun` runs it. A script stands for the
//! runner here; `benches/rerun.py` tries the real ones.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use crate::support::stored::{reported, weir};
use serde_json::Value;

/// A folder with a runner that writes down what it was asked for, fails as `body` says, and a store.
struct Desk {
    _folder: tempfile::TempDir,
    project: PathBuf,
    store: PathBuf,
}

const PYTEST: &str = "\
============================= test session starts ==============================
collected 20 items

tests/test_a.py ..F................FF                                    [100%]

=================================== FAILURES ===================================
=========================== short test summary info ============================
FAILED tests/test_a.py::test_b[it's \"a\" b] - AssertionError: no
FAILED tests/test_a.py::test_b[\\xe9 $HOME] - AssertionError: no
FAILED tests/test_a.py::TestC::test_d - AssertionError: no
========================= 3 failed, 17 passed in 0.10s =========================
";

impl Desk {
    fn new(output: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let project = folder.path().join("pro ject");
        fs::create_dir(&project).unwrap();
        let runner = project.join("pytest");
        fs::write(project.join("output"), output).unwrap();
        let script = "#!/bin/sh\nfor word; do printf '%s\\n' \"$word\"; done > words; pwd > place; cat output; exit 1\n";
        fs::write(&runner, script).unwrap();
        fs::set_permissions(&runner, fs::Permissions::from_mode(0o755)).unwrap();
        let store = folder.path().join("store");
        Self { project, store, _folder: folder }
    }

    fn weir(&self, folder: &Path, words: &[&str]) -> (String, String, i32) {
        reported(weir(&self.store, words).current_dir(folder).output().unwrap())
    }

    /// The words that the runner was started with last.
    fn words(&self) -> Vec<String> {
        let path = self.project.join("words");
        let words = fs::read_to_string(&path).unwrap_or_default();
        let _ = fs::remove_file(path);
        words.lines().map(str::to_owned).collect()
    }
}

const FAILED: [&str; 3] = [
    "tests/test_a.py::test_b[it's \"a\" b]",
    "tests/test_a.py::test_b[\\xe9 $HOME]",
    "tests/test_a.py::TestC::test_d",
];

#[test]
fn the_last_run_is_that_of_the_folder_and_with_any_that_of_all() {
    let desk = Desk::new(PYTEST);
    let other = desk.store.with_file_name("other");
    fs::create_dir(&other).unwrap();
    let last = |folder: &Path, words: &[&str]| desk.weir(folder, &[&["show", "last"], words].concat());
    desk.weir(&desk.project, &["run", "--", "./pytest", "first"]);
    let (_, printed, code) = last(&other, &["--raw"]);
    assert_eq!(code, 3, "{printed}");
    assert!(printed.starts_with("weir: no stored run is of this folder\nhint: '--any' "), "{printed}");
    fs::write(other.join("log"), "FAILED tests/test_a.py::test_b - AssertionError: no\n1 failed in 1.0s\n")
        .unwrap();
    desk.weir(&other, &["run", "--", "sh", "-c", "cat log log log; exit 1"]);
    let (text, printed, _) = last(&desk.project, &["--raw"]);
    assert!(text.contains("test_d") && printed.contains("a newer run is of another folder"), "{printed}");
    for (folder, words) in [(&desk.project, &["--raw", "--any"][..]), (&other, &["--raw"][..])] {
        let (text, printed, _) = last(folder, words);
        assert!(!text.contains("test_d") && printed.lines().count() == 1, "{text}{printed}");
    }
}

#[test]
fn what_is_gained_is_what_a_cut_would_leave_without_the_answer() {
    let desk = Desk::new(PYTEST);
    let gain = |words: &[&str]| desk.weir(&desk.project, &[&["gain"], words].concat());
    assert!(gain(&[]).0.starts_with("weir: no run is stored here"));
    let long = "a line that says nothing\n".repeat(4000) + PYTEST;
    fs::write(desk.project.join("output"), &long).unwrap();
    let (answer, ..) = desk.weir(&desk.project, &["run", "--", "./pytest"]);
    let json = |words: &[&str]| -> Value {
        let (text, printed, code) = gain(&[&["--format", "json"], words].concat());
        assert_eq!((printed.as_str(), code, text.lines().count()), ("", 0, 1));
        serde_json::from_str(&text).unwrap()
    };
    let chars = |text: &str| i64::try_from(text.chars().count()).unwrap();
    // Of a command that fails Claude Code shows less; codex counts bytes.
    for (words, left) in [(&[][..], 9900), (&["--fit", "claude-code"], 9900), (&["--fit", "codex"], 10_000)] {
        let found = json(words);
        assert_eq!((&found["runs"], &found["failed_runs"]), (&Value::from(1), &Value::from(1)));
        assert_eq!(found["chars"]["printed"], chars(&long), "{found}");
        assert_eq!(found["chars"]["left_by_cut"], left, "{found}");
        assert_eq!(found["chars"]["answer"], chars(&answer), "{found}");
        assert_eq!(found["saved_chars"], left - chars(&answer), "{found}");
        assert_eq!(found["longest"]["command"], "./pytest");
    }
    let (text, ..) = gain(&[]);
    assert!(text.lines().count() <= 10 && text.contains("printed     10"), "{text}");
    assert_eq!(gain(&["--fit", "nobody"]).2, 2);
}

#[test]
fn the_answer_names_the_command_that_runs_exactly_what_failed() {
    let desk = Desk::new(PYTEST);
    let run = ["run", "--", "./pytest", "-q", "tests"];
    let (text, printed, code) = desk.weir(&desk.project, &run);
    assert_eq!((printed.as_str(), code), ("", 1));
    assert_eq!(desk.words(), ["-q", "tests"]);
    let command = text.lines().find_map(|line| line.strip_prefix("weir: rerun: ")).expect(&text);
    let shell = std::process::Command::new("sh").args(["-c", command]).current_dir(&desk.project).status();
    assert_eq!(shell.unwrap().code(), Some(1));
    let expected: Vec<&str> = ["-q"].into_iter().chain(FAILED).collect();
    assert_eq!(desk.words(), expected);
    // Verdict and footer come last.
    assert!(text.lines().next_back().unwrap().starts_with("weir: "), "{text}");
    let (json, ..) = desk.weir(&desk.project, &["run", "--format", "json", "--", "./pytest", "-q", "tests"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    let words: Vec<&str> =
        json["rerun"]["words"].as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
    assert_eq!(words, ["./pytest", "-q"].into_iter().chain(FAILED).collect::<Vec<_>>());
    assert_eq!(json["rerun"]["text"], command);
    assert!(json["snapshot"].is_string(), "what can be run again is stored: {json}");
    desk.words();
    for (words, tells) in [
        (&["rerun"][..], true),
        (&["rerun", "last"], true),
        (&["rerun", json["snapshot"].as_str().unwrap()], false),
    ] {
        let (text, printed, code) = desk.weir(&desk.project, words);
        assert_eq!(code, 1, "{printed}");
        assert_eq!(printed.starts_with("weir: rerun of "), tells, "{printed}");
        assert_eq!(desk.words(), expected);
        assert!(text.contains("weir: FAILED 3 failed"), "{text}");
    }
}

#[test]
fn a_run_is_run_again_in_its_own_folder_wherever_that_is_asked_for() {
    let desk = Desk::new(PYTEST);
    let (json, ..) = desk.weir(&desk.project, &["run", "--format", "json", "--", "./pytest"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    let id = json["snapshot"].as_str().unwrap();
    desk.words();
    let elsewhere = tempfile::tempdir().unwrap();
    // The last run is that of a folder.
    let (text, printed, code) = desk.weir(elsewhere.path(), &["rerun"]);
    assert_eq!((text.as_str(), code), ("", 2));
    assert!(printed.contains("no stored run of this folder"), "{printed}");
    assert_eq!(desk.weir(elsewhere.path(), &["rerun", &id[..7]]).2, 1);
    assert_eq!(desk.words(), FAILED);
    let place = fs::read_to_string(desk.project.join("place")).unwrap();
    assert_eq!(Path::new(place.trim()), desk.project.canonicalize().unwrap());
}

#[test]
fn a_command_that_is_too_long_for_a_line_is_named_by_its_run() {
    let names: Vec<String> =
        (0..40).map(|number| format!("tests/test_a.py::test_with_a_long_name_{number}")).collect();
    let rows: String = names.iter().map(|name| format!("FAILED {name} - AssertionError: no\n")).collect();
    let total = "========================= 40 failed in 0.10s =========================\n";
    let desk = Desk::new(&format!(
        "============================= test session starts ==============================\ncollected 40 items\n\n=========================== short test summary info ============================\n{rows}{total}"
    ));
    let (text, ..) = desk.weir(&desk.project, &["run", "--", "./pytest"]);
    let id =
        text.lines().find_map(|line| line.strip_prefix("weir: rerun: weir rerun ")).expect(&text).to_owned();
    desk.words();
    assert_eq!(desk.weir(&desk.project, &["rerun", &id]).2, 1);
    assert_eq!(desk.words(), names);
    // Nothing is stored: nothing can be run by its id.
    let (text, ..) = desk.weir(&desk.project, &["run", "--no-store", "--", "./pytest"]);
    assert!(!text.contains("weir: rerun"), "{text}");
}

#[test]
fn a_failure_without_a_whole_name_is_left_out_and_counted() {
    let more = PYTEST.replace("3 failed, 17", "4 failed, 16");
    let secret = PYTEST.replace("$HOME", "ghp_0123456789abcdefABCDEF0123456789abcd");
    let unsafe_name = PYTEST.replace("$HOME", "\u{202e}x");
    for (output, runs) in [(more.as_str(), 3), (&secret, 2), (&unsafe_name, 2)] {
        let desk = Desk::new(output);
        let (text, ..) = desk.weir(&desk.project, &["run", "--", "./pytest", "-q"]);
        let command = text.lines().find_map(|line| line.strip_prefix("weir: rerun: ")).expect(&text);
        assert!(command.ends_with(" # without 1 that cannot be named"), "{command}");
        desk.words();
        // As a whole it is what a shell runs.
        std::process::Command::new("sh").args(["-c", command]).current_dir(&desk.project).status().unwrap();
        assert_eq!(desk.words().len(), 1 + runs, "{command}");
        let (_, printed, code) = desk.weir(&desk.project, &["rerun"]);
        assert!(printed.ends_with(" (without 1 that cannot be named)\n") && code == 1, "{printed}");
        assert_eq!(desk.words().len(), 1 + runs, "{printed}");
        let (json, ..) = desk.weir(&desk.project, &["run", "--format", "json", "--", "./pytest", "-q"]);
        let json: Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["rerun"]["without"], 1, "{json}");
    }
}

#[test]
fn where_there_is_no_command_the_reason_is_printed_by_rerun_and_not_in_the_answer() {
    let desk = Desk::new(PYTEST);
    fs::write(desk.project.join("Makefile"), "test:\n\t./pytest a\n\t./pytest b\n").unwrap();
    let secret = "ghp_0123456789abcdefABCDEF0123456789abcd";
    for (words, why) in [
        (
            &["./pytest", "--no-such-option", "x"][..],
            "not every name or option of this pytest can be carried over for sure",
        ),
        (&["./pytest", "-p", secret], "the command would hold what looks like a secret"),
        (
            &["sh", "-c", "./pytest | cat; exit 1"],
            "the script './pytest | cat; exit 1' is more than one runner",
        ),
        (&["make", "test"], "the script './pytest a && ./pytest b' is more than one runner"),
    ] {
        let (text, ..) = desk.weir(&desk.project, &[&["run", "--"], words].concat());
        assert!(text.contains("weir: FAILED") && !text.contains("weir: rerun"), "{words:?} {text}");
        let (text, printed, code) = desk.weir(&desk.project, &["rerun"]);
        assert_eq!((text.as_str(), code), ("", 2));
        let (first, hint) = printed.split_once('\n').unwrap();
        assert!(first.starts_with("weir: no command is known that runs again what failed in "), "{first}");
        assert!(first.ends_with(why) && hint.starts_with("hint: 'weir show "), "{printed}");
        assert!(!printed.contains(secret), "{printed}");
    }
}

#[test]
fn scripts_shells_and_wrappers_are_kept_or_replaced_by_what_they_run() {
    let desk = Desk::new(PYTEST);
    fs::write(
        desk.project.join("Makefile"),
        "ARGS = -q\nready:\n\ttouch ready\ntest: ready\n\t@./pytest $(ARGS) tests\n",
    )
    .unwrap();
    let package = r#"{"scripts": {"test": "./pytest -q", "all": "./pytest -q tests"}}"#;
    fs::write(desk.project.join("package.json"), package).unwrap();
    // npm, yarn and pnpm run a script by a shell, and add words to it.
    for (name, dashes) in [("npm", "-- "), ("yarn", ""), ("pnpm", "")] {
        let tool = desk.project.join(name);
        let script = format!(
            "#!/bin/sh\nscript=$1; shift; [ \"$script\" = run ] && {{ script=$1; shift; }}\n\
             [ -z '{dashes}' ] || [ $# = 0 ] || [ \"$1\" != -- ] || shift\n\
             [ \"$script\" = all ] && exec ./pytest -q tests \"$@\"\nexec ./pytest -q \"$@\"\n"
        );
        fs::write(&tool, script).unwrap();
        fs::set_permissions(&tool, fs::Permissions::from_mode(0o755)).unwrap();
    }
    for words in [
        &["timeout", "60", "./pytest", "-q", "tests"][..],
        &["env", "A=b", "./pytest", "-q", "tests"],
        &["sh", "-c", "./pytest -q tests"],
        &["sh", "-c", "cd . && exec ./pytest -q tests 2>&1"],
        &["make", "test"],
        &["./npm", "test"],
        &["./npm", "run", "all"],
        &["./yarn", "test"],
        &["./pnpm", "run", "all"],
    ] {
        let (text, printed, code) = desk.weir(&desk.project, &[&["run", "--"], words].concat());
        assert_eq!((printed.as_str(), code != 0), ("", true), "{words:?}");
        desk.words();
        let command = text.lines().find_map(|line| line.strip_prefix("weir: rerun: "));
        let command = command.unwrap_or_else(|| panic!("{words:?} {text}"));
        let (_, printed, code) = desk.weir(&desk.project, &["rerun"]);
        assert!(printed.contains(command) && code != 0, "{printed}");
        assert_eq!(desk.words(), [&["-q"][..], &FAILED].concat(), "{words:?} {command}");
    }
}

#[test]
fn a_run_that_passed_names_no_command_and_is_not_stored_for_it() {
    let desk = Desk::new(
        "============================= test session starts ==============================\ncollected 1 item\n\na.py .\n============================== 1 passed in 0.01s ==============================\n",
    );
    fs::write(desk.project.join("pytest"), "#!/bin/sh\ncat output\n").unwrap();
    let (text, ..) = desk.weir(&desk.project, &["run", "--format", "json", "--", "./pytest"]);
    assert!(!text.contains("rerun"), "{text}");
}

#[test]
fn the_answer_again_names_the_command_again() {
    let desk = Desk::new(PYTEST);
    let (first, ..) = desk.weir(&desk.project, &["run", "-m", "minimal", "--", "./pytest"]);
    assert!(first.contains("weir: rerun: "), "{first}");
    let (again, ..) = desk.weir(&desk.project, &["show", "last", "-m", "minimal"]);
    let line = |text: &str| text.lines().find(|line| line.starts_with("weir: rerun: ")).map(str::to_owned);
    assert_eq!(line(&again), line(&first));
}
