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
use crate::event::{Block, Class, Event, FailureKind, Part, Place, Runner, Seen, Sink};
use crate::recognize::kit::diagnostics::Severity;
use crate::recognize::kit::good_end::GoodEnd;
use crate::recognize::kit::lint::finding::declared;
use crate::recognize::kit::{crash, diagnostics, scan};
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// The longest message that is kept for the next line, in bytes.
const MESSAGE_BYTES: usize = 1024;
/// The most lines of a compiler's crash that belong to it.
const CRASH_LINES: u32 = 400;
/// The most of them that tell why.
const CRASH_REASON_LINES: u32 = 8;
/// The code that stands for rustfmt, which has none.
const RUSTFMT: &str = "rustfmt";

/// The block that is open.
#[derive(Clone, Copy, Debug, Default)]
enum Open {
    /// None.
    #[default]
    Nothing,
    /// A diagnostic and its class.
    Excerpt(Excerpt, Class),
    /// An error of cargo with its causes.
    Chain(Stream),
    /// A crash of the compiler, after so many lines of it.
    Crash(u32),
    /// A crash of the compiler that was reported before in other words, after so many lines of it.
    CrashReplay(u32),
    /// A difference that rustfmt found.
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

impl Recognizer for Rustc {
    fn runner(&self) -> Runner {
        Runner("rustc")
    }

    fn signs(&self) -> Signs {
        Signs { starts: &words::STARTS, path: true, ..Signs::default() }
    }

    fn reads(&self, _ending: &str) -> bool {
        false
    }

    fn attention(&self) -> Attention {
        match self.open {
            Open::Nothing if self.candidate.is_none() && !self.good.is_at() => Attention::Signs,
            _ => Attention::Every,
        }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged();
        if words::is_bar(text) {
            // Drawn between the lines of a diagnostic.
            return Seen::Mine(Class::Noise);
        }
        if let Some(status) = words::status(text) {
            self.close(sink);
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
        if let Some(seen) = self.heading(text, sink) {
            return seen;
        }
        if let Some(seen) = self.inside(text, sink) {
            return seen;
        }
        self.close(sink);
        self.outside(text, sink)
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
        self.good.end(sink);
    }
}

impl Rustc {
    /// `error: ..`, `error[E0308]: ..`, `warning: ..` at the beginning of the line. Closes what was open.
    fn heading(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if let Some(rest) = text.strip_prefix("error[") {
            let (code, message) = rest.split_once("]: ")?;
            let known = code.strip_prefix('E').and_then(scan::whole_number).is_some();
            if !known && !self.building {
                return None;
            }
            self.close(sink);
            self.building = true;
            return Some(self.diagnostic(code, message, Excerpt::unplaced(), sink));
        }
        if let Some(rest) = text.strip_prefix("warning[") {
            let (_, message) = rest.split_once("]: ").filter(|_| self.building)?;
            self.close(sink);
            return Some(self.warning(message, sink));
        }
        if let Some(message) = text.strip_prefix("error: ") {
            self.close(sink);
            return Some(self.error(message, sink));
        }
        let message = text.strip_prefix("warning: ")?;
        self.close(sink);
        if words::counts_warnings(message) {
            return Some(Seen::Mine(Class::Noise));
        }
        if self.building {
            return Some(self.warning(message, sink));
        }
        self.candidate = Some(Candidate::new(message, Class::Warning));
        Some(Seen::No)
    }

