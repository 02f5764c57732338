//! The three recognizers of Apple's tools side by side, over the logs of `testdata`.
//!
//! One row per claim and per end of a section, equal rows once. Whether a claim is is the report's decision; that nothing real is
//! missing and nothing foreign is claimed shows here.

use std::path::Path;

use super::Xcodebuild;
use crate::event::{Block, Event, FailureKind, Outcome, Seen, Sink};
use crate::recognize::kit::Driven;
use crate::recognize::recognizer::{Attention, Recognizer};
use crate::recognize::runners::apple::swift_testing::SwiftTesting;
use crate::recognize::runners::apple::xctest::Xctest;
use crate::text::Line;

#[derive(Default)]
struct Claims(Vec<String>);

impl Claims {
    fn add(&mut self, row: String) {
        if !self.0.contains(&row) {
            self.0.push(row);
        }
    }
}

impl Sink for Claims {
    fn emit(&mut self, event: Event<'_>) {
        match event {
            Event::Finished { id, outcome: Outcome::Failed(kind), .. } => {
                self.add(format!("{kind:?} {}{}{}", id.module, id.separator, id.name));
            }
            Event::BlockOpened(Block::Test { id, kind }) => {
                self.add(format!("{kind:?} {}{}{}", id.module, id.separator, id.name));
            }
            Event::BlockOpened(Block::Whole { name, kind }) => self.add(format!("{kind:?} {name}")),
            Event::BlockOpened(Block::Diagnostic { place, .. }) => {
                let file = place.file.rsplit('/').next().unwrap_or_default();
                self.add(format!("{:?} {file}:{}", FailureKind::Diagnostic, place.line.unwrap_or(0)));
            }
            Event::Declared { totals, .. } => self.add(format!(
                "declared {} passed, {} failed, {} skipped, {} total",
                totals.passed.unwrap_or(0),
                totals.failed.unwrap_or(0),
                totals.skipped.unwrap_or(0),
                totals.total.unwrap_or(0)
            )),
            Event::SectionEnded(how) => self.add(format!("ended {how:?}")),
            Event::Consequence { .. } => self.add("consequence".to_owned()),
            _ => {}
        }
    }
}

fn claims(log: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata").join(log);
    let text = std::fs::read_to_string(path).unwrap();
    let mut all: [Box<dyn Recognizer>; 3] = [
        Box::new(Driven::<Xctest>::default()),
        Box::new(Driven::<SwiftTesting>::default()),
        Box::new(Driven::<Xcodebuild>::default()),
    ];
    let mut claims = Claims::default();
    for line in text.lines() {
        // Like the scanner: those with something open are asked first.
        let every = |recognizer: &dyn Recognizer| recognizer.attention() == Attention::Every;
        let mut order: Vec<usize> = (0..all.len()).collect();
        order.sort_by_key(|at| !all.get(*at).is_some_and(|each| every(each.as_ref())));
        for at in order {
            let Some(recognizer) = all.get_mut(at) else { continue };
            if let Seen::Mine(_) = recognizer.line(&Line::of(line), &mut claims) {
                break;
            }
        }
    }
    for recognizer in &mut all {
        recognizer.end(&mut claims);
    }
    claims.0
}

const PRETTY: &[&str] = &[
    "declared 0 passed, 0 failed, 0 skipped, 0 total",
    "Test LampTests.testColour",
    "Test LampTests.testOil",
    "declared 10 passed, 2 failed, 1 skipped, 13 total",
    "ended Failed",
];

