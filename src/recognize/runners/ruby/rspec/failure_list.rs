//! RSpec's formatter `failures`, which editors read: `./spec/cart_spec.rb:5:E:expected: 2 got: 1`, a line for each exception,
//! then one for each further frame with an `I` instead.
//!
//! It tells neither the names of examples nor numbers, and nothing at all of a run that went well: a failure is called by
//! its place. Source: rspec-core 3, `formatters/failure_list_formatter.rb`.

use crate::event::{Event, Opened, Part, Place, Seen, TestId};
use crate::recognize::kit::scan;
use crate::recognize::kit::{EveryLine, Run, Runner, Spec};

/// RSpec's failures as a list for editors.
#[derive(Debug, Default)]
pub struct RspecFailureList;

impl Runner for RspecFailureList {
    const SPEC: Spec = Spec {
        name: "rspec",
        reads: "RSpec: its list of failures for editors",
        places: Some(&["rb"]),
        every_line: EveryLine::Never,
        ..Spec::NONE
    };

    type Zone = ();

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let Some((place, letter, printed)) = located(line.judged()) else { return Seen::No };
        if letter == "I" {
            if !run.is_running() {
                return Seen::No;
            }
            return run.text(Part::Where);
        }
        if !run.is_running() {
            run.begin_as(Opened::Headless, None);
        }
        let number = place.line.unwrap_or(0);
        let seen = run.fail(TestId::bare(&format!("{}:{number}", place.file)));
        run.emit(Event::At { place, better: true });
        run.message(printed);
        seen
    }
}

/// Reads `./spec/cart_spec.rb:5:E:words`: the place, the letter and the words.
fn located(text: &str) -> Option<(Place<'_>, &str, &str)> {
    let (before, printed) = text.split_once(":E:").or_else(|| text.split_once(":I:"))?;
    let letter = text.get(before.len().checked_add(1)?..)?.get(..1)?;
    let (file, line) = before.rsplit_once(':')?;
    let ruby = file.ends_with(".rb") && !file.starts_with(' ');
    let place = Place { file, line: Some(scan::whole_number(line)?) };
    (ruby && !printed.trim().is_empty()).then(|| (place, letter, printed.trim()))
}
