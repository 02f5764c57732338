//! The looks of progress: a bar on a terminal, plain lines for logs.

use std::fs::File;
use std::io::Write;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::marks::Rows;
use crate::cli::outlet::broken;
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
    /// The tests whose marks are on the last line of the output, when that has no end yet.
    pub(super) marks: Rows,
    /// What is on the last line of the output, when that has no end yet; safe to print.
    pub(super) unfinished: String,
    /// When something was printed last.
    pub(super) printed: Option<Instant>,
}

impl Now {
    pub(super) fn numbers(&self) -> String {
        let Self { so_far, marks, .. } = self;
        // Rows may be counted already.
        let sum = |counted: u64, rows: u64, last: u64| counted.max(rows).saturating_add(last);
        let passed = sum(so_far.passed, marks.before.passed, marks.last.passed);
        let failed = sum(so_far.failed, marks.before.failed, marks.last.failed);
        let done = sum(so_far.done, marks.before.done, marks.last.done);
        let numbers = format!("{passed} passed, {failed} failed");
        match so_far.announced {
            Some(all) => format!("{} of {all}, {numbers}", done.min(all)),
            None => numbers,
        }
    }
}

/// A look.
pub(super) trait Face {
    /// A line about a failure.
    fn line(&mut self, text: &str);
    /// Time has passed.
    fn tick(&mut self, now: &Now);
    /// Takes away what is not to stay, until something is shown again. Plain lines stay.
    fn clear(&mut self) {}
    /// Takes away what is not to stay, for good.
    fn end(&mut self) {}
}

/// After so long without output an unfinished line is a question.
const QUESTION: Duration = Duration::from_secs(1);

/// A bar with failures scrolling above it.
pub(super) struct Bar {
    bar: ProgressBar,
    /// When the output came whose last line is shown, and asks for something: the bar stays away as long as nothing else comes.
    asked: Option<Instant>,
}

impl Bar {
    /// Nothing is drawn yet.
    pub(super) fn new() -> Self {
        Self { bar: bar(), asked: None }
    }

    /// Shows an unfinished line after which nothing comes: who sits there is asked for something. Tells whether it is shown.
    fn asks(&mut self, now: &Now) -> bool {
        let text = !now.unfinished.is_empty() && now.marks.last.done == 0;
        let waits = now.printed.filter(|printed| text && printed.elapsed() >= QUESTION);
        if waits.is_some() && self.asked == waits {
            return true;
        }
        self.answered();
        if waits.is_none() {
            return false;
        }
        self.asked = waits;
        self.bar.finish_and_clear();
        say(now.unfinished.as_bytes());
        true
    }

    /// The output goes on after a question: the bar comes back below it.
    fn answered(&mut self) {
        if self.asked.take().is_some() {
            say(b"\n");
            self.bar = bar().with_elapsed(self.bar.elapsed());
        }
    }
}

/// A bar that nobody has drawn yet.
fn bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(DRAWN));
    let style = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()).tick_chars("|/-\\ "))
}

/// Writes to the terminal at once, if anybody is there.
fn say(bytes: &[u8]) {
    let _ = own_stderr().and_then(|mut out| out.write_all(bytes));
}

impl Face for Bar {
    fn line(&mut self, text: &str) {
        if is_in_front() {
            self.answered();
            self.bar.println(text);
        }
    }

    fn tick(&mut self, now: &Now) {
        if is_in_front() && !self.asks(now) {
            self.bar.set_message(format!("{}  {}", now.numbers(), now.name));
            self.bar.tick();
        }
    }

    fn clear(&mut self) {
        self.answered();
        self.bar.finish_and_clear();
        self.bar = bar().with_elapsed(self.bar.elapsed());
    }

    fn end(&mut self) {
        self.answered();
        self.bar.finish_and_clear();
    }
}

/// Plain lines. The first error ends them.
pub(super) struct Lines<W> {
    out: Option<W>,
    begun: Instant,
    reported: Instant,
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
        Self { out, begun, reported: begun, silence }
    }

    fn print(&mut self, text: &str) {
        // Plain lines are for a CI. One write, so that the lines of others do not come between.
        let line = format!("{}\n", broken(text));
        if self.out.as_mut().is_some_and(|out| out.write_all(line.as_bytes()).is_err()) {
            self.out = None;
        }
    }
}

impl<W: Write> Face for Lines<W> {
    fn line(&mut self, text: &str) {
        self.print(text);
    }

    fn tick(&mut self, now: &Now) {
        if self.reported.elapsed() < self.silence {
            return;
        }
        self.reported = Instant::now();
        let last = if now.name.is_empty() { String::new() } else { format!("; last {}", now.name) };
        self.print(&format!("weir: {} s, {}{last}", self.begun.elapsed().as_secs(), now.numbers()));
    }
}

/// Plain lines that tell of numbers alone: whoever reads the log of a job finds the failures in the answer.
pub(super) struct Signs<W>(pub(super) Lines<W>);

impl<W: Write> Face for Signs<W> {
    fn line(&mut self, _: &str) {}

    fn tick(&mut self, now: &Now) {
        self.0.tick(&Now { name: String::new(), ..now.clone() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_line_comes_when_nothing_was_reported_for_long() {
        let now = Now {
            so_far: SoFar { failed: 2, passed: 31, ..SoFar::default() },
            name: "tide::rises".to_owned(),
            ..Now::default()
        };
        let mut out = Vec::new();
        let mut lines = Lines::new(Some(&mut out), Duration::ZERO);
        lines.tick(&now);
        lines.tick(&Now::default());
        lines.silence = Duration::from_secs(60);
        lines.tick(&now);
        lines.line("FAIL tide::falls ##vso[x]");
        lines.end();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "weir: 0 s, 31 passed, 2 failed; last tide::rises\nweir: 0 s, 0 passed, 0 failed\nFAIL tide::falls \\#vso[x]\n"
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
