//! What is allocated is bounded by a constant and the limits of the answer, whatever comes in and however much of it.
//!
//! A binary of its own with one test, since the allocator counts for the whole process.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a helper of tests fails like a test"
)]

use std::io;

use peak_alloc::PeakAlloc;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use weir::budget::Mode;
use weir::filter;
use weir::settings::{AnswerFormat, Settings};
use weir::source::{Got, Source};

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

/// What lines may take of which nothing is kept one by one, in bytes: less than comes in.
const QUIET: usize = 4 * 1024 * 1024;
/// How much of them comes in.
const QUIET_INPUT: usize = 9 * 1024 * 1024;
/// What failures and sections may take, in bytes: their numbers are bounded, and so is what is kept of each.
const LOUD: usize = 24 * 1024 * 1024;
/// How much of them comes in.
const LOUD_INPUT: usize = 1024 * 1024;

/// A line again and again, with a number in it, without being held.
struct Endless {
    piece: &'static str,
    left: usize,
    number: usize,
    pending: Vec<u8>,
}

impl Source for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<Got> {
        if self.pending.is_empty() {
            if self.left == 0 {
                return Ok(Got::End);
            }
            for _ in 0..100 {
                self.number += 1;
                self.pending.extend(self.piece.replace('#', &self.number.to_string()).bytes());
            }
            self.left = self.left.saturating_sub(self.pending.len());
        }
        let count = buffer.len().min(self.pending.len());
        buffer[..count].copy_from_slice(&self.pending[..count]);
        self.pending.drain(..count);
        Ok(Got::Bytes(count))
    }
}

const QUIET_PIECES: [&str; 5] = [
    "test a::b_# ... ok\n",
    "key=value,",
    "nothing that anybody knows, number #, again and again and again\n",
    "src/a.c:#:1: warning: no such thing as # [-Wx]\n",
    "\u{1b}[31m# \u{1b}[0m\rit is drawn over: 漢#\n",
];

const LOUD_PIECES: [&str; 5] = [
    "test a::b_# ... FAILED\n",
    "src/a.c:#:1: error: no such thing as #\n",
    "running # tests\n",
    "=== RUN   Test#\n    a_test.go:3: broken\n--- FAIL: Test# (0.00s)\n",
    "thread 'x#' panicked at src/a.rs:#:5:\nand that is why\n",
];

fn any_input() -> impl Strategy<Value = (&'static str, usize, usize)> {
    let quiet = (prop::sample::select(QUIET_PIECES.to_vec()), Just(QUIET_INPUT), Just(QUIET));
    let loud = (prop::sample::select(LOUD_PIECES.to_vec()), LOUD_INPUT / 4..LOUD_INPUT, Just(LOUD));
    prop_oneof![quiet, loud]
}

#[test]
fn p24_what_is_allocated_is_bounded_by_a_constant_and_the_answer() {
    let modes = prop::sample::select(Mode::ALL.to_vec());
    let formats = prop::sample::select(vec![AnswerFormat::Text, AnswerFormat::Json]);
    let config = ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() };
    let tried = TestRunner::new(config).run(&(any_input(), modes, formats), |(input, mode, format)| {
        let (piece, left, constant) = input;
        let limits = mode.limits();
        let settings = Settings { mode, limits, format, ..Settings::default() };
        let mut source = Endless { piece, left, number: 0, pending: Vec::new() };
        let before = ALLOCATED.current_usage();
        ALLOCATED.reset_peak_usage();
        filter::run(&settings, &mut source, &[], &mut io::sink()).unwrap();
        let peak = ALLOCATED.peak_usage().saturating_sub(before);
        // An answer is composed of rows, and each of its chars may be held in a few places.
        let most = constant + usize::try_from(limits.chars).unwrap() * 16;
        prop_assert!(peak <= most, "{} of {} bytes on {:?}", peak, most, piece);
        Ok(())
    });
    assert_eq!(tried, Ok(()));
}
