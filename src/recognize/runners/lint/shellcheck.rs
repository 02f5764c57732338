//! shellcheck: on a terminal (`-f tty`) and in gcc's form (`-f gcc`).
//!
//! `In FILE line N:`, the line of source, then for every finding a mark below it with `SCnnnn (severity): message`;
//! before version 0.4.7 the severity was missing. `Did you mean:` offers a correction, `For more information:` ends the
//! report. In gcc's form: `FILE:LINE:COL: severity: message [SCnnnn]`. Every finding fails the run, notes too; all
//! findings of one line of a script are one failure. A run without findings prints nothing. Source: ShellCheck's
//! `Formatter/TTY.hs` and `Formatter/GCC.hs`.

use crate::event::{Block, Class, Event, FailureKind, Part, Place, Runner, Seen, Sink};
use crate::recognize::kit::lint::finding::{Finding, Weight, position, whole};
use crate::recognize::kit::scan;
use crate::recognize::{Attention, PassShape, Recognizer, Signs};
use crate::text::Line;

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

impl Recognizer for Shellcheck {
    fn runner(&self) -> Runner {
        Runner("shellcheck")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &["In ", "For more information:"],
            passes: &[PassShape { start: "", end: MISSING }],
            path: true,
            ..Signs::default()
        }
    }

    fn reads(&self, _ending: &str) -> bool {
        false
    }

    fn attention(&self) -> Attention {
        if matches!(self.open, Open::Nothing) { Attention::Signs } else { Attention::Every }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged();
        if heading(text).is_some() {
            self.close(sink);
            self.open = Open::Heading(held(text), Vec::new());
            return Seen::Inside(Class::Noise);
        }
        if let Some(finding) = one_line(text) {
            self.close(sink);
            return Seen::Mine(finding.tell(text, sink));
        }
        if missing(text) {
            self.close(sink);
            whole(text.trim(), FailureKind::Build, sink);
            sink.emit(Event::BlockClosed);
            return Seen::Mine(Class::Detail);
        }
        match &mut self.open {
            Open::Nothing => Seen::No,
            Open::Heading(name, source) => {
                if let Some(message) = marked(text) {
                    let Some((file, number)) = heading(name) else { return Seen::No };
                    sink.emit(Event::BlockOpened(Block::Whole { name, kind: FailureKind::Diagnostic }));
                    sink.emit(Event::At { place: Place { file, line: Some(number) }, better: true });
                    sink.emit(Event::Instead(name));
                    sink.emit(Event::Heading);
                    for line in source.iter() {
                        sink.emit(Event::Decoded { part: Part::Where, text: line });
                    }
                    sink.emit(Event::Message(message));
                    sink.emit(Event::Text(Part::Why));
                    self.open = Open::Finding;
                    return Seen::Mine(Class::Detail);
                }
                if source.len() >= SOURCE_LINES || text.is_empty() {
                    self.open = Open::Nothing;
                    return Seen::No;
                }
                source.push(held(text));
                Seen::Inside(Class::Noise)
            }
            Open::Finding | Open::Correction => self.below(text, sink),
        }
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
    }
}

impl Shellcheck {
    fn below(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if text.trim_end() == "For more information:" {
            self.close(sink);
            return Seen::Mine(Class::Noise);
        }
        let correcting = matches!(self.open, Open::Correction);
        if text.trim().is_empty() {
            return Seen::Mine(Class::Noise);
        }
        if marked(text).is_some() {
            sink.emit(Event::Text(Part::Why));
        } else if text.trim_end() == "Did you mean:" || correcting {
            self.open = Open::Correction;
            sink.emit(Event::Text(Part::Where));
            if correcting {
                // One line; what follows after blank lines is another block, or another program.
                self.close(sink);
            }
        } else {
            self.close(sink);
            return Seen::No;
        }
        Seen::Mine(Class::Detail)
    }

    fn close(&mut self, sink: &mut dyn Sink) {
        if let Open::Finding | Open::Correction = std::mem::take(&mut self.open) {
            sink.emit(Event::BlockClosed);
        }
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

/// The finding behind its mark: `^--^ SC2086 (info): Double quote ...`.
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
    let code = message.strip_suffix(']').and_then(|open| open.rsplit_once(" [SC")).map(|(_, code)| code);
    let coded = code.is_some_and(|code| scan::whole_number(code).is_some());
    (known && coded).then_some(Finding { place, column, weight: Weight::Fails, message })
}

fn held(text: &str) -> Box<str> {
    crate::text::head(text, HELD_BYTES).trim_end().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn said(text: &str) -> Vec<String> {
        let rows = drive(&mut Shellcheck::default(), text);
        rows.into_iter()
            .filter(|row| !["No", "Inside(Noise)", ""].contains(&row.split(' ').nth(1).unwrap_or("")))
            .collect()
    }

    #[test]
    fn the_findings_of_a_line_are_one_failure() {
        assert_eq!(
            said(
                "In a.sh line 3:\nrm $f\n   ^-- SC2154 (warning): f is referenced but not assigned.\n   ^-- SC2086 (info): Double quote.\n\nDid you mean: \nrm \"$f\"\n\nFor more information:\n  https://x"
            ),
            [
                "3 Mine(Detail) BlockOpened(Whole { name: \"In a.sh line 3:\", kind: Diagnostic }) | At { place: Place { file: \"a.sh\", line: Some(3) }, better: true } | Instead(\"In a.sh line 3:\") | Heading | Decoded { part: Where, text: \"rm $f\" } | Message(\"SC2154 (warning): f is referenced but not assigned.\") | Text(Why)",
                "4 Mine(Detail) Text(Why)",
                "5 Mine(Noise) ",
                "6 Mine(Detail) Text(Where)",
                "7 Mine(Detail) Text(Where) | BlockClosed",
            ]
        );
    }

    #[test]
    fn a_heading_without_a_finding_is_nobodys() {
        assert_eq!(said("In the beginning line 3:\nsomething\nelse\n\n"), Vec::<String>::new());
    }

    #[test]
    fn a_script_that_is_not_there_is_a_failure() {
        let rows = said("a.sh: a.sh: openBinaryFile: does not exist (No such file or directory)");
        assert!(rows[0].contains("Whole"), "{rows:?}");
    }

    #[test]
    fn notes_in_the_form_of_gcc_are_failures_and_other_diagnostics_are_not_taken() {
        assert_eq!(said("bin/a.sh:2:4: note: Double quote to prevent globbing. [SC2086]").len(), 1);
        assert_eq!(said("a.c:2:4: warning: unused [-Wunused]"), Vec::<String>::new());
    }
}
