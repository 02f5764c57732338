//! Vite's build: `error during build:`, and what went wrong below it, in words of Rollup's, of a plugin's or of esbuild's.
//! `✓ built in 4.02s` as the last word says that all went well.

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

/// Vite.
#[derive(Debug, Default)]
pub struct Vite {
    /// The line before announced an error.
    begun: bool,
    /// What printed that the build failed, as long as nothing printed why.
    failed: Option<String>,
    /// Lines of a list of esbuild's that were read.
    listed: Option<u32>,
    error: Option<Trouble>,
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
        let begun = self.begun || self.failed.is_some() || self.listed.is_some() || self.error.is_some();
        begun || self.good.is_at()
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
            self.failed = None;
            self.leave(run);
            self.begun = true;
            return Seen::Mine(Class::Noise);
        }
        if rollup_lines::failed(text) {
            self.leave(run);
            // Why it failed is reported after it.
            self.failed = Some(text.to_owned());
            return Seen::Mine(Class::Totals);
        }
        if self.begun {
            return self.begin(text);
        }
        if let Some(lines) = self.listed {
            self.listed = Some(lines.saturating_add(1));
            if text.is_empty() || text.starts_with("    at ") || lines > LIST_LINES {
                self.leave(run);
            }
            return Seen::No;
        }
        if self.failed.is_some() && !text.is_empty() {
            self.leave(run);
        }
        let Some(error) = &mut self.error else { return Seen::No };
        if let Some(seen) = error.line(text, run) {
            return seen;
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
        self.begun = false;
        if lists(text) {
            // Its errors are reported by esbuild's own recognizer.
            self.listed = Some(0);
            return Seen::No;
        }
        self.error = Some(Trouble::new(text, text));
        Seen::Mine(Class::Detail)
    }

    /// What is open is over.
    fn leave(&mut self, run: &mut Run<'_>) {
        let unsaid = std::mem::take(&mut self.begun) || self.listed.take().is_some();
        let unsaid = unsaid.then(|| BEGINS.to_owned());
        if let Some(name) = self.failed.take().or(unsaid) {
            run.consequence(name.trim_end_matches(':'), FailureKind::Build);
        }
        if let Some(mut error) = self.error.take() {
            error.tell(run);
        }
        run.close();
    }
}
