//! The messages of the go command's compiler, vet and loader, line by line, from text or from decoded JSON.
//!
//! The compiler and vet head their messages with `# PACKAGE`; a single word after a hash is also a heading of half the
//! text files of the world, so that the header is remembered and believed with the first message below it. The loader
//! (`go list` inside) prints its messages bare, or as `go: ...` and `package X`. What a line means is decided here, the
//! recognizers only feed lines.

use crate::budget::Count as _;
use crate::event::{Block, Class, Event, FailureKind, Part, Place, Seen, Sink};
use crate::recognize::kit::scan;

use super::shape;

/// The longest header that is remembered, in bytes.
const HEADER_BYTES: usize = 1024;
/// After how many other lines a header is no header any more.
const HEADER_LINES: u8 = 3;

/// Whether the text is the current line, or was decoded from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    Line,
    Decoded,
}

impl Origin {
    fn text(self, text: &str, part: Part, sink: &mut dyn Sink) {
        sink.emit(match self {
            Self::Line => Event::Text(part),
            Self::Decoded => Event::Decoded { part, text },
        });
    }

    fn heading(self, text: &str, sink: &mut dyn Sink) {
        if self == Self::Decoded {
            sink.emit(Event::Instead(text));
        }
        sink.emit(Event::Heading);
    }
}

/// Reads messages.
#[derive(Debug, Default)]
pub struct Diagnostics {
    /// The last `# PACKAGE` line.
    header: String,
    /// Whether messages were found below it.
    believed: bool,
    /// Lines since the header that were no messages.
    others: u8,
    /// Whether a message's block is open.
    open: bool,
}

impl Diagnostics {
    /// Whether the next line may belong to what was read.
    pub fn waits(&self) -> bool {
        self.open || !self.header.is_empty()
    }

    /// Reads a line.
    pub fn line(&mut self, text: &str, origin: Origin, sink: &mut dyn Sink) -> Seen {
        if text.starts_with(' ') && !self.waits() {
            // A test's log line: what begins a message begins its line.
            return Seen::No;
        }
        if let Some(header) = header(text) {
            self.close(sink);
            self.header.clear();
            self.header.push_str(header);
            (self.believed, self.others) = (false, 0);
            // A heading of anything, until a message follows.
            return Seen::No;
        }
        if self.open
            && let Some(seen) = self.continued(text, origin, sink)
        {
            return seen;
        }
        if let Some((place, message)) = self.message(text) {
            self.group(sink);
            sink.emit(Event::BlockOpened(Block::Diagnostic { place, code: "", message }));
            origin.heading(text, sink);
            self.open = true;
            return Seen::Mine(Class::Detail);
        }
        if self.whole(text) {
            self.group(sink);
            sink.emit(Event::BlockOpened(Block::Whole { name: text.trim(), kind: FailureKind::Build }));
            origin.heading(text, sink);
            self.open = true;
            return Seen::Mine(Class::Detail);
        }
        self.close(sink);
        if text.starts_with("\timports ") && self.header.starts_with("package ") {
            return Seen::No;
        }
        self.others.up(1);
        if self.others > HEADER_LINES {
            self.header.clear();
        }
        if text.starts_with("go: downloading ")
            || text.starts_with("go: finding ")
            || text.starts_with("go: extracting ")
        {
            return Seen::Mine(Class::Noise);
        }
        Seen::No
    }

    /// The end of what can belong together.
    pub fn close(&mut self, sink: &mut dyn Sink) {
        if self.open {
            sink.emit(Event::BlockClosed);
            self.open = false;
        }
    }

    fn group(&mut self, sink: &mut dyn Sink) {
        self.others = 0;
        if !self.believed && !self.header.is_empty() {
            sink.emit(Event::Instead(&self.header));
            sink.emit(Event::Group);
            self.believed = true;
        }
    }

    /// A line below a message: deeper by a tab, or one of the compiler's closing remarks.
    fn continued(&mut self, text: &str, origin: Origin, sink: &mut dyn Sink) -> Option<Seen> {
        let remark = text == "too many errors"
            || text.ends_with(": too many errors")
            || text.starts_with("note: module requires Go ");
        let below = text.starts_with('\t') && !text.trim().is_empty();
        // The linker and the C compiler indent their excerpts by blanks.
        let excerpt = text.starts_with("  ") && !text.trim().is_empty();
        if remark || below {
            origin.text(text, Part::Why, sink);
        } else if excerpt {
            origin.text(text, Part::Where, sink);
        } else {
            return None;
        }
        Some(Seen::Mine(Class::Detail))
    }

