//! Locust: how it exits, and below its tables the requests that failed.
//!
//! ```text
//! [2026-01-01 12:00:00,000] quay/INFO/locust.main: Shutting down (exit code 1)
//! Error report
//! # occurrences      Error
//! ------------------|---------------------------------------
//! 14                 GET /boats/[id]: HTTPError('500 Server Error: Internal Server Error for url: /boats/[id]')
//! ------------------|---------------------------------------
//! ```
//!
//! The exit code alone says whether a run failed: a threshold of the user's may fail one without errors, and errors may be
//! forgiven. What a task raises is reported by its traceback. Source of the format: logs that Locust 2 printed, its `main.py` and
//! `stats.py`.

use crate::event::{Class, Ended, Event, FailureKind, Seen, TestId, Totals};
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::{Run, Runner, Spec, scan};

/// What is in the line of the exit code.
const EXIT: &str = "/locust.main: Shutting down (exit code ";
/// What begins the list of errors, and its second line.
const REPORT: &str = "Error report";
const COLUMNS: &str = "# occurrences      Error";

/// What begins and what goes on in the line about a script that is not there.
const MISSING: &str = "Could not find '";
const MISSING_MORE: &str = "'. Ensure your locustfile ";

/// The part of its output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    #[default]
    Outside,
    /// After the title of the list, above its first ruler.
    Title,
    /// In the list, with how many errors it has so far.
    List(u64),
}

/// Locust.
#[derive(Debug, Default)]
pub struct Locust {
    /// The line of an exit code that reports a failure whose reason is to come.
    failed: Option<String>,
    /// The exit code forgives the errors that follow.
    forgiven: bool,
}

impl Runner for Locust {
    const SPEC: Spec = Spec {
        name: "locust",
        reads: "Locust: its exit code and the requests that failed",
        starts: &[REPORT, MISSING],
        inside: &[EXIT],
        ..Spec::NONE
    };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(code) = exit_code(text) {
            self.settle(run);
            *zone = Zone::Outside;
            // Where the run ended is known now, and whether it failed for a reason only later.
            run.begin(None);
            self.forgiven = code == 0;
            if self.forgiven {
                run.emit(Event::SectionEnded(Ended::Passed));
                run.forget();
            } else {
                run.may_have_ended();
                self.failed = Some(clipped(text));
            }
            return Seen::Mine(Class::Totals);
        }
        if text.starts_with(MISSING) && text.contains(MISSING_MORE) {
            return run.fail_whole_at_once("locustfile", FailureKind::Collection, text);
        }
        match *zone {
            Zone::Outside if text == REPORT => {
                *zone = Zone::Title;
                Seen::Inside(Class::Noise)
            }
            Zone::Outside => Seen::No,
            Zone::Title if text == COLUMNS => Seen::Mine(Class::Noise),
            Zone::Title => {
                *zone = if is_ruler(text) { Zone::List(0) } else { Zone::Outside };
                if is_ruler(text) { Seen::Mine(Class::Noise) } else { Seen::No }
            }
            Zone::List(errors) => self.listed(errors, zone, text, run),
        }
    }

    fn end(&mut self, _zone: Zone, run: &mut Run<'_>) {
        run.close();
        self.settle(run);
    }
}

impl Locust {
    /// Reports an exit code that nothing explained.
    fn settle(&mut self, run: &mut Run<'_>) {
        if let Some(failed) = self.failed.take() {
            let name = failed.rsplit_once(": ").map_or(failed.as_str(), |(_, message)| message);
            run.instead(&failed);
            run.consequence(name, FailureKind::Build);
            run.emit(Event::SectionEnded(Ended::Failed));
            run.forget();
        }
    }

    /// A line of the list of errors.
    fn listed(&mut self, errors: u64, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        *zone = Zone::Outside;
        if is_ruler(text) {
            if errors > 0 && !std::mem::take(&mut self.forgiven) {
                self.failed = None;
                run.totals(Totals { errors: Some(errors), ..Totals::default() });
                run.emit(Event::SectionEnded(Ended::Failed));
            }
            return Seen::Mine(Class::Noise);
        }
        let Some((_, error)) = scan::number(text).filter(|(_, error)| error.starts_with("  ")) else {
            run.close();
            return Seen::No;
        };
        *zone = Zone::List(errors.saturating_add(1));
        if self.forgiven {
            return Seen::Mine(Class::Warning);
        }
        let error = error.trim_start();
        let (name, message) = error.split_once(": ").unwrap_or((error, ""));
        run.fail_at_once(TestId::bare(name), None, message)
    }
}

/// The exit code that a line reports.
fn exit_code(text: &str) -> Option<u64> {
    let (_, code) = text.rsplit_once(EXIT)?;
    let code = code.strip_suffix(')')?;
    // A script may set one below zero.
    scan::whole_number(code.strip_prefix('-').unwrap_or(code))
}

/// Whether it rules the list: `-----|-----`.
fn is_ruler(text: &str) -> bool {
    text.contains("-|-") && text.bytes().all(|byte| matches!(byte, b'-' | b'|'))
}
