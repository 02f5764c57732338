//! The looks of progress: a bar on a terminal, plain lines for logs.

use std::fs::File;
use std::io::Write;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::cli::system::{is_in_front, own_stderr};
use crate::report::SoFar;

/// How often a plain line is printed: CI services end jobs that are silent for minutes.
pub(super) const SILENCE: Duration = Duration::from_secs(30);
/// How often a bar is drawn in a second, at most.
const DRAWN: u8 = 10;

/// What is known at the moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Now {
    /// The numbers.
    pub(super) so_far: SoFar,
    /// The last test's name, safe to print.
    pub(super) name: String,
}

impl Now {
    fn numbers(&self) -> String {
        format!("{} passed, {} failed", self.so_far.passed, self.so_far.failed)
    }
}

/// A look.
pub(super) trait Face {
    /// A line about a failure.
    fn line(&mut self, text: &str);
    /// Time has passed.
    fn tick(&mut self, now: &Now);
    /// Takes away what is not to stay, while `meanwhile` runs.
    fn hide(&mut self, meanwhile: &mut dyn FnMut());
    /// Takes away what is not to stay, for good.
    fn end(&mut self);
}

/// A bar with failures scrolling above it.
pub(super) struct Bar(ProgressBar);

impl Bar {
    /// Nothing is drawn yet.
    pub(super) fn new() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(DRAWN));
        let style = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()).tick_chars("|/-\\ "));
        Self(bar)
    }
}

impl Face for Bar {
    fn line(&mut self, text: &str) {
        if is_in_front() {
            self.0.println(text);
        }
    }

    fn tick(&mut self, now: &Now) {
        if is_in_front() {
            self.0.set_message(format!("{}  {}", now.numbers(), now.name));
            self.0.tick();
        }
    }

    fn hide(&mut self, meanwhile: &mut dyn FnMut()) {
        self.0.suspend(meanwhile);
    }

    fn end(&mut self) {
        self.0.finish_and_clear();
    }
}

/// Plain lines. The first error ends them.
pub(super) struct Lines<W> {
    out: Option<W>,
    begun: Instant,
    told: Instant,
    silence: Duration,
}

impl Lines<File> {
    /// On standard error, by a descriptor of their own; nowhere when that cannot be had.
    pub(super) fn on_stderr() -> Self {
        Self::new(own_stderr().ok(), SILENCE)
    }
}

impl<W: Write> Lines<W> {
    fn new(out: Option<W>, silence: Duration) -> Self {
        let begun = Instant::now();
        Self { out, begun, told: begun, silence }
    }

    fn print(&mut self, text: &str) {
        // One write, so that the lines of others do not come between.
        if self.out.as_mut().is_some_and(|out| out.write_all(format!("{text}\n").as_bytes()).is_err()) {
            self.out = None;
        }
    }
}

impl<W: Write> Face for Lines<W> {
    fn line(&mut self, text: &str) {
        self.print(text);
    }

    fn tick(&mut self, now: &Now) {
        if self.told.elapsed() < self.silence {
            return;
        }
        self.told = Instant::now();
        let last = if now.name.is_empty() { String::new() } else { format!("; last {}", now.name) };
        self.print(&format!("weir: {} s, {}{last}", self.begun.elapsed().as_secs(), now.numbers()));
    }

    fn hide(&mut self, meanwhile: &mut dyn FnMut()) {
        meanwhile();
    }

    fn end(&mut self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_line_comes_when_nothing_was_told_for_long() {
        let now = Now { so_far: SoFar { failed: 2, passed: 31 }, name: "tide::rises".to_owned() };
        let mut out = Vec::new();
        let mut lines = Lines::new(Some(&mut out), Duration::ZERO);
        lines.tick(&now);
        lines.tick(&Now::default());
        lines.silence = Duration::from_secs(60);
        lines.tick(&now);
        lines.line("FAIL tide::falls");
        lines.end();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "weir: 0 s, 31 passed, 2 failed; last tide::rises\nweir: 0 s, 0 passed, 0 failed\nFAIL tide::falls\n"
        );
        assert_eq!(SILENCE, Duration::from_secs(30));
    }

    #[test]
    fn an_error_ends_the_lines() {
        let Ok(full) = File::options().write(true).open("/dev/full") else { return };
        let mut lines = Lines::new(Some(full), Duration::ZERO);
        lines.line("x");
        assert!(lines.out.is_none());
        lines.tick(&Now::default());
    }
}
