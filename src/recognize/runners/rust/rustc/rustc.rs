//! The state machine over what the Rust tools print while they build.
//!
//! Every error with a place is a failure of its own; `could not compile` and its like are consequences. A diagnostic
//! ends at the first empty line; cargo's own errors go on over empty lines with `Caused by:`. No section is opened: a
//! build announces nothing. `Finished` as the last word says that it went well, unless it is what tests were built for.
//!
//! Test results are cargo test's and nextest's, panics of programs are nobody's here but `thread 'rustc'`.

use super::causes::{Stream, causes};
use super::excerpt::{Excerpt, arrow};
use super::words::{self, Sentence, Status};
use crate::budget::Count as _;
use crate::event::{Class, FailureKind, Part, Place, Seen};
use crate::recognize::kit::diagnostics::Severity;
use crate::recognize::kit::good_end::GoodEnd;
use crate::recognize::kit::lint::finding::declared;
use crate::recognize::kit::{EqualNames, EveryLine, Run, Runner, Spec};
use crate::recognize::kit::{crash, diagnostics, scan};

/// The longest message that is kept for the next line, in bytes.
const MESSAGE_BYTES: usize = 1024;
/// The most lines of a compiler's crash that belong to it.
const CRASH_LINES: u32 = 400;
/// The most of them that tell why.
const CRASH_REASON_LINES: u32 = 8;
/// The code that stands for rustfmt, which has none.
const RUSTFMT: &str = "rustfmt";

/// What is open, and so how its lines are read.
#[derive(Clone, Copy, Debug, Default)]
enum Open {
    /// A diagnostic and its class.
    Excerpt(Excerpt, Class),
    /// An error of cargo with its causes.
    Chain(Stream),
    /// A crash of the compiler, after so many lines of it.
    Crash(u32),
    /// A crash of the compiler that was reported before in other words, after so many lines of it.
    CrashReplay(u32),
    /// A difference that rustfmt found.
    #[default]
    Difference,
    /// A diagnostic in the short form, whose message may go on.
    Short(Class),
}

/// A heading that could be anybody's.
#[derive(Debug)]
struct Candidate {
    message: String,
    class: Class,
}

impl Candidate {
    /// Keeps the beginning of the message.
    fn new(message: &str, class: Class) -> Self {
        Self { message: crate::text::head(message, MESSAGE_BYTES).to_owned(), class }
    }
}

/// rustc, clippy, rustdoc, rustfmt and cargo build.
#[derive(Debug, Default)]
pub struct Rustc {
    open: Open,
    /// Whether cargo printed that it is building, or the compiler was heard: `error: ` is its then.
    building: bool,
    /// Whether an error was reported since the last `could not compile`.
    errors: bool,
    /// Whether one was reported since cargo last named what it could not install for it.
    broken: bool,
    /// How many were reported, those that were reported twice too: the compiler's number may be larger.
    reported: u64,
    /// The message of an `error: ` or `warning: ` that nobody owns: a ` --> ` below it makes it rustc's.
    candidate: Option<Candidate>,
    /// A crash of the compiler was reported since the last `could not compile`: what else it says of it is no other failure.
    crashed: bool,
    good: GoodEnd,
}

impl Runner for Rustc {
    const SPEC: Spec = Spec {
        name: "rustc",
        reads: "cargo build, cargo clippy and rustc diagnostics",
        starts: &words::STARTS,
        places: Some(&[]),
        every_line: EveryLine::BelowFailure,
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.candidate.is_some() || self.good.is_at()
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        if words::is_bar(text) {
            // Drawn between the lines of a diagnostic.
            return Seen::Mine(Class::Noise);
        }
        if let Some(status) = words::status(text) {
            run.close();
            self.candidate = None;
            self.building = status == Status::Building;
            self.good.line(text);
            if !self.building && words::ends_well(text) {
                self.good.say();
            }
            return Seen::Mine(Class::Noise);
        }
        if self.good.is_at() && !words::is_below_the_end(text) {
            self.good.line(text);
        }
        if let Some(seen) = self.heading(text, run) {
            return seen;
        }
        if run.is_open()
            && let Some(seen) = self.inside(text, run)
        {
            return seen;
        }
        run.close();
        self.outside(text, run)
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        run.close();
        self.good.end(run);
    }
}

