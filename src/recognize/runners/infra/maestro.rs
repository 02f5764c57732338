//! Maestro: a line for each flow, and how many of them passed.
//!
//! ```text
//! Waiting for flows to complete...
//! [Passed] Login (12s)
//! [Failed] Checkout (31s) (Assertion is false: "Pay" is visible)
//!
//! 1/2 Flow Failed
//! ```
//!
//! A flow that runs alone is reported by its commands, of which one may have failed; nothing says that all is over:
//!
//! ```text
//!  > Flow
//! Tap on "Login"... COMPLETED
//! Assert that "Welcome" is visible... FAILED
//!
//! Assertion is false: "Welcome" is visible
//! ```
//!
//! Source of the format: maestro-cli's `TestSuiteInteractor`, `TestSuiteStatusView` and `PlainTextResultView`.

use crate::event::{Class, Seen, TestId, Totals};
use crate::recognize::kit::{Run, Runner, Shape, Spec, first, shape};

/// Maestro.
#[derive(Debug, Default)]
pub struct Maestro;

/// What runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    /// Nothing, or several flows.
    #[default]
    Flows,
    /// One flow alone.
    Alone,
}

/// `1/2 Flow Failed` and `2/2 Flows Passed in 43s`
const ENDED: [Shape; 2] =
    [shape("{number}/{number} Flow{s} Passed{any}"), shape("{number}/{number} Flow{s} Failed{any}")];

impl Runner for Maestro {
    const SPEC: Spec = Spec {
        name: "maestro",
        reads: "maestro test: several flows",
        starts: &["Waiting for flows to complete...", "> Flow"],
        ..Spec::NONE
    };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        let text = text.trim_start();
        if text == "Waiting for flows to complete..." {
            *zone = Zone::Flows;
            return run.begin(None);
        }
        if text == "> Flow" || text.starts_with("> Flow: ") {
            run.close();
            *zone = Zone::Alone;
            return Seen::Mine(Class::Noise);
        }
        if *zone == Zone::Alone {
            return command(zone, text, run);
        }
        if !run.is_running() {
            return Seen::No;
        }
        if let Some((word, rest)) = text.strip_prefix('[').and_then(|rest| rest.split_once("] ")) {
            return flow(word, rest, run);
        }
        if first(&ENDED, text).is_some() {
            run.may_have_ended();
            return run.totals(Totals { other: None, ..run.counted() });
        }
        Seen::No
    }
}

/// A line of a flow that runs alone: its commands, and after one that failed the reason.
fn command(zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
    if run.is_open() {
        if text.is_empty() {
            return Seen::Inside(Class::Noise);
        }
        // The flows round the command failed with it.
        if text.ends_with("... FAILED") {
            return Seen::Mine(Class::Detail);
        }
        run.why(text);
        run.forget();
        *zone = Zone::Flows;
        return Seen::Inside(Class::Detail);
    }
    if let Some(command) = text.strip_suffix("... FAILED") {
        run.open();
        return run.fail(TestId::bare(command));
    }
    if text.ends_with("... COMPLETED") { Seen::Mine(Class::Passed) } else { Seen::No }
}

/// `Checkout (31s) (Assertion is false: "Pay" is visible)`
fn flow(word: &str, rest: &str, run: &mut Run<'_>) -> Seen {
    let (name, reason) = timed(rest);
    let id = TestId::bare(name);
    match word {
        "Passed" => run.pass(id),
        // Why a flow was canceled is the word, which fails nothing.
        "Skipped" | "Timeout" | "Run expired" => run.skip(id),
        _ if word.starts_with("Canceled") => run.skip(id),
        "Failed" => run.fail_at_once(id, None, reason),
        _ => Seen::No,
    }
}

/// The name in `Checkout (1m 31s) (no pay)`, and the reason; both may have parentheses of their own.
fn timed(rest: &str) -> (&str, &str) {
    let is_duration = |text: &str| {
        text.starts_with(|first: char| first.is_ascii_digit())
            && text.ends_with(['s', 'm', 'h'])
            && text.bytes().all(|byte| byte.is_ascii_digit() || b".hms ".contains(&byte))
    };
    let parted = rest.match_indices(" (").find_map(|(at, _)| {
        let (name, more) = rest.split_at_checked(at)?;
        let (duration, reason) = more.strip_prefix(" (")?.split_once(')')?;
        is_duration(duration).then_some((name, reason.trim_start()))
    });
    let (name, reason) = parted.unwrap_or_else(|| rest.split_once(" (").unwrap_or((rest, "")));
    let reason = reason.strip_prefix('(').unwrap_or(reason);
    (name, reason.strip_suffix(')').unwrap_or(reason))
}
