//! The lines of Catch2's form for Automake.

use crate::event::{Class, Event, FailureKind, Outcome, Seen, Sink, TestId};

/// `FAIL name` after Automake's tag.
pub(super) fn line(rest: &str, sink: &mut dyn Sink) -> Seen {
    let Some((word, name)) = rest.split_once(' ') else { return Seen::No };
    let (outcome, class) = match word {
        "PASS" => (Outcome::Passed, Class::Passed),
        "FAIL" | "ERROR" | "XPASS" => (Outcome::Failed(FailureKind::Test), Class::Detail),
        "SKIP" => (Outcome::Skipped, Class::Skipped),
        "XFAIL" => (Outcome::Other, Class::Passed),
        _ => return Seen::No,
    };
    sink.emit(Event::finished(TestId::bare(name), outcome));
    if class == Class::Detail {
        sink.emit(Event::Heading);
    }
    Seen::Mine(class)
}
