//! What the answer over a stored run left out, the most useful lines first: the answer is made again, and what it does not show
//! is shown.

use std::collections::HashSet;
use std::io::{self, Write};
use std::ops::ControlFlow;

use super::next::commands;
use super::part::part;
use super::sheet::Sheet;
use super::start::Start;
use crate::budget::{Count as _, Mode};
use crate::event::Class;
use crate::filter::{self, Beside, FilterError, Keeping, Progress};
use crate::report::{Report, Witness};
use crate::settings::{From, Settings};
use crate::store::{Facts, Snapshot};

/// Classes of lines in the order in which they are shown.
const ORDER: [Class; 7] =
    [Class::Detail, Class::Warning, Class::Skipped, Class::Other, Class::Totals, Class::Passed, Class::Noise];

/// What an answer shows, and of which class each line is.
#[derive(Default)]
struct Seen {
    shown: HashSet<u64>,
    classes: Vec<Class>,
}

impl Progress for Seen {
    fn after_block(&mut self, report: &mut Report) {
        report.remember_classes();
    }

    fn ended(&mut self) {}

    fn finished(&mut self, report: &Report, _witness: Witness) {
        self.classes = report.classes().to_vec();
    }

    fn answered(&mut self, shown: &HashSet<u64>) {
        self.shown.clone_from(shown);
    }
}

impl Seen {
    /// The class of a line that is left out.
    fn left_out(&self, number: u64) -> Option<Class> {
        if self.shown.contains(&number) {
            return None;
        }
        let at = usize::try_from(number.saturating_sub(1)).unwrap_or(usize::MAX);
        Some(self.classes.get(at).copied().unwrap_or(Class::Other))
    }
}

/// The settings of the answer that was printed.
pub(in crate::cli) fn settings_of(facts: &Facts) -> Settings {
    let (mode, limits, bytes) = facts.printed.as_ref().map_or_else(
        || (Mode::Standard, Mode::Standard.limits(), None),
        |printed| (printed.mode(), printed.limits(), printed.bytes),
    );
    Settings {
        mode,
        limits,
        bytes,
        from: facts.from.clone().map_or(From::Auto, From::Runner),
        command: Some(facts.command.clone()),
        rerun: facts.rerun_command(),
        ..Settings::default()
    }
}

/// Shows it, from the line of a certain number on.
pub(super) fn show(
    snapshot: &mut Snapshot,
    start: &Start,
    settings: &Settings,
    out: &mut dyn Write,
) -> Result<(), FilterError> {
    let facts = snapshot.meta().facts.clone();
    let id = snapshot.id().to_owned();
    let witness =
        Witness { exit: facts.exit, ending: facts.ending, interrupted: facts.interrupted, ran_ms: None };
    let mut seen = Seen::default();
    let keeping = Keeping::Is { id: id.clone(), redacted: 0, note: None, witness };
    let beside = Beside { keeping, progress: &mut seen, past: None, paints: None, documents: None };
    filter::run_beside(&settings_of(&facts), snapshot, &[], &mut io::sink(), beside)?;
    let mut page = Page {
        sheet: Sheet::new(out, settings).page(start.page()),
        from: start.skipped(),
        all: 0,
        next: None,
    };
    for class in ORDER {
        each_line(snapshot, &mut |number, text| {
            // What says nothing comes last, whose line it ever is.
            let of = |reported: Class| {
                if text.chars().any(char::is_alphanumeric) { reported } else { Class::Noise }
            };
            if seen.left_out(number).map(of) == Some(class) { page.line(number, text) } else { Ok(()) }
        })
        .map_err(FilterError::Write)?;
    }
    let Page { sheet, all, next, .. } = page;
    let next = next.map_or_else(Vec::new, |next| commands(&format!("{id} --from {next}"), settings));
    let shown = sheet.shown();
    sheet.close(&format!("{shown} of {all} lines that were left out"), &next).map_err(FilterError::Write)
}

/// The page that is filled.
struct Page<'a> {
    sheet: Sheet<'a>,
    /// Lines that come before it.
    from: u64,
    /// Lines so far.
    all: u64,
    /// The first for which there was no room.
    next: Option<u64>,
}

impl Page<'_> {
    fn line(&mut self, number: u64, text: &str) -> io::Result<()> {
        self.all.up(1);
        let shows = self.all > self.from && self.next.is_none();
        if shows && !self.sheet.line(&format!("{number}: {text}"))? {
            self.next = Some(self.all);
        }
        Ok(())
    }
}

/// Gives each stored line with its number in the whole input.
fn each_line(snapshot: &mut Snapshot, each: &mut dyn FnMut(u64, &str) -> io::Result<()>) -> io::Result<()> {
    let mut first = snapshot.seek_line(1);
    loop {
        let _ = part(snapshot, first, 1, &mut |number, text| each(number, text).map(ControlFlow::Continue))?;
        let Some((missing, gap)) = snapshot.pass_gap() else { return Ok(()) };
        first = missing.saturating_add(gap.lines);
    }
}
