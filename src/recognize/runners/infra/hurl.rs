//! hurl with `--test`: a line for each file, its errors above it, and numbers of files at the end.
//!
//! ```text
//! error: Assert status code
//!   --> api/tags.hurl:25:6
//!    |
//! 25 | HTTP 201
//!    |      ^^^ actual value is <409>
//!    |
//!
//! Failure api/tags.hurl (2 request(s) in 187 ms)
//! Succeeded files:   2 (66.7%)
//! Failed files:      1 (33.3%)
//! ```
//!
//! A file is a test. Up to 6.0 the file is first: `api/tags.hurl: Failure (2 request(s) in 187 ms)`. Errors of a request
//! that is tried again are above a file that succeeds. Source of the format: `hurl/src/main.rs`, `util/logger` of hurl.

use crate::event::{Block, Class, Event, FailureKind, Grade, Part, Place, Seen, TestId, Totals};
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::{EqualNames, FAILED, Remembered, Run, Runner, Shape, Spec, of_word, scan, shape};

/// hurl.
#[derive(Debug, Default)]
pub struct Hurl {
    /// What the last error says.
    message: String,
    /// Files with errors, until their own lines come: hurl runs several at once.
    failing: Remembered<256>,
}

/// The part of its output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    #[default]
    Files,
    /// After `error: `: its place follows.
    Error,
    /// In the text of an error.
    Text,
}

/// What is below `error: ...`
const PLACE: Shape = shape("  --> {place}");
/// Up to 6.0 the file is first.
const FILE: [Shape; 2] = [
    shape("{word} {file..} ({number} request(s) in {number} ms)"),
    shape("{file..}: {word} ({number} request(s) in {number} ms)"),
];
const EXECUTED: Shape = shape("Executed files:{blanks}{number}");
const SUCCEEDED: Shape = shape("Succeeded files:{blanks}{passed} ({any}%)");
const FAILING: Shape = shape("Failed files:{blanks}{failed} ({any}%)");

impl Runner for Hurl {
    const SPEC: Spec = Spec {
        name: "hurl",
        reads: "hurl --test",
        starts: &["error: ", "Success ", "Failure ", "Executed files:"],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(message) = text.strip_prefix("error: ") {
            run.close();
            self.message = clipped(message);
            *zone = Zone::Error;
            return if run.is_running() { Seen::Mine(Class::Detail) } else { Seen::No };
        }
        if *zone == Zone::Error {
            *zone = Zone::Files;
            let Some(place) = located(text) else { return Seen::No };
            *zone = Zone::Text;
            return self.error(place, run);
        }
        if let Some((file, success)) = file(text) {
            run.close();
            *zone = Zone::Files;
            return self.file(file, success, run);
        }
        if EXECUTED.fits(text) {
            // Where the file is first, nothing else shows a run in which all succeeded.
            open(run);
        }
        if !run.is_running() {
            return Seen::No;
        }
        if *zone == Zone::Text {
            return below(zone, text.trim_start(), run);
        }
        if let Some(read) = SUCCEEDED.read(text) {
            return run.collect(&read);
        }
        if let (passed @ Some(_), Some(Some(failed))) =
            (run.collected().passed, FAILING.read(text).map(|read| read.failed))
        {
            return run.totals(Totals { passed, failed: Some(failed), ..Totals::default() });
        }
        let noise = scan::is_ruler(text, '-', 80) || text.starts_with("Executed ");
        if noise { Seen::Mine(Class::Noise) } else { Seen::No }
    }
}

impl Hurl {
    fn error(&mut self, place: Place<'_>, run: &mut Run<'_>) -> Seen {
        let file = place.file;
        open(run);
        if self.failing.iter().all(|each| each != file) {
            let kind = FailureKind::Test;
            run.emit(Event::BlockOpened(Block::Test { id: TestId::bare(file), kind }));
            self.failing.push(file);
        }
        run.more(file);
        run.emit(Event::Decoded { part: Part::Why, text: &format!("error: {}", self.message) });
        run.message_otherwise(&self.message);
        run.at(place);
        run.text(Part::Why)
    }

    /// A file ended.
    fn file(&mut self, file: &str, success: bool, run: &mut Run<'_>) -> Seen {
        let reported = self.failing.take(|each| each == file).is_some();
        let id = TestId::bare(file);
        open(run);
        if success {
            if reported {
                run.emit(Event::Withdrawn(id));
            }
            return run.pass(id);
        }
        run.emit(Event::Finished { id, outcome: FAILED, grade: Grade::Block, attempt: 0, alias: "" });
        run.emit(Event::Heading);
        Seen::Mine(Class::Detail)
    }
}

/// A line of an error's text: the message is all that it says.
fn below(zone: &mut Zone, content: &str, run: &mut Run<'_>) -> Seen {
    if content.is_empty() {
        run.close();
        *zone = Zone::Files;
        return Seen::Mine(Class::Noise);
    }
    let Some(reason) = reason(content) else { return run.text(Part::Where) };
    let message = run.otherwise();
    if message.len().saturating_add(reason.len()) < 400 {
        let between = if message.contains(": ") { ", " } else { ": " };
        let message = format!("{message}{between}{reason}");
        run.message_otherwise(&message);
    }
    run.text(Part::Why)
}

fn open(run: &mut Run<'_>) {
    if !run.is_running() {
        run.open();
        run.emit(Event::BeganThere);
    }
}

/// The place of an error, which is in a file of hurl's.
fn located(text: &str) -> Option<Place<'_>> {
    PLACE.read(text)?.place().filter(|place| place.file.ends_with(".hurl"))
}

/// A file, and whether it succeeded.
fn file(text: &str) -> Option<(&str, bool)> {
    let mut read = FILE.iter().filter_map(|shape| shape.read(text));
    read.find_map(|read| Some((read.file, of_word(&[("Success", true), ("Failure", false)], read.word)?)))
}

/// What a line of an error says: `|      ^^^ actual value is <409>`, `|   actual:   string <Alice>`.
fn reason(content: &str) -> Option<&str> {
    let text = content.strip_prefix('|')?.trim_start_matches([' ', '^']).trim_end();
    let reason = content.contains('^') || text.starts_with("actual:") || text.starts_with("expected:");
    (reason && !text.is_empty()).then_some(text)
}
