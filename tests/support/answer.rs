//! Runs weir and reads what it answered. Knows the form of an answer, not what a good one is.

use std::process::Output;

use assert_cmd::Command;

use super::surroundings::Plain as _;

/// A mode with its limits.
pub struct Mode {
    pub name: &'static str,
    pub chars: usize,
    pub lines: usize,
    pub line_chars: usize,
}

/// The three modes, the smallest first.
pub const MODES: [Mode; 3] = [
    Mode { name: "minimal", chars: 5000, lines: 100, line_chars: 200 },
    Mode { name: "standard", chars: 40_000, lines: 800, line_chars: 200 },
    Mode { name: "verbose", chars: 200_000, lines: 4000, line_chars: 500 },
];

/// weir with these words, and none of the surroundings' variables.
pub fn weir(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weir"));
    command.plain().env("WEIR_STORE", "off");
    command.args(words);
    command
}

/// What weir printed, and how it ended.
#[derive(Debug, PartialEq, Eq)]
pub struct Answer {
    pub text: String,
    pub code: i32,
}

/// The answer to `input`. Standard error must be silent, and the answer UTF-8.
#[track_caller]
pub fn answer(words: &[&str], input: impl Into<Vec<u8>>) -> Answer {
    Answer::of(weir(words).write_stdin(input).output().unwrap())
}

/// The answer to `input` as JSON, and the exit code. It must be one line.
#[track_caller]
pub fn json(words: &[&str], input: impl Into<Vec<u8>>) -> (serde_json::Value, i32) {
    let mut all = vec!["--format", "json"];
    all.extend(words);
    let answer = answer(&all, input);
    assert!(answer.text.ends_with('\n') && answer.text.lines().count() == 1, "{}", answer.text);
    (serde_json::from_str(&answer.text).unwrap(), answer.code)
}

impl Answer {
    /// What a finished weir printed. Standard error must be silent, and the answer UTF-8.
    #[track_caller]
    pub fn of(output: Output) -> Self {
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        Self { text: String::from_utf8(output.stdout).unwrap(), code: output.status.code().unwrap() }
    }

    /// The verdict line after `weir: `, or nothing.
    pub fn verdict(&self) -> &str {
        let words = ["PASSED", "FAILED", "INCOMPLETE", "UNKNOWN"];
        let mut lines = self.text.lines().rev().filter_map(|line| line.strip_prefix("weir: "));
        lines.find(|line| words.contains(&line.split(' ').next().unwrap_or_default())).unwrap_or_default()
    }

    /// The footers: lines that tell how much is shown. In a run that passed it is part of the verdict line.
    pub fn footers(&self) -> Vec<&str> {
        let is_footer = |line: &&str| {
            let numbers = line.strip_prefix("weir: ").and_then(|rest| rest.split_once(" lines shown"));
            let reported = numbers.and_then(|(numbers, _)| numbers.split_once(" of "));
            reported.is_some_and(|(a, b)| a.parse::<u64>().is_ok() && b.parse::<u64>().is_ok())
                || line.starts_with("weir: PASSED ") && line.contains(" lines left out")
        };
        self.text.lines().filter(is_footer).collect()
    }

    /// The footer, or nothing.
    pub fn footer(&self) -> &str {
        self.footers().first().copied().unwrap_or_default()
    }

    /// The verdict line up to its brackets, without the time that the run took.
    pub fn numbers(&self) -> &str {
        let front = self.verdict().split_once(" (").map_or(self.verdict(), |(front, _)| front);
        front.split_once(" in ").map_or(front, |(numbers, _)| numbers)
    }

    pub fn chars(&self) -> usize {
        self.text.chars().count()
    }

    pub fn lines(&self) -> usize {
        self.text.lines().count()
    }

    /// Whether `word` is in the answer with no letter, digit or underscore next to it.
    pub fn names(&self, word: &str) -> bool {
        let part = |char: char| char.is_alphanumeric() || char == '_';
        self.text.match_indices(word).any(|(at, _)| {
            !self.text[..at].ends_with(part) && !self.text[at + word.len()..].starts_with(part)
        })
    }

    /// How often `part` is in the answer.
    pub fn count(&self, part: &str) -> usize {
        self.text.matches(part).count()
    }

    /// Every name is in the answer.
    #[track_caller]
    pub fn names_all<S: AsRef<str>>(&self, names: &[S]) {
        let missing: Vec<&str> = names.iter().map(AsRef::as_ref).filter(|name| !self.names(name)).collect();
        assert!(
            missing.is_empty(),
            "{} of {} missing: {missing:?}\n{}",
            missing.len(),
            names.len(),
            self.text
        );
    }

    /// The verdict line begins like this, and the exit code is this.
    #[track_caller]
    pub fn says(&self, verdict: &str, code: i32) {
        // Numbers are all that there are: what is left out is zero.
        let exact = verdict.contains(|each: char| each.is_ascii_digit()) && !verdict.contains('(');
        let holds = if exact { self.numbers() == verdict } else { self.verdict().starts_with(verdict) };
        assert!(holds, "{:?} is not {verdict:?}\n{}", self.verdict(), self.text);
        assert_eq!(self.code, code, "{}", self.text);
    }

    /// What holds for every answer of `mode`: its limits, at most one footer and that the last line, the verdict
    /// line before it, and nothing a terminal would obey.
    #[track_caller]
    pub fn holds(&self, mode: &Mode) {
        let Mode { name, chars, lines, line_chars } = *mode;
        assert!(self.chars() <= chars, "{name}: {} chars", self.chars());
        assert!(self.lines() <= lines, "{name}: {} lines", self.lines());
        let longest = self.text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        assert!(longest <= line_chars, "{name}: a line of {longest} chars");
        assert!(self.text.is_empty() || self.text.ends_with('\n'), "{name}: an open last line");
        let control = self.text.chars().find(|char| char.is_control() && !matches!(char, '\n' | '\t'));
        assert_eq!(control, None, "{name}: {}", self.text);
        let footers = self.footers();
        assert!(footers.len() <= 1, "{name}: {footers:?}");
        let end = self.text.lines().last().unwrap_or_default();
        if let [footer] = footers[..] {
            assert_eq!(footer, end, "{name}: the footer is the last line");
        }
    }
}
