//! Thresholds of coverage that were not met: what fails a run whose tests have all passed.
//!
//! The tools measure while another program runs the tests, and say last that too little was covered: coverage.py, SimpleCov,
//! nyc, c8 and vitest, `node --test`, interrogate (of docstrings), `mix test --cover`, excoveralls, Pest, tarpaulin, gcovr,
//! diff-cover, bashunit. A test that prints such a line does so inside of its run, where it is output.
//!
//! Not handled here: thresholds of runners that say so inside of their own run (pytest-cov, jest, Karma), and those of build
//! tools, which fail a task of theirs.

use crate::budget::Count as _;
use crate::event::{Block, Class, Event, FailureKind, Part, Seen};
use crate::recognize::kit::coverage::node_says_too_little;
use crate::recognize::kit::scan;
use crate::recognize::kit::{Run, Runner, Spec};

/// How many lines after mix's sentence may hold what was measured and what was asked for.
const MIX_LINES: u8 = 4;

/// The coverage tools.
#[derive(Debug, Default)]
pub struct Coverage {
    /// Lines that may still belong to mix's sentence.
    left: u8,
}

impl Runner for Coverage {
    const SPEC: Spec = Spec {
        name: "coverage",
        reads: "thresholds of coverage that were not met: coverage.py, SimpleCov, nyc, mix and more",
        starts: &[
            "ERROR: Coverage failure: total of ",
            "Coverage ",
            "Line coverage ",
            "Branch coverage ",
            "Method coverage ",
            "SimpleCov failed with exit ",
            "ERROR: Coverage for ",
            "ERROR: Uncovered ",
            "FAIL  Code coverage below expected ",
            "FAILED: Expected minimum coverage of ",
            "Error: \"Coverage is below the failure threshold ",
            "Failure. Coverage is below ",
            "failed minimum ",
            "(ERROR) failed minimum ",
            "ℹ Error: ",
            "# Error: ",
            // Drawn as wide as the terminal is reported to be.
            "RESULT: FAILED (minimum: ",
            "--------",
        ],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.left > 0
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged().trim();
        if self.left > 0 {
            self.left.down(1);
            if text.is_empty() {
                return Seen::Mine(Class::Noise);
            }
            if text.starts_with("Coverage: ") || text.starts_with("Threshold: ") {
                run.emit(Event::Text(Part::Why));
                return Seen::Mine(Class::Detail);
            }
            self.left = 0;
            run.emit(Event::BlockClosed);
        }
        if let Some(rest) = text.strip_prefix("SimpleCov failed with exit ") {
            if scan::number(rest).is_none_or(|(code, _)| code == 0) {
                return Seen::No;
            }
            // What was too little is above; alone this line is all there is.
            run.emit(Event::Consequence { name: "SimpleCov", kind: FailureKind::Suite });
            return Seen::Mine(Class::Detail);
        }
        if !says_too_little(text) {
            return Seen::No;
        }
        run.emit(Event::BlockOpened(Block::Whole { name: text, kind: FailureKind::Suite }));
        run.emit(Event::Heading);
        if text.starts_with("Coverage test failed") {
            self.left = MIX_LINES;
        } else {
            run.emit(Event::BlockClosed);
        }
        Seen::Mine(Class::Detail)
    }
}

/// Whether the line is a tool's sentence on a threshold that was not met.
fn says_too_little(text: &str) -> bool {
    let within = |start: &str, middle: &str| {
        text.strip_prefix(start).is_some_and(|rest| {
            rest.split_once(middle).is_some_and(|(value, bound)| has_number(value) && has_number(bound))
        })
    };
    if let Some(rest) = text.strip_prefix("ℹ ").or_else(|| text.strip_prefix("# ")) {
        return node_says_too_little(rest);
    }
    let failure = text.strip_prefix("ERROR: ").unwrap_or(text);
    if let Some(rest) = failure.strip_prefix("Coverage failure: total of ") {
        return rest.split_once(" is less than fail-under=").is_some_and(|(_, bound)| has_number(bound));
    }
    if let Some(rest) = scan::ruled(text, '-').unwrap_or(text).strip_prefix("RESULT: FAILED (minimum: ") {
        return rest
            .split_once("%, actual: ")
            .is_some_and(|(bound, got)| has_number(bound) && has_number(got));
    }
    match text.as_bytes().first() {
        Some(b'C' | b'L' | b'B' | b'M') => {
            text == "Coverage test failed, threshold not met:"
                || text == "Coverage gate failed: no executable lines were tracked"
                || (text.strip_prefix("Coverage ").and_then(scan::number).is_some()
                    && within("Coverage ", "% is below minimum "))
                || ["Coverage ", "Line coverage ", "Branch coverage ", "Method coverage "].iter().any(
                    |start| {
                        within(start, " is below the expected minimum coverage (")
                            || (text.starts_with(start)
                                && text.contains("has dropped by ")
                                && text.contains("% since the last time (maximum allowed: "))
                    },
                )
        }
        Some(b'E') => {
            within("ERROR: Coverage for ", " does not meet ")
                || within("ERROR: Uncovered ", " exceed ")
                || within("Error: \"Coverage is below the failure threshold ", " < ")
        }
        Some(b'F') => {
            within("FAIL  Code coverage below expected ", "currently ")
                || within("FAILED: Expected minimum coverage of ", ", got ")
                || text.strip_prefix("Failure. Coverage is below ").is_some_and(has_number)
        }
        _ => {
            let rest = text.strip_prefix("(ERROR) ").unwrap_or(text).strip_prefix("failed minimum ");
            rest.is_some_and(|rest| rest.contains(" coverage (got ") && rest.contains("%, minimum "))
        }
    }
}

fn has_number(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_digit())
}
