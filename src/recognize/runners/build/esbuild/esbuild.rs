//! esbuild's errors and warnings.
//!
//! `✘ [ERROR] Could not resolve "./gone.js"` begins an error; its place, an excerpt and notes are below it, deeper than its
//! mark. `1 warning and 3 errors` is the sum. A program that called it gets the same errors as a list, a line each, below
//! `Build failed with 3 errors:`.

use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Part, Place, Seen};
use crate::recognize::kit::bounds::MESSAGE_LINES;
use crate::recognize::kit::scan;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};
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
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.open.is_some() || self.any || self.list.is_some()
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(reported) = esbuild_lines::head(text) {
            return self.begin(text, reported, run);
        }
        if esbuild_lines::lists(text) {
            self.leave(run);
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
                run.consequence(text, FailureKind::Build);
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
        self.leave(run);
    }
}

impl Esbuild {
    fn begin(&mut self, text: &str, reported: Head<'_>, run: &mut Run<'_>) -> Seen {
        self.leave(run);
        let class = if reported.error { Class::Detail } else { Class::Warning };
        self.any = true;
        let mut heading = Some(head(text, HEAD_BYTES).to_owned());
        if !reported.error {
            run.warn(head(text, HEAD_BYTES));
            heading = None;
        }
        self.open = Some(Open { class, indent: reported.indent, lines: 0, heading });
        Seen::Mine(class)
    }

    /// A line below a message; `None` when it is none of it.
    fn body(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        let open = self.open.as_mut()?;
        let class = open.class;
        let indent = text.bytes().take_while(|byte| *byte == b' ').count();
        if open.lines >= MESSAGE_LINES || (!text.is_empty() && indent < open.indent.saturating_add(2)) {
            self.leave(run);
            return None;
        }
        open.lines.up(1);
        if text.is_empty() {
            return Some(Seen::Mine(Class::Noise));
        }
        let place = scan::place(text.trim_start()).filter(|(_, rest)| rest.is_empty());
        if let Some(heading) = open.heading.take() {
            tell(&heading, place.map(|(place, _)| place), run);
        }
        run.text(Part::Why);
        Some(Seen::Mine(class))
    }

    /// A line of the list: `src/a.js:2:17: ERROR: message`, or `error: message` without a place.
    fn item(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let placed = scan::place(text).and_then(|(place, rest)| {
            let message = rest.strip_prefix(" ERROR: ")?;
            Some((Some(place), message))
        });
        let reported = placed.or_else(|| Some((None, text.strip_prefix("error: ")?)));
        let Some((place, message)) = reported else {
            if text == "..." {
                return Seen::Mine(Class::Noise);
            }
            self.end_list(run);
            return Seen::No;
        };
        let seen = open(place, "", message, run);
        run.close();
        seen
    }

    fn end_list(&mut self, run: &mut Run<'_>) {
        if let Some(name) = self.list.take() {
            run.consequence(&name, FailureKind::Build);
        }
    }

    /// What is open is over.
    fn leave(&mut self, run: &mut Run<'_>) {
        self.end_list(run);
        if let Some(heading) = self.open.take().and_then(|open| open.heading) {
            tell(&heading, None, run);
        }
        run.close();
    }
}

/// Opens the block of a message whose first line was held.
fn tell(heading: &str, place: Option<Place<'_>>, run: &mut Run<'_>) {
    if let Some(Head { code, message, .. }) = esbuild_lines::head(heading) {
        run.instead(heading);
        open(place, code, message, run);
    }
}

fn open(place: Option<Place<'_>>, code: &str, message: &str, run: &mut Run<'_>) -> Seen {
    let Some(place) = place else {
        let seen = run.fail_whole(head(message, HEAD_BYTES), FailureKind::Build);
        run.message(message);
        return seen;
    };
    run.diagnostic(place, code, message)
}
