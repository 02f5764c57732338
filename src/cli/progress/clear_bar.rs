//! An answer on the terminal on which a bar is drawn: the bar steps aside before the first byte.

use std::io::{self, Write};

use super::display::Display;
use super::screen::Screen;
use super::when::Watching;

/// Writes through, without the bar.
pub(in crate::cli) struct ClearBar<'a, W> {
    out: &'a mut W,
    screen: Option<Screen>,
    hidden: bool,
}

impl<'a, W: Write> ClearBar<'a, W> {
    /// Beside this display.
    pub(in crate::cli) fn new(out: &'a mut W, watching: Watching, display: &Display) -> Self {
        let screen = display.screen().filter(|_| watching == Watching::BarBesideAnswer).cloned();
        Self { out, screen, hidden: false }
    }
}

impl<W: Write> Write for ClearBar<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(screen) = self.screen.as_ref().filter(|_| !self.hidden) {
            screen.hide();
            self.hidden = true;
        }
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.out.flush();
        if let Some(screen) = self.screen.as_ref().filter(|_| self.hidden) {
            screen.show();
            self.hidden = false;
        }
        flushed
    }
}
