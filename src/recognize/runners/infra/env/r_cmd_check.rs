//! `R CMD check`, and what rcmdcheck and devtools make of it.
//!
//! ```text
//! * using log directory ‘/p/harbour.Rcheck’
//! * checking dependencies in R code ... OK
//! * checking tests ...
//!   Running ‘testthat.R’
//!  ERROR
//! Running the tests in ‘tests/testthat.R’ failed.
//! Last 13 lines of output:
//! * DONE
//!
//! Status: 1 ERROR, 1 NOTE
//! ```
//!
//! Warnings and notes fail no check. What a failed step printed is below it, up to the next one:
//! its last lines are the reason; tests that failed are a consequence of those that are known. rcmdcheck repeats the steps
//! after `❯` or `>`, and ends with `1 error ✖ | 0 warnings ✔ | 0 notes ✔`. Source of the format: `tools/R/check.R` of R, and rcmdcheck's `print.R`.

use crate::event::{Class, Ended, Event, FailureKind, Opened, Seen};
use crate::recognize::kit::last_words::LastWords;
use crate::recognize::kit::scan;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};

/// The first line of a check.
const BEGINS: &str = "* using log directory ";
/// A step.
const STEP: &str = "* checking ";
/// The steps that rcmdcheck repeats.
const REPEATED: [&str; 2] = ["\u{276f} checking ", "> checking "];

/// The most steps that are remembered to have failed: a check has some seventy.
const MOST_REPORTED: usize = 256;

/// The most bytes of the name of one.
const NAME_BYTES: usize = 256;

/// What is below the error with which R stops.
const SAYS_NOTHING: [&str; 4] = ["Execution halted", "Calls: ", "See \u{2018}", "See '"];

/// A step that failed, and the line that says so.
#[derive(Debug)]
struct Failed {
    name: String,
    heading: String,
}

/// R CMD check.
#[derive(Debug, Default)]
pub struct RCmdCheck {
    running: bool,
    /// The step whose result is to come on a line of its own.
    step: Option<String>,
    failed: Option<Failed>,
    /// Steps that were reported as failed.
    reported: Vec<String>,
    printed: LastWords,
}

/// How a step ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Result {
    Well,
    Warning,
    Error,
}

impl Runner for RCmdCheck {
    const SPEC: Spec = Spec {
        name: "r cmd check",
        reads: "R CMD check, rcmdcheck and devtools::check",
        starts: &[
            BEGINS,
            STEP,
            "* DONE",
            "Status: ",
            REPEATED[0],
            REPEATED[1],
            "Error: R CMD check found ",
            "! R CMD check found ",
        ],
        numbered: &[
            " errors \u{2714} | ",
            " error \u{2716} | ",
            " errors \u{2716} | ",
            " errors v | ",
            " error x | ",
            " errors x | ",
        ],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.running || self.failed.is_some()
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if text.starts_with("* ") {
            return self.step(text, run);
        }
        if let Some(seen) = self.repeated(text, run) {
            return seen;
        }
        if let Some(errors) = text.strip_prefix("Status: ").and_then(status).filter(|_| self.running) {
            self.finish(errors, text, run);
            return Seen::Mine(Class::Totals);
        }
        if let Some(result) = self.step.is_some().then(|| result(text.trim_start())).flatten() {
            let name = self.step.take().unwrap_or_default();
            return self.ended(name, result, text, run);
        }
        if self.failed.is_some() && !SAYS_NOTHING.iter().any(|words| text.trim_start().starts_with(words)) {
            self.printed.hear(text);
        }
        // Others may know what the step printed.
        Seen::No
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.over(run);
    }
}

impl RCmdCheck {
    /// The run is over, or the log.
    fn over(&mut self, run: &mut Run<'_>) {
        self.tell(run);
        if self.running {
            // The status that every check ends with is missing.
            run.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
        }
        *self = Self::default();
    }

    /// A line of the check's own.
    fn step(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if text.starts_with(BEGINS) {
            self.over(run);
            self.running = true;
            run.emit(Event::ScopeBegins);
            return Seen::Mine(Class::Noise);
        }
        let Some(rest) = text.strip_prefix(STEP) else {
            if !self.running {
                return Seen::No;
            }
            self.tell(run);
            return Seen::Mine(Class::Noise);
        };
        let Some((name, printed)) = rest.rsplit_once(" ...") else { return Seen::No };
        self.tell(run);
        let name = format!("checking {name}");
        match result(printed.trim_start()) {
            Some(result) if self.running || result == Result::Error => self.ended(name, result, text, run),
            _ => {
                run.emit(Event::ScopeBegins);
                let pending = printed.is_empty() || printed.ends_with(']');
                self.step = pending.then_some(name).filter(|_| self.running);
                if self.running { Seen::Mine(Class::Noise) } else { Seen::No }
            }
        }
    }

    fn ended(&mut self, name: String, result: Result, text: &str, run: &mut Run<'_>) -> Seen {
        match result {
            Result::Well => Seen::Mine(Class::Noise),
            Result::Warning => run.warn_at_once(&name),
            Result::Error => {
                let heading =
                    if text.starts_with(STEP) { text.to_owned() } else { format!("* {name} ... ERROR") };
                if !has_runners(&name) {
                    // What R says when it stops belongs to the step.
                    run.fail_whole_at_once(&name, FailureKind::Suite, "");
                }
                self.failed = Some(Failed { name, heading });
                self.printed.forget();
                Seen::Mine(Class::Detail)
            }
        }
    }

