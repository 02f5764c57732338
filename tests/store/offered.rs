//! A command that an answer prints, run as it is printed, shows what it promised: the rest of the failures by name, and
//! in the end every line. Tried on the answers over the logs of `testdata`, in every mode and within tight limits.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::support::Plain as _;
use crate::support::logs::{LOGS, testdata};
use crate::support::sweep::{exhaustive, side_by_side};

/// Names up to this long are on a line of their own, whole.
const SHORT_NAME: usize = 100;
/// Lines up to this long are on a page as they are.
const SHORT_LINE: usize = 150;
/// No way from an answer to its last page is longer.
const STEPS: usize = 500;

/// A store of its own, and a folder where `weir` is found by its name.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(assert_cmd::cargo::cargo_bin("weir"), folder.path().join("weir")).unwrap();
        Self { folder }
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.plain();
        let path = std::env::var("PATH").unwrap();
        command.env("PATH", format!("{}:{path}", self.folder.path().display()));
        command.env("WEIR_STORE", self.folder.path().join("store")).current_dir(self.folder.path());
        command.stdin(Stdio::null());
        command
    }

    /// The answer over a log on standard input.
    fn answer(&self, options: &[&str], log: &Path) -> String {
        let output = self.command("weir").args(options).stdin(fs::File::open(log).unwrap()).output().unwrap();
        text(&output)
    }

    /// What a printed command prints.
    #[track_caller]
    fn run(&self, command: &str) -> String {
        let output = self.command("sh").args(["-c", command]).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{command}");
        assert!(matches!(output.status.code(), Some(0 | 1 | 3)), "{command}: {:?}", output.status);
        text(&output)
    }

    /// What a printed command and those that its pages print show, page by page.
    #[track_caller]
    fn follow(&self, command: &str) -> Vec<String> {
        let mut pages = Vec::new();
        let mut next = Some(command.to_owned());
        while let Some(command) = next {
            assert!(pages.len() < STEPS, "no end: {command}");
            let page = self.run(&command);
            next = offered(&page).last().cloned().filter(|next| *next != command);
            pages.push(page);
        }
        pages
    }
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The commands that an answer prints.
fn offered(answer: &str) -> Vec<String> {
    answer
        .lines()
        .filter(|line| line.starts_with("weir: "))
        .filter_map(|line| {
            let more = line.starts_with("weir: and ").then(|| line.rsplit_once(": weir "));
            let passed = line.starts_with("weir: PASSED ").then(|| line.rsplit_once(": weir "));
            let found = more.or(passed).flatten().or_else(|| line.rsplit_once("; rest: weir "));
            found.map(|(_, words)| format!("weir {words}"))
        })
        .collect()
}

/// The ids of all failures of a log.
fn failures(place: &Place, log: &Path) -> BTreeSet<String> {
    let all =
        place.answer(&["-m", "verbose", "--max-chars", "1000000", "--format", "json", "--no-store"], log);
    let json: serde_json::Value = serde_json::from_str(&all).unwrap();
    let ids = json["failures"].as_array().unwrap().iter().filter_map(|failure| failure["id"].as_str());
    ids.map(str::to_owned).collect()
}

/// The numbered lines of pages: none is there twice.
fn numbered<'a>(pages: &[&'a String]) -> BTreeMap<usize, &'a str> {
    let mut lines = BTreeMap::new();
    for line in pages.iter().flat_map(|page| page.lines()).filter(|line| !line.starts_with("weir: ")) {
        let (number, text) = line.split_once(':').unwrap_or_else(|| panic!("{line} has no number"));
        let number = number.parse().unwrap_or_else(|_| panic!("{line} has no number"));
        let again = lines.insert(number, text.strip_prefix(' ').unwrap_or(text));
        assert_eq!(again, None, "{line} stands there twice");
    }
    lines
}

/// How many lines an answer says that it does not show.
fn hidden(answer: &str) -> u64 {
    let last = answer.lines().last().unwrap_or_default();
    let pair = |text: &str| {
        let (a, b) = text.rsplit_once(" of ").unwrap_or_else(|| panic!("{answer}"));
        let a = a.rsplit([' ', ';']).next().unwrap_or_default();
        (a.parse::<u64>().unwrap(), b.parse::<u64>().unwrap())
    };
    match (last.split_once(" lines shown"), last.split_once(" lines left out")) {
        (Some((front, _)), _) => {
            let (shown, seen) = pair(front);
            seen - shown
        }
        (None, Some((front, _))) => pair(front).0,
        (None, None) => 0,
    }
}

