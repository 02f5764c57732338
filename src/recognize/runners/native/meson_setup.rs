//! `meson setup`, on the console and in `meson-log.txt`.
//!
//! `meson.build:120:4: ERROR: Assert failed: ...` ends it. The file of logs shows each check with what the compiler printed of it, which
//! may be an error: `Running compile:` or `Running link:` heads it, and a line without a colon's word (`Checking for size of "int" :
//! 4`) tells what was found out. Source: meson's `mesonlib`, `compilers/compilers.py`.

use crate::event::{Block, Class, Event, Seen};
use crate::recognize::kit::scan;
use crate::recognize::kit::{Run, Runner, Spec};

/// The most lines of a check.
const LINES: u32 = 400;

/// `meson setup`.
#[derive(Debug, Default)]
pub struct MesonSetup {
    /// In a check, of which so many lines came.
    check: Option<u32>,
}

impl Runner for MesonSetup {
    const SPEC: Spec = Spec {
        name: "meson",
        reads: "meson setup, and its meson-log.txt",
        starts: &["Running compile:", "Running link:", "Running code:"],
        places: Some(&[]),
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.check.is_some()
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        let _line = run.line();
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
            run.emit(Event::BlockOpened(Block::Diagnostic { place, code: "", message }));
            run.emit(Event::Heading);
            run.emit(Event::BlockClosed);
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
