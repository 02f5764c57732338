//! Schemathesis: its failures and errors below the operation that has them, then a summary.
//!
//! ```text
//! Schemathesis v4.32.5
//! =================================== FAILURES ===================================
//! _______________________________ GET /boats/{id} ________________________________
//! 1. Test Case ID: w8QE1b
//!
//! - ST101 Server error
//!
//! [500] Internal Server Error:
//!
//!     `{"error": "the boat sank"}`
//! =================================== SUMMARY ====================================
//! ============================== 1 failure in 6.90s ==============================
//! ```
//!
//! Its last line counts failures, of which an operation may have several; an operation counts once here. Version 3 ends as
//! pytest does and is read there. Source of the format: logs that Schemathesis 4.32 printed.

use crate::event::{Class, Ended, Event, FailureKind, Part, Seen, TestId, Totals};
use crate::recognize::kit::{Run, Runner, Shape, Spec, begins, scan, shape};

/// The most lines below an operation that are shown.
const LINES: u16 = 200;

/// Schemathesis.
#[derive(Debug, Default)]
pub struct Schemathesis;

/// The part of its output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    #[default]
    Outside,
    /// After the header.
    Head,
    /// A list of operations.
    List,
    /// An operation of it, and how many lines were read.
    Operation(u16),
    /// The summary.
    Summary,
}

const HEADER: Shape = shape("Schemathesis v{number}{any}");
const LAST: Shape = shape("{message..} in {any}");
const WARNED: Shape = shape("{number} warning{s}");

impl Runner for Schemathesis {
    const SPEC: Spec = Spec {
        name: "schemathesis",
        reads: "Schemathesis since version 4",
        starts: &["Schemathesis v"],
        ..Spec::NONE
    };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        if HEADER.fits(text) {
            *zone = Zone::Head;
            return run.begin(None);
        }
        if *zone == Zone::Outside {
            return Seen::No;
        }
        if let Some(title) = scan::ruled(text, '=') {
            return ruled(zone, title, run);
        }
        let inside = matches!(zone, Zone::List | Zone::Operation(_));
        if let Some(name) = scan::ruled(text, '_').filter(|_| inside) {
            *zone = Zone::Operation(0);
            return run.fail(TestId::bare(name));
        }
        match *zone {
            Zone::Operation(lines) => {
                *zone = Zone::Operation(lines.saturating_add(1));
                below(lines, text, run)
            }
            Zone::Head => head(zone, text, run),
            Zone::Summary if !text.is_empty() => Seen::Inside(Class::Noise),
            _ => Seen::No,
        }
    }
}

/// A line between rulers: what begins a list, or the last one.
fn ruled(zone: &mut Zone, title: &str, run: &mut Run<'_>) -> Seen {
    match title {
        "FAILURES" | "ERRORS" => *zone = Zone::List,
        // A killed run is before pytest's.
        "test session starts" => {
            run.forget();
            *zone = Zone::Outside;
            return Seen::No;
        }
        "SUMMARY" => {
            run.close();
            *zone = Zone::Summary;
        }
        _ if *zone == Zone::Summary => {
            *zone = Zone::Outside;
            last(title, run);
            run.forget();
            return Seen::Mine(Class::Totals);
        }
        _ => return Seen::No,
    }
    Seen::Mine(Class::Noise)
}

/// The last line: `9 failures, 1 error in 6.90s`, `No issues found in 0.22s`. One that was interrupted did not end.
fn last(title: &str, run: &mut Run<'_>) {
    let failed = run.counts().failed.saturating_add(run.counts().whole);
    let words = LAST.read(title).map(|last| last.message);
    match words {
        None if title.contains(", interrupted after ") => return,
        None if failed == 0 && (title == "Empty test suite" || title.starts_with("Interrupted after ")) => {
            return;
        }
        Some("No checks ran") if failed == 0 => return,
        // Warnings are no failures.
        Some(words) if failed == 0 && (words == "No issues found" || WARNED.fits(words)) => {
            return run.emit(Event::SectionEnded(Ended::Passed));
        }
        _ => {}
    }
    if failed == 0 {
        run.consequence(title, FailureKind::Build);
    }
    run.totals(Totals { failed: Some(failed.max(1)), ..Totals::default() });
    run.emit(Event::SectionEnded(Ended::Failed));
}

/// A line after the header.
fn head(zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
    let Some(reason) = text.trim_start().strip_prefix('\u{274c}').map(str::trim) else {
        return Seen::No;
    };
    if !reason.starts_with("Failed to load ") {
        return Seen::Inside(Class::Noise);
    }
    *zone = Zone::Operation(0);
    let seen = run.fail_whole("schema", FailureKind::Collection);
    run.message(reason);
    seen
}

/// A line below an operation.
fn below(lines: u16, text: &str, run: &mut Run<'_>) -> Seen {
    if text.starts_with("Reproduce with:") || lines >= LINES {
        run.text(Part::Where);
        return Seen::Inside(Class::Noise);
    }
    if begins(text, &["- ", "["]) {
        return run.why_below(text.trim_start_matches("- "));
    }
    if text.is_empty() { Seen::Inside(Class::Noise) } else { run.below(Part::Output) }
}
