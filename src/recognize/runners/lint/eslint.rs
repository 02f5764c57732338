//! eslint: the stylish, unix and compact forms, and what it says when it cannot run.
//!
//! Stylish: the file's path alone, then rows `  LINE:COL  error  message  rule`, a blank line, and at the end `✖ N
//! problems (E errors, W warnings)`. Unix: `PATH:LINE:COL: message [Error/rule]`. Compact: `PATH: line L, col C, Error -
//! message (rule)`; both end with `N problems`. Errors are failures and warnings are not, as for the exit status. A run
//! without findings prints nothing. `Oops! Something went wrong! :(` begins the report of a crash or of a bad
//! configuration. Source: eslint's `cli-engine/formatters` and `bin/eslint.js`.

use crate::event::{Class, Event, FailureKind, Part, Place, Seen};
use crate::recognize::PassShape;
use crate::recognize::kit::bounds::PATH_BYTES;
use crate::recognize::kit::good_end::GoodEnd;
use crate::recognize::kit::lint::finding::{Finding, count, ends_in, numbers, position, weight};
use crate::recognize::kit::linter::{Findings, Follows, Linter, Rows, Sum, Table, both};
use crate::recognize::kit::{Shape, scan, shape};

/// What `--max-warnings` says when warnings fail the run.
const TOO_MANY: &str = "ESLint found too many warnings (maximum: ";
const CRASH: &str = "Oops! Something went wrong! :(";
/// The most lines of a crash that tell why.
const CRASH_LINES: u8 = 12;
/// The endings of files that eslint reads, by itself or with its usual plugins.
const ENDINGS: [&str; 14] =
    ["js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx", "vue", "svelte", "astro", "json", "html", "md"];
/// How paths begin on Windows.
const DRIVES: [&str; 52] = [
    "A:\\", "B:\\", "C:\\", "D:\\", "E:\\", "F:\\", "G:\\", "H:\\", "I:\\", "J:\\", "K:\\", "L:\\", "M:\\",
    "N:\\", "O:\\", "P:\\", "Q:\\", "R:\\", "S:\\", "T:\\", "U:\\", "V:\\", "W:\\", "X:\\", "Y:\\", "Z:\\",
    "a:\\", "b:\\", "c:\\", "d:\\", "e:\\", "f:\\", "g:\\", "h:\\", "i:\\", "j:\\", "k:\\", "l:\\", "m:\\",
    "n:\\", "o:\\", "p:\\", "q:\\", "r:\\", "s:\\", "t:\\", "u:\\", "v:\\", "w:\\", "x:\\", "y:\\", "z:\\",
];
const STARTS: [&str; 55] = both(["\u{2716} ", CRASH, TOO_MANY], DRIVES);
/// `7 problems (6 errors, 1 warning)`
const PROBLEMS: Shape = shape("\u{2716} {number} problem{s} ({errors} error{s}, {any}");
/// The words of severities in the unix and compact forms.
const ERROR: [&str; 2] = ["Error", "error"];
const WARNING: [&str; 2] = ["Warning", "warning"];

/// eslint.
#[derive(Debug, Default)]
pub struct Eslint {
    /// In the report of a crash, and how many of its lines were read.
    crash: Option<u8>,
    good: GoodEnd,
}

impl Linter for Eslint {
    const TABLE: Table = Table {
        name: "eslint",
        reads: "eslint: stylish, unix and compact",
        starts: &STARTS,
        inside: &[", col "],
        passes: &[
            PassShape { start: "/", end: ".mts" },
            PassShape { start: "/", end: ".cts" },
            PassShape { start: "/", end: ".svelte" },
            PassShape { start: "/", end: ".astro" },
            PassShape { start: "/", end: ".json" },
            PassShape { start: "/", end: ".html" },
            PassShape { start: "/", end: ".md" },
            PassShape { start: "", end: ".js" },
            PassShape { start: "", end: ".jsx" },
            PassShape { start: "", end: ".mjs" },
            PassShape { start: "", end: ".cjs" },
            PassShape { start: "", end: ".ts" },
            PassShape { start: "", end: ".tsx" },
            PassShape { start: "", end: ".vue" },
            PassShape { start: "", end: " problems" },
            PassShape { start: "", end: " problem" },
        ],
        places: Some(&ENDINGS),
        blanks: true,
        findings: &[unix, compact],
        rows: Some(Rows { file: is_path, row }),
        fails: &[(TOO_MANY, FailureKind::Build)],
        ..Table::NONE
    };