    /// The step that failed, when all that it printed was seen.
    fn tell(&mut self, run: &mut Run<'_>) {
        self.step = None;
        let Some(failed) = self.failed.take() else { return };
        let name = failed.name.as_str();
        if has_runners(name) {
            run.consequence(name, FailureKind::Suite);
            run.instead(&failed.heading);
            run.emit(Event::Heading);
            self.printed.tell(run);
        } else {
            run.more(name);
            self.printed.tell(run);
            run.close();
        }
        run.emit(Event::ScopeBegins);
        if self.reported.len() < MOST_REPORTED {
            self.reported.push(crate::text::head(&failed.name, NAME_BYTES).to_owned());
        }
    }

    /// The status: all steps are over.
    fn finish(&mut self, errors: u64, text: &str, run: &mut Run<'_>) {
        self.tell(run);
        run.emit(Event::ScopeEnds);
        if errors > 0 {
            run.consequence(text, FailureKind::Suite);
            run.emit(Event::SectionEnded(Ended::Failed));
        } else if self.reported.is_empty() {
            run.emit(Event::SectionEnded(Ended::Replaced));
            run.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
            run.emit(Event::SectionEnded(Ended::Passed));
        }
        let reported = std::mem::take(&mut self.reported);
        *self = Self { reported, ..Self::default() };
    }

    /// What rcmdcheck and devtools say of a check.
    fn repeated(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        let step = REPEATED
            .iter()
            .find_map(|mark| text.strip_prefix(mark))
            .and_then(|step| step.rsplit_once(" ..."));
        if let Some((name, printed)) = step
            && let Some(result) = result(printed.trim_start())
        {
            self.tell(run);
            let name = format!("checking {name}");
            if self.reported.iter().any(|reported| reported == crate::text::head(&name, NAME_BYTES)) {
                return Some(Seen::Mine(Class::Detail));
            }
            return Some(self.ended(name, result, text, run));
        }
        let ended =
            ["Error: R CMD check found ", "! R CMD check found "].iter().any(|found| text.starts_with(found));
        if ended {
            self.tell(run);
            run.consequence(text, FailureKind::Suite);
            return Some(Seen::Mine(Class::Detail));
        }
        let (errors, warnings) = numbers(text)?;
        self.running = true;
        if warnings > 0 && errors == 0 {
            // Whether they fail the check whoever began it says.
            self.tell(run);
            *self = Self::default();
        } else {
            self.finish(errors, text, run);
        }
        Some(Seen::Mine(Class::Totals))
    }
}

/// Whether the step runs tests, of which their own runners may tell.
fn has_runners(name: &str) -> bool {
    name.starts_with("checking tests")
}

/// Reads `OK`, `[12s/13s] ERROR`.
fn result(printed: &str) -> Option<Result> {
    let printed = match printed.strip_prefix('[').and_then(|timed| timed.split_once("] ")) {
        Some((time, printed))
            if time.bytes().all(|byte| byte.is_ascii_digit() || b"smh/.".contains(&byte)) =>
        {
            printed
        }
        _ => printed,
    };
    match printed {
        "OK" | "NOTE" | "NONE" | "SKIPPED" | "INFO" => Some(Result::Well),
        "WARNING" => Some(Result::Warning),
        "ERROR" | "FAILED" => Some(Result::Error),
        _ => None,
    }
}

/// Reads `OK`, `1 ERROR, 2 WARNINGs, 1 NOTE`: the errors.
fn status(printed: &str) -> Option<u64> {
    if printed == "OK" {
        return Some(0);
    }
    let mut errors = 0;
    for part in printed.split(", ") {
        let (number, word) = scan::number(part)?;
        match word.strip_suffix('s').unwrap_or(word) {
            " ERROR" => errors = number,
            " WARNING" | " NOTE" => {}
            _ => return None,
        }
    }
    Some(errors)
}

/// Reads `1 error ✖ | 0 warnings ✔ | 0 notes ✔`: errors and warnings.
fn numbers(text: &str) -> Option<(u64, u64)> {
    let mut counts = [0; 3];
    let mut parts = text.split(" | ");
    for (slot, noun) in counts.iter_mut().zip([" error", " warning", " note"]) {
        let (number, rest) = scan::number(parts.next()?)?;
        let rest = rest.strip_prefix(noun)?;
        let mark = rest.strip_prefix('s').unwrap_or(rest);
        if !matches!(mark, " \u{2714}" | " \u{2716}" | " v" | " x") {
            return None;
        }
        *slot = number;
    }
    let [errors, warnings, _] = counts;
    parts.next().is_none().then_some((errors, warnings))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::Driven;
    use crate::recognize::kit::scan::feed;

    #[test]
    fn only_so_many_steps_are_remembered() {
        let name = "é".repeat(NAME_BYTES);
        let rows: String =
            (0..=MOST_REPORTED).map(|each| format!("* checking {each} {name} ... ERROR\n")).collect();
        let mut check = Driven::<RCmdCheck>::default();
        check.runner.running = true;
        feed(&mut check, &rows);
        assert_eq!(check.runner.reported.len(), MOST_REPORTED);
        assert!(check.runner.reported.iter().all(|reported| reported.len() <= NAME_BYTES));
    }
}
