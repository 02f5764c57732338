//! esbuild's errors and warnings.
//!
//! `✘ [ERROR] Could not resolve "./gone.js"` begins an error; its place, an excerpt and notes are below it, deeper than its
//! mark. `1 warning and 3 errors` is the sum. A program that called it gets the same errors as a list, a line each, below
//! `Build failed with 3 errors:`.

use crate::budget::Count as _;
use crate::event::{Block, Class, Event, FailureKind, Part, Place, Seen, Sink};
use crate::recognize::kit::bounds::MESSAGE_LINES;
use crate::recognize::kit::scan;
use crate::recognize::kit::{Run, Runner, Spec};
use crate::text::head;

use crate::recognize::runners::build::shared::esbuild_lines;
use crate::recognize::runners::build::shared::esbuild_lines::Head;

/// The most bytes that are held of a message's first line.
const HEAD_BYTES: usize = 1024;

/// The open message.
#[derive(Debug)]
struct Open {
    class: Class,
    indent: usize,
    lines: u32,
    /// Its first line, until its place is known.
    heading: Option<String>,
}

/// esbuild.
#[derive(Debug, Default)]
pub struct Esbuild {
    open: Option<Open>,
    /// A message was read since the last sum.
    any: bool,
    /// What announced the list that a program is reported.
    list: Option<String>,
}

impl Runner for Esbuild {
    const SPEC: Spec = Spec {
        name: "esbuild",
        reads: "esbuild, also under tsup, Vite, Angular and Wrangler",
        starts: &[
            "\u{2718} [ERROR] ",
            "X [ERROR] ",
            "\u{25b2} [WARNING] ",
            "! [WARNING] ",
            "Error: Build failed with ",
            "Error: Transform failed with ",
            "Build failed with ",
            "Transform failed with ",
            "[vite",
        ],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.open.is_some() || self.any || self.list.is_some()
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        let _line = run.line();
        if let Some(reported) = esbuild_lines::head(text) {
            return self.begin(text, reported, run);
        }
        if esbuild_lines::lists(text) {
            self.close(run);
            self.list = Some(head(text, HEAD_BYTES).to_owned());
            return Seen::Mine(Class::Totals);
        }
        if self.list.is_some() {
            return self.item(text, run);
        }
        if let Some(seen) = self.body(text, run) {
            return seen;
        }
        if self.any
            && let Some((errors, all)) = esbuild_lines::sum(text)
        {
            self.any = false;
            if errors > 0 {
                run.emit(Event::Consequence { name: text, kind: FailureKind::Build });
            }
            if !all {
                run.emit(Event::Counted { passed: 0, failed: errors, skipped: 0, other: 0 });
            }
            return Seen::Mine(Class::Totals);
        }
        // The sum is after the last message and an empty line.
        self.any &= text.is_empty();
        Seen::No
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.close(run);
        *self = Self::default();
    }
}

impl Esbuild {
    fn begin(&mut self, text: &str, reported: Head<'_>, sink: &mut dyn Sink) -> Seen {
        self.close(sink);
        let class = if reported.error { Class::Detail } else { Class::Warning };
        self.any = true;
        let mut heading = Some(head(text, HEAD_BYTES).to_owned());
        if !reported.error {
            sink.emit(Event::BlockOpened(Block::Warning { key: head(text, HEAD_BYTES) }));
            sink.emit(Event::Text(Part::Why));
            heading = None;
        }
        self.open = Some(Open { class, indent: reported.indent, lines: 0, heading });
        Seen::Mine(class)
    }

    /// A line below a message; `None` when it is none of it.
    fn body(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let open = self.open.as_mut()?;
        let class = open.class;
        let indent = text.bytes().take_while(|byte| *byte == b' ').count();
        if open.lines >= MESSAGE_LINES || (!text.is_empty() && indent < open.indent.saturating_add(2)) {
            self.close(sink);
            return None;
        }
        open.lines.up(1);
        if text.is_empty() {
            return Some(Seen::Mine(Class::Noise));
        }
        let place = scan::place(text.trim_start()).filter(|(_, rest)| rest.is_empty());
        if let Some(heading) = open.heading.take() {
            tell(&heading, place.map(|(place, _)| place), sink);
            sink.emit(Event::Instead(&heading));
            sink.emit(Event::Heading);
        }
        sink.emit(Event::Text(Part::Why));
        Some(Seen::Mine(class))
    }

    /// A line of the list: `src/a.js:2:17: ERROR: message`, or `error: message` without a place.
    fn item(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let placed = scan::place(text).and_then(|(place, rest)| {
            let message = rest.strip_prefix(" ERROR: ")?;
            Some((Some(place), message))
        });
        let reported = placed.or_else(|| Some((None, text.strip_prefix("error: ")?)));
        let Some((place, message)) = reported else {
            if text == "..." {
                return Seen::Mine(Class::Noise);
            }
            self.end_list(sink);
            return Seen::No;
        };
        open(place, "", message, sink);
        sink.emit(Event::Heading);
        sink.emit(Event::BlockClosed);
        Seen::Mine(Class::Detail)
    }

    fn end_list(&mut self, sink: &mut dyn Sink) {
        if let Some(name) = self.list.take() {
            sink.emit(Event::Consequence { name: &name, kind: FailureKind::Build });
        }
    }

    fn close(&mut self, sink: &mut dyn Sink) {
        self.end_list(sink);
        let Some(open) = self.open.take() else { return };
        if let Some(heading) = open.heading {
            tell(&heading, None, sink);
            sink.emit(Event::Instead(&heading));
            sink.emit(Event::Heading);
        }
        sink.emit(Event::BlockClosed);
    }
}

/// Opens the block of a message whose first line was held.
fn tell(heading: &str, place: Option<Place<'_>>, sink: &mut dyn Sink) {
    if let Some(Head { code, message, .. }) = esbuild_lines::head(heading) {
        open(place, code, message, sink);
    }
}

fn open(place: Option<Place<'_>>, code: &str, message: &str, sink: &mut dyn Sink) {
    match place {
        Some(place) => sink.emit(Event::BlockOpened(Block::Diagnostic { place, code, message })),
        None => {
            let name = head(message, HEAD_BYTES);
            sink.emit(Event::BlockOpened(Block::Whole { name, kind: FailureKind::Build }));
            sink.emit(Event::Message(message));
        }
    }
}
