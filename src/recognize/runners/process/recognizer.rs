//! Crashes, whoever prints them: sanitizers, signals, aborts, uncaught exceptions of Python, Java, Node.js, Ruby, PHP,
//! .NET and C++, panics of Rust programs, exhausted memory and time limits.
//!
//! Each report is one failure with its reason and place. What a shell says of a job that died (`line 1: 77 Aborted`)
//! is part of the report right before it, or a consequence; alone it is a failure. Inside of a test runner's section
//! that ends with totals all of it was output, as everything that is found there; runners that read crashes
//! of their tests themselves keep these lines. Go's panics are read by `go`, Swift's traps by `xctest`, exit statuses
//! that cargo tells by `rustc`. A Rust panic between cargo's `running N tests` and `test result:` is a test's.
//!
//! What does not end a process is none: `Exception ignored in`, a logging error's traceback.

use super::names::{Names, clipped};
use super::node::{self, Next};
use super::python::{self, Told};
use super::sanitizer::{self, Below, Head, Rank};
use super::stack;
use crate::event::{
    Block, Class, Event, FailureKind, Grade, Outcome, Part, Place, Runner, Seen, Sink, TestId,
};
use crate::recognize::crash::{self, What};
use crate::recognize::{Attention, Recognizer, Signs, scan};
use crate::text::Line;

/// How many lines below a crash what the shell says of it is looked for.
const SHELL_LINES: u32 = 3;
/// The most lines of one report.
const REPORT_LINES: u32 = 2000;

