//! Generated logs of runs whose results are known: what ran, who failed, how the log ends.

use proptest::prelude::*;

use crate::formats;

/// Whose output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runner {
    CargoTest,
    Nextest,
    NextestRetries,
    Pytest,
    Unittest,
    Go,
    GoVerbose,
    Xctest,
    Gcc,
}

impl Runner {
    const ALL: [Self; 9] = [
        Self::CargoTest,
        Self::Nextest,
        Self::NextestRetries,
        Self::Pytest,
        Self::Unittest,
        Self::Go,
        Self::GoVerbose,
        Self::Xctest,
        Self::Gcc,
    ];

    /// Whether its failures are counted by totals and its sections end.
    pub fn closes(self) -> bool {
        self != Self::Gcc
    }
}

/// What becomes of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    Passes,
    Fails,
    Skips,
}

/// One test of a run.
#[derive(Clone, Copy, Debug)]
pub struct Test {
    /// Unique in the log.
    pub number: usize,
    pub module: usize,
    pub fate: Fate,
    /// Lines of captured output.
    pub prints: usize,
}

/// One run.
#[derive(Clone, Debug)]
pub struct Run {
    pub runner: Runner,
    /// Its place among the runs of the log.
    pub place: usize,
    /// Ordered by module.
    pub tests: Vec<Test>,
}

impl Run {
    pub fn count(&self, fate: Fate) -> usize {
        self.tests.iter().filter(|test| test.fate == fate).count()
    }

    /// The tests of each module.
    pub fn modules(&self) -> Vec<&[Test]> {
        self.tests.chunk_by(|a, b| a.module == b.module).collect()
    }

    /// What every listing of the failure holds, and nothing else does.
    pub fn key(&self, test: &Test) -> String {
        match self.runner {
            Runner::Go | Runner::GoVerbose => format!("TestCase{:05}", test.number),
            Runner::Xctest => format!("testCase{:05}", test.number),
            Runner::Gcc => format!("file_{0:05}.c:{0}", test.number),
            _ => format!("case_{:05}", test.number),
        }
    }

    /// Keys of the failures, in their order.
    pub fn failing(&self) -> Vec<String> {
        self.tests.iter().filter(|test| test.fate == Fate::Fails).map(|test| self.key(test)).collect()
    }

    pub fn text(&self) -> String {
        match self.runner {
            Runner::CargoTest => formats::cargo_test(self),
            Runner::Nextest => formats::nextest(self, 1),
            Runner::NextestRetries => formats::nextest(self, 2),
            Runner::Pytest => formats::pytest(self),
            Runner::Unittest => formats::unittest(self),
            Runner::Go => formats::go(self),
            Runner::GoVerbose => formats::go_verbose(self),
            Runner::Xctest => formats::xctest(self),
            Runner::Gcc => formats::gcc(self),
        }
    }
}

/// Runs after each other.
#[derive(Clone, Debug)]
pub struct Log {
    pub runs: Vec<Run>,
    pub text: String,
}

impl Log {
    pub fn of(runs: Vec<Run>, noise: usize) -> Self {
        let mut text = String::new();
        for run in &runs {
            text += &run.text();
            for line in 0..noise {
                text += &format!("some words between the runs, {} of {noise}\n", line + 1);
            }
        }
        Self { runs, text }
    }

    /// Keys of all failures.
    pub fn failing(&self) -> Vec<String> {
        self.runs.iter().flat_map(Run::failing).collect()
    }

    pub fn count(&self, fate: Fate) -> u64 {
        self.runs.iter().map(|run| run.count(fate) as u64).sum()
    }
}

fn fates() -> impl Strategy<Value = Vec<Fate>> {
    let few = prop_oneof![30 => Just(Fate::Passes), 2 => Just(Fate::Fails), 1 => Just(Fate::Skips)];
    let many = prop_oneof![1 => Just(Fate::Passes), 4 => Just(Fate::Fails), 1 => Just(Fate::Skips)];
    prop_oneof![
        3 => prop::collection::vec(few, 1..120),
        1 => prop::collection::vec(many, 1..120),
        1 => prop::collection::vec(Just(Fate::Passes), 1..60),
        1 => prop::collection::vec(Just(Fate::Fails), 1..3),
    ]
}

fn run_of(runner: impl Strategy<Value = Runner>) -> impl Strategy<Value = Run> {
    (runner, fates(), 1_usize..5, 0_usize..6).prop_map(|(runner, fates, modules, prints)| {
        let each = fates.len().div_ceil(modules);
        let tests = fates
            .into_iter()
            .enumerate()
            .map(|(number, fate)| Test {
                number,
                module: number / each,
                fate,
                prints: (number * 7 + prints) % 5,
            })
            .collect();
        Run { runner, place: 0, tests }
    })
}

/// Numbers runs and tests so that every name occurs once in the log.
fn placed(mut runs: Vec<Run>, first: usize) -> Vec<Run> {
    let mut number = first * 10_000;
    for (place, run) in runs.iter_mut().enumerate() {
        run.place = first * 10 + place;
        for test in &mut run.tests {
            test.number = number;
            number += 1;
        }
    }
    runs
}

fn logs(runners: Vec<Runner>, first: usize) -> impl Strategy<Value = Log> {
    let run = run_of(prop::sample::select(runners));
    let noise = prop_oneof![2 => Just(0_usize), 1 => 1_usize..50];
    (prop::collection::vec(run, 1..4), noise)
        .prop_map(move |(runs, noise)| Log::of(placed(runs, first), noise))
}

/// Runs of any runner.
pub fn any_log() -> impl Strategy<Value = Log> {
    logs(Runner::ALL.to_vec(), 0)
}

/// Runs whose sections all end, without retries. Logs of different `first` share no name.
pub fn closed_log(first: usize) -> impl Strategy<Value = Log> {
    let closing = |runner: &Runner| runner.closes() && *runner != Runner::NextestRetries;
    logs(Runner::ALL.into_iter().filter(closing).collect(), first)
}
