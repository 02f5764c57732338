//! dart analyze and flutter analyze, and the errors of Dart's compiler.
//!
//! `  error - lib/quay.dart:14:9 - message - code`, with `•` between the parts and another order from Flutter and from older versions; the
//! end is `2 issues found.` or `No issues found!`. Errors are failures. Warnings fail the run by default too, and are reported by the
//! number where there is no error; hints and lints fail Flutter's alone. The compiler says `lib/quay.dart:3:5: Error: message` and
//! shows the line below. Source: dartdev's `analyze.dart`, flutter_tools' `analyze_base.dart`.

use crate::event::{Class, Place, Seen};
use crate::recognize::kit::lint::finding::{Finding, Weight, count};
use crate::recognize::kit::linter::{Findings, Linter, Sum};
use crate::recognize::kit::rows::{Table, table};

/// dart analyze.
#[derive(Debug, Default)]
pub struct DartAnalyze {
    /// `Analyzing quay...` was read.
    running: bool,
    errors: bool,
    warnings: bool,
}

impl Linter for DartAnalyze {
    const TABLE: Table = table!("dart_analyze.rows");

    fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        let bare = text.trim_start();
        if bare.strip_prefix("Analyzing ").is_some_and(|rest| rest.contains("...")) {
            *self = Self { running: true, ..Self::default() };
            return Some(Seen::Mine(Class::Noise));
        }
        if let Some((word, place, column, message)) = finding(bare) {
            let weight = match word {
                "error" => Weight::Fails,
                "warning" => Weight::Warns,
                // A hint is no warning: neither fails the run beside an error, and only warnings are counted.
                _ => return Some(Seen::Mine(Class::Other)),
            };
            self.errors |= weight == Weight::Fails;
            self.warnings |= weight == Weight::Warns;
            return Some(findings.report(&Finding { place, column, weight, message }, text));
        }
        if self.running && bare.starts_with("No issues found!") {
            *self = Self::default();
            return Some(findings.sum(Sum::Well, text));
        }
        let (_, rest) = count(bare, "issue").filter(|_| self.running || self.errors || self.warnings)?;
        rest.starts_with(" found.").then(|| {
            if self.warnings && !self.errors {
                findings.consequence(text);
            }
            *self = Self::default();
            Seen::Mine(Class::Totals)
        })
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