/// What is open.
#[derive(Debug, Default)]
enum Open {
    /// Nothing.
    #[default]
    Nothing,
    /// A sanitizer's report; whether its summary was read, and its first frame.
    Sanitizer { summed_up: bool, placed: bool },
    /// Frames of UndefinedBehaviorSanitizer.
    Undefined,
    /// valgrind's, with the process's mark.
    Valgrind { mark: String, placed: bool },
    /// A traceback, under a name that is not final before its exception comes.
    Python { indent: usize, group: bool, name: String, place: Option<(String, Option<u64>)>, ended: bool },
    /// A traceback with this indent that ended no process.
    Ignored(usize),
    /// The head of an error of Node.js.
    Node(node::Head),
    /// Frames below an exception of Java, .NET, JavaScript, Ruby or PHP.
    Managed { placed: bool, language: Language },
    /// A Rust panic's message, and then its backtrace.
    Rust { message: bool },
    /// A line or two that belong to what was told: `what():`, HotSpot's box.
    Follow,
    /// A crash was told so many lines ago: the shell may say more of it.
    Shell(u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Language {
    Java,
    Net,
    Node,
    Ruby,
    Php,
}

/// Crashes.
#[derive(Debug, Default)]
pub struct Process {
    open: Open,
    names: Names,
    lines: u32,
    /// The number of the line after which a traceback is no crash.
    ignored: u64,
    /// Tests of cargo run: their panics are not ours.
    cargo: bool,
    tracebacks: u64,
}

impl Recognizer for Process {
    fn runner(&self) -> Runner {
        Runner("process")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &[
                "==",
                "WARNING: ThreadSanitizer: ",
                "ThreadSanitizer: reported ",
                "AddressSanitizer:DEADLYSIGNAL",
                "Traceback (most recent call last):",
                "+ Exception Group Traceback",
                "Exception ignored ",
                "--- Logging error ---",
                "Exception in thread \"",
                "Unhandled exception. ",
                "Unhandled Exception: ",
                "Terminating due to java.lang.",
                "# A fatal error has been detected by the Java",
                "Fatal Python error: ",
                "FATAL ERROR: ",
                "Uncaught ",
                "node:internal/",
                "file:///",
                "PHP Fatal error: ",
                "PHP Parse error: ",
                "Fatal error: Uncaught ",
                "Fatal error: Allowed memory size ",
                "terminate called ",
                "libc++abi: ",
                "thread '",
                "fatal runtime error: ",
                "memory allocation of ",
                "Segmentation fault",
                "Aborted",
                "Abort trap",
                "Killed",
                "Bus error",
                "Illegal instruction",
                "Floating point exception",
                "Trace/breakpoint trap",
                "double free or corruption",
                "free(): ",
                "malloc(): ",
                "malloc_consolidate(): ",
                "corrupted size vs. prev_size",
                "munmap_chunk(): ",
                "realloc(): ",
                "*** stack smashing detected ***",
                "*** buffer overflow detected ***",
                "timeout: sending signal ",
                "timeout: the monitored command dumped core",
                "Out of memory: Killed process ",
                "running ",
                "test result: ",
                "Summary [",
                "Starting ",
            ],
            inside: &[": line ", ": Assertion `"],
            path: true,
            ..Signs::default()
        }
    }

    fn reads(&self, ending: &str) -> bool {
        matches!(ending, "rb" | "js" | "mjs" | "cjs" | "ts" | "mts" | "jsx" | "tsx")
    }

    fn attention(&self) -> Attention {
        if matches!(self.open, Open::Nothing) { Attention::Signs } else { Attention::Every }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged();
        self.lines = self.lines.saturating_add(1);
        if self.lines > REPORT_LINES && !matches!(self.open, Open::Nothing) {
            self.close(sink);
            self.open = Open::Nothing;
        }
        if let Some(seen) = self.below(text, sink) {
            return seen;
        }
        self.begin(text, line.number, sink)
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
    }
}

impl Process {
    /// A line below the beginning of a report; `None` when it is not part of one.
    fn below(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        const DETAIL: Option<Seen> = Some(Seen::Mine(Class::Detail));
        match &mut self.open {
            Open::Nothing => None,
            Open::Sanitizer { summed_up, placed } => match sanitizer::below(text, *summed_up) {
                Below::Part(part, place, rank) => {
                    *summed_up |= rank == Rank::Best || text.starts_with("SUMMARY: ");
                    if let Some(place) =
                        place.filter(|place| rank == Rank::Best || (!*placed && stack::is_own(*place)))
                    {
                        sink.emit(Event::At { place, better: rank == Rank::Best && stack::is_own(place) });
                        *placed = true;
                    }
                    sink.emit(Event::Text(part));
                    DETAIL
                }
                Below::Noise => Some(Seen::Mine(Class::Noise)),
                Below::Last => {
                    self.told(sink);
                    Some(Seen::Mine(Class::Noise))
                }
                Below::Outside => self.leave(sink),
            },
            Open::Undefined => {
                if stack::native(text).is_some() {
                    sink.emit(Event::Text(Part::Where));
                    return DETAIL;
                }
                if text.starts_with("SUMMARY: UndefinedBehaviorSanitizer: ") || text.starts_with("note: ") {
                    return Some(Seen::Mine(Class::Noise));
                }
                self.leave(sink)
            }
            Open::Valgrind { mark, placed } => {
                let rest = text.strip_prefix(mark.as_str())?.trim();
                if rest.is_empty() || sanitizer::head(text).is_some() {
                    return self.leave(sink);
                }
                let place = stack::last_place(rest).filter(|place| stack::is_own(*place) && !*placed);
                if let Some(place) = place {
                    sink.emit(Event::At { place, better: false });
                    *placed = true;
                }
                let frame = rest.starts_with("at 0x") || rest.starts_with("by 0x");
                sink.emit(Event::Text(if frame && place.is_none() { Part::Where } else { Part::Why }));
                DETAIL
            }
            Open::Ignored(indent) => {
                match python::below(text, *indent, false) {
                    Told::Frame(_) | Told::Inner | Told::Head => {}
                    Told::Exception(_) => self.open = Open::Nothing,
                    _ => {
                        self.open = Open::Nothing;
                        return None;
                    }
                }
                Some(Seen::Mine(Class::Other))
            }
            Open::Python { .. } => self.traceback(text, sink),
            Open::Node(head) => match head.next(text) {
                Next::Goes => Some(Seen::Inside(Class::Other)),
                Next::None => self.leave(sink),
                Next::Error => {
                    let head = head.clone();
                    self.block(text, text, FailureKind::Crash, sink);
                    let placed = head.place().is_some();
                    if let Some(place) = head.place() {
                        sink.emit(Event::At { place, better: false });
                        sink.emit(Event::Decoded {
                            part: Part::Why,
                            text: &format!("{}:{}", head.file, head.line.unwrap_or(0)),
                        });
                    }
                    self.open = Open::Managed { placed, language: Language::Node };
                    DETAIL
                }
            },
            Open::Managed { .. } => self.frame(text, sink),
            Open::Rust { message } => {
                let bare = text.trim_start();
                if bare.is_empty() {
                    return if *message { Some(Seen::Mine(Class::Noise)) } else { self.leave(sink) };
                }
                if bare.starts_with("note: ") {
                    return Some(Seen::Mine(Class::Noise));
                }
                let frame = bare.starts_with("at ")
                    || scan::number(bare).is_some_and(|(_, rest)| rest.starts_with(": "));
                if text.starts_with("stack backtrace:") || (frame && text.starts_with("  ")) {
                    sink.emit(Event::Text(Part::Where));
                    return DETAIL;
                }
                if *message {
                    *message = false;
                    sink.emit(Event::Message(text.trim()));
                    sink.emit(Event::Text(Part::Why));
                    return DETAIL;
                }
                self.leave(sink)
            }
            Open::Follow => {
                let bare = text.trim();
                let box_line = text.starts_with('#');
                let what = text.starts_with("  what():");
                let python = bare.starts_with("Current thread 0x") || bare.starts_with("Thread 0x");
                let inner = stack::python(text).is_some() || bare.starts_with("Python runtime state");
                let native = text.starts_with("----- ") || bare == "Extension modules:";
                if box_line || what || python || inner || native || bare.starts_with("SIG") {
                    if what {
                        sink.emit(Event::Message(bare));
                    }
                    if let Some(place) = stack::python(text) {
                        sink.emit(Event::At { place, better: false });
                    }
                    if bare != "#" {
                        sink.emit(Event::Text(if inner { Part::Where } else { Part::Why }));
                    }
                    return DETAIL;
                }
                if bare.is_empty() {
                    return Some(Seen::Mine(Class::Noise));
                }
                self.leave(sink)
            }
            Open::Shell(lines) => {
                if crash::sign(text).is_some_and(|crash| crash.what == What::Signal && is_signal(text)) {
                    sink.emit(Event::Text(Part::Why));
                    self.leave(sink);
                    self.open = Open::Nothing;
                    return DETAIL;
                }
                *lines = lines.saturating_add(1);
                if *lines > SHELL_LINES {
                    sink.emit(Event::BlockClosed);
                    self.open = Open::Nothing;
                }
                None
            }
        }
    }

