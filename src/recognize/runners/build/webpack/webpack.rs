//! webpack's errors and warnings.
//!
//! `ERROR in ./src/quay.js 2:22` begins an error; its text has empty lines, and ends with the modules that asked for the file
//! (` @ ./src/main.js 1:0-33`), before the next error, or before webpack's last lines. `webpack 5.90.0 compiled with 4 errors in
//! 566 ms` is the sum. Create React App and Next print `Failed to compile.` with files and messages below it instead; below a file Next
//! may have rows of ESLint's, of which some only warn.

use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Part, Place, Seen};
use crate::recognize::PassShape;
use crate::recognize::kit::bounds::{MESSAGE_BYTES, MESSAGE_LINES, PATH_BYTES};
use crate::recognize::kit::lint::finding::{all_is_well, numbers};
use crate::recognize::kit::scan;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};
use crate::text::head;

use super::webpack_lines::{
    Head, asked_by, command_error, compiled, ends, is_path, loader_place, says_nothing, subject, typed,
};

/// What heads a list of errors.
const FAILED: &str = "Failed to compile.";
/// What Create React App's last words are, warnings or none.
const READY: &str = "The build folder is ready to be deployed.";
/// What heads that of Turbopack, after the word for an error: `Turbopack build failed with 1 errors:`.
const TURBOPACK: &str = "Turbopack build failed";

/// The most lines that are held until the message is known.
const HELD: usize = 12;

/// An error whose message is to come: errors of one place are distinguished by it.
#[derive(Debug)]
struct Pending {
    heading: String,
    code: String,
    lines: Vec<String>,
}

/// The open error or warning.
#[derive(Debug)]
struct Open {
    class: Class,
    lines: u32,
    pending: Option<Pending>,
    /// What the head named: a file, or else a name; and the line.
    subject: String,
    file: bool,
    line: Option<u64>,
    /// It is TypeScript's.
    typed: bool,
    /// The message so far, and whether it is whole.
    message: String,
    printed: bool,
    /// The list of modules that asked for the file has begun.
    asked: bool,
    blank: bool,
}

/// webpack.
#[derive(Debug, Default)]
pub struct Webpack {
    open: Option<Open>,
    /// This heads a list of errors, and no error is below it so far.
    unexplained: Option<&'static str>,
    /// Below what heads such a list, and for how many lines.
    list: Option<u32>,
    /// The file of the list whose rows of ESLint's are read.
    linted: Option<String>,
    /// An error of the list was reported.
    explained: bool,
}

impl Runner for Webpack {
    const SPEC: Spec = Spec {
        name: "webpack",
        reads: "webpack, with ts-loader, and under Angular, Create React App and Next",
        starts: &[
            "ERROR in ",
            "WARNING in ",
            "Error: ",
            "webpack ",
            "[webpack-cli] ",
            "[Error: Turbopack ",
            "Compiled successfully.",
            READY,
            // Usual names of configurations, of which several are built at once.
            "app (webpack ",
            "browser (webpack ",
            "client (webpack ",
            "development (webpack ",
            "legacy (webpack ",
            "main (webpack ",
            "modern (webpack ",
            "node (webpack ",
            "preload (webpack ",
            "production (webpack ",
            "renderer (webpack ",
            "server (webpack ",
            "web (webpack ",
            "DONE  Compiled successfully in ",
            FAILED,
        ],
        // No pass, but the end tells what the beginning cannot.
        passes: &[PassShape { start: "", end: "...Failed to compile." }],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.open.is_some() || self.list.is_some()
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        let reported = text.strip_prefix("ERROR in ").and_then(subject);
        if let Some(reported) = reported.or_else(|| text.strip_prefix("Error: ").and_then(typed)) {
            return self.begin(text, reported, run);
        }
        if text.strip_prefix("WARNING in ").and_then(subject).is_some() {
            self.finish(run);
            self.open = Some(Open::new(Class::Warning, ""));
            return run.warn(head(text, PATH_BYTES));
        }
        if let Some(errors) = compiled(text) {
            self.finish(run);
            self.list = None;
            if errors > 0 {
                run.consequence(text, FailureKind::Build);
            } else {
                all_is_well(run);
            }
            return Seen::Mine(Class::Totals);
        }
        // Create React App and Vue's command: nothing follows that could fail. Next goes on after the same words with a mark.
        if text == "Compiled successfully."
            || text == READY
            || text.trim_start().starts_with("DONE  Compiled successfully in ")
        {
            self.finish(run);
            all_is_well(run);
            return Seen::Mine(Class::Totals);
        }
        if let Some(message) = command_error(text) {
            return self.begin(text, Head { subject: "webpack", line: None, code: "", message }, run);
        }
        // Next leaves the line of its progress without an end.
        if text == FAILED || text.strip_suffix(FAILED).is_some_and(|before| before.ends_with("...")) {
            self.finish(run);
            (self.list, self.unexplained) = (Some(0), Some(FAILED));
            (self.linted, self.explained) = (None, false);
            return Seen::Mine(Class::Totals);
        }
        let turbopack = text
            .trim_start_matches('[')
            .strip_prefix("Error: ")
            .and_then(|rest| rest.strip_prefix(TURBOPACK));
        if turbopack.is_some_and(|rest| rest.ends_with(" errors:") || rest.ends_with(" error:")) {
            self.finish(run);
            (self.list, self.unexplained) = (Some(0), Some(TURBOPACK));
            return Seen::Mine(Class::Totals);
        }
        if self.list.is_some() {
            return self.listed(text, run);
        }
        self.body(text, run)
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.leave(run);
    }
}

