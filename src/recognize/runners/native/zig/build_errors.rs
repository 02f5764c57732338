//! The compiler's errors and warnings, alone or as a step's.

use super::build::{Open, ZigBuild};
use super::excerpt::{Below, Sure};
use crate::budget::Count as _;
use crate::event::{Class, Part, Seen, TestId};
use crate::recognize::kit::Run;
use crate::recognize::kit::diagnostics::{Diagnostic, Severity};

impl ZigBuild {
    pub(super) fn diagnostic(&mut self, read: Diagnostic<'_>, text: &str, run: &mut Run<'_>) -> Seen {
        if read.severity == Severity::Note {
            let Open::Diagnostic(class, _) = self.open else { return Seen::Mine(Class::Noise) };
            self.open = Open::Diagnostic(class, Below::Heading);
            run.text(Part::Where);
            return Seen::Mine(class);
        }
        let class = if read.severity.fails() {
            let Diagnostic { place, code, message, .. } = read;
            // Each step that builds a file tells its errors.
            let line = place.line.unwrap_or(0);
            if self.names.times(TestId::bare(&format!("{}:{line}: {message}", place.file))) == 1 {
                self.reported.up(1);
            }
            run.diagnostic(place, code, message);
            Class::Detail
        } else {
            run.warn(text);
            Class::Warning
        };
        self.open = Open::Diagnostic(class, Below::Heading);
        Seen::Mine(class)
    }

    /// A line below a diagnostic; `None` when it is not part of it.
    pub(super) fn below(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        let Open::Diagnostic(class, below) = self.open else { return None };
        let (next, sure) = below.next(text)?;
        self.open = Open::Diagnostic(class, next);
        run.text(Part::Where);
        Some(if sure == Sure::Yes { Seen::Mine(class) } else { Seen::Inside(class) })
    }
}