impl Rustc {
    /// `error: ..`, `error[E0308]: ..`, `warning: ..` at the beginning of the line. Closes what was open.
    fn heading(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        if let Some(rest) = text.strip_prefix("error[") {
            let (code, message) = rest.split_once("]: ")?;
            let known = code.strip_prefix('E').and_then(scan::whole_number).is_some();
            if !known && !self.building {
                return None;
            }
            self.building = true;
            return Some(self.diagnostic(code, message, Excerpt::unplaced(), run));
        }
        if let Some(rest) = text.strip_prefix("warning[") {
            let (_, message) = rest.split_once("]: ").filter(|_| self.building)?;
            return Some(self.warning(message, run));
        }
        if let Some(message) = text.strip_prefix("error: ") {
            run.close();
            return Some(self.error(message, run));
        }
        let message = text.strip_prefix("warning: ")?;
        run.close();
        if words::counts_warnings(message) {
            return Some(Seen::Mine(Class::Noise));
        }
        if self.building {
            return Some(self.warning(message, run));
        }
        self.candidate = Some(Candidate::new(message, Class::Warning));
        Some(Seen::No)
    }

    /// An error without a code.
    fn error(&mut self, message: &str, run: &mut Run<'_>) -> Seen {
        let sentence = words::error(message);
        let named = match sentence {
            Sentence::CouldNotCompile => message.split(" due to ").next().unwrap_or(message),
            _ => message,
        };
        match sentence {
            Sentence::Foreign => return Seen::No,
            Sentence::Unknown if !self.building => {
                self.candidate = Some(Candidate::new(message, Class::Detail));
                return Seen::No;
            }
            Sentence::Unknown => return self.diagnostic("", message, Excerpt::unplaced(), run),
            Sentence::Placeless if self.crashed && words::says_it_crashed(message) => {
                run.open_consequence(named, FailureKind::Crash);
                self.open = Open::CrashReplay(0);
                return Seen::Mine(Class::Noise);
            }
            Sentence::Placeless if message.starts_with("internal compiler error") => {
                self.crashed = true;
                return self.diagnostic("", message, Excerpt::unplaced(), run);
            }
            Sentence::Placeless if words::says_it_crashed(message) => {
                self.crashed = true;
                self.whole(message, FailureKind::Crash, run);
                self.open = Open::Excerpt(Excerpt::placeless(), Class::Detail);
            }
            Sentence::CouldNotCompile if !self.errors && !message.contains(" due to ") => {
                self.whole(named, FailureKind::Build, run);
                self.open = Open::Chain(Stream::Reason);
            }
            Sentence::Consequence | Sentence::CouldNotCompile => {
                self.errors &= sentence != Sentence::CouldNotCompile;
                self.crashed &= sentence != Sentence::CouldNotCompile;
                run.consequence(named, FailureKind::Build);
                if let Some(errors) = words::previous_errors(message)
                    && (1..errors).contains(&self.reported)
                {
                    declared(errors, run);
                }
                return Seen::Mine(Class::Noise);
            }
            Sentence::Chain
                if message.starts_with("failed to compile `") && std::mem::take(&mut self.broken) =>
            {
                // `cargo install` repeats for the whole what the compiler printed of its parts.
                run.open_consequence(message, FailureKind::Build);
                self.open = Open::Chain(Stream::Reason);
                return Seen::Mine(Class::Noise);
            }
            Sentence::Chain => {
                self.whole(message, FailureKind::Build, run);
                self.open = Open::Chain(Stream::Reason);
            }
            Sentence::Placeless => {
                self.whole(message, FailureKind::Build, run);
                self.open = Open::Excerpt(Excerpt::placeless(), Class::Detail);
            }
            Sentence::Died => {
                self.whole(message, FailureKind::Crash, run);
                self.open = Open::Chain(Stream::Reason);
            }
        }
        Seen::Mine(Class::Detail)
    }

    const fn note_error(&mut self) {
        (self.errors, self.broken) = (true, true);
        self.reported = self.reported.saturating_add(1);
    }

    /// A failure that has no place.
    fn whole(&mut self, name: &str, kind: FailureKind, run: &mut Run<'_>) {
        self.note_error();
        run.fail_whole(name, kind);
    }

    /// A diagnostic of severity error, whose place comes on a later line.
    fn diagnostic(&mut self, code: &str, message: &str, excerpt: Excerpt, run: &mut Run<'_>) -> Seen {
        self.note_error();
        self.open = Open::Excerpt(excerpt, Class::Detail);
        run.diagnostic(Place { file: "", line: None }, code, message)
    }

    /// A warning.
    fn warning(&mut self, message: &str, run: &mut Run<'_>) -> Seen {
        self.open = Open::Excerpt(Excerpt::unplaced(), Class::Warning);
        run.warn(message)
    }

