//! The end of what a command prints, for who watches: an unfinished line may be a question.

use std::io;
use std::time::Instant;

use super::display::Display;
use super::marks::Rows;
use super::screen::Screen;
use crate::source::{Ending, Got, Source};
use crate::text::{Paints, clean};

/// Bytes of a line that is shown as a question.
const QUESTION_BYTES: usize = 300;

/// A source of which somebody sees the last line, and whose colours are kept.
pub(in crate::cli) struct Tailed<'a> {
    source: &'a mut dyn Source,
    screen: Option<Screen>,
    paints: Option<Paints>,
    line: Vec<u8>,
    marks: Rows,
}

impl<'a> Tailed<'a> {
    /// Beside this display.
    pub(in crate::cli) fn new(source: &'a mut dyn Source, display: &Display, paints: Option<Paints>) -> Self {
        Self { source, screen: display.screen().cloned(), paints, line: Vec::new(), marks: Rows::default() }
    }

    fn see(&mut self, bytes: &[u8]) {
        let Some(screen) = &self.screen else { return };
        let last = memchr::memrchr2(b'\n', b'\r', bytes);
        if last.is_some() {
            self.line.clear();
        }
        let rest = bytes.get(last.map_or(0, |at| at.saturating_add(1))..).unwrap_or_default();
        let room = QUESTION_BYTES.saturating_sub(self.line.len()).min(rest.len());
        self.line.extend_from_slice(rest.get(..room).unwrap_or_default());
        let line = clean(&String::from_utf8_lossy(&self.line)).0.into_owned();
        self.marks.see(bytes);
        let marks = self.marks;
        screen.update(|now| {
            now.marks = marks;
            now.unfinished = line;
            now.printed = Some(Instant::now());
        });
    }
}

impl Source for Tailed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<Got> {
        let got = self.source.read(buffer)?;
        if let Got::Bytes(count) = got {
            let bytes = buffer.get(..count).unwrap_or_default();
            if let Some(paints) = &self.paints {
                paints.add(bytes);
            }
            self.see(bytes);
        }
        Ok(got)
    }

    fn ending(&self) -> Option<Ending> {
        self.source.ending()
    }
}
