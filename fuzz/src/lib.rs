//! What holds for every answer, checked on arbitrary bytes: its limits, its account, its independence of how the bytes
//! came.

use std::io::{self, Write};
use std::path::Path;
use std::sync::LazyLock;

use weir::budget::{Limits, Mode};
use weir::event::{Event, Sink};
use weir::filter;
use weir::settings::{AnswerFormat, From, Settings};
use weir::source::{Got, Source};

/// A log longer than this is not cut up, in bytes.
const LONGEST_LOG: u64 = 200_000;
/// The most lines of one piece.
const PIECE_LINES: usize = 24;

/// The lines of every log, ends included.
static LOGS: LazyLock<Vec<Vec<Vec<u8>>>> = LazyLock::new(|| {
    let mut logs = Vec::new();
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata"), &mut logs);
    logs.sort();
    logs
});

fn read(folder: &Path, logs: &mut Vec<Vec<Vec<u8>>>) {
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            read(&path, logs);
        } else if path.metadata().is_ok_and(|known| known.len() <= LONGEST_LOG) {
            let log = std::fs::read(&path).expect("a log");
            logs.push(log.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect());
        }
    }
}

/// Bytes in pieces of one size.
struct Pieces<'b> {
    bytes: &'b [u8],
    size: usize,
}

impl Source for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<Got> {
        let count = self.bytes.len().min(buffer.len()).min(self.size);
        if count == 0 {
            return Ok(Got::End);
        }
        let (now, later) = self.bytes.split_at(count);
        buffer[..count].copy_from_slice(now);
        self.bytes = later;
        Ok(Got::Bytes(count))
    }
}

/// Counts what is emitted.
#[derive(Default)]
pub struct Count(pub u64);

impl Sink for Count {
    fn emit(&mut self, _: Event<'_>) {
        self.0 += 1;
    }
}

/// The answer to `bytes`, and the exit code.
pub fn answer(settings: &Settings, bytes: &[u8], size: usize) -> (String, i32) {
    let mut out = Vec::new();
    let mut source = Pieces { bytes, size };
    let end = filter::run(settings, &mut source, &[], &mut out as &mut dyn Write).expect("an answer");
    (String::from_utf8(out).expect("an answer is text"), end.exit_code)
}

/// Checks the answers to `bytes`: in a mode and with limits that the first bytes choose.
pub fn check(bytes: &[u8], from: From) {
    let (choice, bytes) = match bytes {
        [choice, rest @ ..] => (*choice, rest),
        [] => (0, bytes),
    };
    let mode = [Mode::Minimal, Mode::Standard, Mode::Verbose][usize::from(choice % 3)];
    let own = mode.limits();
    let limits = match choice / 3 % 3 {
        0 => own,
        1 => Limits { chars: 400, lines: 4, line_chars: 60 },
        _ => Limits { chars: 900, lines: 12, line_chars: 80 },
    };
    let settings = Settings { mode, limits, from, ..Settings::default() };
    let (text, exit) = answer(&settings, bytes, usize::MAX);
    let chars = text.chars().count() as u64;
    assert!(chars <= limits.chars, "{chars} of {} chars\n{text}", limits.chars);
    let lines = text.lines().count() as u64;
    assert!(lines <= limits.lines, "{lines} of {} lines\n{text}", limits.lines);
    for line in text.lines() {
        let chars = line.chars().count() as u64;
        assert!(chars <= limits.line_chars, "{chars} of {} chars in a line: {line}", limits.line_chars);
        assert!(!line.contains('\u{1b}'), "an escape sequence: {line}");
    }
    assert!(matches!(exit, 0 | 1 | 3), "exit {exit}");
    assert_eq!(text, answer(&settings, bytes, 1 + usize::from(choice)).0, "split otherwise");

    let json = Settings { format: AnswerFormat::Json, ..settings };
    let (text, _) = answer(&json, bytes, usize::MAX);
    let value: serde_json::Value = serde_json::from_str(&text).expect("one JSON value");
    let number = |pointer: &str| value.pointer(pointer).and_then(serde_json::Value::as_u64);
    let cut =
        value["cut"].as_object().map_or(0, |cut| cut.values().filter_map(serde_json::Value::as_u64).sum());
    // The smallest answers have no room for the account.
    if let (Some(seen), Some(kept), true) =
        (number("/seen/lines"), number("/kept/lines"), value["cut"].is_object())
    {
        assert_eq!(seen, kept + cut, "an account that adds up: {text}");
    }
    if value["verdict"] == "passed" {
        assert_eq!(exit, 0, "{text}");
        assert_eq!(value["counts"]["failed"].as_u64().unwrap_or(0), 0, "{text}");
    }
}

/// Lines out of a family's vocabulary: each byte below 128 that follows a zero byte chooses one, all others stand as
/// they are. So the fuzzer finds the order of lines instead of their letters.
pub fn spelled(bytes: &[u8], words: &[&str]) -> Vec<u8> {
    let mut text = Vec::new();
    let mut rest = bytes.iter();
    while let Some(byte) = rest.next() {
        if *byte != 0 {
            text.push(*byte);
            continue;
        }
        let Some(choice) = rest.next() else { break };
        if let Some(word) = words.get(usize::from(*choice) % words.len().max(1)) {
            text.extend_from_slice(word.as_bytes());
        }
    }
    text
}

/// Pieces of the shipped logs, one after the other: each five bytes choose a log, its first line, and how many lines.
pub fn splice(pieces: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    for piece in pieces.chunks_exact(5) {
        let number = |high: u8, low: u8| usize::from(u16::from_be_bytes([high, low]));
        let Some(log) =
            LOGS.get(number(piece[0], piece[1]) % LOGS.len().max(1)).filter(|log| !log.is_empty())
        else {
            continue;
        };
        let lines = log.iter().skip(number(piece[2], piece[3]) % log.len());
        text.extend(lines.take(1 + usize::from(piece[4]) % PIECE_LINES).flatten());
    }
    text
}
