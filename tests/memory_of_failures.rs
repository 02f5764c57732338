//! Tens of thousands of failures, each reported several times and at length: what is allocated for them is bounded, all of
//! them are counted, and the answer says how many it does not name.
//!
//! A binary of its own with one test, since the allocator counts for the whole process.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a helper of tests fails like a test"
)]

use std::io::{self, Write};

use peak_alloc::PeakAlloc;
use weir::budget::Mode;
use weir::filter::{self, Beside, Keeping, Unwatched};
use weir::render::documents::{Format, Model, Unplaced, render};
use weir::settings::{AnswerFormat, Settings};
use weir::source::{Got, Source};

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

/// How many failures come in.
const FAILURES: usize = 32_000;
/// What they may take, in bytes, in the modes minimal and standard: names 1.5 MiB and details 1.25 MiB, each with all that
/// is needed to hold it, and as much as the two together for the scanner, the order of the failures and the answer; their
/// causes take half a MiB.
const MOST: usize = 6 * 1024 * 1024 + 512 * 1024;
/// The same in verbose.
const MOST_VERBOSE: usize = 14 * 1024 * 1024;

/// What all documents of the run add to that: the failures' order, the names that were given out, and the tools of SARIF's runs.
const MOST_OF_DOCUMENTS: usize = 3 * 1024 * 1024 + 512 * 1024;

/// Takes all documents, and counts their bytes.
#[derive(Default)]
struct Documents {
    bytes: usize,
}

impl Write for Documents {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl filter::Documents for Documents {
    fn began_ms(&self) -> u64 {
        0
    }

    fn write(&mut self, model: &Model<'_>, _out: &mut dyn Write) -> io::Result<()> {
        Format::ALL.into_iter().try_for_each(|format| render(format, model, &Unplaced, self))
    }
}

/// A run of pytest in which every test fails, without being held.
struct Failing {
    number: usize,
    pending: Vec<u8>,
}

impl Source for Failing {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<Got> {
        while self.pending.len() < buffer.len() && self.number < FAILURES {
            let number = self.number;
            self.number += 1;
            let module = number % 97;
            self.pending.extend_from_slice(
                format!(
                    "tests/harbour/test_berth_{module:02}.py::test_takes_a_ship_{number:06} FAILED\n\
                     __________________ test_takes_a_ship_{number:06} __________________\n\n    \
                     def test_takes_a_ship_{number:06}():\n        ship = Ship({number})\n\
                     >       assert ship.length == 7\nE       assert {number} == 7\nE        +  where {number} = Ship({number}).length\n\n\
                     tests/harbour/test_berth_{module:02}.py:{number}: AssertionError\n\
                     ----------------------------- Captured stdout call -----------------------------\n\
                     the ship {number} calls the harbour\nthe harbour does not answer ship {number}\n"
                )
                .as_bytes(),
            );
        }
        if self.pending.is_empty() {
            return Ok(Got::End);
        }
        let count = buffer.len().min(self.pending.len());
        buffer[..count].copy_from_slice(&self.pending[..count]);
        self.pending.drain(..count);
        Ok(Got::Bytes(count))
    }
}

/// The number after a word of the answer's verdict line.
fn number_before(line: &str, word: &str) -> usize {
    let before = line.split(word).next().unwrap();
    before.split_whitespace().last().unwrap().parse().unwrap()
}

#[test]
fn tens_of_thousands_of_failures_are_counted_in_little_memory() {
    for mode in Mode::ALL {
        for format in [AnswerFormat::Text, AnswerFormat::Json] {
            if format == AnswerFormat::Json && mode != Mode::Standard {
                continue;
            }
            let settings = Settings { mode, limits: mode.limits(), format, ..Settings::default() };
            let mut answer = Vec::new();
            let before = ALLOCATED.current_usage();
            ALLOCATED.reset_peak_usage();
            let mut source = Failing { number: 0, pending: Vec::new() };
            filter::run(&settings, &mut source, &[], &mut answer).unwrap();
            let peak = ALLOCATED.peak_usage().saturating_sub(before);
            let most = if mode == Mode::Verbose { MOST_VERBOSE } else { MOST };
            assert!(peak <= most, "{mode} {format:?}: {peak} bytes");
            let answer = String::from_utf8(answer).unwrap();
            if format == AnswerFormat::Json {
                let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
                assert_eq!(answer["counts"]["failed"], FAILURES, "{answer}");
                continue;
            }
            let verdict = answer.lines().rev().nth(1).unwrap();
            assert!(verdict.starts_with("weir: FAILED "), "{verdict}");
            let failed = number_before(verdict, " failed");
            assert_eq!(failed, FAILURES, "{mode}: {verdict}");
            let footer = answer.lines().last().unwrap();
            assert!(footer.contains(&format!("; of {failed} failures ")), "{footer}");
            let more = answer.lines().find(|line| line.starts_with("weir: and ")).unwrap();
            let counted = number_before(footer, " only counted");
            assert_eq!(counted, number_before(more, " more"), "{mode}: {more}, {footer}");
            assert!(counted < failed, "{mode}: {footer}");
        }
    }
    documents_are_written_in_little_memory();
}

/// No test of its own: the allocator counts for the whole process.
fn documents_are_written_in_little_memory() {
    let mode = Mode::Standard;
    let settings = Settings { mode, limits: mode.limits(), ..Settings::default() };
    let mut documents = Documents::default();
    let before = ALLOCATED.current_usage();
    ALLOCATED.reset_peak_usage();
    let mut source = Failing { number: 0, pending: Vec::new() };
    let beside = Beside {
        keeping: Keeping::Nothing,
        progress: &mut Unwatched,
        past: None,
        paints: None,
        documents: Some(&mut documents),
    };
    filter::run_beside(&settings, &mut source, &[], &mut io::sink(), beside).unwrap();
    let peak = ALLOCATED.peak_usage().saturating_sub(before);
    assert!(peak <= MOST + MOST_OF_DOCUMENTS, "{peak} bytes");
    assert!(documents.bytes > 10 * 1024 * 1024, "{} bytes", documents.bytes);
}
