//! pydocstyle: `PATH:LINE in public function `x`:` with the message below.

use crate::event::{Class, Event, Part, Place, Seen};
use crate::recognize::kit::lint::finding::{Finding, code, ends_in, spaced};
use crate::recognize::kit::linter::{Findings, Tool};

/// The longest heading that is held, in bytes.
const HELD_BYTES: usize = 1024;

/// pydocstyle.
#[derive(Debug, Default)]
pub(super) struct Pydocstyle {
    /// A place whose message comes below.
    heading: Option<Box<str>>,
}

impl Tool for Pydocstyle {
    fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        if let Some(heading) = self.heading.take()
            && let Some(message) = message(text)
            && let Some(place) = place(&heading)
        {
            findings.emit(Event::Instead(&heading));
            Finding::fails(place, None, message).open(text, findings.sink());
            findings.emit(Event::Text(Part::Why));
            findings.emit(Event::BlockClosed);
            return Some(Seen::Mine(Class::Detail));
        }
        if text.ends_with(':') && place(text).is_some() {
            self.heading = Some(crate::text::head(text, HELD_BYTES).into());
        }
        None
    }

    fn is_open(&self) -> bool {
        self.heading.is_some()
    }
}

/// `test.py:1 at module level:`, `test.py:27 in public function `x`:`
fn place(text: &str) -> Option<Place<'_>> {
    let (place, _, rest) = spaced(text)?;
    let own = ["at module level", "in public ", "in private "].iter().any(|start| rest.starts_with(start));
    (own && ends_in(place.file, &["py", "pyi"])).then_some(place)
}

/// `        D100: Missing docstring`
fn message(text: &str) -> Option<&str> {
    let message = text.strip_prefix("        ")?;
    code(message).filter(|(_, rest)| rest.starts_with(": ")).map(|_| message)
}
