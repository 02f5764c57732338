//! Which records are asked for, and their count: one pass over the files, a line at a time.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _};
use std::path::{Path, PathBuf};

use super::folder::{day_of, files};
use super::read::Line;
use super::tally::Tally;
use crate::budget::Count as _;
use crate::settings::pattern::NamePattern;
use crate::text::time::Time;

/// Longer lines are no records of ours.
const LINE_BYTES: u64 = 1024 * 1024;
/// Bytes that are read at once.
const BLOCK_BYTES: usize = 256 * 1024;

const DAY_SECONDS: i64 = 86_400;

/// Records that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("failed to read the records in {}", path.display())]
pub struct QueryError {
    /// The folder or the file.
    pub path: PathBuf,
    /// Why.
    pub source: io::Error,
}

/// Which records are asked for; what is `None` asks for all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// The folder of records.
    pub dir: PathBuf,
    /// Of these tools.
    pub tool: Option<NamePattern>,
    /// From this time on.
    pub since: Option<Time>,
    /// Up to this time, itself included.
    pub until: Option<Time>,
    /// With this outcome.
    pub outcome: Option<String>,
    /// Of this command.
    pub command: Option<Command>,
}

/// A command that leaves records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// `weir proxy` and `weir mcp`: calls.
    Mcp,
    /// `weir pack`: its runs.
    Pack,
}

impl Command {
    /// The command that leaves records of this event.
    fn of(event: &str) -> Self {
        if event == "packed" { Self::Pack } else { Self::Mcp }
    }
}

impl Query {
    /// Counts the records. Lines that are no records are counted as such.
    ///
    /// # Errors
    /// When the folder or a file cannot be read.
    pub fn run(&self) -> Result<Tally, QueryError> {
        let wrong = |path: &Path| {
            let path = path.to_owned();
            |source| QueryError { path, source }
        };
        let mut tally = Tally::default();
        for path in files(&self.dir).map_err(wrong(&self.dir))? {
            if self.may_hold(&path) {
                self.file(&path, &mut tally).map_err(wrong(&path))?;
            }
        }
        Ok(tally)
    }

    /// Whether a file of this day may hold records of the time. A day more on both sides: clocks are set.
    fn may_hold(&self, path: &Path) -> bool {
        let Some(day) = day_of(path).and_then(|day| Time::read(&day)) else { return true };
        let begins = day.0.saturating_sub(DAY_SECONDS);
        let ends = day.0.saturating_add(DAY_SECONDS.saturating_mul(2));
        self.since.is_none_or(|since| ends >= since.0) && self.until.is_none_or(|until| begins <= until.0)
    }

    fn file(&self, path: &Path, tally: &mut Tally) -> io::Result<()> {
        if !std::fs::metadata(path)?.is_file() {
            return Ok(());
        }
        let mut reader = BufReader::with_capacity(BLOCK_BYTES, File::open(path)?);
        let mut line = Vec::new();
        loop {
            line.clear();
            if reader.by_ref().take(LINE_BYTES).read_until(b'\n', &mut line)? == 0 {
                return Ok(());
            }
            if line.last() == Some(&b'\n')
                || u64::try_from(line.len()).is_ok_and(|length| length < LINE_BYTES)
            {
                self.line(&line, tally);
            } else {
                tally.unread.up(1);
                reader.skip_until(b'\n')?;
            }
        }
    }

    fn line(&self, line: &[u8], tally: &mut Tally) {
        match Line::read(line) {
            Some(line) => {
                if self.wants(&line) {
                    tally.add(&line);
                }
            }
            None if line.trim_ascii().is_empty() => {}
            None => tally.unread.up(1),
        }
    }

