//! A user's own patterns mark failures, and nothing else.

use std::fs;
use std::path::Path;

use crate::support::answer::{Answer, weir};

const CARGO: &str = include_str!("../../testdata/cargo-test/all-pass.log");
const PATTERN: &str = "[[pattern]]\nname = 'deadlock'\nstarts = 'DEADLOCK in (?<file>\\S+):(?<line>\\d+): (?<message>.*)'\ncontinues = '\\s+at '\n";

/// The variable that names the folder of users' configurations.
const CONFIG: &str = if cfg!(windows) { "APPDATA" } else { "XDG_CONFIG_HOME" };

/// weir without the configuration of whoever runs the tests.
fn filter(words: &[&str], config: &Path, input: &str) -> Answer {
    let mut command = weir(words);
    command.env(CONFIG, config).env_remove("HOME");
    Answer::of(command.write_stdin(input).output().unwrap())
}

/// What is printed on standard error, and the exit code.
fn refused(words: &[&str], config: &Path) -> (String, Option<i32>) {
    let output = weir(words).env(CONFIG, config).write_stdin("").output().unwrap();
    assert!(output.stdout.is_empty());
    (String::from_utf8(output.stderr).unwrap(), output.status.code())
}

fn written(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_pattern_marks_a_failure_even_inside_of_a_run_that_passed() {
    let folder = tempfile::tempdir().unwrap();
    let file = written(folder.path(), "mine.toml", PATTERN);
    let input = CARGO.replacen("running ", "DEADLOCK in src/a.rs:3: two locks\n  at b\n  at c\nrunning ", 1);
    let inside = CARGO.replacen("test ", "DEADLOCK in src/a.rs:3: two locks\n  at b\n  at c\ntest ", 1);
    for input in [input, inside] {
        let without = filter(&["-m", "minimal"], folder.path(), &input);
        assert_eq!(without.code, 0, "{}", without.text);
        let answer = filter(&["-m", "minimal", "--patterns", &file], folder.path(), &input);
        assert_eq!(answer.code, 1, "{}", answer.text);
        assert!(
            answer
                .text
                .starts_with("DEADLOCK in src/a.rs:3: two locks\n  at b\n  at c\nweir: FAILED 1 failed, "),
            "{}",
            answer.text
        );
        assert!(answer.text.contains("pattern deadlock"), "{}", answer.text);
        let json = filter(&["--format", "json", "--patterns", &file], folder.path(), &input);
        let json: serde_json::Value = serde_json::from_str(&json.text).unwrap();
        let failure = &json["failures"][0];
        assert_eq!(
            (&failure["file"], &failure["line"], &failure["message"]),
            (&"src/a.rs".into(), &3.into(), &"two locks".into())
        );
        // The passes are the runner's all the same.
        let plain = filter(&["--format", "json"], folder.path(), CARGO);
        let plain: serde_json::Value = serde_json::from_str(&plain.text).unwrap();
        assert_eq!(json["counts"]["passed"], plain["counts"]["passed"]);
    }
}

#[test]
fn a_pattern_that_matches_everything_changes_no_numbers_but_the_failed_ones() {
    let folder = tempfile::tempdir().unwrap();
    let file = written(folder.path(), "mine.toml", "[[pattern]]\nname = 'all'\nstarts = '.+'\n");
    let input = include_str!("../../testdata/cargo-test/few-failures.log");
    let json = |words: &[&str]| -> serde_json::Value {
        serde_json::from_str(&filter(words, folder.path(), input).text).unwrap()
    };
    let (plain, all) = (json(&["--format", "json"]), json(&["--format", "json", "--patterns", &file]));
    for key in ["passed", "skipped", "other"] {
        assert_eq!(plain["counts"][key], all["counts"][key], "{key}");
    }
    assert!(all["counts"]["failed"].as_u64() > plain["counts"]["failed"].as_u64());
}

#[test]
fn the_users_configuration_is_read_and_the_projects_folder_is_not() {
    let config = tempfile::tempdir().unwrap();
    let project = tempfile::tempdir().unwrap();
    for name in [
        "patterns.toml",
        "weir/patterns.toml",
        ".weir/patterns.toml",
        ".config/weir/patterns.toml",
        "weir.toml",
    ] {
        written(project.path(), name, PATTERN);
    }
    let input = "DEADLOCK in a:1: x\n";
    let run = |config: &str| {
        let mut command = weir(&[]);
        command.current_dir(project.path()).env(CONFIG, config).env_remove("HOME");
        Answer::of(command.write_stdin(input).output().unwrap()).code
    };
    assert_eq!(run(config.path().to_str().unwrap()), 0);
    // A relative folder would be one of the project's.
    assert_eq!(run("."), 0);
    written(config.path(), "weir/patterns.toml", PATTERN);
    assert_eq!(run(config.path().to_str().unwrap()), 1);
    if cfg!(windows) {
        return;
    }
    let mut command = weir(&[]);
    let home = tempfile::tempdir().unwrap();
    written(home.path(), ".config/weir/patterns.toml", PATTERN);
    command.env_remove("XDG_CONFIG_HOME").env("HOME", home.path());
    assert_eq!(Answer::of(command.write_stdin(input).output().unwrap()).code, 1);
}

#[test]
fn a_wrong_file_is_exit_2_with_its_line_and_the_patterns_name() {
    let folder = tempfile::tempdir().unwrap();
    let file = written(folder.path(), "mine.toml", &PATTERN.replace("continues = '", "passes = '"));
    let message = format!(
        "weir: wrong patterns in '{file}': line 4: pattern 'deadlock': unknown key 'passes'; the keys are name, starts, continues, ends\n"
    );
    let (printed, code) = refused(&["--patterns", &file], folder.path());
    assert!(printed.starts_with(&message) && code == Some(2), "{printed}");
    let (printed, code) = refused(&["--patterns", "missing.toml"], folder.path());
    assert_eq!(
        (printed.as_str(), code),
        ("weir: failed to read the patterns in 'missing.toml': no such file\n", Some(2))
    );
    let own = written(&folder.path().join("weir"), "patterns.toml", "x");
    let (printed, code) = refused(&[], folder.path());
    assert!(
        printed.starts_with(&format!("weir: wrong patterns in '{own}': line 1: ")) && code == Some(2),
        "{printed}"
    );
}

#[test]
fn patterns_see_lines_without_colours_stamps_and_names_of_streams() {
    let folder = tempfile::tempdir().unwrap();
    let file = written(folder.path(), "mine.toml", PATTERN);
    let mut input = String::new();
    for line in ["a", "b", "DEADLOCK in a:1: x", "  at b", "c"] {
        for stream in ["web-1  | ", "job-1  | "] {
            input.push_str(&format!("2026-01-02T03:04:05.678Z {stream}\u{1b}[31m{line}\u{1b}[m\n"));
        }
    }
    let answer = filter(&["--patterns", &file, "--format", "json"], folder.path(), &input);
    let json: serde_json::Value = serde_json::from_str(&answer.text).unwrap();
    assert_eq!(json["counts"]["failed"], 2, "{json}");
    assert_eq!(
        json["failures"][0]["detail"],
        serde_json::json!(["web-1  | DEADLOCK in a:1: x", "web-1  |   at b"])
    );
}