    /// The report is complete but for what a shell may say below.
    fn told(&mut self, sink: &mut dyn Sink) {
        let _ = sink;
        self.open = Open::Shell(0);
    }

    /// The line is not the report's: the shell's word on it is still looked for.
    fn leave(&mut self, sink: &mut dyn Sink) -> Option<Seen> {
        match self.open {
            Open::Node(_) | Open::Ignored(_) | Open::Nothing => self.open = Open::Nothing,
            _ => {
                self.last_exception(sink);
                self.told(sink);
            }
        }
        None
    }

    /// Of a chain of tracebacks the last exception is the message.
    fn last_exception(&self, sink: &mut dyn Sink) {
        if let Open::Python { name, ended: true, .. } = &self.open {
            sink.emit(Event::Message(name));
        }
    }

    fn close(&mut self, sink: &mut dyn Sink) {
        self.last_exception(sink);
        if !matches!(std::mem::take(&mut self.open), Open::Nothing | Open::Node(_) | Open::Ignored(_)) {
            sink.emit(Event::BlockClosed);
        }
    }

    fn block(&mut self, name: &str, message: &str, kind: FailureKind, sink: &mut dyn Sink) {
        self.close(sink);
        let name = self.names.next(name);
        self.lines = 0;
        sink.emit(Event::BlockOpened(Block::Whole { name: &name, kind }));
        sink.emit(Event::Heading);
        if !message.is_empty() {
            sink.emit(Event::Message(message.trim()));
        }
        // What was printed right before tells what the process was at.
        sink.emit(Event::Sign);
    }

    /// Looks for the beginning of a report.
    fn begin(&mut self, text: &str, number: u64, sink: &mut dyn Sink) -> Seen {
        let bare = text.trim_start();
        match bare.as_bytes().first() {
            Some(b'r')
                if text.starts_with("running ") && (text.ends_with(" tests") || text.ends_with(" test")) =>
            {
                self.cargo = true;
                return Seen::No;
            }
            Some(b't') if text.starts_with("test result: ") => {
                self.cargo = false;
                return Seen::No;
            }
            Some(b'S') if bare.starts_with("Summary [") => {
                self.cargo = false;
                return Seen::No;
            }
            Some(b'S') if bare.starts_with("Starting ") => {
                self.cargo |= bare.contains(" tests across ") || bare.contains(" test across ");
                return Seen::No;
            }
            Some(b'E' | b'-')
                if text.starts_with("Exception ignored ") || text.starts_with("--- Logging error") =>
            {
                self.ignored = number;
                return Seen::Mine(Class::Other);
            }
            _ => {}
        }
        if let Some((indent, group)) = python::head(text) {
            return self.begin_traceback(indent, group, number, sink);
        }
        if let Some(head) = sanitizer::head(text) {
            return self.begin_sanitizer(head, text, sink);
        }
        if let Some(errors) = sanitizer::valgrind_summary(text) {
            if errors > 0 {
                sink.emit(Event::Consequence { name: "valgrind found errors", kind: FailureKind::Crash });
            }
            return Seen::Mine(Class::Totals);
        }
        if let Some(head) = node::head(text) {
            self.close(sink);
            self.open = Open::Node(head);
            return Seen::Inside(Class::Other);
        }
        if let Some(seen) = self.begin_managed(text, sink) {
            return seen;
        }
        self.begin_native(text, sink)
    }