impl Webpack {
    /// The list of errors is over; without one, the line above it is all that is known.
    fn leave(&mut self, run: &mut Run<'_>) {
        self.finish(run);
        self.list = None;
        if let Some(heading) = self.unexplained.take() {
            run.consequence(heading, FailureKind::Build);
            run.instead(heading);
            run.emit(Event::Heading);
        }
    }

    /// The head of an error.
    fn begin(&mut self, heading: &str, reported: Head<'_>, run: &mut Run<'_>) -> Seen {
        self.finish(run);
        self.unexplained = None;
        let mut open = Open::new(Class::Detail, reported.subject);
        open.file = reported.is_file();
        open.typed = !reported.code.is_empty();
        open.line = reported.line;
        let heading = head(heading, PATH_BYTES).to_owned();
        open.pending = Some(Pending { heading, code: head(reported.code, 16).to_owned(), lines: Vec::new() });
        if !reported.message.is_empty() {
            open.say(reported.message);
            open.tell(run);
        }
        self.open = Some(open);
        Seen::Mine(Class::Detail)
    }

    /// A line while an error or warning is open.
    fn body(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let Some(open) = &mut self.open else { return Seen::No };
        // Angular tells the errors of TypeScript in one go: only the first is after `ERROR in `.
        if open.class == Class::Detail
            && open.typed
            && let Some(reported) = typed(text)
        {
            return self.begin(text, reported, run);
        }
        let asks = text.starts_with(" @ ");
        let over = open.lines >= MESSAGE_LINES
            || ends(text)
            || (open.blank && text.is_empty())
            || (open.asked && !asks && !text.starts_with("    "));
        if over {
            self.finish(run);
            return if text.is_empty() { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        open.lines.up(1);
        open.blank = text.is_empty();
        open.asked |= asks;
        let class = open.class;
        if class == Class::Detail && open.line.is_none() {
            let place = loader_place(text).or_else(|| {
                let (file, line) = asked_by(text)?;
                (file == open.subject).then_some(Place { file, line: Some(line) })
            });
            if let Some(place) = place {
                open.line = place.line;
                if open.pending.is_none() {
                    run.emit(Event::At { place, better: true });
                }
            }
        }
        if !open.printed && !asks {
            open.hear(text.trim());
        }
        if let Some(pending) = &mut open.pending {
            if !open.printed && pending.lines.len() < HELD {
                pending.lines.push(head(text, PATH_BYTES).to_owned());
                return Seen::Mine(class);
            }
            open.tell(run);
        }
        let stack = asks || text.trim_start().starts_with("at ");
        run.text(if stack { Part::Where } else { Part::Why });
        Seen::Mine(class)
    }

    /// A line below `Failed to compile.`: a file begins an error, and so does what is first.
    fn listed(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let lines = self.list.map_or(0, |lines| lines.saturating_add(1));
        self.list = Some(lines);
        if ends(text) || lines > MESSAGE_LINES.saturating_mul(8) {
            self.leave(run);
            return Seen::No;
        }
        if let Some(seen) = self.linted(text, run) {
            return seen;
        }
        let file =
            scan::place(text).map_or(text, |(place, rest)| if rest.is_empty() { place.file } else { "" });
        let names = is_path(file) && !file.contains("://");
        let first = self.open.is_none() && !text.is_empty() && !text.starts_with("[eslint]");
        if names && let Some(reported) = subject(text) {
            return self.begin(text, reported, run);
        }
        if first && !text.starts_with(' ') {
            return self.begin(text, Head { subject: "webpack", line: None, code: "", message: text }, run);
        }
        self.body(text, run)
    }

    /// `203:11  Error: 'moor' is never reassigned.  prefer-const`, below the line that names the file.
    fn linted(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        let Some((line, column, fails, message)) = row(text) else {
            if self.linted.is_none() || self.open.is_some() || !text.starts_with("info ") {
                return None;
            }
            self.linted = None;
            self.leave(run);
            return Some(Seen::Mine(Class::Noise));
        };
        if let Some(open) =
            self.open.take_if(|open| open.file && open.pending.is_some() && open.message.is_empty())
        {
            self.linted = Some(open.subject);
            self.unexplained = (!self.explained).then_some(FAILED);
        }
        let file = self.linted.as_deref().filter(|_| self.open.is_none())?;
        if !fails {
            return Some(run.warn_at_once(&format!("{file}:{text}")));
        }
        (self.unexplained, self.explained) = (None, true);
        run.close();
        run.emit(Event::Column(column));
        run.instead(&format!("{file}:{text}"));
        let seen = run.diagnostic(Place { file, line: Some(line) }, "", message);
        run.close();
        Some(seen)
    }

    /// What is open is over.
    fn finish(&mut self, run: &mut Run<'_>) {
        let Some(mut open) = self.open.take() else { return };
        open.tell(run);
        if open.class == Class::Detail && open.file && open.line.is_none() {
            run.emit(Event::At { place: Place { file: &open.subject, line: None }, better: true });
        }
        run.close();
    }
}

/// Reads a row of ESLint's: line, column, whether it fails the build, and the message.
fn row(text: &str) -> Option<(u64, u64, bool, &str)> {
    let (line, column, rest) = numbers(text)?;
    let rest = rest.strip_prefix("  ")?;
    let error = rest.strip_prefix("Error: ").map(|message| (line, column, true, message));
    error.or_else(|| Some((line, column, false, rest.strip_prefix("Warning: ")?)))
}

impl Open {
    fn new(class: Class, subject: &str) -> Self {
        Self {
            class,
            lines: 0,
            pending: None,
            subject: head(subject, PATH_BYTES).to_owned(),
            file: false,
            line: None,
            typed: false,
            message: String::new(),
            printed: false,
            asked: false,
            blank: false,
        }
    }

    /// Tells an error that was held.
    fn tell(&mut self, run: &mut Run<'_>) {
        let Some(pending) = self.pending.take() else { return };
        run.instead(&pending.heading);
        if self.file {
            // Without its line the place is reported when the block closes.
            let file = if self.line.is_some() { self.subject.as_str() } else { "" };
            let place = Place { file, line: self.line };
            run.diagnostic(place, &pending.code, &self.message);
        } else {
            run.fail_whole(&self.subject, FailureKind::Build);
        }
        run.message(&self.message);
        for text in &pending.lines {
            run.emit(Event::Decoded { part: Part::Why, text });
        }
    }

    /// This is the message.
    fn say(&mut self, printed: &str) {
        self.message.push_str(head(printed, MESSAGE_BYTES));
        self.printed = true;
    }

    /// A line that may be of the message: the first that says something, and after a lone word the next.
    fn hear(&mut self, text: &str) {
        if says_nothing(text) {
            return;
        }
        if !self.message.is_empty() {
            self.message.push_str(": ");
        }
        let room = MESSAGE_BYTES.saturating_sub(self.message.len());
        self.message.push_str(head(text, room));
        self.printed = text.contains(' ');
    }
}
