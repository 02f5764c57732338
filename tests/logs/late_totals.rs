//! Who tells the totals of a run late, having waited for what follows them, has printed where the run may have ended:
//! another run that began after that line, and whose lines it was not shown, is none of its tests' output.

use std::collections::BTreeMap;

use weir::event::{Class, Ended, Event, Listener, Outcome, Runner};
use weir::recognize::Streams;
use weir::recognize::patterns::Patterns;
use weir::text::Line;

use crate::support::kept::all;
use crate::support::sweep::side_by_side;

/// What is known of the runs that one recognizer tells of.
#[derive(Default)]
struct Run {
    open: bool,
    may_have_ended: bool,
}

#[derive(Default)]
struct Listening {
    runs: BTreeMap<usize, Run>,
    late: Vec<String>,
}

impl Listener for Listening {
    fn event(&mut self, from: usize, runner: Runner, line: Option<&Line<'_>>, event: Event<'_>) {
        let run = self.runs.entry(from).or_default();
        match event {
            Event::Declared { .. } | Event::SectionEnded(Ended::Passed | Ended::Failed)
                if line.is_none() && run.open && !run.may_have_ended =>
            {
                self.late.push(format!("{}: {event:?}", runner.0));
            }
            // What begins with the end of the log has nothing after it.
            Event::SectionStarted { .. } => *run = Run { open: true, may_have_ended: line.is_none() },
            Event::SectionEnded(_) => run.open = false,
            Event::MayHaveEnded => run.may_have_ended = true,
            Event::Started(_) | Event::Counted { .. } | Event::Finished { outcome: Outcome::Passed, .. }
                if line.is_some() =>
            {
                run.may_have_ended = false;
            }
            Event::Declared { .. } => run.open = false,
            _ => {}
        }
    }

    fn judged(&mut self, _: &Line<'_>, _: Class) {}
}

#[test]
fn who_tells_totals_late_has_reported_where_the_run_may_have_ended() {
    let late = side_by_side(all(), |log| {
        let mut listening = Listening::default();
        if log.text.len() <= 100_000 {
            let mut streams = Streams::new(None, Patterns::default());
            for line in log.text.lines() {
                streams.line(&Line::of(line), &mut listening);
            }
            streams.end(&mut listening);
        }
        listening.late.into_iter().map(|each| format!("{}: {each}", log.name)).collect::<Vec<_>>()
    });
    let late = late.concat();
    assert!(late.is_empty(), "{}", late.join("\n"));
}