    /// `PATH.go:LINE[:COL]: message`. Without a column only below a header: many programs log like that.
    fn message<'a>(&self, text: &'a str) -> Option<(Place<'a>, &'a str)> {
        let rest = text.strip_prefix("vet: ").unwrap_or(text);
        if rest.starts_with([' ', '\t', '"', '#']) {
            return None;
        }
        let (place, message) = scan::place(rest)?;
        let message = message.strip_prefix(' ')?;
        let column = rest
            .strip_prefix(place.file)
            .and_then(|rest| rest.strip_prefix(':'))
            .and_then(scan::number)
            .and_then(|(_, rest)| rest.strip_prefix(':'))
            .and_then(scan::number)
            .is_some_and(|(_, rest)| rest.starts_with(':'));
        let headed = self.header.starts_with('#');
        let source = [".go", ".s", ".mod", ".work", ".y"].iter().any(|end| place.file.ends_with(end));
        // Under a header the messages of a C compiler are meant for it too, as far as they are errors.
        let native = headed && (message.starts_with("error: ") || message.starts_with("fatal error: "));
        // The go command knows no columns in its own files.
        let own = ["go.mod", "go.work"].iter().any(|name| place.file.rsplit('/').next() == Some(name));
        (native || own || (source && (column || headed))).then_some((place, message))
    }

    /// Whether this is a message without a place.
    fn whole(&self, text: &str) -> bool {
        if let Some(rest) = text.strip_prefix("go: ") {
            return go_command(rest);
        }
        // `go build a.com/b: no non-test Go files in /b`: what is built has no blanks.
        if let Some(rest) = text.strip_prefix("go build ").or_else(|| text.strip_prefix("go vet ")) {
            return rest.split_once(": ").is_some_and(|(what, message)| {
                !what.is_empty() && !what.contains(' ') && !message.is_empty()
            });
        }
        if let Some(rest) = text.strip_prefix("package ") {
            let bare = !rest.contains(' ');
            let reported = rest.contains(": ") || rest.contains(" is not in ");
            // `package a` alone heads a list of imports; `package a: message` tells all.
            return reported && !bare;
        }
        let may = matches!(text.as_bytes().first(), Some(b'p' | b'n' | b'c' | b'b' | b'i' | b's'));
        if !may && self.header.is_empty() {
            return false;
        }
        let known = [
            "no Go files in ",
            "can't load package: ",
            "build constraints exclude all Go files in ",
            "named files must all be in one directory",
            "no required module provides package ",
            "cgo: C compiler ",
            "import cycle not allowed",
            "stat ",
        ];
        let headed = self.header.starts_with('#')
            && (text.contains("function main is undeclared in the main package")
                || text.contains(": undefined reference to ")
                || text.contains("/link: ")
                || text.starts_with("ld: ")
                || text.starts_with("duplicated definition of symbol ")
                || text.contains(": relocation target "));
        let pattern = text.starts_with("pattern ")
            && (text.contains(": no matching files") || text.contains(": directory prefix "));
        // `package a`, then lines of what imports what, of which the last tells the error.
        let cycle =
            self.header.starts_with("package ") && text.starts_with("\timports ") && text.contains(": ");
        let alone = known.iter().any(|start| text.starts_with(start))
            && (!text.starts_with("stat ") || text.contains(": directory not found"));
        alone || headed || pattern || cycle
    }
}

/// Whether what follows `go: ` is an error; much of it is progress.
fn go_command(rest: &str) -> bool {
    let progress = [
        "downloading ",
        "finding ",
        "extracting ",
        "added ",
        "upgraded ",
        "downgraded ",
        "removed ",
        "found ",
        "creating ",
        "to add ",
        "copying ",
        "warning: ",
        "updating ",
        "trying ",
        "writing ",
        "build ID",
    ];
    !progress.iter().any(|start| rest.starts_with(start))
        && (rest.contains(": ")
            || rest.starts_with("cannot find ")
            || rest.starts_with("no ")
            || rest.starts_with("updates to go.")
            || rest.starts_with("go.mod ")
            || rest.starts_with("inconsistent vendoring")
            || rest.ends_with(" imports")
            || rest.starts_with("unknown ")
            || rest.ends_with("failed"))
}

/// Reads `# PACKAGE`, `# PACKAGE [PACKAGE.test]` and `package PACKAGE`: the whole line.
pub fn header(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("# ").or_else(|| text.strip_prefix("package "))?.trim_end();
    let text = text.trim_end();
    // Comments are many, and mostly of several words.
    let name = match memchr::memchr(b' ', rest.as_bytes()) {
        Some(blank) => {
            let (name, variant) = rest.split_at_checked(blank)?;
            if !variant.starts_with(" [") || !variant.ends_with(']') {
                return None;
            }
            name
        }
        None => rest,
    };
    (shape::is_path(name) && text.len() <= HEADER_BYTES).then_some(text)
}
