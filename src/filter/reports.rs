//! Report files beside the text. Trouble with one is a warning in the answer, never the end of it.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::event::{Class, DOCUMENT, Event, Listener, Runner, Sink};
use crate::recognize::Scanner;
use crate::recognize::documents;
use crate::recognize::documents::{FormatError, Kind, SNIFF_BYTES};
use crate::report::Report;
use crate::source::{open_regular, xcresult};
use crate::text::words::with_plain_causes;
use crate::text::{Line, LineReader};

/// The kinds of report in a few words, for a file that is none of them.
const KNOWN: &str = "xcresult, JUnit, NUnit, xUnit.net, TRX, CTRF, SARIF, Checkstyle, JSON of test runners";

/// How much earlier than the clock a file's time may be: kernels take it from the last tick, and some file systems keep whole or even
/// seconds only.
const EARLIER: (Duration, Duration) = (Duration::from_millis(20), Duration::from_secs(2));

/// Reads report files into the report: its later sections come from them. A file that is older than the command's `start`
/// is of another run, and is not believed.
pub(super) fn read(files: &[PathBuf], start: Option<SystemTime>, report: &mut Report) {
    if files.is_empty() {
        return;
    }
    report.begin_report_files();
    for path in files {
        report.next_report_file();
        let read = if start.is_some_and(|start| is_older(path, start)) {
            Err("it is older than the start of the command".to_owned())
        } else {
            read_one(path, report)
        };
        if let Err(trouble) = read {
            report.report_file_failed(format!("report {}: {trouble}; the result is text only", shown(path)));
        }
    }
}

/// Whether a file was last changed before this time.
fn is_older(path: &Path, start: SystemTime) -> bool {
    let Ok(changed) = std::fs::metadata(path).and_then(|about| about.modified()) else { return false };
    let in_seconds =
        changed.duration_since(SystemTime::UNIX_EPOCH).is_ok_and(|since| since.subsec_nanos() == 0);
    let earlier = if in_seconds { EARLIER.1 } else { EARLIER.0 };
    start.duration_since(changed).is_ok_and(|age| age > earlier)
}

fn shown(path: &Path) -> String {
    crate::text::sanitize(&path.to_string_lossy()).0.into_owned()
}

fn read_one(path: &Path, report: &mut Report) -> Result<(), String> {
    if path.is_dir() {
        let search = std::env::var_os("PATH");
        let reader = xcresult::open(path, search.as_deref()).map_err(|error| with_causes(&error))?;
        return parse(Box::new(BufReader::new(reader)), report);
    }
    let file = open_regular(path).map_err(|error| with_causes(&error))?;
    parse(Box::new(BufReader::new(file)), report)
}

fn with_causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(next) = cause {
        text = format!("{text}: {next}");
        cause = next.source();
    }
    with_plain_causes(&text).into_owned()
}

fn parse(mut input: Box<dyn BufRead>, report: &mut Report) -> Result<(), String> {
    let mut first = Vec::new();
    let most = u64::try_from(SNIFF_BYTES).unwrap_or(u64::MAX);
    input.by_ref().take(most).read_to_end(&mut first).map_err(|error| with_causes(&error))?;
    let kind = match (documents::sniff(&first), documents::sniff_lines(&first)) {
        (Some(kind), _) => kind,
        (None, Some(runner)) => {
            let mut whole = std::io::Cursor::new(first).chain(input);
            return parse_lines(runner, &mut whole, report).map_err(|error| with_causes(&error));
        }
        (None, None) => return Err(format!("not a known kind of report ({KNOWN})")),
    };
    let start = documents::document_start(&first);
    let mut first = std::io::Cursor::new(first);
    first.set_position(u64::try_from(start).unwrap_or(u64::MAX));
    let mut whole = BufReader::new(first.chain(input));
    let parsed = parse_kind(kind, &mut whole, report).map_err(|error| with_causes(&error))?;
    report.escaped_in_document(parsed.escaped);
    parsed.notes.into_iter().for_each(|note| report.note(note));
    Ok(())
}

fn parse_kind(
    kind: Kind,
    input: &mut dyn BufRead,
    report: &mut Report,
) -> Result<documents::Parsed, FormatError> {
    documents::parse(kind, input, &mut Into { report, runner: Runner(kind.name()) })
}

/// Puts events without a line into the report.
struct Into<'a> {
    report: &'a mut Report,
    runner: Runner,
}

impl Sink for Into<'_> {
    fn emit(&mut self, event: Event<'_>) {
        self.report.event(DOCUMENT, self.runner, None, event);
    }
}

/// Reads a file of lines as its runner's text is read.
fn parse_lines(runner: Runner, input: &mut dyn Read, report: &mut Report) -> std::io::Result<()> {
    let mut scanner = Scanner::new(Some(runner.0));
    let mut reader = LineReader::new();
    let mut listener = OfReport(report);
    loop {
        let count = match input.read(reader.space()) {
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        if count == 0 {
            reader.finish();
        } else {
            reader.filled(count);
        }
        while let Some(line) = reader.next_line() {
            // The account is of lines of the input; number and chars of others are none.
            scanner.line(&Line { number: 0, chars: 0, ..line }, &mut listener);
        }
        if count == 0 {
            break;
        }
    }
    scanner.end(&mut listener);
    Ok(())
}

/// A report that hears of lines that are not of the input.
struct OfReport<'a>(&'a mut Report);

impl Listener for OfReport<'_> {
    fn event(&mut self, from: usize, runner: Runner, line: Option<&Line<'_>>, event: Event<'_>) {
        // Lines of nobody are evidence of nothing in a file that is one runner's.
        if !matches!(event, Event::Sign(_) | Event::LastWord | Event::Hint(_) | Event::SaysPassed) {
            self.0.event(from, runner, line, event);
        }
    }

    fn begins_anew(&mut self) -> Option<usize> {
        self.0.begins_anew()
    }

    fn judged(&mut self, line: &Line<'_>, class: Class) {
        self.0.judged_in_report_file(line, class);
    }
}
