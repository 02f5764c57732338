//! eslint: the stylish, unix and compact forms, and what it says when it cannot run.
//!
//! Stylish: the file's path alone, then rows `  LINE:COL  error  message  rule`, a blank line, and at the end `✖ N
//! problems (E errors, W warnings)`. Unix: `PATH:LINE:COL: message [Error/rule]`. Compact: `PATH: line L, col C, Error -
//! message (rule)`; both end with `N problems`. Errors are failures and warnings are not, as for the exit status. A run
//! without findings prints nothing. `Oops! Something went wrong! :(` begins the report of a crash or of a bad
//! configuration. Source: eslint's `cli-engine/formatters` and `bin/eslint.js`.

use crate::event::{Class, Event, FailureKind, Part, Seen};
use crate::recognize::kit::bounds::PATH_BYTES;
use crate::recognize::kit::good_end::GoodEnd;
use crate::recognize::kit::lint::finding::{count, ends_in};
use crate::recognize::kit::linter::{Findings, Follows, Linter, Sum};
use crate::recognize::kit::rows::{Table, table};
use crate::recognize::kit::{Shape, shape};

const CRASH: &str = "Oops! Something went wrong! :(";
/// The zone of its rows below the path of a file.
const STYLISH: u8 = 1;
/// The most lines of a crash that tell why.
const CRASH_LINES: u8 = 12;
/// The endings of files that eslint reads, by itself or with its usual plugins.
const ENDINGS: [&str; 14] =
    ["js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx", "vue", "svelte", "astro", "json", "html", "md"];
/// `7 problems (6 errors, 1 warning)`
const PROBLEMS: Shape = shape("\u{2716} {number} problem{s} ({errors} error{s}, {any}");
/// eslint.
#[derive(Debug, Default)]
pub struct Eslint {
    /// In the report of a crash, and how many of its lines were read.
    crash: Option<u8>,
    good: GoodEnd,
}

impl Linter for Eslint {
    const TABLE: Table = table!("eslint.rows");

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
        (findings.rows() > 0 && !ends && !findings.fits(text)).then(|| {
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
        let path = is_path(text);
        (path || is_name(text)).then(|| {
            findings.head(text, STYLISH);
            // Old versions print the path as it was given. Any tool may name a file: its rows decide.
            if path { Seen::Inside(Class::Noise) } else { Seen::No }
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
