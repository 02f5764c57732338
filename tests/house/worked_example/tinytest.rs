//! tinytest: a line for each test, and totals at the end.

use weir::event::{
    Class, Event, FailureKind, Grade, Level, Opened, Outcome, Runner, Seen, Sink, TestId, Totals,
};
use weir::recognize::{Recognizer, Signs, scan};
use weir::text::Line;

/// tinytest.
#[derive(Debug, Default)]
pub struct Tinytest;

impl Recognizer for Tinytest {
    fn runner(&self) -> Runner {
        Runner("tinytest")
    }

    fn signs(&self) -> Signs {
        Signs { starts: &["tinytest: ", "PASS ", "FAIL ", "Ran: "], ..Signs::default() }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged();
        if let Some((announced, " tests")) = text.strip_prefix("tinytest: ").and_then(scan::number) {
            let announced = Some(announced);
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced, label: "" });
            Seen::Mine(Class::Noise)
        } else if let Some(name) = text.strip_prefix("PASS ") {
            sink.emit(finished(name, Outcome::Passed));
            Seen::Mine(Class::Passed)
        } else if let Some((name, message)) =
            text.strip_prefix("FAIL ").and_then(|rest| rest.split_once(": "))
        {
            sink.emit(finished(name, Outcome::Failed(FailureKind::Test)));
            sink.emit(Event::Heading);
            sink.emit(Event::Message(message));
            Seen::Mine(Class::Detail)
        } else if let Some(totals @ Totals { passed: Some(_), failed: Some(_), .. }) =
            text.strip_prefix("Ran: ").map(scan::totals)
        {
            sink.emit(Event::Declared { totals, level: Level::Section });
            Seen::Mine(Class::Totals)
        } else {
            Seen::No
        }
    }
}

/// A status line: the weakest grade, because any output can imitate it.
fn finished(name: &str, outcome: Outcome) -> Event<'_> {
    Event::Finished { id: TestId::bare(name), outcome, grade: Grade::Line, attempt: 0, alias: "" }
}