    fn begin_sanitizer(&mut self, head: Head<'_>, text: &str, sink: &mut dyn Sink) -> Seen {
        match head {
            Head::Memory(tool, found) => {
                self.block(&format!("{tool}: {found}"), found, FailureKind::Crash, sink);
                self.open = Open::Sanitizer { summed_up: false, placed: false };
            }
            Head::Thread(found) => {
                self.block(&format!("ThreadSanitizer: {found}"), found, FailureKind::Crash, sink);
                self.open = Open::Sanitizer { summed_up: false, placed: false };
            }
            Head::Valgrind(said) => {
                self.block(said, said, FailureKind::Crash, sink);
                let mark = text.split(' ').next().unwrap_or_default().to_owned();
                self.open = Open::Valgrind { mark, placed: false };
            }
        }
        Seen::Mine(Class::Detail)
    }

    fn begin_traceback(&mut self, indent: usize, group: bool, number: u64, sink: &mut dyn Sink) -> Seen {
        if self.ignored > 0 && self.ignored.saturating_add(1) == number {
            self.ignored = 0;
            self.close(sink);
            self.open = Open::Ignored(indent);
            return Seen::Mine(Class::Other);
        }
        self.close(sink);
        self.tracebacks = self.tracebacks.saturating_add(1);
        let name = format!("traceback {}", self.tracebacks);
        self.lines = 0;
        sink.emit(Event::BlockOpened(Block::Whole { name: &name, kind: FailureKind::Crash }));
        sink.emit(Event::Heading);
        sink.emit(Event::Text(Part::Where));
        self.open = Open::Python { indent, group, name, place: None, ended: false };
        Seen::Mine(Class::Detail)
    }

    fn traceback(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let Open::Python { indent, group, name, place, ended } = &mut self.open else { return None };
        let told = python::below(text, *indent, *group);
        let detail = Some(Seen::Mine(Class::Detail));
        match told {
            Told::Blank => return Some(Seen::Mine(Class::Noise)),
            Told::Frame(at) => {
                if stack::is_own(at) || place.is_none() {
                    *place = Some((clipped(at.file).to_owned(), at.line));
                }
                sink.emit(Event::Text(if stack::is_own(at) && !*group { Part::Why } else { Part::Where }));
                return detail;
            }
            Told::Inner => {
                sink.emit(Event::Text(Part::Where));
                return detail;
            }
            Told::Member(_) => {
                sink.emit(Event::Text(Part::Why));
                return detail;
            }
            Told::Head | Told::Chain if *ended => {
                *ended = false;
                *place = None;
                sink.emit(Event::Decoded { part: Part::Why, text: name });
                if told == Told::Chain {
                    sink.emit(Event::Text(Part::Where));
                }
                return detail;
            }
            Told::Head => {
                sink.emit(Event::Text(Part::Where));
                return detail;
            }
            Told::Exception(exception) if !*ended => {
                let new = self.names.next(exception);
                sink.emit(Event::Finished {
                    id: TestId::bare(&new),
                    outcome: Outcome::Failed(FailureKind::Crash),
                    grade: Grade::Block,
                    attempt: 0,
                    alias: name,
                });
                sink.emit(Event::Heading);
                if let Some((file, line)) = place {
                    sink.emit(Event::At { place: Place { file, line: *line }, better: true });
                }
                *name = new;
                *ended = true;
                return detail;
            }
            Told::Exception(_) | Told::Chain | Told::Outside => {}
        }
        self.leave(sink)
    }

