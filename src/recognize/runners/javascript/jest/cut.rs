//! The end of a log that begins below a file's header: `  ● title`, a blank line, and the text of the report four columns in.
//!
//! The title alone is no evidence. The lines are held until a frame of a stack comes, which is what a report of jest ends with.
//! The blank line may be missing: a run that still reads before jest claims blank lines as its own.

use super::jest::{Jest, Zone};
use super::jest_lines::{SUITE, title};
use crate::budget::Count as _;
use crate::event::{Event, FailureKind, Seen, Sink, TestId};
use crate::recognize::kit::Run;
use crate::recognize::kit::clip::{clipped, indent, key};
use crate::recognize::kit::frames::v8::frame;
use crate::recognize::kit::held::Earlier;
use crate::recognize::runners::javascript::shared::Body;
use crate::text::Line;

/// The most lines that are held.
const HELD: usize = 200;

/// The lines of a report whose file is not known, the title first.
#[derive(Clone, Debug, Default)]
pub(super) struct Held {
    lines: Vec<Earlier>,
    /// Where the last of them is in the stream.
    last: u64,
}

/// Passes on what a reader of errors tells of a line that came before.
struct Before<'a> {
    sink: &'a mut dyn Sink,
    line: &'a Earlier,
}

impl Sink for Before<'_> {
    fn emit(&mut self, event: Event<'_>) {
        match event {
            Event::Text(part) => self.line.tell(part, self.sink),
            other => self.sink.emit(other),
        }
    }
}

impl Jest {
    /// A line of a log of which no file's header was seen. `None` when it is judged like any other.
    pub(super) fn cut(&mut self, line: &Line<'_>, run: &mut Run<'_>) -> Option<Seen> {
        let text = line.judged();
        let begins = title(text).is_some_and(|title| title != "Console");
        if begins && !self.begun && !run.is_running() && matches!(self.zone, Zone::Between) {
            run.emit(Event::MayHaveBegun);
            self.held = Some(Held { lines: vec![Earlier::of(line)], last: line.number });
            return Some(Seen::No);
        }
        let held = self.held.as_mut()?;
        let (blank, columns) = (text.trim().is_empty(), indent(text));
        let one_is_missing = line.number == held.last.saturating_add(2);
        let goes_on = if held.lines.len() == 1 && !one_is_missing { blank } else { blank || columns >= 4 };
        if !goes_on || held.lines.len() >= HELD {
            self.held = None;
            return None;
        }
        held.last = line.number;
        let evidence =
            held.lines.len() > 2 && columns >= 6 && frame(text).is_some_and(|at| at.line.is_some());
        if !evidence {
            held.lines.push(Earlier::of(line));
            return Some(Seen::No);
        }
        let held = self.held.take()?;
        let mut lines = held.lines.iter();
        let first = lines.next()?;
        let name = clipped(title(first.text())?);
        self.begin(run);
        run.emit(Event::BeganThere);
        run.instead(first.text());
        self.failed = true;
        self.known.insert(key(&name));
        let mut body = if name == SUITE {
            self.uncounted.up(1);
            run.fail_whole(&name, FailureKind::Collection);
            Body::of_file()
        } else {
            run.fail(TestId::split_last(&name, super::jest_lines::SEPARATOR));
            Body::default()
        };
        for line in lines {
            body.line(line.text().get(4..).unwrap_or_default(), &mut Before { sink: run, line });
        }
        let seen = Seen::Mine(body.line(text.get(4..).unwrap_or_default(), run));
        self.zone = Zone::Report(body);
        Some(seen)
    }
}

#[cfg(test)]
mod tests {
    use crate::recognize::kit::Driven;

    use crate::recognize::runners::javascript::jest::Jest;
    use crate::text::Line;

    const REPORT: &str = "  ● moor › holds\n\n    expect(received).toBe(expected)\n\n    Expected: 2\n    Received: 1\n\n      at Object.<anonymous> (moor.test.js:9:3)\n\n";

    #[test]
    fn a_blank_line_that_another_run_claims_may_be_missing() {
        let begins = |apart: u64| {
            let mut rows: Vec<String> = Vec::new();
            let mut jest = Driven::<Jest>::default();
            for (number, text) in (1..).zip(REPORT.lines()).filter(|(number, _)| *number != 2) {
                let number = if number == 1 { number } else { number + apart };
                jest.read(&Line { number, ..Line::of(text) }, &mut rows);
            }
            rows.iter().any(|row| row.contains("BlockOpened"))
        };
        assert!(begins(0));
        assert!(!begins(7), "a report far below its title");
    }
}
