//! Erlang's compiler: `PATH.erl:LINE[:COL]: message`, and since rebar3 3.19 a drawing below `┌─ PATH.erl:` whose last line has
//! the message.

use crate::event::{Class, Place, Seen};
use crate::recognize::kit::bounds::PATH_BYTES;
use crate::recognize::kit::lint::finding::{Finding, Weight, ends_in};
use crate::recognize::kit::linter::Findings;
use crate::recognize::kit::scan;

/// The most lines of a drawing.
const LINES: u8 = 20;
/// Endings of its files.
const ENDINGS: [&str; 4] = ["erl", "hrl", "xrl", "yrl"];

/// Erlang's compiler.
#[derive(Debug, Default)]
pub(super) struct Erlang {
    /// A drawing: its file, how many lines it may still have, and the number of the last line drawn.
    drawing: Option<(Box<str>, u8, Option<u64>)>,
    /// rebar3 printed that a file was not compiled, and what is wrong in it is to come.
    promised: Option<Box<str>>,
}

impl Erlang {
    /// Whether it waits for something.
    pub(super) const fn is_open(&self) -> bool {
        self.drawing.is_some() || self.promised.is_some()
    }

    /// A line of a drawing: `5 │  X = Y.`, `  │      ╰── variable 'Y' is unbound`.
    pub(super) fn drawn(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        let (file, left, line) = self.drawing.take()?;
        let bare = text.trim_start();
        let (number, rest) = scan::number(bare).map_or((None, bare), |(number, rest)| (Some(number), rest));
        let drawn = rest.trim_start().strip_prefix('\u{2502}').filter(|_| left > 0)?;
        let line = number.or(line);
        let Some(message) = drawn.trim_start().strip_prefix("\u{2570}\u{2500}\u{2500} ") else {
            self.drawing = Some((file, left.saturating_sub(1), line));
            return Some(Seen::Mine(Class::Noise));
        };
        let place = Place { file: &file, line };
        self.promised = None;
        let finding = Finding { place, column: None, weight: weight(message), message };
        let class = finding.tell(text, findings.sink());
        self.drawing = Some((file, LINES, None));
        Some(Seen::Mine(class))
    }

    /// What heads a drawing, or what rebar3 prints of a file that was not compiled.
    pub(super) fn begin(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        let failed = text.strip_prefix("===> Compiling ").and_then(|rest| rest.strip_suffix(" failed"));
        if failed.is_some_and(|file| ends_in(file, &ENDINGS)) {
            self.keep_promise(findings);
            self.promised = Some(crate::text::head(text, PATH_BYTES).into());
            return Some(Seen::Mine(Class::Detail));
        }
        let file = text.trim_start().strip_prefix("\u{250c}\u{2500} ")?.strip_suffix(':')?;
        ends_in(file, &ENDINGS).then(|| {
            self.drawing = Some((crate::text::head(file, PATH_BYTES).into(), LINES, None));
            Seen::Mine(Class::Noise)
        })
    }

    /// A finding came: it is what is wrong.
    pub(super) fn found(&mut self) {
        self.promised = None;
    }

    /// Nothing came that is wrong in the file that was not compiled.
    pub(super) fn keep_promise(&mut self, findings: &mut Findings<'_>) {
        if let Some(failed) = self.promised.take() {
            findings.consequence(&failed);
        }
    }
}

/// `src/quay.erl:5:7: variable 'Rope' is unbound`. What a test prints of a place has a process after it.
pub(super) fn finding(text: &str) -> Option<Finding<'_>> {
    let (place, rest) = scan::place(text).filter(|(place, _)| ends_in(place.file, &ENDINGS))?;
    let message = rest.strip_prefix(' ').filter(|message| !message.starts_with(['<', '{', '[']))?;
    let finding = Finding { place, column: None, weight: weight(message), message };
    (!message.is_empty()).then_some(finding)
}

fn weight(message: &str) -> Weight {
    if message.starts_with("Warning: ") { Weight::Warns } else { Weight::Fails }
}