    /// Exceptions of run-times with frames below.
    fn begin_managed(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let mut placed = None;
        let (name, language) = if let Some(rest) = text.strip_prefix("Exception in thread \"") {
            (rest.split_once("\" ")?.1, Language::Java)
        } else if let Some(rest) =
            text.strip_prefix("Unhandled exception. ").or_else(|| text.strip_prefix("Unhandled Exception: "))
        {
            (rest, Language::Net)
        } else if let Some(rest) = php(text) {
            placed = rest.rsplit_once(" in ").and_then(|(_, at)| php_place(at));
            (rest.rsplit_once(" in ").map_or(rest, |(message, _)| message), Language::Php)
        } else if let Some((place, message)) = ruby(text) {
            placed = Some(place);
            (message, Language::Ruby)
        } else {
            crash::sign(text)
                .filter(|crash| crash.what == What::Exception && text.starts_with("Uncaught "))?;
            (text, Language::Node)
        };
        if language == Language::Php && self.is_repeated(name) {
            return Some(Seen::Mine(Class::Noise));
        }
        self.block(name, name, FailureKind::Crash, sink);
        if let Some(place) = placed {
            sink.emit(Event::At { place, better: false });
        }
        self.open = Open::Managed { placed: placed.is_some(), language };
        Some(Seen::Mine(Class::Detail))
    }

    /// PHP prints an error to its log and to its output.
    fn is_repeated(&mut self, name: &str) -> bool {
        let repeated = self.names.knows(name);
        if repeated {
            self.open = Open::Nothing;
        }
        repeated
    }

    /// A line below an exception.
    fn frame(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let Open::Managed { placed, language } = &mut self.open else { return None };
        let bare = text.trim();
        let detail = Some(Seen::Mine(Class::Detail));
        let frame = match language {
            Language::Ruby => {
                text.starts_with("\tfrom ").then(|| scan::place(bare.strip_prefix("from ")?).map(|at| at.0))
            }
            Language::Php => (bare.starts_with('#') || bare == "Stack trace:").then_some(None),
            _ if text.starts_with([' ', '\t']) => stack::managed(text),
            _ => None,
        };
        if let Some(place) = frame {
            if let Some(place) = place.filter(|place| !*placed && stack::is_own(*place)) {
                sink.emit(Event::At { place, better: false });
                *placed = true;
                sink.emit(Event::Text(Part::Why));
                return detail;
            }
            sink.emit(Event::Text(Part::Where));
            return detail;
        }
        let why = bare.starts_with("Caused by: ")
            || bare.starts_with("Suppressed: ")
            || bare.starts_with("---> ")
            || bare.starts_with("[cause]: ")
            || bare.starts_with("thrown in ")
            || (*language == Language::Node && (text.starts_with("  ") || text.starts_with(['}', ']'])))
            || (*language == Language::Net && text.starts_with("   "));
        if why {
            let end = matches!(bare, "}" | "]" | "},");
            sink.emit(Event::Text(if end { Part::Where } else { Part::Why }));
            return detail;
        }
        let noise = bare.starts_with("... ") || text.starts_with("Node.js v");
        if noise || (bare.is_empty() && *language == Language::Node) {
            return Some(Seen::Mine(Class::Noise));
        }
        self.leave(sink)
    }

