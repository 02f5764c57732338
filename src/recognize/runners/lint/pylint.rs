//! pylint.
//!
//! `PATH:LINE:COL: CODE: message (symbol)` below `************* Module NAME`; the `parseable` and `msvs` forms carry the
//! code in brackets, `PATH:LINE: [CODE(symbol), scope] message`; before pylint 2 a message had no path, `C: 12, 0:
//! message (symbol)`. Every message fails the run, whatever its category, as the exit status has a bit for each. The
//! score is no total: only a full score without a message is evidence of a pass. Source: pylint's `reporters.text`.

use crate::event::{Class, Event, FailureKind, Part, Place, Runner, Seen, Sink};
use crate::recognize::kit::lint::finding::{Finding, Weight, all_is_well, position, whole};
use crate::recognize::kit::scan;
use crate::recognize::{Recognizer, Signs};
use crate::text::Line;

/// The longest name of a module that is held, in bytes.
const MODULE_BYTES: usize = 512;

/// pylint.
#[derive(Debug, Default)]
pub struct Pylint {
    /// The module of the messages that follow, for the forms without a path.
    module: String,
    /// Whether a message was told since the last score.
    told: bool,
}

impl Recognizer for Pylint {
    fn runner(&self) -> Runner {
        Runner("pylint")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &[
                "************* Module ",
                "Your code has been rated at ",
                "pylint: error: ",
                "C:",
                "R:",
                "W:",
                "E:",
                "F:",
                "I:",
            ],
            path: true,
            ..Signs::default()
        }
    }

    fn reads(&self, ending: &str) -> bool {
        ending == "py"
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged();
        if let Some(module) = text.strip_prefix("************* Module ") {
            crate::text::head(module, MODULE_BYTES).trim().clone_into(&mut self.module);
            return Seen::Mine(Class::Noise);
        }
        if let Some(rest) = text.strip_prefix("Your code has been rated at ") {
            return self.rated(rest, text, sink);
        }
        if text.starts_with("pylint: error: ") {
            whole(text.trim_end(), FailureKind::Build, sink);
            sink.emit(Event::BlockClosed);
            return Seen::Mine(Class::Detail);
        }
        let Some(finding) = message(text).or_else(|| self.old(text)) else { return Seen::No };
        let class = finding.tell(text, sink);
        self.told = true;
        Seen::Mine(class)
    }
}

impl Pylint {
    /// The score: a full one without messages tells that all is well.
    fn rated(&mut self, rest: &str, text: &str, sink: &mut dyn Sink) -> Seen {
        let Some((score, _)) = rest.split_once("/10") else { return Seen::No };
        let told = std::mem::take(&mut self.told);
        self.module.clear();
        if told {
            sink.emit(Event::SectionEnded(crate::event::Ended::Failed));
        } else if score == "10.00" {
            all_is_well(sink);
        } else {
            sink.emit(Event::Consequence { name: text.trim(), kind: FailureKind::Build });
            sink.emit(Event::Text(Part::Why));
        }
        Seen::Mine(Class::Totals)
    }

    /// `E: 12, 4: message (symbol)`, below the line with its module.
    fn old<'a>(&'a self, text: &'a str) -> Option<Finding<'a>> {
        let (category, rest) = text.split_at_checked(2)?;
        let rest = rest.trim_start();
        if self.module.is_empty() || !["C:", "R:", "W:", "E:", "F:"].contains(&category) {
            return None;
        }
        let (line, rest) = scan::number(rest)?;
        let (_, rest) = scan::number(rest.strip_prefix(',')?.trim_start())?;
        let message = rest.strip_prefix(": ")?.trim();
        let place = Place { file: &self.module, line: Some(line) };
        Some(Finding { place, column: None, weight: Weight::Fails, message })
    }
}

/// A message with its path in front.
fn message(text: &str) -> Option<Finding<'_>> {
    let (place, column, rest) = position(text)?;
    let message = rest.strip_prefix(' ')?.trim_end();
    let (code, after) = match message.strip_prefix('[') {
        Some(inner) => inner.split_at_checked(5)?,
        None => message.split_at_checked(5)?,
    };
    let letter = code.starts_with(['C', 'R', 'W', 'E', 'F', 'I']);
    let digits = code.bytes().skip(1).all(|byte| byte.is_ascii_digit());
    let form = if message.starts_with('[') {
        after.starts_with('(') || after.starts_with(',') || after.starts_with(']')
    } else {
        after.starts_with(": ") && message.ends_with(')')
    };
    let weight = if code.starts_with('I') { Weight::Warns } else { Weight::Fails };
    // The column is counted from 0 and no editor's; the parseable form has none.
    (letter && digits && form).then_some(Finding { place, column, weight, message })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn said(text: &str) -> Vec<String> {
        let rows = drive(&mut Pylint::default(), text);
        rows.into_iter().filter(|row| row.split(' ').nth(1) != Some("No") && row != "end ").collect()
    }

    #[test]
    fn messages_of_every_category_are_failures() {
        assert_eq!(
            said(
                "************* Module a\nsrc/a.py:5:15: E0602: Undefined variable 'x' (undefined-variable)\nsrc/a.py:1: [C0114(missing-module-docstring), ] Missing module docstring\n\nYour code has been rated at 0.00/10"
            ),
            [
                "1 Mine(Noise) ",
                "2 Mine(Detail) BlockClosed | Column(15) | BlockOpened(Diagnostic { place: Place { file: \"src/a.py\", line: Some(5) }, code: \"\", message: \"E0602: Undefined variable 'x' (undefined-variable)\" }) | Heading | BlockClosed",
                "3 Mine(Detail) BlockOpened(Diagnostic { place: Place { file: \"src/a.py\", line: Some(1) }, code: \"\", message: \"[C0114(missing-module-docstring), ] Missing module docstring\" }) | Heading | BlockClosed",
                "5 Mine(Totals) SectionEnded(Failed)",
            ]
        );
    }

    #[test]
    fn a_full_score_without_messages_is_a_pass_and_a_lower_one_is_not() {
        assert!(said("Your code has been rated at 10.00/10")[0].contains("SectionEnded(Passed)"));
        assert!(
            said("Your code has been rated at 9.80/10 (previous run: 9.80/10)")[0].contains("Consequence")
        );
    }

    #[test]
    fn the_form_before_version_2_takes_the_module_as_its_file() {
        assert_eq!(said("************* Module a.b\nE: 12, 4: No name 'x' in module (no-name)").len(), 2);
        assert_eq!(said("E: 12, 4: No name 'x' in module (no-name)"), Vec::<String>::new());
    }
}
