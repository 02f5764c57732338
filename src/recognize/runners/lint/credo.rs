//! Credo, the linter of Elixir: reported as `linter`.
//!
//! ```text
//! Checking 2 source files ...
//!
//!   Code Readability
//! ┃
//! ┃ [R] ↗ Modules should have a @moduledoc tag.
//! ┃       lib/quay.ex:1:11 #(Quay)
//!
//! Analysis took 0.1 seconds (0.01s to load, 0.09s running 55 checks on 2 files)
//! 4 mods/funs, found 1 code readability issue.
//! ```
//!
//! With `--format oneline` a finding is `[R] ↗ lib/quay.ex:1:11 Modules should have a @moduledoc tag.`, and there are no numbers.
//! Of each kind five findings are printed unless `--all` is given; the numbers count all of them, and each fails the run. Source
//! of the format: Credo's `suggest/output/default.ex` and `oneline.ex`, and its `summary.ex`.

use crate::budget::Count as _;
use crate::event::{Class, Ended, Event, Part, Place, Seen};
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::lint::finding::{Finding, Weight, all_is_well, declared, ends_in};
use crate::recognize::kit::scan;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};

/// What is before each line of a finding.
const EDGE: char = '\u{2503}';
/// How urgent a finding is.
const ARROWS: [&str; 5] = ["\u{2191} ", "\u{2197} ", "\u{2192} ", "\u{2198} ", "\u{2193} "];
/// The most lines of a message, and of what is shown below a finding.
const LINES: u8 = 12;

/// Credo.
#[derive(Debug, Default)]
pub struct Credo {
    /// A message whose place is to come: its first line as printed, and the whole.
    message: Option<(String, String)>,
    /// How many lines of the message were read, or below the finding.
    lines: u8,
}

impl Runner for Credo {
    const SPEC: Spec = Spec {
        name: "linter",
        reads: "Credo of Elixir, default and oneline",
        starts: &["Checking ", "[R] ", "[D] ", "[F] ", "[W] ", "[C] ", "[U] "],
        numbered: &[" mods/funs, found "],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if begins(text) {
            self.over(run);
            return run.begin(None);
        }
        if let Some(found) = numbers(text) {
            self.over(run);
            if found > 0 {
                declared(found, run);
            } else if run.is_running() {
                run.emit(Event::SectionEnded(Ended::Passed));
            } else {
                all_is_well(run);
            }
            run.forget();
            return Seen::Mine(Class::Totals);
        }
        if let Some(finding) = message(text).and_then(one_line) {
            return Seen::Mine(finding.tell(text, run));
        }
        if let Some(inside) = text.strip_prefix(EDGE).filter(|_| run.is_running()) {
            return self.inside(inside, text, run);
        }
        self.over(run);
        Seen::No
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.over(run);
    }
}

impl Credo {
    /// What is reported is over; a message without a place is one of the project.
    fn over(&mut self, run: &mut Run<'_>) {
        if let Some((heading, message)) = self.message.take() {
            run.instead(&heading);
            run.diagnostic(Place { file: "", line: None }, "", &message);
        }
        run.close();
    }

    /// A line after the edge.
    fn inside(&mut self, inside: &str, text: &str, run: &mut Run<'_>) -> Seen {
        let bare = inside.trim();
        if let Some(first) = message(bare) {
            self.over(run);
            (self.message, self.lines) = (Some((clipped(text), clipped(first))), 1);
            return Seen::Mine(Class::Detail);
        }
        if let Some((heading, message)) = &mut self.message {
            if let Some((place, column)) = placed(bare) {
                run.instead(heading);
                if let Some(column) = column {
                    run.emit(Event::Column(column));
                }
                run.diagnostic(place, "", message);
                run.text(Part::Why);
                (self.message, self.lines) = (None, 0);
            } else if self.lines < LINES {
                for text in [heading, message] {
                    text.push(' ');
                    text.push_str(&clipped(bare));
                }
                self.lines.up(1);
            }
            return Seen::Mine(Class::Detail);
        }
        if run.is_open() && !bare.is_empty() && !bare.starts_with("...  (") && self.lines < LINES {
            self.lines.up(1);
            return run.text(Part::Where);
        }
        Seen::Mine(Class::Noise)
    }
}

/// Whether a run begins: `Checking 2 source files ...`.
fn begins(text: &str) -> bool {
    let rest = text.strip_prefix("Checking ").and_then(scan::number).map(|(_, rest)| rest);
    rest.is_some_and(|rest| {
        let rest = rest.strip_prefix(" source file").unwrap_or_default();
        ["s ...", " ...", "s (this might take a while) ..."].contains(&rest)
    })
}

/// The findings of `12 mods/funs, found 1 warning, 2 code readability issues.`
fn numbers(text: &str) -> Option<u64> {
    let (_, rest) = scan::number(text)?;
    let found = rest.strip_prefix(" mods/funs, found ")?.strip_suffix('.')?;
    if found == "no issues" {
        return Some(0);
    }
    found.split(", ").try_fold(0_u64, |sum, part| {
        let (number, rest) = scan::number(part)?;
        rest.starts_with(' ').then(|| sum.saturating_add(number))
    })
}

/// What is after the kind and the urgency of a finding, `[R] ↗ message`.
fn message(text: &str) -> Option<&str> {
    let (kind, rest) = text.strip_prefix('[')?.split_once("] ")?;
    let own = kind.len() == 1 && kind.starts_with(|kind: char| kind.is_ascii_uppercase());
    ARROWS.iter().find_map(|arrow| rest.strip_prefix(arrow)).filter(|_| own)
}

/// Reads `lib/quay.ex:1:11 #(Quay)`, the place of a finding and its column.
fn placed(text: &str) -> Option<(Place<'_>, Option<u64>)> {
    let (at, scope) = text.rsplit_once(" #(")?;
    scope.ends_with(')').then(|| split(at)).flatten()
}

/// Reads `lib/quay.ex:1:11`, with or without its numbers.
fn split(at: &str) -> Option<(Place<'_>, Option<u64>)> {
    let mut parts = at.splitn(3, ':');
    let file = parts.next()?;
    let line = parts.next().map(scan::whole_number);
    let column = parts.next().map(scan::whole_number);
    let own = ends_in(file, &["ex", "exs", "eex", "heex"]) && !matches!(line, Some(None));
    own.then(|| (Place { file, line: line.flatten() }, column.flatten()))
}

/// A finding that is reported in one line.
fn one_line(reported: &str) -> Option<Finding<'_>> {
    let (at, message) = reported.split_once(' ')?;
    let (place, column) = split(at)?;
    Some(Finding { place, column, weight: Weight::Fails, message })
}