    /// A line of the open block; `None` when it is not.
    fn inside(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        match &mut self.open {
            Open::Excerpt(_, _) if text.is_empty() => {
                run.close();
                Some(Seen::Mine(Class::Noise))
            }
            // A note of several lines is padded with blanks.
            Open::Excerpt(_, _) if text.trim().is_empty() => Some(Seen::Mine(Class::Noise)),
            Open::Excerpt(excerpt, class) => {
                // Lines below the heading are indented, but for the heads of notes and the numbered source.
                let head = text.starts_with("note: ") || text.starts_with("help: ") || text == "...";
                let source = text.starts_with(|first: char| first.is_ascii_digit() || first == ' ')
                    || text.starts_with("LL");
                (head || source).then(|| {
                    excerpt.line(text, run);
                    Seen::Mine(*class)
                })
            }
            Open::Chain(stream) => causes(stream, text, run),
            Open::Crash(lines) => {
                lines.up(1);
                let over = *lines > CRASH_LINES || text.starts_with("end of query stack");
                let why = *lines <= CRASH_REASON_LINES && !text.starts_with("stack backtrace:");
                if !why {
                    *lines = (*lines).max(CRASH_REASON_LINES.saturating_add(1));
                }
                if text.is_empty() {
                    return Some(Seen::Mine(Class::Noise));
                }
                let seen = run.text(if why { Part::Why } else { Part::Where });
                if over {
                    run.close();
                }
                Some(seen)
            }
            Open::CrashReplay(lines) => {
                lines.up(1);
                let over = *lines > CRASH_LINES || text.starts_with("end of query stack");
                if over {
                    run.close();
                }
                Some(Seen::Mine(Class::Noise))
            }
            Open::Difference => {
                let part = match text.as_bytes().first() {
                    None => return Some(Seen::Mine(Class::Noise)),
                    Some(b'+' | b'-') => Part::Why,
                    Some(b' ') => Part::Where,
                    Some(_) => return None,
                };
                Some(run.text(part))
            }
            Open::Short(class) => text.starts_with("     ").then(|| {
                run.text(Part::Why);
                Seen::Mine(*class)
            }),
        }
    }

    /// A line outside of any block.
    fn outside(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        // Its place is on the very next line, or it is none.
        let candidate = self.candidate.take();
        if words::points_to_explanations(text) {
            return Seen::Mine(Class::Noise);
        }
        if let Some(place) = arrow(text)
            && let Some(candidate) = candidate
            && (diagnostics::extension(place.file) == "rs" || place.file.ends_with("Cargo.toml"))
        {
            let message = candidate.message.as_str();
            self.building = true;
            self.open = Open::Excerpt(Excerpt::placed(), candidate.class);
            if candidate.class == Class::Warning {
                return run.warn(message);
            }
            self.note_error();
            return run.diagnostic_earlier(place, "", message);
        }
        if let Some(panic) = crash::rust_panic(text).filter(|panic| panic.thread == "rustc") {
            if std::mem::replace(&mut self.crashed, true) {
                run.open_consequence("thread 'rustc' panicked", FailureKind::Crash);
                self.open = Open::CrashReplay(0);
                return Seen::Mine(Class::Noise);
            }
            self.whole("thread 'rustc' panicked", FailureKind::Crash, run);
            if let Some(place) = panic.place {
                run.at(place);
            }
            self.open = Open::Crash(0);
            return Seen::Mine(Class::Detail);
        }
        if let Some(place) = words::difference(text) {
            self.open = Open::Difference;
            return run.diagnostic(place, RUSTFMT, "formatting differs");
        }
        self.short(text, run)
    }

    /// `src/lib.rs:3:5: error[E0308]: mismatched types`, and `src/lib.rs:3:5: 3:9 error: mismatched types` until 2016.
    fn short(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if text.starts_with(' ') {
            return Seen::No;
        }
        let Some(read) = diagnostics::parse(text).or_else(|| words::of_2016(text)) else { return Seen::No };
        if diagnostics::extension(read.place.file) != "rs" {
            return Seen::No;
        }
        match read.severity {
            Severity::Fatal | Severity::Error => {
                self.note_error();
                self.open = Open::Short(Class::Detail);
                run.diagnostic(read.place, read.code, read.message)
            }
            Severity::Warning => {
                self.open = Open::Short(Class::Warning);
                run.warn(text)
            }
            Severity::Note => Seen::No,
        }
    }
}