    fn before(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        if !text.contains(" potentially fixable with the ") && !text.starts_with("Done in ") {
            self.good.line(text);
        }
        if let Some(lines) = self.crash.take().filter(|lines| *lines < CRASH_LINES) {
            self.crash = Some(lines.saturating_add(1));
            return Some(crashed(text.trim(), findings));
        }
        // A message of several lines goes on without a place.
        let ends = text.trim().is_empty() || is_path(text.trim_end()) || text.starts_with('\u{2716}');
        (findings.rows() > 0 && !ends && row("", text).is_none()).then(|| {
            findings.emit(Event::Text(Part::Why));
            Seen::Mine(Class::Detail)
        })
    }

    fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        if let Some(errors) = PROBLEMS.read(text).and_then(|problems| problems.errors) {
            if errors == 0 {
                // Warnings alone fail no run, unless there are too many of them: that is printed below.
                self.good.say();
            }
            return Some(findings.sum(Sum::or(errors, Sum::Nothing), text));
        }
        if text.starts_with(CRASH) {
            self.crash = Some(0);
            return Some(findings.fail_for(
                "eslint: Oops! Something went wrong! :(",
                FailureKind::Crash,
                Follows::Own,
            ));
        }
        // `7 problems` alone counts warnings too: it only ends what was reported.
        if findings.is_reported() && count(text, "problem").is_some_and(|(_, rest)| rest.trim().is_empty()) {
            return Some(findings.sum(Sum::Nothing, text));
        }
        let name = text.trim_end();
        (is_name(name) && !is_path(name)).then(|| {
            // Old versions print the path as it was given. Any tool may name a file: its rows decide.
            findings.head(name);
            Seen::No
        })
    }

    fn sees_every_line(&self) -> bool {
        self.good.is_at()
    }

    fn end(&mut self, findings: &mut Findings<'_>) {
        findings.close();
        self.good.end(findings.sink());
    }
}

/// The report of a crash: `ESLint: 9.1.0`, a blank line, the message, frames.
fn crashed(bare: &str, findings: &mut Findings<'_>) -> Seen {
    if bare.is_empty() || bare.starts_with("ESLint: ") {
        return Seen::Mine(Class::Noise);
    }
    let frame = bare.starts_with("at ");
    if !frame {
        findings.emit(Event::Message(bare));
    }
    findings.emit(Event::Text(if frame { Part::Where } else { Part::Why }));
    Seen::Inside(Class::Detail)
}

/// A row of the stylish form.
fn row<'a>(file: &'a str, text: &'a str) -> Option<Finding<'a>> {
    let (line, column, rest) = numbers(text.strip_prefix("  ")?.trim_start())?;
    let (word, message) = rest.trim_start().split_once(' ')?;
    let weight = weight(word, &["error", "Error", "Error:"], &["warning", "Warning", "Warning:"])?;
    let place = Place { file, line: Some(line) };
    Some(Finding { place, column: Some(column), weight, message: message.trim() })
}

/// `PATH:LINE:COL: message [Error/rule]`.
fn unix(text: &str) -> Option<Finding<'_>> {
    let (place, column, rest) = position(text)?;
    let message = rest.strip_prefix(' ')?.trim_end();
    let (_, kind) = message.strip_suffix(']')?.rsplit_once(" [")?;
    let weight = weight(kind.split_once('/').map_or(kind, |(kind, _)| kind), &ERROR, &WARNING)?;
    (column.is_some() && ends_in(place.file, &ENDINGS)).then_some(Finding { place, column, weight, message })
}

/// `PATH: line 2, col 10, Error - message (rule)`.
fn compact(text: &str) -> Option<Finding<'_>> {
    let (file, rest) = scan::split_once(text, ": line ")?;
    let (line, rest) = scan::number(rest)?;
    let (column, rest) = scan::number(rest.strip_prefix(", col ")?)?;
    let (kind, message) = rest.strip_prefix(", ")?.split_once(" - ")?;
    let weight = weight(kind, &ERROR, &WARNING)?;
    let place = Place { file, line: Some(line) };
    Some(Finding { place, column: Some(column), weight, message: message.trim_end() })
}

/// A path and nothing else.
fn is_path(text: &str) -> bool {
    let drive = matches!(text.as_bytes(), [letter, b':', b'\\', ..] if letter.is_ascii_alphabetic());
    let rooted = drive || text.starts_with('/') || text.starts_with("./");
    rooted && text.len() < PATH_BYTES && ends_in(text, &ENDINGS) && !text.contains(": ")
}

/// A file's name or relative path and nothing else.
fn is_name(text: &str) -> bool {
    let plain =
        |each: char| each.is_alphanumeric() || matches!(each, '/' | '.' | '-' | '_' | '@' | '[' | ']' | '\\');
    text.len() < PATH_BYTES && ends_in(text, &ENDINGS) && text.chars().all(plain)
}
