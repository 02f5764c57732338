//! weir as a library, in the test's own process: quicker than a process for each of thousands of logs.

use std::io;
use std::path::PathBuf;

use serde_json::Value;
use weir::budget::{Limits, Mode};
use weir::filter;
use weir::settings::{AnswerFormat, Settings};
use weir::source::{Got, Source};

/// A log in memory.
pub struct Bytes<'a>(pub &'a [u8]);

impl Source for Bytes<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<Got> {
        let count = self.0.len().min(buffer.len());
        let (now, later) = self.0.split_at(count);
        buffer[..count].copy_from_slice(now);
        self.0 = later;
        Ok(if count == 0 { Got::End } else { Got::Bytes(count) })
    }
}

/// The answer to a log in JSON, with all that has room in the largest limits.
pub fn judged(log: &str, mode: Mode) -> Value {
    judged_with(log, mode, None)
}

/// The same with the exit status of the run, if it is known.
pub fn judged_with(log: &str, mode: Mode, exit: Option<i32>) -> Value {
    let limits = Limits { chars: 1_000_000, lines: 1_000_000, line_chars: 1_000_000 };
    let settings = Settings { mode, limits, format: AnswerFormat::Json, exit, ..Settings::default() };
    let mut out = Vec::new();
    filter::run(&settings, &mut Bytes(log.as_bytes()), &[] as &[PathBuf], &mut out).unwrap();
    serde_json::from_slice(&out).unwrap()
}
