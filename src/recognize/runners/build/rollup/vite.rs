//! Vite's build: `error during build:`, and what went wrong below it, in words of Rollup's, of a plugin's or of esbuild's.
//! `✓ built in 4.02s` as the last word says that all went well.

use crate::budget::Count as _;
use crate::event::{Class, FailureKind, Seen};
use crate::recognize::PassShape;
use crate::recognize::kit::good_end::GoodEnd;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};

use super::rollup_lines;
use super::trouble::Trouble;
use crate::recognize::runners::build::shared::esbuild_lines::lists;

/// What announces an error.
const BEGINS: &str = "error during build:";
/// The most lines of a list of esbuild's.
const LIST_LINES: u32 = 40;

/// What is open.
#[derive(Debug, Default)]
enum Open {
    #[default]
    Nothing,
    /// The line before announced an error.
    Begun,
    /// What printed that the build failed, as long as nothing printed why.
    Failed(String),
    /// Lines of a list of esbuild's that were read.
    Listed(u32),
    Error(Trouble),
}

/// Vite.
#[derive(Debug, Default)]
pub struct Vite {
    open: Open,
    /// Modules were transformed: a build may end.
    transformed: bool,
    good: GoodEnd,
}

impl Runner for Vite {
    const SPEC: Spec = Spec {
        name: "vite",
        reads: "Vite's build, also under what is built on it",
        starts: &[
            "error during build:",
            "\u{2717} Build failed in ",
            "x Build failed in ",
            "\u{2713} built in ",
            "\u{221a} built in ",
            "built in ",
        ],
        // No pass, but the end tells what the beginning cannot.
        passes: &[PassShape { start: "", end: " modules transformed." }],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        !matches!(self.open, Open::Nothing) || self.good.is_at()
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if text.ends_with(" modules transformed.") {
            self.transformed = true;
        } else if rollup_lines::built(text) {
            self.leave(run);
            if std::mem::take(&mut self.transformed) {
                self.good.say();
            }
            return Seen::Mine(Class::Totals);
        }
        if !rollup_lines::is_below_built(text.trim_start()) {
            self.good.line(text);
        }
        if text == BEGINS {
            if !matches!(self.open, Open::Failed(_)) {
                self.leave(run);
            }
            self.open = Open::Begun;
            return Seen::Mine(Class::Noise);
        }
        if rollup_lines::failed(text) {
            self.leave(run);
            // Why it failed is reported after it.
            self.open = Open::Failed(text.to_owned());
            return Seen::Mine(Class::Totals);
        }
        match &mut self.open {
            Open::Begun => return self.begin(text),
            Open::Failed(_) if text.is_empty() => return Seen::No,
            Open::Listed(lines)
                if !text.is_empty() && !text.starts_with("    at ") && *lines <= LIST_LINES =>
            {
                lines.up(1);
                return Seen::No;
            }
            Open::Error(error) => {
                if let Some(seen) = error.line(text, run) {
                    return seen;
                }
            }
            Open::Nothing | Open::Failed(_) | Open::Listed(_) => {}
        }
        self.leave(run);
        Seen::No
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.leave(run);
        self.good.end(run);
    }
}

impl Vite {
    /// The first line of an error.
    fn begin(&mut self, text: &str) -> Seen {
        if text.is_empty() {
            return Seen::Mine(Class::Noise);
        }
        if lists(text) {
            // Its errors are reported by esbuild's own recognizer.
            self.open = Open::Listed(0);
            return Seen::No;
        }
        self.open = Open::Error(Trouble::new(text, text));
        Seen::Mine(Class::Detail)
    }

    /// What is open is over.
    fn leave(&mut self, run: &mut Run<'_>) {
        match std::mem::take(&mut self.open) {
            Open::Nothing => {}
            Open::Begun | Open::Listed(_) => run.consequence("error during build", FailureKind::Build),
            Open::Failed(name) => run.consequence(name.trim_end_matches(':'), FailureKind::Build),
            Open::Error(mut error) => error.tell(run),
        }
        run.close();
    }
}
