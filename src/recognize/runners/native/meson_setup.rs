//! `meson setup`, on the console and in `meson-log.txt`.
//!
//! `meson.build:120:4: ERROR: Assert failed: ...` ends it. The file of logs shows each check with what the compiler printed of it, which
//! may be an error: `Running compile:` or `Running link:` heads it, and a line without a colon's word (`Checking for size of "int" :
//! 4`) tells what was found out. Source: meson's `mesonlib`, `compilers/compilers.py`.

use crate::event::{Block, Class, Event, Runner, Seen, Sink};
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// The most lines of a check.
const LINES: u32 = 400;

/// `meson setup`.
#[derive(Debug, Default)]
pub struct MesonSetup {
    /// In a check, of which so many lines came.
    check: Option<u32>,
}

impl Recognizer for MesonSetup {
    fn runner(&self) -> Runner {
        Runner("meson")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &["Running compile:", "Running link:", "Running code:"],
            path: true,
            ..Signs::default()
        }
    }

    fn reads(&self, _ending: &str) -> bool {
        false
    }

    fn attention(&self) -> Attention {
        if self.check.is_some() { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        if matches!(text, "Running compile:" | "Running link:" | "Running code:") {
            self.check = Some(0);
            return Seen::Mine(Class::Noise);
        }
        if let Some((place, rest)) = scan::place(text)
            && let Some(message) = rest.trim_start().strip_prefix("ERROR: ")
            && ["meson.build", "meson_options.txt", "meson.options"]
                .iter()
                .any(|name| place.file.ends_with(name))
        {
            self.check = None;
            sink.emit(Event::BlockOpened(Block::Diagnostic { place, code: "", message }));
            sink.emit(Event::Heading);
            sink.emit(Event::BlockClosed);
            return Seen::Mine(Class::Detail);
        }
        let goes_on = |lines: &u32| match lines {
            0 => text.starts_with("Working directory:") || text.starts_with("Command line:"),
            lines => *lines < LINES && !is_found(text),
        };
        let Some(lines) = self.check.take().filter(goes_on) else {
            return Seen::No;
        };
        self.check = Some(lines.saturating_add(1));
        Seen::Mine(Class::Noise)
    }
}

/// Whether the line tells what a check found out, or is about something else.
fn is_found(text: &str) -> bool {
    const BEGINS: [&str; 14] = [
        "Checking ",
        "Compiler for ",
        "Header ",
        "Has header ",
        "Library ",
        "Dependency ",
        "Run-time dependency ",
        "Program ",
        "Message: ",
        "Configuring ",
        "Fetching value of define ",
        "Determining dependency ",
        "Build targets in project: ",
        "Found ninja",
    ];
    BEGINS.iter().any(|begin| text.starts_with(begin))
}
