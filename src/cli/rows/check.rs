//! `weir rows check`: what a file of rows makes of a sample.

use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::files::{self, plain};
use crate::budget::Mode;
use crate::cli::exit::Problem;
use crate::event::{Event, Outcome};
use crate::filter;
use crate::recognize::rows::{Reader, Rows};
use crate::settings::Settings;
use crate::source::{Got, Source};
use crate::text::Line;

/// A sample that was read.
struct Sample<'a>(&'a [u8]);

impl Source for Sample<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<Got> {
        let count = self.0.read(buffer)?;
        Ok(if count == 0 { Got::End } else { Got::Bytes(count) })
    }
}

/// The tool, and how many rows the file has.
pub(super) fn summary(rows: &Rows) -> String {
    let count = rows.lines().count();
    format!("{}, {count} row{}", rows.tool(), if count == 1 { "" } else { "s" })
}

/// The colour of a line, by what a row reported of it.
fn color(event: &Event<'_>) -> Option<u8> {
    Some(match event {
        Event::Finished { outcome: Outcome::Passed, .. } => 32,
        Event::Finished { outcome: Outcome::Failed(_), .. }
        | Event::BlockOpened(_)
        | Event::SectionEnded(_) => 31,
        Event::Finished { .. } => 33,
        Event::Text(_) => 35,
        Event::SectionStarted { .. } | Event::Started(_) | Event::Declared { .. } => 36,
        _ => return None,
    })
}

/// What the row in this line of a file means, in the file's own words.
fn meaning(file: &str, row: usize) -> &str {
    let line = file.lines().nth(row.saturating_sub(1)).unwrap_or_default();
    line.rsplit_once(" -> ").map_or("", |(_, verbs)| verbs.trim())
}

/// The file's summary; with a sample, each line of it with the row that took it, and the answer.
pub(super) fn checked(file: &Path, sample: Option<&Path>, colored: bool) -> Result<String, Problem> {
    let text = files::text(file)?;
    let rows = files::rows(file, &text)?;
    let mut answer = format!("{}\n", summary(&rows));
    let Some(sample) = sample else { return Ok(answer) };
    let bytes = files::sample(Some(sample))?;
    let texts = vec![text.clone()];
    let mut reader = Reader::new(&texts);
    let mut unused: Vec<usize> = rows.lines().collect();
    let widest = unused.iter().map(|row| meaning(&text, *row).chars().count()).max().unwrap_or(0);
    for (number, line) in (1..).zip(String::from_utf8_lossy(&bytes).lines()) {
        let line = plain(line);
        let mut painted = None;
        let read = Line { number, ..Line::of(&line) };
        let taken = reader.line(0, &read, &read, &mut |_, _, event| {
            // The last one says most: a run begins with the first test, too.
            painted = color(&event).or(painted);
        });
        let row = taken.map(|taken| taken.row);
        unused.retain(|unused| Some(*unused) != row);
        let (place, words) =
            row.map_or_else(Default::default, |row| (format!("row {row}"), meaning(&text, row)));
        let (begin, end) = match painted.filter(|_| colored) {
            Some(color) => (format!("\u{1b}[{color}m"), "\u{1b}[0m"),
            None => (String::new(), ""),
        };
        answer.push_str(&format!("{place:>7} {begin}{words:widest$}{end} | {line}\n"));
    }
    if !unused.is_empty() {
        let list: Vec<String> = unused.iter().map(ToString::to_string).collect();
        answer.push_str(&format!("no line was for the rows in line {}\n", list.join(", ")));
    }
    answer.push('\n');
    let settings =
        Settings { mode: Mode::Verbose, limits: Mode::Verbose.limits(), rows: texts, ..Settings::default() };
    let mut out = Vec::new();
    filter::run(&settings, &mut Sample(&bytes), &[] as &[PathBuf], &mut out)
        .map_err(|cause| Problem::output("the answer", io::Error::other(cause.to_string())))?;
    answer.push_str(&String::from_utf8_lossy(&out));
    Ok(answer)
}
