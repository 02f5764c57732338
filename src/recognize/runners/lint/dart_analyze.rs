//! dart analyze and flutter analyze, and the errors of Dart's compiler.
//!
//! `  error - lib/quay.dart:14:9 - message - code`, with `•` between the parts and another order from Flutter and from older versions; the
//! end is `2 issues found.` or `No issues found!`. Errors are failures. Warnings fail the run by default too, and are told by the
//! number where there is no error; hints and lints fail Flutter's alone. The compiler says `lib/quay.dart:3:5: Error: message` and
//! shows the line below. Source: dartdev's `analyze.dart`, flutter_tools' `analyze_base.dart`.

use crate::event::{Class, Event, FailureKind, Place, Runner, Seen, Sink};
use crate::recognize::kit::lint::below::Below;
use crate::recognize::kit::lint::finding::{Finding, Weight, all_is_well, count, position};
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// dart analyze.
#[derive(Debug, Default)]
pub struct DartAnalyze {
    /// `Analyzing quay...` was read.
    running: bool,
    errors: u64,
    warnings: u64,
    below: Option<Below>,
}

impl Recognizer for DartAnalyze {
    fn runner(&self) -> Runner {
        Runner("dart analyze")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &[
                "Analyzing ",
                "error - ",
                "warning - ",
                "info - ",
                "error \u{2022} ",
                "warning \u{2022} ",
                "info \u{2022} ",
                "No issues found!",
            ],
            numbered: &[" issues found.", " issue found."],
            path: true,
            ..Signs::default()
        }
    }

    fn reads(&self, _ending: &str) -> bool {
        false
    }

    fn attention(&self) -> Attention {
        if self.below.is_some() { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        let bare = text.trim_start();
        if let Some(mut below) = self.below.take() {
            if let Some(seen) = below.line(text, sink) {
                self.below = Some(below);
                return seen;
            }
            sink.emit(Event::BlockClosed);
        }
        if let Some((place, column, message)) = position(text)
            && place.file.ends_with(".dart")
            && let Some(message) = message.strip_prefix(" Error: ")
        {
            let finding = Finding { place, column, weight: Weight::Fails, message };
            self.below = Some(Below::new(Class::Detail));
            return Seen::Mine(finding.open(text, sink));
        }
        if bare.strip_prefix("Analyzing ").is_some_and(|rest| rest.contains("...")) {
            *self = Self { running: true, ..Self::default() };
            return Seen::Mine(Class::Noise);
        }
        if let Some((weight, place, column, message)) = finding(bare) {
            match weight {
                "error" => self.errors = self.errors.saturating_add(1),
                "warning" => self.warnings = self.warnings.saturating_add(1),
                // A hint is no warning: neither fails the run beside an error, and only warnings are counted.
                _ => return Seen::Mine(Class::Other),
            }
            let weight = if weight == "error" { Weight::Fails } else { Weight::Warns };
            return Seen::Mine(Finding { place, column, weight, message }.tell(text, sink));
        }
        if self.running && bare.starts_with("No issues found!") {
            all_is_well(sink);
            *self = Self::default();
            return Seen::Mine(Class::Totals);
        }
        let told = self.errors.saturating_add(self.warnings) > 0;
        if (told || self.running) && count(bare, "issue").is_some_and(|(_, rest)| rest.starts_with(" found."))
        {
            if self.warnings > 0 && self.errors == 0 {
                sink.emit(Event::Consequence { name: bare, kind: FailureKind::Build });
            }
            *self = Self::default();
            return Seen::Mine(Class::Totals);
        }
        Seen::No
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        if self.below.take().is_some() {
            sink.emit(Event::BlockClosed);
        }
    }
}

/// `error - lib/quay.dart:14:9 - message - code`, and Flutter's order: `error • message • lib/quay.dart:14:9 • code`.
fn finding(bare: &str) -> Option<(&str, Place<'_>, Option<u64>, &str)> {
    let between = [" - ", " \u{2022} "].into_iter().find(|mark| {
        bare.split_once(mark).is_some_and(|(word, _)| ["error", "warning", "info"].contains(&word))
    })?;
    let (weight, rest) = bare.split_once(between)?;
    let place = |text: &'_ str| -> Option<(usize, u64, u64)> {
        let (head, column) = text.rsplit_once(':')?;
        let (file, line) = head.rsplit_once(':')?;
        let own = file.ends_with(".dart") || file.ends_with(".yaml");
        let whole = crate::recognize::kit::scan::whole_number;
        own.then(|| Some((file.len(), whole(line)?, whole(column)?))).flatten()
    };
    let parts: Vec<&str> = rest.split(between).collect();
    let (at, (length, line, column)) =
        parts.iter().enumerate().find_map(|(at, part)| Some((at, place(part)?)))?;
    let file = parts.get(at)?.get(..length)?;
    let message = if at == 0 { rest.split_once(between)?.1 } else { rest.split(between).next()? };
    Some((weight, Place { file, line: Some(line) }, Some(column), message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn said(text: &str) -> String {
        drive(&mut DartAnalyze::default(), text).join("\n")
    }

    #[test]
    fn errors_are_failures_in_both_orders() {
        for text in [
            "  error - lib/quay.dart:14:9 - No rope - undefined_rope",
            "  error \u{2022} No rope \u{2022} lib/quay.dart:14:9 \u{2022} undefined_rope",
        ] {
            let said = said(&format!("Analyzing quay...\n\n{text}\n\n1 issue found.\n"));
            assert!(
                said.contains("file: \"lib/quay.dart\", line: Some(14)") && said.contains("Column(9)"),
                "{said}"
            );
            assert!(said.contains("message: \"No rope"), "{said}");
            assert!(!said.contains("Consequence"), "{said}");
        }
    }

    #[test]
    fn warnings_alone_fail_by_their_number_and_hints_do_not() {
        let text = |word: &str| {
            format!("Analyzing quay...\n{word} - lib/quay.dart:1:8 - Unused - unused\n1 issue found.\n")
        };
        assert!(said(&text("warning")).contains("Consequence { name: \"1 issue found.\""));
        let hint = said(&text("   info"));
        assert!(!hint.contains("Consequence") && !hint.contains("Warning"), "{hint}");
        assert!(said("Analyzing quay...\nNo issues found!\n").contains("SectionEnded(Passed)"));
        assert!(!said("No issues found!\n").contains("Passed"));
    }

    #[test]
    fn errors_of_the_compiler_have_their_line_below() {
        let said = said("lib/quay.dart:3:5: Error: No rope.\n    rope();\n    ^^^^\nother\n");
        assert!(said.contains("Diagnostic {") && said.contains("3 Mine(Detail) Text(Where)"), "{said}");
        assert!(said.contains("4 No BlockClosed"), "{said}");
    }
}
