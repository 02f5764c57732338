//! goss: points or lines for its checks, what failed or was skipped once more, and numbers.
//!
//! ```text
//! ..F.S
//!
//! Failures/Skipped:
//!
//! Package: httpd: installed:
//! Expected
//!     false
//! to equal
//!     true
//!
//! Total Duration: 0.014s
//! Count: 5, Failed: 1, Skipped: 1
//! ```
//!
//! The failures of one resource are in one paragraph, below its title and what it is about. For Nagios the numbers are a
//! line of their own, and what failed may follow. Source of the format: goss's `outputs/outputs.go`, `rspecish.go`,
//! `documentation.go` and `nagios.go`.

use crate::event::{Class, Part, Seen, TestId, Totals};
use crate::recognize::kit::scan;
use crate::recognize::kit::{EveryLine, Run, Runner, Shape, Spec, first, shape};

/// goss.
#[derive(Debug, Default)]
pub struct Goss;

/// What was read last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    #[default]
    Outside,
    /// In the list of failures.
    List,
    /// After the time: the numbers follow.
    Timed,
    /// After the numbers for Nagios: what failed may follow.
    Nagios,
}

/// The most bytes of a message that is put together from several lines.
const MESSAGE_BYTES: usize = 300;

const TIME: Shape = shape("Total Duration: {seconds}{any}s");

/// The numbers, without skipped ones in older versions.
const NUMBERS: [Shape; 2] =
    [shape("Count: {all}, Failed: {failed}, Skipped: {skipped}"), shape("Count: {all}, Failed: {failed}")];

impl Runner for Goss {
    const SPEC: Spec = Spec {
        name: "goss",
        reads: "goss: points and lines",
        starts: &["Failures/Skipped:", "Total Duration: ", "GOSS OK - Count: ", "GOSS CRITICAL - Count: "],
        every_line: EveryLine::InZone,
        ..Spec::NONE
    };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        if *zone == Zone::Nagios
            && let Some(seen) = after_nagios(text, run)
        {
            return seen;
        }
        if text == "Failures/Skipped:" {
            run.forget();
            *zone = Zone::List;
            return run.open();
        }
        if let Some(totals) = nagios(text) {
            run.forget();
            run.open();
            *zone = Zone::Nagios;
            return run.hold_totals(totals);
        }
        if TIME.fits(text) {
            run.close();
            *zone = Zone::Timed;
            return Seen::Mine(Class::Totals);
        }
        match *zone {
            Zone::List => listed(text, run),
            Zone::Timed => {
                *zone = Zone::Outside;
                numbers(text).map_or(Seen::No, |totals| {
                    run.open();
                    run.may_have_ended();
                    run.totals(totals)
                })
            }
            Zone::Outside | Zone::Nagios => Seen::No,
        }
    }
}

fn listed(text: &str, run: &mut Run<'_>) -> Seen {
    if text.is_empty() {
        run.close();
        return Seen::Inside(Class::Noise);
    }
    if text.starts_with(|first: char| first.is_ascii_whitespace()) {
        // Values, or what a resource is about.
        return why(text, run);
    }
    if text.ends_with(": skipped") {
        run.close();
        return Seen::Mine(Class::Skipped);
    }
    if let Some((name, reason)) = failed(text) {
        let seen = run.fail(TestId::split_last(name, ": "));
        run.message(reason);
        return seen;
    }
    if run.is_open() {
        return why(text, run);
    }
    if text.starts_with("Title: ") || text == "Meta:" { Seen::Mine(Class::Other) } else { Seen::No }
}

/// `Fail 1 - Package: httpd: installed: doesn't match, ...` after the numbers for Nagios; `None` is a line of others.
fn after_nagios(text: &str, run: &mut Run<'_>) -> Option<Seen> {
    let numbered = text.strip_prefix("Fail ").and_then(scan::number);
    if let Some(check) = numbered.and_then(|(_, rest)| rest.strip_prefix(" - ")) {
        let (name, reason) = failed(check).unwrap_or((check, ""));
        let seen = run.fail(TestId::split_last(name, ": "));
        run.message(reason);
        return Some(seen);
    }
    if run.is_open() && !text.is_empty() {
        return Some(why(text, run));
    }
    run.release();
    None
}

/// A line below the name of a failure.
fn why(text: &str, run: &mut Run<'_>) -> Seen {
    let reason = format!("{} {}", run.otherwise(), text.trim());
    if reason.len() <= MESSAGE_BYTES {
        run.message_otherwise(&reason);
    }
    run.text(Part::Why);
    Seen::Inside(if run.is_open() { Class::Detail } else { Class::Other })
}

/// A check that failed, and the reason where its line has one: `Package: httpd: installed:`, in older versions what was
/// found on the same line, and `httpd: installed: Error: no such file` where it could not be made.
fn failed(text: &str) -> Option<(&str, &str)> {
    const REASONS: [&str; 4] =
        [": doesn't match, ", ": expectations not found ", ": patterns not found: ", ": Error: "];
    let parts = REASONS.iter().find_map(|reason| text.split_once(reason));
    // The lines of a reason may end so; a name has its type, its resource and what was checked.
    parts.filter(|(name, _)| name.contains(": ")).or_else(|| {
        let name = text.strip_suffix(':')?;
        (name.matches(": ").count() >= 2).then_some((name, ""))
    })
}

/// Reads `GOSS CRITICAL - Count: 5, Failed: 1, Skipped: 1, Duration: 0.014s`.
fn nagios(text: &str) -> Option<Totals> {
    let counts = text.strip_prefix("GOSS OK - ").or_else(|| text.strip_prefix("GOSS CRITICAL - "))?;
    numbers(counts.split_once(", Duration: ")?.0)
}

fn numbers(text: &str) -> Option<Totals> {
    let totals = first(&NUMBERS, text)?.totals()?;
    Some(Totals { skipped: totals.skipped.or(Some(0)), ..totals })
}
