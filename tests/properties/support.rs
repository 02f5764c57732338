//! Runs the filter in process: a source over a plan of pieces, settings, the answer as text.

use std::io;
use std::path::PathBuf;

use proptest::prelude::*;
use weir::budget::{LOWEST, Limits, Mode};
use weir::filter;
use weir::settings::{AnswerFormat, Settings};
use weir::source::{Got, Source};
use weir::text::LineReader;

/// Bytes that arrive in pieces. Every second piece comes after an interruption that was waited out.
pub struct Pieces<'a> {
    left: &'a [u8],
    plan: &'a [usize],
    next: usize,
    ending: Got,
}

impl<'a> Pieces<'a> {
    /// The pieces have these sizes, again and again; an empty plan gives as much as the reader takes.
    pub fn new(bytes: &'a [u8], plan: &'a [usize]) -> Self {
        Self { left: bytes, plan, next: 0, ending: Got::End }
    }

    /// The stream ends by a signal after its last byte.
    pub fn interrupted(mut self) -> Self {
        self.ending = Got::Signal(15);
        self
    }
}

impl Source for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<Got> {
        assert!(!buffer.is_empty(), "the reader asked for nothing");
        if self.left.is_empty() {
            return Ok(self.ending);
        }
        let planned = if self.plan.is_empty() { usize::MAX } else { self.plan[self.next % self.plan.len()] };
        self.next += 1;
        let count = planned.max(1).min(buffer.len()).min(self.left.len());
        let (now, later) = self.left.split_at(count);
        buffer[..count].copy_from_slice(now);
        // What lies after the bytes that were read is nobody's.
        for byte in buffer[count..].iter_mut().take(16) {
            *byte = b'?';
        }
        self.left = later;
        Ok(Got::Bytes(count))
    }
}

/// How often a property is tried; ten times as often with `PROPTEST_CASES=2560`. Nothing is written beside the tests: what
/// once failed stays as a test of its own.
pub fn cases(cases: u32) -> ProptestConfig {
    let asked = ProptestConfig::default();
    let cases = cases.saturating_mul(asked.cases) / 256;
    ProptestConfig { cases: cases.max(1), failure_persistence: None, ..asked }
}

pub fn settings(mode: Mode, limits: Limits, format: AnswerFormat) -> Settings {
    Settings { mode, limits, format, ..Settings::default() }
}

/// The mode with its own limits, as text.
pub fn mode(mode: Mode) -> Settings {
    settings(mode, mode.limits(), AnswerFormat::Text)
}

/// All names and no cut, as far as the ceiling allows: JSON in verbose.
pub fn everything() -> Settings {
    let limits = Limits { chars: 1_000_000, lines: 1_000_000, line_chars: 1_000_000 };
    settings(Mode::Verbose, limits, AnswerFormat::Json)
}

/// The answer to bytes that come in pieces, as the bytes that were written.
pub fn written(source: &mut dyn Source, settings: &Settings) -> Vec<u8> {
    let mut out = Vec::new();
    filter::run(settings, source, &[] as &[PathBuf], &mut out).expect("nothing here can fail");
    out
}

/// The answer to bytes that come at once.
pub fn answer(bytes: &[u8], settings: &Settings) -> String {
    answer_in_pieces(bytes, &[], settings)
}

pub fn answer_in_pieces(bytes: &[u8], plan: &[usize], settings: &Settings) -> String {
    String::from_utf8(written(&mut Pieces::new(bytes, plan), settings)).expect("an answer is UTF-8")
}

/// Lines and chars of the input as the reader decodes it, and each line's text as it would be shown unclipped.
pub struct Seen {
    pub lines: u64,
    pub chars: u64,
    pub texts: Vec<String>,
    /// Whether anything was escaped, replaced or removed, or a line was too long to be held.
    pub altered: bool,
}

pub fn seen(bytes: &[u8]) -> Seen {
    let mut reader = LineReader::new();
    let mut texts = Vec::new();
    let mut altered = false;
    let mut left = bytes;
    loop {
        let space = reader.space();
        let count = left.len().min(space.len());
        let (now, later) = left.split_at(count);
        space[..count].copy_from_slice(now);
        reader.filled(count);
        left = later;
        if count == 0 {
            reader.finish();
        }
        while let Some(line) = reader.next_line() {
            altered |= line.escaped > 0 || !line.tail.is_empty();
            if line.last_row {
                texts.push(line.text.to_owned());
            }
        }
        if count == 0 {
            let totals = reader.totals();
            return Seen { lines: totals.lines, chars: totals.chars, texts, altered };
        }
    }
}

pub fn any_mode() -> impl Strategy<Value = Mode> {
    prop_oneof![Just(Mode::Minimal), Just(Mode::Standard), Just(Mode::Verbose)]
}

/// Limits from the lowest on, with a liking for the lowest.
pub fn any_limits() -> impl Strategy<Value = Limits> {
    let chars = prop_oneof![Just(LOWEST.chars), LOWEST.chars..3000, Just(5000_u64), Just(40_000_u64)];
    let lines = prop_oneof![Just(LOWEST.lines), LOWEST.lines..30, Just(100_u64), Just(800_u64)];
    let line_chars = prop_oneof![Just(LOWEST.line_chars), LOWEST.line_chars..300, Just(10_000_u64)];
    (chars, lines, line_chars).prop_map(|(chars, lines, line_chars)| Limits { chars, lines, line_chars })
}

pub fn any_format() -> impl Strategy<Value = AnswerFormat> {
    prop_oneof![3 => Just(AnswerFormat::Text), 1 => Just(AnswerFormat::Json)]
}

pub fn any_settings() -> impl Strategy<Value = Settings> {
    let own = any_mode().prop_map(|mode| (mode, mode.limits()));
    let chosen = prop_oneof![own, (any_mode(), any_limits())];
    (chosen, any_format()).prop_map(|((mode, limits), format)| settings(mode, limits, format))
}

pub fn any_text_settings() -> impl Strategy<Value = Settings> {
    any_settings().prop_map(|settings| Settings { format: AnswerFormat::Text, ..settings })
}