    /// An error without a code.
    fn error(&mut self, message: &str, sink: &mut dyn Sink) -> Seen {
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
            Sentence::Unknown => return self.diagnostic("", message, Excerpt::unplaced(), sink),
            Sentence::Placeless if self.crashed && words::says_it_crashed(message) => {
                sink.emit(Event::Consequence { name: named, kind: FailureKind::Crash });
                self.open = Open::CrashReplay(0);
                return Seen::Mine(Class::Noise);
            }
            Sentence::Placeless if message.starts_with("internal compiler error") => {
                self.crashed = true;
                return self.diagnostic("", message, Excerpt::unplaced(), sink);
            }
            Sentence::Placeless if words::says_it_crashed(message) => {
                self.crashed = true;
                self.whole(message, FailureKind::Crash, sink);
                self.open = Open::Excerpt(Excerpt::placeless(), Class::Detail);
            }
            Sentence::CouldNotCompile if !self.errors && !message.contains(" due to ") => {
                self.whole(named, FailureKind::Build, sink);
                self.open = Open::Chain(Stream::Reason);
            }
            Sentence::Consequence | Sentence::CouldNotCompile => {
                self.errors &= sentence != Sentence::CouldNotCompile;
                self.crashed &= sentence != Sentence::CouldNotCompile;
                sink.emit(Event::Consequence { name: named, kind: FailureKind::Build });
                if let Some(errors) = words::previous_errors(message)
                    && (1..errors).contains(&self.reported)
                {
                    declared(errors, sink);
                }
                return Seen::Mine(Class::Noise);
            }
            Sentence::Chain
                if message.starts_with("failed to compile `") && std::mem::take(&mut self.broken) =>
            {
                // `cargo install` repeats for the whole what the compiler printed of its parts.
                sink.emit(Event::Consequence { name: message, kind: FailureKind::Build });
                self.open = Open::Chain(Stream::Reason);
                return Seen::Mine(Class::Noise);
            }
            Sentence::Chain => {
                self.whole(message, FailureKind::Build, sink);
                self.open = Open::Chain(Stream::Reason);
            }
            Sentence::Placeless => {
                self.whole(message, FailureKind::Build, sink);
                self.open = Open::Excerpt(Excerpt::placeless(), Class::Detail);
            }
            Sentence::Died => {
                self.whole(message, FailureKind::Crash, sink);
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
    fn whole(&mut self, name: &str, kind: FailureKind, sink: &mut dyn Sink) {
        self.note_error();
        sink.emit(Event::BlockOpened(Block::Whole { name, kind }));
        sink.emit(Event::Heading);
    }

    /// A diagnostic of severity error, whose place comes on a later line.
    fn diagnostic(&mut self, code: &str, message: &str, excerpt: Excerpt, sink: &mut dyn Sink) -> Seen {
        self.note_error();
        let place = Place { file: "", line: None };
        sink.emit(Event::BlockOpened(Block::Diagnostic { place, code, message }));
        sink.emit(Event::Heading);
        self.open = Open::Excerpt(excerpt, Class::Detail);
        Seen::Mine(Class::Detail)
    }

    /// A warning.
    fn warning(&mut self, message: &str, sink: &mut dyn Sink) -> Seen {
        sink.emit(Event::BlockOpened(Block::Warning { key: message }));
        sink.emit(Event::Text(Part::Why));
        self.open = Open::Excerpt(Excerpt::unplaced(), Class::Warning);
        Seen::Mine(Class::Warning)
    }

    /// A line of the open block; `None` when it is not.
    fn inside(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        match &mut self.open {
            Open::Nothing => None,
            Open::Excerpt(_, _) if text.is_empty() => {
                self.close(sink);
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
                    excerpt.line(text, sink);
                    Seen::Mine(*class)
                })
            }
            Open::Chain(stream) => causes(stream, text, sink),
            Open::Crash(lines) => {
                *lines = lines.saturating_add(1);
                let over = *lines > CRASH_LINES || text.starts_with("end of query stack");
                let why = *lines <= CRASH_REASON_LINES && !text.starts_with("stack backtrace:");
                if !why {
                    *lines = (*lines).max(CRASH_REASON_LINES.saturating_add(1));
                }
                if text.is_empty() {
                    return Some(Seen::Mine(Class::Noise));
                }
                sink.emit(Event::Text(if why { Part::Why } else { Part::Where }));
                if over {
                    self.close(sink);
                }
                Some(Seen::Mine(Class::Detail))
            }
            Open::CrashReplay(lines) => {
                *lines = lines.saturating_add(1);
                let over = *lines > CRASH_LINES || text.starts_with("end of query stack");
                if over {
                    self.open = Open::Nothing;
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
                sink.emit(Event::Text(part));
                Some(Seen::Mine(Class::Detail))
            }
            Open::Short(class) => text.starts_with("     ").then(|| {
                sink.emit(Event::Text(Part::Why));
                Seen::Mine(*class)
            }),
        }
    }

    /// A line outside of any block.
    fn outside(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
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
            if candidate.class == Class::Warning {
                sink.emit(Event::BlockOpened(Block::Warning { key: message }));
            } else {
                self.note_error();
                sink.emit(Event::BlockOpened(Block::Diagnostic { place, code: "", message }));
            }
            sink.emit(Event::Text(Part::Why));
            self.open = Open::Excerpt(Excerpt::placed(), candidate.class);
            return Seen::Mine(candidate.class);
        }
        if let Some(panic) = crash::rust_panic(text).filter(|panic| panic.thread == "rustc") {
            if std::mem::replace(&mut self.crashed, true) {
                sink.emit(Event::Consequence { name: "thread 'rustc' panicked", kind: FailureKind::Crash });
                self.open = Open::CrashReplay(0);
                return Seen::Mine(Class::Noise);
            }
            self.whole("thread 'rustc' panicked", FailureKind::Crash, sink);
            if let Some(place) = panic.place {
                sink.emit(Event::At { place, better: false });
            }
            self.open = Open::Crash(0);
            return Seen::Mine(Class::Detail);
        }
        if let Some(place) = words::difference(text) {
            sink.emit(Event::BlockOpened(Block::Diagnostic {
                place,
                code: RUSTFMT,
                message: "formatting differs",
            }));
            sink.emit(Event::Heading);
            self.open = Open::Difference;
            return Seen::Mine(Class::Detail);
        }
        self.short(text, sink)
    }

