//! Pieces of the shipped logs, one behind the other: runs that are cut off, that begin in the middle, that stand inside
//! each other.
#![no_main]

use std::path::Path;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use weir::settings::From;

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

fuzz_target!(|bytes: &[u8]| {
    let (choice, pieces) = bytes.split_first().map_or((0, bytes), |(choice, pieces)| (*choice, pieces));
    let mut text = vec![choice];
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
    weir_fuzz::check(&text, From::Auto);
});
