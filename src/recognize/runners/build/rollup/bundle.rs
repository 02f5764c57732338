//! Rollup's command line: `[!] RollupError: message`, the file below it, an excerpt and a stack. `(!)` begins a warning.

use crate::event::{Class, Part, Seen};
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};
use crate::text::head;

use super::rollup_lines;
use super::trouble::Trouble;

/// The most lines of a warning.
const WARNING_LINES: u32 = 20;
/// The longest key of a warning, in bytes.
const KEY_BYTES: usize = 1024;

/// Rollup.
#[derive(Debug, Default)]
pub struct Rollup {
    error: Option<Trouble>,
    /// Lines of the open warning that were read.
    warning: Option<u32>,
}

impl Runner for Rollup {
    const SPEC: Spec = Spec {
        name: "rollup",
        reads: "Rollup's command line",
        starts: &["[!] ", "(!) "],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.error.is_some() || self.warning.is_some()
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(printed) = text.strip_prefix("[!] ").filter(|printed| rollup_lines::is_error(printed)) {
            self.leave(run);
            self.error = Some(Trouble::new(text, printed));
            return Seen::Mine(Class::Detail);
        }
        if text.starts_with("(!) ") {
            self.leave(run);
            self.warning = Some(0);
            return run.warn(head(text, KEY_BYTES));
        }
        if let Some(error) = &mut self.error {
            if let Some(seen) = error.line(text, run) {
                return seen;
            }
            self.leave(run);
            return Seen::No;
        }
        let Some(lines) = self.warning else { return Seen::No };
        if lines >= WARNING_LINES || !rollup_lines::explains(text) {
            self.leave(run);
            return Seen::No;
        }
        self.warning = Some(lines.saturating_add(1));
        run.text(Part::Why);
        Seen::Mine(Class::Warning)
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.leave(run);
    }
}

impl Rollup {
    /// What is open is over.
    fn leave(&mut self, run: &mut Run<'_>) {
        if let Some(error) = &mut self.error {
            error.tell(run);
        }
        *self = Self::default();
        run.close();
    }
}