    /// `src/lib.rs:3:5: error[E0308]: mismatched types`.
    fn short(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if text.starts_with(' ') {
            return Seen::No;
        }
        let Some(read) = diagnostics::parse(text) else { return Seen::No };
        if diagnostics::extension(read.place.file) != "rs" {
            return Seen::No;
        }
        match read.severity {
            Severity::Fatal | Severity::Error => {
                self.note_error();
                let (place, code, message) = (read.place, read.code, read.message);
                sink.emit(Event::BlockOpened(Block::Diagnostic { place, code, message }));
                sink.emit(Event::Heading);
                self.open = Open::Short(Class::Detail);
                Seen::Mine(Class::Detail)
            }
            Severity::Warning => {
                sink.emit(Event::BlockOpened(Block::Warning { key: text }));
                sink.emit(Event::Text(Part::Why));
                self.open = Open::Short(Class::Warning);
                Seen::Mine(Class::Warning)
            }
            Severity::Note => Seen::No,
        }
    }

    /// Closes the open block.
    fn close(&mut self, sink: &mut dyn Sink) {
        match std::mem::take(&mut self.open) {
            Open::Nothing | Open::CrashReplay(_) => {}
            _ => sink.emit(Event::BlockClosed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    /// What was printed of every line, without lines of which nothing was printed.
    fn printed(text: &str) -> Vec<String> {
        let rows = drive(&mut Rustc::default(), text);
        rows.into_iter().filter(|row| row.split(' ').nth(1) != Some("No") && row != "end ").collect()
    }

    #[test]
    fn a_build_that_finished_passed_unless_tests_follow() {
        let passed = |text: &str| printed(text).concat().contains("SectionEnded(Passed)");
        for text in [
            "    Finished `dev` profile [unoptimized + debuginfo] target(s) in 0.17s",
            "    Finished release [optimized] target(s) in 1m 02s",
            "    Finished `dev` profile [unoptimized] target(s) in 1s\n   Generated /p/doc/quay/index.html\n",
            "    Finished `dev` profile [unoptimized] target(s) in 1s\nwarning: the following packages contain code that will be rejected by a future version of Rust: quay v0.1.0\nnote: to see what the problems were, use the option `--future-incompat-report`\n",
            "    Finished `test` profile [unoptimized] target(s) in 1s\n  Executable unittests src/lib.rs (target/debug/deps/quay-1)\n",
        ] {
            assert!(passed(text), "{text}");
        }
        for text in [
            "    Finished `test` profile [unoptimized + debuginfo] target(s) in 0.17s",
            "    Finished bench [optimized] target(s) in 0.17s",
            "    Finished the race",
            "    Finished `dev` profile [unoptimized] target(s) in 1s\n     Running `target/debug/quay`\n",
            "    Finished `dev` profile [unoptimized] target(s) in 1s\nthe quay sinks\n",
            "    Finished `dev` profile [unoptimized] target(s) in 1s\nerror: no rope\n",
        ] {
            assert!(!passed(text), "{text}");
        }
    }

    #[test]
    fn the_compilers_number_counts_where_it_is_larger_than_what_was_reported() {
        let printed = |number: u64| {
            let text = format!(
                "error[E0425]: no rope\n --> src/lib.rs:3:5\n  |\n3 | rope\n  | ^^^^\n\nerror: could not compile `quay` (lib) due to {number} previous errors; 1 warning emitted\n"
            );
            crate::recognize::kit::scan::drive(&mut Rustc::default(), &text).join("\n")
        };
        assert!(printed(4).contains("errors: Some(4)"), "{}", printed(4));
        assert!(!printed(1).contains("Declared"));
    }

    #[test]
    fn what_could_not_be_installed_for_an_error_is_no_error_beside_it() {
        let error = "error[E0425]: no rope\n --> src/lib.rs:3:5\n  |\n3 | rope\n  | ^^^^\n\nerror: aborting due to previous error\n\nerror: Could not compile `quay`.\n";
        let install = "error: failed to compile `quay v0.1.0`, intermediate artifacts can be found at `/tmp/x`\n\nCaused by:\n  build failed\n";
        let opened = |text: &str| printed(text).join("\n").matches("BlockOpened").count();
        assert_eq!(opened(&format!("{error}{install}")), 1);
        // Of another crate that has no error of its own it is the failure.
        assert_eq!(opened(&format!("{error}{install}{install}")), 2);
        assert_eq!(opened(install), 1);
    }

    #[test]
    fn an_error_is_a_diagnostic_at_its_arrows_place_and_could_not_compile_its_consequence() {
        assert_eq!(
            printed(
                "   Compiling shop v0.1.0\nerror[E0308]: mismatched types\n --> src/a.rs:7:5\n  |\n7 |     x\n  |     ^ expected `u32`\n\nFor more information about this error, try `rustc --explain E0308`.\nerror: could not compile `shop` (lib) due to 1 previous error"
            ),
            [
                "1 Mine(Noise) ",
                "2 Mine(Detail) BlockOpened(Diagnostic { place: Place { file: \"\", line: None }, code: \"E0308\", message: \"mismatched types\" }) | Heading",
                "3 Mine(Detail) Column(5) | At { place: Place { file: \"src/a.rs\", line: Some(7) }, better: true } | Text(Why)",
                "4 Mine(Detail) Text(Where)",
                "5 Mine(Detail) Text(Where)",
                "6 Mine(Detail) Text(Why)",
                "7 Mine(Noise) BlockClosed",
                "8 Mine(Noise) ",
                "9 Mine(Noise) Consequence { name: \"could not compile `shop` (lib)\", kind: Build }",
            ]
        );
    }

    #[test]
    fn could_not_compile_without_any_error_is_a_failure_with_its_cause() {
        assert_eq!(
            printed(
                "error: could not compile `shop` (lib)\n\nCaused by:\n  process didn't exit successfully: `rustc` (signal: 9, SIGKILL: kill)"
            ),
            [
                "1 Mine(Detail) BlockOpened(Whole { name: \"could not compile `shop` (lib)\", kind: Build }) | Heading",
                "2 Mine(Noise) ",
                "3 Mine(Noise) ",
                "4 Mine(Detail) Text(Why)",
                "end BlockClosed",
            ]
        );
    }

    #[test]
    fn an_error_outside_of_a_build_is_nobodys_until_an_arrow_follows() {
        assert_eq!(printed("error: no such thing\nplain"), Vec::<String>::new());
        assert_eq!(
            printed("    Finished `dev` profile in 0.1s\nerror: printed by the program\n"),
            ["1 Mine(Noise) "]
        );
        assert_eq!(
            printed("error: unused variable: `x`\n --> src/a.rs:3:5\n  |\n"),
            [
                "2 Mine(Detail) BlockOpened(Diagnostic { place: Place { file: \"src/a.rs\", line: Some(3) }, code: \"\", message: \"unused variable: `x`\" }) | Text(Why)",
                "3 Mine(Detail) Text(Where)",
                "end BlockClosed",
            ]
        );
        assert_eq!(printed("error: bad import\n --> main.py:3:5\n"), Vec::<String>::new());
    }

    #[test]
    fn what_cargo_test_says_of_a_failed_test_is_not_taken() {
        assert_eq!(
            printed(
                "   Compiling shop v0.1.0\nerror: test failed, to rerun pass `--lib`\nerror: 2 targets failed:"
            ),
            ["1 Mine(Noise) "]
        );
    }

    #[test]
    fn an_error_of_cargo_goes_on_over_empty_lines_with_its_causes() {
        assert_eq!(
            printed(
                "error: failed to parse manifest at `/x/Cargo.toml`\n\nCaused by:\n  no targets specified\nafter"
            ),
            [
                "1 Mine(Detail) BlockOpened(Whole { name: \"failed to parse manifest at `/x/Cargo.toml`\", kind: Build }) | Heading",
                "2 Mine(Noise) ",
                "3 Mine(Noise) ",
                "4 Mine(Detail) Text(Why)",
            ]
        );
    }

    #[test]
    fn warnings_are_reported_by_their_message_and_their_count_is_noise() {
        assert_eq!(
            printed(
                "    Checking shop v0.1.0\nwarning: unused variable: `x`\n --> src/a.rs:3:5\n\nwarning: `shop` (lib) generated 1 warning"
            ),
            [
                "1 Mine(Noise) ",
                "2 Mine(Warning) BlockOpened(Warning { key: \"unused variable: `x`\" }) | Text(Why)",
                "3 Mine(Warning) Column(5) | At { place: Place { file: \"src/a.rs\", line: Some(3) }, better: true } | Text(Why)",
                "4 Mine(Noise) BlockClosed",
                "5 Mine(Noise) ",
            ]
        );
    }

    #[test]
    fn a_difference_of_rustfmt_is_a_diagnostic() {
        assert_eq!(
            printed("Diff in /home/user/src/a.rs:12:\n fn x() {\n-a\n+b\nplain"),
            [
                "1 Mine(Detail) BlockOpened(Diagnostic { place: Place { file: \"/home/user/src/a.rs\", line: Some(12) }, code: \"rustfmt\", message: \"formatting differs\" }) | Heading",
                "2 Mine(Detail) Text(Where)",
                "3 Mine(Detail) Text(Why)",
                "4 Mine(Detail) Text(Why)",
            ]
        );
    }

    #[test]
    fn a_crash_of_the_compiler_is_one_failure_however_it_says_so() {
        let end = "\nerror: aborting due to previous error\n\nerror: could not compile `quay`.\n";
        let old = "error: internal compiler error: src/moor.rs:7:5: no rope\n\nthread 'rustc' panicked at 'Box<Any>', src/x.rs:9:9\nnote: the compiler unexpectedly panicked. this is a bug.\n";
        let new = "thread 'rustc' panicked at compiler/moor.rs:7:5:\nno rope\nstack backtrace:\n   0: moor\n\nerror: the compiler unexpectedly panicked. this is a bug.\n\nnote: please report it\n\nquery stack during panic:\nend of query stack\n";
        let between = "error: internal compiler error: unexpected panic\n\nnote: the compiler unexpectedly panicked. this is a bug.\n";
        let panic = "thread 'rustc' panicked at 'no rope', src/moor.rs:7:5\n\n";
        for text in [format!("{old}{end}"), format!("{new}{end}"), format!("{panic}{between}{end}")] {
            assert_eq!(printed(&text).join("\n").matches("BlockOpened").count(), 1, "{text}");
            assert_eq!(
                printed(&format!("{text}{text}")).join("\n").matches("BlockOpened").count(),
                2,
                "{text}"
            );
        }
        let two = "error: internal compiler error: src/a.rs:1:1: no rope\n\nerror: internal compiler error: src/b.rs:2:2: no quay\n";
        assert_eq!(printed(two).join("\n").matches("BlockOpened").count(), 2);
    }

    #[test]
    fn the_compilers_own_panic_is_a_crash() {
        assert_eq!(
            printed(
                "thread 'rustc' (12) panicked at compiler/rustc_x/src/a.rs:1:2:\nBox<dyn Any>\nstack backtrace:\n   0: x"
            ),
            [
                "1 Mine(Detail) BlockOpened(Whole { name: \"thread 'rustc' panicked\", kind: Crash }) | Heading | At { place: Place { file: \"compiler/rustc_x/src/a.rs\", line: Some(1) }, better: false }",
                "2 Mine(Detail) Text(Why)",
                "3 Mine(Detail) Text(Where)",
                "4 Mine(Detail) Text(Where)",
                "end BlockClosed",
            ]
        );
    }
}