/// Follows every command of one answer. Gives how many of them there were.
fn check(place: &Place, options: &[&str], log: &Path) -> usize {
    let answer = place.answer(options, log);
    let commands = offered(&answer);
    for command in &commands {
        let pages = place.follow(command);
        if command.contains(" --failures") {
            let listed = pages.concat();
            for id in failures(place, log) {
                assert!(
                    id.len() > SHORT_NAME || listed.contains(&id),
                    "{log:?}: {command} does not list {id}"
                );
            }
            continue;
        }
        let by_number: Vec<&String> =
            pages.iter().filter(|page| page.contains(" lines that were left out")).collect();
        let Some(last) = pages.last() else { panic!("{command}") };
        assert_eq!(offered(last), Vec::<String>::new(), "{log:?}: {command} does not end");
        if by_number.is_empty() {
            continue;
        }
        let bytes = fs::read(log).unwrap();
        let Ok(input) = String::from_utf8(bytes) else { continue };
        let shown = numbered(&by_number);
        let lines: Vec<&str> = input.split('\n').collect();
        assert_eq!(shown.len() as u64, hidden(&answer), "{log:?}: {command}: {answer}");
        for (number, shown) in shown {
            let Some(line) = lines.get(number - 1) else { panic!("{log:?}: {command}: line {number}") };
            let plain = line.chars().all(|char| char.is_ascii_graphic() || char == ' ');
            let secret = shown.contains("[redacted:");
            let own = line.starts_with("weir:");
            if plain && !secret && !own && line.len() <= SHORT_LINE {
                // What a CI or a logger puts before a line is not part of it.
                // Only a stamp or a mark leaves nothing.
                let alone = line.ends_with(' ') || line.ends_with("##[endgroup]");
                let same = *line == shown || (!shown.is_empty() || alone) && line.ends_with(shown);
                assert!(same, "{log:?}: {command}: {shown:?} is not {line:?}");
            }
        }
    }
    commands.len()
}

/// Checks one of `every` logs, unless all are tried; gives how many commands were followed.
fn check_all(options: &[&str], every: usize, from: usize) -> usize {
    let (every, from) = if exhaustive() { (1, 0) } else { (every, from) };
    let logs: Vec<PathBuf> = testdata(&LOGS).into_iter().skip(from).step_by(every).collect();
    let parts: Vec<&[PathBuf]> = logs.chunks(20).collect();
    let followed = side_by_side(&parts, |logs| {
        let place = Place::new();
        logs.iter().map(|log| check(&place, options, log)).sum::<usize>()
    });
    followed.into_iter().sum()
}

#[test]
fn commands_of_minimal_answers_show_what_they_promise() {
    assert!(check_all(&["-m", "minimal"], 4, 0) > 30);
}

#[test]
fn commands_of_standard_answers_show_what_they_promise() {
    assert!(check_all(&[], 6, 1) > 20);
}

#[test]
fn commands_of_verbose_answers_show_what_they_promise() {
    check_all(&["-m", "verbose"], 12, 2);
}

#[test]
fn commands_of_answers_within_tight_limits_show_what_they_promise() {
    assert!(check_all(&["-m", "minimal", "--max-chars", "500", "--max-lines", "6"], 3, 0) > 100);
}

#[test]
fn commands_of_answers_with_many_failures_lead_to_every_name() {
    let place = Place::new();
    let log = place.folder.path().join("log");
    let mut text = "running 900 tests\n".to_owned();
    for number in 0..900 {
        text += &format!("test harbour_{number}_with_a_name_that_folds_with_no_other::rises ... FAILED\n");
    }
    fs::write(&log, text).unwrap();
    for options in [
        &["-m", "minimal"][..],
        &["-m", "minimal", "--max-chars", "400", "--max-lines", "4"],
        &["--max-chars", "3000"],
    ] {
        let answer = place.answer(options, &log);
        assert!(offered(&answer).iter().any(|command| command.contains("--failures")), "{answer}");
        assert!(check(&place, options, &log) >= 2, "{answer}");
    }
}