    fn wants(&self, line: &Line<'_>) -> bool {
        let of_time = || {
            if self.since.is_none() && self.until.is_none() {
                return true;
            }
            Time::read(&line.time).is_some_and(|time| {
                self.since.is_none_or(|since| time >= since) && self.until.is_none_or(|until| time <= until)
            })
        };
        self.command.is_none_or(|command| command == Command::of(&line.event))
            && self.outcome.as_ref().is_none_or(|outcome| line.outcome == *outcome)
            && self.tool.as_ref().is_none_or(|tool| tool.matches(&line.tool))
            && of_time()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(tool: &str, time: &str, outcome: &str, arm: &str) -> String {
        format!(
            "{{\"event\":\"call\",\"time\":\"{time}\",\"tool\":\"{tool}\",\"arm\":\"{arm}\",\"outcome\":\"{outcome}\",\"estimatedTokens\":1000,\"finalTokens\":250,\"responseBytes\":4000,\"finalBytes\":1000,\"latency\":10.5,\"overhead\":0.5,\"oversized\":{}}}\n",
            outcome != "passed"
        )
    }

    fn counted(query: &Query) -> u64 {
        query.run().unwrap().sums.calls
    }

    #[test]
    fn records_are_counted_by_tool_time_and_outcome() {
        let dir = tempfile::tempdir().unwrap();
        let mut text = record("list", "2026-03-01T10:00:00.000Z", "paginated", "hardened");
        text += &record("text", "2026-03-01T11:00:00.000Z", "chunked", "control");
        text +=
            "no record\n\n{\"event\":\"oversized\",\"tool\":\"list\"}\n{\"event\":\"call\",\"tool\":\"torn";
        std::fs::write(dir.path().join("2026-03-01.jsonl"), text).unwrap();
        std::fs::write(dir.path().join("notes.txt"), "x\n").unwrap();
        std::fs::write(
            dir.path().join("2026-03-02.jsonl"),
            record("list", "2026-03-02T00:00:00.000Z", "passed", "hardened"),
        )
        .unwrap();
        let all = Query { dir: dir.path().to_owned(), ..Query::default() };
        let tally = all.run().unwrap();
        assert_eq!((tally.sums.calls, tally.sums.oversized, tally.unread), (3, 2, 2));
        assert_eq!((tally.outcome("paginated"), tally.arms["control"].sums.calls), (1, 1));
        assert_eq!((tally.tools["list"].sums.calls, tally.sums.reduction()), (2, Some(75.0)));
        let with = |change: fn(Query) -> Query| counted(&change(all.clone()));
        assert_eq!(with(|all| Query { tool: NamePattern::new("l*").ok(), ..all }), 2);
        assert_eq!(with(|all| Query { outcome: Some("chunked".to_owned()), ..all }), 1);
        assert_eq!(with(|all| Query { since: Time::read("2026-03-01T11:00:00Z"), ..all }), 2);
        assert_eq!(with(|all| Query { until: Time::read("2026-03-01T10:30:00Z"), ..all }), 1);
        assert_eq!(with(|all| Query { since: Time::read("2099-01-01"), ..all }), 0);
    }

    #[test]
    fn a_line_without_end_is_no_record_and_the_next_one_is_read() {
        let dir = tempfile::tempdir().unwrap();
        let text = "x".repeat(3 << 20) + "\n" + &record("a", "", "passed", "hardened");
        std::fs::write(dir.path().join("2026-03-01.jsonl"), text).unwrap();
        let tally = Query { dir: dir.path().to_owned(), ..Query::default() }.run().unwrap();
        assert_eq!((tally.sums.calls, tally.unread), (1, 1));
    }

    #[test]
    fn tools_without_end_are_counted_together() {
        let dir = tempfile::tempdir().unwrap();
        let text: String =
            (0..3000).map(|tool| record(&format!("t{tool}"), "", "passed", "hardened")).collect();
        std::fs::write(dir.path().join("2026-03-01.jsonl"), text).unwrap();
        let tally = Query { dir: dir.path().to_owned(), ..Query::default() }.run().unwrap();
        assert_eq!(
            (tally.sums.calls, tally.tools.len(), tally.tools["(others)"].sums.calls),
            (3000, 1001, 2000)
        );
    }
}
