//! Framing: lines out of a stream of bytes, each with its line end, in bounded memory.
//!
//! A line that is longer than the bound is not kept. It is skimmed while it passes, so that its id can still be
//! answered.

use std::io::{self, BufRead as _, BufReader, Read};
use std::thread;
use std::time::Duration;

use super::skim::Skim;
use crate::budget::Count as _;

/// Bytes that are read at once.
const BLOCK_BYTES: usize = 64 * 1024;

/// A buffer that grew beyond this is given back when its line is done.
const KEPT_BYTES: usize = 1024 * 1024;

/// A descriptor that somebody made non-blocking is asked again after this time.
const PATIENCE: Duration = Duration::from_millis(5);

/// What came next.
#[derive(Debug)]
pub enum Got<'l> {
    /// A line, its line end included.
    Line(&'l [u8]),
    /// What was left at the end of the stream without a line end. Never empty.
    Rest(&'l [u8]),
    /// A line that is longer than the bound: what was skimmed of it, and its length in bytes without its line end.
    TooLong(&'l Skim, u64),
    /// The end of the stream.
    End,
}

/// What is held of the current line.
#[derive(Debug)]
enum Held {
    Bytes,
    Skimmed(u64),
}

/// Reads lines.
#[derive(Debug)]
pub struct Lines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
    skim: Skim,
}

impl<R: Read> Lines<R> {
    /// Lines of `input`.
    pub fn new(input: R) -> Self {
        Self { input: BufReader::with_capacity(BLOCK_BYTES, input), line: Vec::new(), skim: Skim::default() }
    }

    /// The next line, if it has no more than `most` bytes without its line end.
    ///
    /// # Errors
    /// When the stream cannot be read.
    pub fn next(&mut self, most: usize) -> io::Result<Got<'_>> {
        if self.line.capacity() > KEPT_BYTES {
            self.line = Vec::new();
        }
        self.line.clear();
        let mut held = Held::Bytes;
        let mut last = 0_u8;
        loop {
            let block = match self.input.fill_buf() {
                Ok(block) => block,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    thread::sleep(PATIENCE);
                    continue;
                }
                Err(error) => return Err(error),
            };
            let end = memchr::memchr(b'\n', block).map(|at| at.saturating_add(1));
            let over = block.is_empty();
            let piece = block.get(..end.unwrap_or(block.len())).unwrap_or_default();
            let taken = piece.len();
            // A return at the end of what was read may be that of the line.
            let before = piece.split_last().filter(|_| end.is_some()).map_or(piece, |(_, before)| before);
            let is_return = before.last().copied().unwrap_or(last) == b'\r';
            let ending = usize::from(end.is_some()).saturating_add(usize::from(is_return));
            match &mut held {
                Held::Bytes if self.line.len().saturating_add(taken).saturating_sub(ending) > most => {
                    self.skim = Skim::default();
                    self.skim.feed(&self.line);
                    self.skim.feed(piece);
                    held = Held::Skimmed(bytes(self.line.len()).saturating_add(bytes(taken)));
                    self.line = Vec::new();
                }
                Held::Bytes => self.line.extend_from_slice(piece),
                Held::Skimmed(seen) => {
                    self.skim.feed(piece);
                    seen.up(bytes(taken));
                }
            }
            last = piece.last().copied().unwrap_or(last);
            self.input.consume(taken);
            if over || end.is_some() {
                return Ok(match held {
                    Held::Skimmed(seen) => Got::TooLong(&self.skim, seen.saturating_sub(bytes(ending))),
                    Held::Bytes if end.is_some() => Got::Line(&self.line),
                    Held::Bytes if self.line.is_empty() => Got::End,
                    Held::Bytes => Got::Rest(&self.line),
                });
            }
        }
    }
}

fn bytes(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes that come `size` at a time.
    struct Pieces<'b>(&'b [u8], usize);

    impl Read for Pieces<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.0.len().min(self.1).min(buffer.len());
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    fn all(text: &[u8], size: usize, most: usize) -> Vec<String> {
        let mut lines = Lines::new(Pieces(text, size));
        let mut got = Vec::new();
        loop {
            got.push(match lines.next(most).unwrap() {
                Got::Line(line) => String::from_utf8_lossy(line).into_owned(),
                Got::Rest(rest) => format!("rest {}", String::from_utf8_lossy(rest)),
                Got::TooLong(skim, bytes) => {
                    let ids: Vec<_> = skim.found().iter().map(|found| found.id.clone()).collect();
                    format!("too long {bytes} {ids:?}")
                }
                Got::End => return got,
            });
        }
    }

    #[test]
    fn lines_keep_their_ends_however_they_are_split() {
        let text = b"{\"a\":1}\r\n\n[]\nrest";
        for size in [1, 2, 3, 100] {
            assert_eq!(all(text, size, 100), ["{\"a\":1}\r\n", "\n", "[]\n", "rest rest"], "{size}");
        }
        assert_eq!(all(b"", 1, 100), [""; 0]);
    }

    #[test]
    fn a_line_at_the_bound_is_kept_and_one_above_it_is_skimmed() {
        for end in ["\n", "\r\n"] {
            let text = ["{\"id\":7}", "{\"id\": 8}", "{\"id\":9}", "{\"id\"\r:1}", ""].join(end);
            for size in [1, 4, 8, 9, 10, 100] {
                assert_eq!(
                    all(text.as_bytes(), size, 8),
                    [
                        format!("{{\"id\":7}}{end}"),
                        "too long 9 [Some(\"8\")]".to_owned(),
                        format!("{{\"id\":9}}{end}"),
                        "too long 9 [Some(\"1\")]".to_owned(),
                    ],
                    "{size} {end:?}"
                );
            }
        }
        assert_eq!(all(b"{\"id\":7}", 3, 8), ["rest {\"id\":7}"]);
        assert_eq!(all(b"{\"id\": 7}", 3, 8), ["too long 9 [Some(\"7\")]"]);
    }

    #[test]
    fn a_long_line_is_given_back() {
        let mut text = vec![b'x'; 3 * KEPT_BYTES];
        text.extend_from_slice(b"\ny\n");
        let mut lines = Lines::new(&text[..]);
        assert!(matches!(lines.next(usize::MAX), Ok(Got::Line(line)) if line.len() == 3 * KEPT_BYTES + 1));
        assert!(matches!(lines.next(usize::MAX), Ok(Got::Line(b"y\n"))));
        assert!(lines.line.capacity() <= KEPT_BYTES);
    }
}
