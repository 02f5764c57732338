//! shellcheck: on a terminal (`-f tty`) and in gcc's form (`-f gcc`).
//!
//! `In FILE line N:`, the line of source, then for every finding a mark below it with `SCnnnn (severity): message`;
//! before version 0.4.7 the severity was missing. `Did you mean:` offers a correction, `For more information:` ends the
//! report. In gcc's form: `FILE:LINE:COL: severity: message [SCnnnn]`. Every finding fails the run, notes too; all
//! findings of one line of a script are one failure. A run without findings prints nothing. Source: ShellCheck's
//! `Formatter/TTY.hs` and `Formatter/GCC.hs`.

use crate::event::{Block, Class, Event, FailureKind, Part, Place, Seen};
use crate::recognize::kit::lint::finding::{Finding, position};
use crate::recognize::kit::linter::{Findings, Follows, Linter};
use crate::recognize::kit::rows::{Table, table};
use crate::recognize::kit::scan;

/// The longest heading or line of source that is held, in bytes.
const HELD_BYTES: usize = 2048;
/// The most lines between a heading and its first finding: source with continued lines.
const SOURCE_LINES: usize = 12;

/// What it says of a script that is not there.
const MISSING: &str = "openBinaryFile: does not exist (No such file or directory)";

/// What was read last.
#[derive(Debug, Default)]
enum Open {
    #[default]
    Nothing,
    /// A heading, and the lines of source below it.
    Heading(Box<str>, Vec<Box<str>>),
    /// Below a finding.
    Finding,
    /// Below `Did you mean:`.
    Correction,
}

/// shellcheck.
#[derive(Debug, Default)]
pub struct Shellcheck {
    open: Open,
}

impl Linter for Shellcheck {
    const TABLE: Table = table!("shellcheck.rows");

    fn before(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        if heading(text).is_some() {
            findings.close();
            self.open = Open::Heading(held(text), Vec::new());
            return Some(Seen::Inside(Class::Noise));
        }
        if let Some(finding) = one_line(text) {
            self.open = Open::Nothing;
            return Some(findings.report(&finding, text));
        }
        if missing(text) {
            self.open = Open::Nothing;
            return Some(findings.fail(text.trim(), FailureKind::Build));
        }
        match std::mem::take(&mut self.open) {
            Open::Nothing => None,
            Open::Heading(name, mut source) => {
                if let Some(message) = marked(text) {
                    return self.finding(&name, &source, message, findings);
                }
                (source.len() < SOURCE_LINES && !text.is_empty()).then(|| {
                    source.push(held(text));
                    self.open = Open::Heading(name, source);
                    Seen::Inside(Class::Noise)
                })
            }
            open @ (Open::Finding | Open::Correction) => self.below(open, text, findings),
        }
    }

    fn sees_every_line(&self) -> bool {
        !matches!(self.open, Open::Nothing)
    }
}

impl Shellcheck {
    /// The first finding below a heading and its source.
    fn finding(
        &mut self,
        name: &str,
        source: &[Box<str>],
        message: &str,
        findings: &mut Findings<'_>,
    ) -> Option<Seen> {
        let (file, number) = heading(name)?;
        findings.emit(Event::BlockOpened(Block::Whole { name, kind: FailureKind::Diagnostic }));
        findings.emit(Event::At { place: Place { file, line: Some(number) }, better: true });
        findings.emit(Event::Instead(name));
        findings.emit(Event::Heading);
        for line in source {
            findings.emit(Event::Decoded { part: Part::Where, text: line });
        }
        findings.emit(Event::Message(message));
        findings.emit(Event::Text(Part::Why));
        findings.follow(Class::Detail, Follows::Own);
        self.open = Open::Finding;
        Some(Seen::Mine(Class::Detail))
    }

    fn below(&mut self, open: Open, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        if text.trim_end() == "For more information:" {
            findings.close();
            return Some(Seen::Mine(Class::Noise));
        }
        let correcting = matches!(open, Open::Correction);
        if text.trim().is_empty() {
            self.open = open;
            return Some(Seen::Mine(Class::Noise));
        }
        if marked(text).is_some() {
            self.open = open;
            findings.emit(Event::Text(Part::Why));
            return Some(Seen::Mine(Class::Detail));
        }
        if text.trim_end() != "Did you mean:" && !correcting {
            return None;
        }
        findings.emit(Event::Text(Part::Where));
        if correcting {
            // One line; what follows after blank lines is another block, or another program.
            findings.close();
        } else {
            self.open = Open::Correction;
        }
        Some(Seen::Mine(Class::Detail))
    }
}

/// `In bin/a.sh line 2:`.
fn heading(text: &str) -> Option<(&str, u64)> {
    let (file, number) = text.trim_end().strip_prefix("In ")?.strip_suffix(':')?.rsplit_once(" line ")?;
    Some((file, scan::whole_number(number)?)).filter(|_| !file.is_empty())
}

/// `a.sh: a.sh: openBinaryFile: does not exist (No such file or directory)`: the script twice.
fn missing(text: &str) -> bool {
    let script = text.trim_end().strip_suffix(MISSING).and_then(|rest| rest.strip_suffix(": "));
    script.and_then(|rest| rest.split_once(": ")).is_some_and(|(first, second)| first == second)
}

/// The finding after its mark: `^--^ SC2086 (info): Double quote ...`.
fn marked(text: &str) -> Option<&str> {
    let rest = text.trim_start().strip_prefix('^')?.trim_start_matches(['-', '^']).strip_prefix(' ')?;
    let message = rest.trim();
    let (_, after) = scan::number(message.strip_prefix("SC")?)?;
    (after.starts_with(" (") || after.starts_with(": ")).then_some(message)
}

/// gcc's form.
fn one_line(text: &str) -> Option<Finding<'_>> {
    let (place, column, rest) = position(text)?;
    let (severity, message) = rest.strip_prefix(' ')?.split_once(": ")?;
    let known = ["error", "warning", "note", "info", "style"].contains(&severity);
    let message = message.trim_end();
    let (_, code) = message.strip_suffix(']')?.rsplit_once(" [SC")?;
    (known && scan::whole_number(code).is_some()).then_some(Finding::fails(place, column, message))
}

fn held(text: &str) -> Box<str> {
    crate::text::head(text, HELD_BYTES).trim_end().into()
}
