//! Progress where every line costs room: one after a minute, and then at twice the time of the one before.

use std::fs::File;
use std::io::Write;
use std::time::{Duration, Instant};

use super::faces::{Face, Now};
use crate::cli::system::own_stderr;

/// When the first line comes.
const FIRST: Duration = Duration::from_secs(60);

/// A few plain lines. The first error ends them.
pub(super) struct Rare<W> {
    out: Option<W>,
    begun: Instant,
    next: Duration,
}

impl Rare<File> {
    /// On standard error, by a descriptor of their own; nowhere when that cannot be had.
    pub(super) fn on_stderr() -> Self {
        Self::new(own_stderr().ok(), FIRST)
    }
}

impl<W: Write> Rare<W> {
    fn new(out: Option<W>, first: Duration) -> Self {
        Self { out, begun: Instant::now(), next: first }
    }
}

impl<W: Write> Face for Rare<W> {
    fn line(&mut self, _: &str) {}

    fn tick(&mut self, now: &Now) {
        let ran = self.begun.elapsed();
        if ran < self.next {
            return;
        }
        self.next = self.next.saturating_mul(2);
        // One write, so that the lines of others do not come between.
        let line = format!("weir: runs for {} s, {}\n", ran.as_secs(), now.numbers());
        if self.out.as_mut().is_some_and(|out| out.write_all(line.as_bytes()).is_err()) {
            self.out = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::SoFar;

    #[test]
    fn a_line_comes_at_twice_the_time_of_the_one_before() {
        let now = Now { so_far: SoFar { failed: 2, passed: 31, ..SoFar::default() }, ..Now::default() };
        let mut out = Vec::new();
        let mut rare = Rare::new(Some(&mut out), Duration::from_secs(60));
        rare.line("FAIL tide::falls");
        rare.tick(&now);
        rare.begun = Instant::now().checked_sub(Duration::from_secs(61)).unwrap();
        rare.tick(&now);
        rare.tick(&now);
        assert_eq!(rare.next, Duration::from_secs(120));
        assert_eq!(String::from_utf8(out).unwrap(), "weir: runs for 61 s, 31 passed, 2 failed\n");
    }
}
