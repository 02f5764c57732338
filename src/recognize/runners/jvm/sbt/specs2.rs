//! Examples of specs2 that failed (`x adds`) or broke (`! adds`), as sbt marks them.
//!
//! The message is below, one blank deeper, and ends with the place: `3 != 4 (CartSpec.scala:12)`. Whatever a process
//! prints to its standard error is marked alike, so an example is held until its place comes. The few without a place are
//! reported when specs2's own numbers count them. Two specifications may have examples of one name: the name that is alone
//! above the first of a specification's lines tells which one speaks, and without it the place's file does.
//!
//! Source: `TextPrinter.scala` of specs2 3 to 5 (`printFailure`, `printError`, `printMessage`, `printStats`).

use super::open::Open;
use super::sbt::Sbt;
use super::sbt_lines::{self, Mark, without_time};
use crate::budget::Count as _;
use crate::event::{Class, Event, Part, Place, Seen, TestId};
use crate::recognize::kit::Run;
use crate::recognize::kit::frames::jvm;
use crate::recognize::kit::frames::jvm::Trace;
use crate::recognize::kit::scan;

/// The most lines of a message that are held, and the bytes of each.
const MOST_LINES: usize = 40;
const LONGEST_LINE: usize = 1024;
/// The most examples without a place that are held.
const MOST_DOUBTFUL: usize = 64;

/// An example whose message has not ended yet.
#[derive(Debug, Default)]
pub(super) struct Example {
    indent: usize,
    name: String,
    heading: String,
    message: Vec<String>,
}

/// What is known of the specification that speaks.
#[derive(Debug, Default)]
pub(super) struct Examples {
    /// Its name.
    heading: String,
    /// Those that were reported.
    reported: u64,
    /// Those without a place.
    doubtful: Vec<Example>,
}

impl Sbt {
    /// A line that may be an example.
    pub(super) fn specs2(&mut self, rest: &str) -> Option<Seen> {
        self.open = Open::Example(example(rest)?);
        Some(Seen::No)
    }

    /// A line below an example; `None` ends it.
    pub(super) fn specs2_message(&mut self, mark: Mark, rest: &str, run: &mut Run<'_>) -> Option<Seen> {
        let Open::Example(open) = &mut self.open else { return None };
        let begin = rest.trim_start();
        let indent = rest.len().saturating_sub(begin.len());
        let other = example(rest).is_some() && indent != open.indent.saturating_add(1);
        let deeper = indent > open.indent || begin.is_empty();
        if mark != Mark::Error || !deeper || other || open.message.len() >= MOST_LINES {
            self.doubt();
            return None;
        }
        let Some(place) = sbt_lines::place(begin) else {
            open.message.push(crate::text::head(begin, LONGEST_LINE).to_owned());
            return Some(Seen::No);
        };
        let example = std::mem::take(open);
        let indent = example.indent;
        let trace = self.tell(&example, Some(place), begin, run);
        self.open = Open::Reported(indent, trace);
        Some(run.text(Part::Why))
    }

    /// What specs2 prints after the place: a difference and frames, both without indentation.
    pub(super) fn specs2_details(&mut self, mark: Mark, rest: &str, run: &mut Run<'_>) -> Option<Seen> {
        let Open::Reported(column, trace) = &mut self.open else { return None };
        let begin = rest.trim_start();
        let indent = rest.len().saturating_sub(begin.len());
        let printed = ["Actual", "Expected", "Added (", "Missing (", "Different (", "CAUSED BY"];
        let known = printed.iter().any(|words| begin.starts_with(words)) || frame(begin) || indent > *column;
        if mark != Mark::Error || begin.is_empty() || example(rest).is_some() || !known {
            return None;
        }
        if frame(begin) {
            run.text(Part::Where);
        } else {
            trace.line(begin, run);
        }
        Some(Seen::Mine(Class::Detail))
    }

    /// The stream ended: below a specification's name what may be an example is one whose message was cut off.
    pub(super) fn specs2_cut(&mut self, run: &mut Run<'_>) {
        if let Open::Example(open) = &mut self.open
            && !self.examples.heading.is_empty()
        {
            let example = std::mem::take(open);
            let _ = self.tell(&example, None, "", run);
            run.close();
            self.open = Open::Nothing;
        }
    }