    /// Signals, aborts, panics and what else has no language.
    fn begin_native(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if let Some(rest) = text.strip_prefix("ThreadSanitizer: reported ") {
            if rest.ends_with(" warnings") {
                sink.emit(Event::Consequence { name: text, kind: FailureKind::Crash });
                return Seen::Mine(Class::Detail);
            }
            return Seen::No;
        }
        if text.starts_with("Terminating due to java.lang.") {
            let name = text.strip_prefix("Terminating due to ").unwrap_or(text);
            self.block(name, name, FailureKind::Crash, sink);
            self.open = Open::Follow;
            return Seen::Mine(Class::Detail);
        }
        let Some(crash) = crash::sign(text) else { return Seen::No };
        let indented = text.starts_with([' ', '\t']);
        match crash.what {
            What::RustPanic if !self.cargo && !indented => {
                let panic = crash::rust_panic(text);
                let name = format!("thread '{}' panicked", panic.map_or("?", |panic| panic.thread));
                self.block(&name, crash.message, FailureKind::Crash, sink);
                if let Some(place) = crash.place {
                    sink.emit(Event::At { place, better: false });
                }
                let message = panic.is_none_or(|panic| panic.message.is_none());
                self.open = Open::Rust { message };
                Seen::Mine(Class::Detail)
            }
            What::Sanitizer if crash.place.is_some() && !indented => {
                let name = text.split_once(" runtime error: ").map_or(text, |(_, error)| error);
                self.block(&format!("runtime error: {name}"), name, FailureKind::Crash, sink);
                if let Some(place) = crash.place {
                    sink.emit(Event::At { place, better: false });
                }
                self.open = Open::Undefined;
                Seen::Mine(Class::Detail)
            }
            What::Sanitizer if text.starts_with("AddressSanitizer:DEADLYSIGNAL") => Seen::Mine(Class::Noise),
            What::Signal if is_signal(text) && !indented => {
                sink.emit(Event::Consequence { name: &signal_name(text), kind: FailureKind::Crash });
                sink.emit(Event::Sign);
                self.open = Open::Nothing;
                Seen::Mine(Class::Detail)
            }
            What::Signal | What::Exception | What::Memory | What::Timeout if !indented => {
                if crash.what == What::Memory && text.contains("OOMKilled") {
                    return Seen::No;
                }
                if text.starts_with("panic: ") || text.starts_with("fatal error: ") {
                    return Seen::No;
                }
                // What was thrown tells more than that something was.
                let message = if text.starts_with("terminate called after ") { "" } else { text };
                self.block(text, message, crash.what.kind(), sink);
                let assertion = text.split_once(": ").and_then(|(_, rest)| scan::place(rest));
                if let Some((place, _)) = assertion.filter(|_| text.contains(": Assertion `")) {
                    sink.emit(Event::At { place, better: false });
                }
                self.open = Open::Follow;
                Seen::Mine(Class::Detail)
            }
            What::Runtime if !indented && own_runtime(text) && !self.cargo => {
                self.block(text, text, FailureKind::Crash, sink);
                self.open = Open::Follow;
                Seen::Mine(Class::Detail)
            }
            _ => Seen::No,
        }
    }
}

/// Run-times that nobody else reads.
fn own_runtime(text: &str) -> bool {
    ["Fatal Python error: ", "# A fatal error has been detected", "fatal runtime error: ", "thread '"]
        .iter()
        .any(|begin| text.starts_with(begin))
}

/// Whether the line is a shell's word on a job that died, or a signal's name alone.
fn is_signal(text: &str) -> bool {
    let heap = text.starts_with("*** ")
        || text.contains("free")
        || text.contains("alloc")
        || text.contains("corrupt");
    let job = text.contains(": line ");
    job || !(heap || text.contains(": Assertion `") || text.contains("munmap_chunk"))
}

/// `bash: line 1:  8051 Segmentation fault      ./app`: without the numbers.
fn signal_name(text: &str) -> String {
    let job = text.split_once(": line ").and_then(|(_, rest)| {
        let (_, rest) = scan::number(rest)?;
        let (_, rest) = scan::number(rest.strip_prefix(':')?.trim_start())?;
        Some(rest.split_whitespace().collect::<Vec<_>>().join(" "))
    });
    clipped(&job.unwrap_or_else(|| text.trim().to_owned())).to_owned()
}

/// What follows PHP's `Fatal error: `.
fn php(text: &str) -> Option<&str> {
    let begins = ["PHP Fatal error:  ", "PHP Parse error:  ", "PHP Fatal error: ", "PHP Parse error: "];
    let rest = begins.iter().find_map(|begin| text.strip_prefix(begin));
    rest.or_else(|| {
        let rest = text.strip_prefix("Fatal error: ")?;
        (rest.starts_with("Uncaught ") || rest.starts_with("Allowed memory size ")).then_some(rest)
    })
}

/// `/src/a.php:3` and `/src/a.php on line 3`.
fn php_place(text: &str) -> Option<Place<'_>> {
    let (file, line) = text.rsplit_once(" on line ").or_else(|| text.rsplit_once(':'))?;
    Some(Place { file, line: Some(scan::whole_number(line.trim())?) })
}

/// ``app.rb:3:in `run': no (RuntimeError)``, and with the class's name since Ruby 3.4.
fn ruby(text: &str) -> Option<(Place<'_>, &str)> {
    let (place, rest) = scan::place(text).filter(|(place, _)| place.file.ends_with(".rb"))?;
    let message = match rest.strip_prefix("in ") {
        Some(rest) => rest.split_once("': ")?.1,
        None => rest.strip_prefix(' ')?,
    };
    let class = message.strip_suffix(')')?.rsplit_once('(')?.1;
    let named = class.starts_with(|first: char| first.is_ascii_uppercase()) && !class.contains(' ');
    named.then_some((place, message))
}