#[test]
fn every_log_tells_its_failures_and_nothing_else() {
    let cases: [(&str, &[&str]); 21] = [
        (
            "xcodebuild/all-pass.log",
            &[
                "declared 0 passed, 0 failed, 0 skipped, 0 total",
                "declared 30 passed, 0 failed, 1 skipped, 31 total",
                "ended Passed",
                "declared 5 passed, 0 failed, 0 skipped, 5 total",
            ],
        ),
        (
            "xcodebuild/few-failures.log",
            &[
                "declared 0 passed, 0 failed, 0 skipped, 0 total",
                "Test LighthouseTests.LampTests.testColour",
                "Test LighthouseTests.LampTests.testChart",
                "Test LighthouseTests.LampTests.testThrown",
                "Test LighthouseTests.LampTests.testQuiet",
                "declared 80 passed, 4 failed, 0 skipped, 84 total",
                "ended Failed",
                "consequence",
            ],
        ),
        (
            "xcodebuild/crash-without-totals.log",
            &[
                "declared 0 passed, 0 failed, 0 skipped, 0 total",
                "Crash LighthouseTests.LampTests.testBlowOut",
            ],
        ),
        (
            "xcodebuild/crash-and-restart.log",
            &[
                "declared 0 passed, 0 failed, 0 skipped, 0 total",
                "Crash LighthouseTests.LampTests.testBlowOut",
                "declared 4 passed, 1 failed, 0 skipped, 5 total",
                "ended Failed",
                "consequence",
            ],
        ),
        (
            "xcodebuild/parallel-failed.log",
            &["Test LampTests.testShine7()", "Test LampTests.testLost()", "ended Failed", "consequence"],
        ),
        (
            "xcodebuild/parallel-passed.log",
            &["ended Passed", "declared 0 passed, 0 failed, 0 skipped, 0 total"],
        ),
        (
            "xcodebuild/retries.log",
            &[
                "declared 0 passed, 0 failed, 0 skipped, 0 total",
                "Test LighthouseTests.LampTests.testFlicker",
                "declared 1 passed, 0 failed, 0 skipped, 1 total",
                "ended Passed",
            ],
        ),
        (
            "xcodebuild/hostile-passed.log",
            &[
                "declared 0 passed, 0 failed, 0 skipped, 0 total",
                "declared 2 passed, 0 failed, 0 skipped, 2 total",
                "ended Passed",
            ],
        ),
        (
            "xcodebuild/hostile-failed.log",
            &[
                "declared 0 passed, 0 failed, 0 skipped, 0 total",
                "Test LighthouseTests.LampTests.testReal",
                "declared 2 passed, 1 failed, 0 skipped, 3 total",
                "ended Failed",
                "consequence",
            ],
        ),
        (
            "xcodebuild/build-errors.log",
            &[
                "Diagnostic Lamp.swift:10",
                "Diagnostic Oil.m:3",
                "Diagnostic Undefined symbols for architecture arm64:",
                "consequence",
            ],
        ),
        (
            "xcodebuild/no-destination.log",
            &[
                "Build xcodebuild: error: Unable to find a destination matching the provided destination specifier:",
            ],
        ),
        ("xcodebuild/pretty-failed.log", PRETTY),
        ("xcodebuild/pretty-letters.log", PRETTY),
        (
            "xcodebuild/beautified-failed.log",
            &[
                "declared 0 passed, 0 failed, 0 skipped, 0 total",
                "Test LampTests.testColour",
                "declared 9 passed, 1 failed, 1 skipped, 11 total",
                "ended Failed",
                "consequence",
            ],
        ),
        (
            "xcodebuild/formatted-errors.log",
            &[
                "Diagnostic Lamp.swift:10",
                "Diagnostic Undefined symbols for architecture arm64",
                "consequence",
                "Build [iOS] xcodebuild: Returned an unsuccessful exit code. You can use `--verbose` for more information.",
                "Diagnostic Oil.swift:34",
            ],
        ),
        (
            "swift/both-libraries.log",
            &[
                "declared 0 passed, 0 failed, 0 skipped, 0 total",
                "Test HarbourTests.testCrane",
                "declared 1 passed, 1 failed, 0 skipped, 2 total",
                "ended Failed",
                "Test tide(hour:)",
                "declared 1 passed, 1 failed, 1 skipped, 4 total",
            ],
        ),
        (
            "swift/library-passed.log",
            &[
                "declared 0 passed, 0 failed, 0 skipped, 0 total",
                "declared 2 passed, 0 failed, 1 skipped, 4 total",
                "ended Passed",
            ],
        ),
        (
            "swift/library-font.log",
            &[
                "declared 0 passed, 0 failed, 0 skipped, 0 total",
                "Test tide(hour:)",
                "declared 1 passed, 1 failed, 1 skipped, 4 total",
                "ended Failed",
            ],
        ),
        (
            "swift/library-windows.log",
            &[
                "declared 0 passed, 0 failed, 0 skipped, 0 total",
                "Test tide(hour:)",
                "declared 1 passed, 1 failed, 1 skipped, 4 total",
                "ended Failed",
            ],
        ),
        (
            "swift/dead-process.log",
            &[
                "declared 0 passed, 0 failed, 0 skipped, 0 total",
                "Crash HarbourTests.testFlood",
                "ended Crash",
            ],
        ),
        ("swift/build-errors.log", &["Diagnostic Lamp.swift:8", "consequence"]),
    ];
    for (log, wanted) in cases {
        assert_eq!(claims(log), wanted, "{log}");
    }
}