    /// The example's message ended without a place.
    pub(super) fn doubt(&mut self) {
        if let Open::Example(example) = &mut self.open {
            let example = std::mem::take(example);
            self.open = Open::Nothing;
            if self.examples.doubtful.len() < MOST_DOUBTFUL {
                self.examples.doubtful.push(example);
            }
        }
    }

    /// Specs2's numbers for one specification: `3 examples, 1 failure, 0 error`.
    pub(super) fn specs2_numbers(&mut self, rest: &str, run: &mut Run<'_>) -> Option<Seen> {
        let failed = numbers(rest)?;
        let (reported, doubtful) = (self.examples.reported, std::mem::take(&mut self.examples.doubtful));
        let all = u64::try_from(doubtful.len()).unwrap_or(u64::MAX).saturating_add(reported);
        if !doubtful.is_empty() && all == failed {
            for example in &doubtful {
                let _ = self.tell(example, None, "", run);
                run.close();
            }
        }
        self.examples = Examples::default();
        Some(Seen::Mine(Class::Totals))
    }

    /// A name that is alone: the first one is the specification's, and those after it head its examples.
    pub(super) fn specs2_heading(&mut self, mark: Mark, rest: &str) {
        let upper = rest.rsplit('.').next().is_some_and(|name| name.starts_with(char::is_uppercase));
        // Below a suite of ScalaTest it heads tests of that.
        let free = self.suite.is_empty() && self.examples.heading.is_empty();
        if mark == Mark::Info && upper && free && jvm::is_class(rest) {
            crate::text::head(rest, LONGEST_LINE).clone_into(&mut self.examples.heading);
        }
    }

    /// Tells an example. `last` is the current line, as far as it belongs to the message.
    fn tell(&mut self, example: &Example, place: Option<Place<'_>>, last: &str, run: &mut Run<'_>) -> Trace {
        self.begin(None, run);
        let file = place.map_or("", |place| place.file);
        let stem = file.rsplit('/').next().unwrap_or(file);
        let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem);
        let heading = self.examples.heading.clone();
        let module = if heading.is_empty() { stem } else { &heading };
        let separator = if module.is_empty() { "" } else { " > " };
        let id = TestId { module, separator, name: &example.name };
        let name = self.names.next_of(id);
        let id = TestId { name: &name, ..id };
        run.instead(&example.heading);
        run.fail(id);
        let first = example.message.iter().map(String::as_str).find(|line| !line.is_empty()).unwrap_or(last);
        run.message(first);
        for text in &example.message {
            run.emit(Event::Decoded { part: Part::Why, text });
        }
        if let Some(place) = place {
            run.at(place);
        }
        self.examples.reported.up(1);
        Trace::of(module)
    }
}

fn example(rest: &str) -> Option<Example> {
    let begin = rest.trim_start();
    let name = begin.strip_prefix("x ").or_else(|| begin.strip_prefix("! "))?;
    let name = without_time(name).trim();
    (!name.is_empty()).then(|| Example {
        indent: rest.len().saturating_sub(begin.len()),
        name: crate::text::head(name, LONGEST_LINE).to_owned(),
        heading: crate::text::head(rest, LONGEST_LINE).to_owned(),
        message: Vec::new(),
    })
}

/// A frame as specs2 prints it: `dev.orchard.PressSpec.$anonfun$new$3(PressSpec.scala:18)`.
fn frame(text: &str) -> bool {
    sbt_lines::place(text).is_some() && !text.contains(' ') || jvm::frame(text).is_some()
}

/// How many failed or broke.
fn numbers(rest: &str) -> Option<u64> {
    let mut parts = rest.split(", ");
    let (_, noun) = scan::number(parts.next()?)?;
    if !matches!(noun, " example" | " examples") {
        return None;
    }
    let (mut failed, mut known) = (0_u64, false);
    for part in parts {
        let (number, noun) = scan::number(part)?;
        match noun.trim() {
            "failure" | "failures" => known = true,
            "error" | "errors" => {}
            _ => continue,
        }
        failed.up(number);
    }
    known.then_some(failed)
}
