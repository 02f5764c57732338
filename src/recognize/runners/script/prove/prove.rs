//! Runs of `prove`.
//!
//! Test::More writes the diagnostics of a failure to the standard error, so they are before the line of their file (`t/cart.t .. `); with `-v` the
//! file's TAP follows, where the same failures have verdicts. Then come the numbers of each bad file, the summary of all bad files, and `Result:`.
//! prove counts the outermost tests: the diagnostics of subtests are the text of the test around them. A file that exits badly without a
//! failed test, or does not keep its plan, is a failure of its own, and what was printed before its line tells why.
//!
//! Neighbours: `files` knows what was reported, `prove_lines` reads single lines; TAP outside of prove is the business of `tap`.

use crate::recognize::kit::{Run, Runner, Spec};
use std::collections::VecDeque;

use super::diagnostics::{Block, Diagnostic};
use super::files::Files;
use super::prove_lines::{after_progress, failed, files, header, skipped, summary};
use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Outcome, Part, Seen, TestId, Totals};
use crate::recognize::kit::scan;
use crate::recognize::runners::script::shared::tap_lines::{Directive, Shape, Verdict, read};

/// How many of the last lines before a file's line are held, and how long they may be, in bytes.
const HELD_LINES: usize = 12;
const HELD_BYTES: usize = 400;

/// prove.
#[derive(Debug, Default)]
pub struct Prove {
    files: Files,
    file: String,
    diagnostic: Diagnostic,
    held: VecDeque<String>,
    /// A test printed that it died; its file's line is still to come.
    died: bool,
    /// The status of a file that exited badly; its numbers are still to come.
    exit: Option<u64>,
    /// In the summary: the file that the rows are about, and how many of its tests failed.
    summary: Option<(String, u64)>,
    in_summary: bool,
    skipped: u64,
    /// Passes that were counted by their verdicts.
    counted: u64,
    failed: u64,
    tests: Option<u64>,
}

impl Runner for Prove {
    const SPEC: Spec = Spec {
        name: "prove",
        reads: "prove, with and without -v",
        starts: &[
            "#   Failed test",
            "# Looks like ",
            "Can't locate ",
            "BEGIN failed--",
            "syntax error at ",
            "Global symbol ",
            "Execution of ",
            "Test Summary Report",
            "t/",
            "./t/",
            "xt/",
            "Files=",
        ],
        inside: &[".t .."],
        ..Spec::NONE
    };

    type Zone = ();

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        if let Some((file, printed)) = header(text) {
            return self.header(file, printed, run);
        }
        let (indent, shape) = read(text);
        match shape {
            Shape::Comment(comment) => return self.comment(indent, comment, text, run),
            Shape::Verdict(verdict) if run.is_running() => return self.verdict(indent, verdict, run),
            Shape::Plan(..) | Shape::Subtest(_) | Shape::Version if run.is_running() => {
                return Seen::Mine(Class::Noise);
            }
            Shape::Bail(reason) if run.is_running() => return self.bail(reason, run),
            _ => {}
        }
        self.diagnostic.end(&self.file, &mut self.files, run);
        let body = text.trim();
        if !run.is_running() {
            self.hold(body);
            if body == "Test Summary Report" {
                self.in_summary = true;
                return run.begin(None);
            }
            // The end of a log whose beginning is missing.
            if summary(text).is_none() && files(text).is_none() {
                return Seen::No;
            }
            run.begin_once();
            self.in_summary = true;
        }
        self.harness(text, body, run)
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.diagnostic.end(&self.file, &mut self.files, run);
    }
}

impl Prove {
    /// A line that is not TAP.
    fn harness(&mut self, text: &str, body: &str, run: &mut Run<'_>) -> Seen {
        if body.is_empty() {
            return Seen::Mine(Class::Noise);
        }
        if body == "Test Summary Report" {
            self.in_summary = true;
            return Seen::Mine(Class::Noise);
        }
        if let Some(tests) = files(text) {
            self.summary = None;
            self.tests = Some(tests);
            return Seen::Mine(Class::Totals);
        }
        if let (Some(tests), Some(result)) = (self.tests, body.strip_prefix("Result: ")) {
            return self.result(tests, result, run);
        }
        if let Some(reason) = body.strip_prefix("FAILED--Further testing stopped") {
            return self.bail(reason.trim_start_matches([':', ' ']), run);
        }
        if self.in_summary {
            return self.summary_row(text, body, run);
        }
        if body == "ok" || body.starts_with("All tests successful") || body.chars().all(|each| each == '-') {
            return Seen::Mine(Class::Noise);
        }
        if let Some(number) = skipped(body) {
            self.skipped.up(number);
            return Seen::Mine(Class::Noise);
        }
        match self.of_file(body, run) {
            Seen::No => {
                self.hold(body);
                Seen::No
            }
            seen => seen,
        }
    }

    /// What is printed of a file, after its name or on lines of its own.
    fn of_file(&mut self, printed: &str, run: &mut Run<'_>) -> Seen {
        if let Some(code) = printed.strip_prefix("Dubious, test returned ").and_then(scan::number) {
            self.exit = Some(code.0);
            return Seen::Mine(Class::Detail);
        }
        let exit = self.exit.take();
        if printed.starts_with("No subtests run") {
            self.break_file(FailureKind::Collection, run);
            run.emit(Event::Text(Part::Why));
            self.died = false;
            return Seen::Mine(Class::Detail);
        }
        // Test::More exits with the number of failed tests.
        let reported =
            scan::number(printed.strip_prefix("Failed ").unwrap_or_default()).map(|(failed, _)| failed);
        if let Some(exit) = exit
            && (self.died || self.files.failed(&self.file) == 0 && reported != Some(exit))
        {
            self.break_file(FailureKind::Crash, run);
            run.emit(Event::Text(Part::Why));
            self.died = false;
            return Seen::Mine(Class::Detail);
        }
        let counted = printed.starts_with("Failed ") && printed.ends_with(" subtests")
            || printed.starts_with("All ") && printed.ends_with(" subtests passed");
        let unexpected = printed.starts_with('(') && printed.contains("unexpectedly succeeded)");
        if counted || unexpected { Seen::Mine(Class::Noise) } else { Seen::No }
    }

    fn header(&mut self, file: &str, printed: &str, run: &mut Run<'_>) -> Seen {
        self.diagnostic.end(&self.file, &mut self.files, run);
        run.begin_once();
        self.file.clear();
        self.file.push_str(file);
        let class = if printed == "ok" || printed.starts_with("ok ") {
            self.held.clear();
            self.diagnostic.inner.clear();
            Class::Passed
        } else if printed.starts_with("skipped") {
            self.held.clear();
            let id = TestId::bare(file);
            run.emit(Event::finished(id, Outcome::Skipped));
            Class::Skipped
        } else {
            // A program that runs under the progress speaks after it: `1/5 Can't use ...`.
            let after = after_progress(printed);
            if self.of_file(after, run) == Seen::No {
                self.hold(after);
            }
            Class::Noise
        };
        Seen::Mine(class)
    }

    fn comment(&mut self, indent: usize, comment: &str, text: &str, run: &mut Run<'_>) -> Seen {
        if indent > 0 && self.diagnostic.block == Block::None {
            if failed(comment).is_some() || !self.diagnostic.inner.is_empty() {
                self.diagnostic.hold(text);
                return if run.is_running() { Seen::Inside(Class::Detail) } else { Seen::No };
            }
            return if run.is_running() { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        if let Some(what) = failed(comment) {
            self.diagnostic.end(&self.file, &mut self.files, run);
            run.begin_once();
            self.died = false;
            return self.diagnostic.failed(what, &self.file, &mut self.files, run);
        }
        let printed = comment.trim();
        if printed.starts_with("Looks like your test exited with ")
            || printed.starts_with("Looks like your test died")
        {
            self.diagnostic.end(&self.file, &mut self.files, run);
            run.begin_once();
            self.died = true;
            self.hold(text);
            return Seen::Mine(Class::Detail);
        }
        if printed.starts_with("Looks like you ") {
            self.diagnostic.end(&self.file, &mut self.files, run);
            return if run.is_running() { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        match self.diagnostic.block {
            Block::Named => self.diagnostic.placed(printed, &mut self.files, run),
            Block::Open => self.diagnostic.line(printed, run),
            Block::Todo => Seen::Mine(Class::Noise),
            Block::None if run.is_running() => {
                self.hold(text);
                Seen::Inside(Class::Other)
            }
            Block::None => Seen::No,
        }
    }

    /// A verdict of a file's TAP, with `-v`.
    fn verdict(&mut self, indent: usize, verdict: Verdict<'_>, run: &mut Run<'_>) -> Seen {
        self.diagnostic.end(&self.file, &mut self.files, run);
        if indent > 0 {
            return Seen::Mine(Class::Noise);
        }
        if verdict.number.is_none() && !verdict.dashed {
            return Seen::Mine(Class::Noise);
        }
        match (verdict.directive, verdict.passed) {
            (Directive::Skip(_), _) => {
                self.skipped.up(1);
                let id = TestId::bare(if verdict.name.is_empty() { "skipped" } else { verdict.name });
                run.emit(Event::finished(id, Outcome::Skipped));
                Seen::Mine(Class::Skipped)
            }
            (Directive::Todo(_), false) => {
                self.diagnostic.block = Block::Todo;
                Seen::Mine(Class::Other)
            }
            (_, true) => {
                self.counted.up(1);
                run.emit(Event::Counted { passed: 1, failed: 0, skipped: 0, other: 0 });
                Seen::Mine(Class::Passed)
            }
            (Directive::None, false) => {
                let unnamed;
                let name = if verdict.name.is_empty() {
                    unnamed = format!("test {}", verdict.number.unwrap_or(0));
                    &unnamed
                } else {
                    verdict.name
                };
                let file = self.file.clone();
                self.files.verdict(&file, name, run);
                run.emit(Event::Heading);
                Seen::Mine(Class::Detail)
            }
        }
    }

    fn break_file(&mut self, kind: FailureKind, run: &mut Run<'_>) {
        let file = self.file.clone();
        if self.files.break_file(&file, kind, run) {
            run.emit(Event::Instead(&file));
            run.emit(Event::Heading);
            let mut message = None;
            for text in self.diagnostic.inner.drain(..).chain(self.held.drain(..)) {
                run.emit(Event::Decoded { part: Part::Why, text: &text });
                message.get_or_insert(text);
            }
            if let Some(message) = message {
                run.emit(Event::Message(&message));
            }
        }
        self.held.clear();
    }

    fn summary_row(&mut self, text: &str, body: &str, run: &mut Run<'_>) -> Seen {
        if let Some((file, failed)) = summary(text) {
            self.failed.up(failed);
            self.summary = Some((file.to_owned(), failed));
            return Seen::Mine(Class::Noise);
        }
        let Some((file, failed)) = &self.summary else { return Seen::Mine(Class::Noise) };
        let bad_exit =
            body.starts_with("Non-zero exit status: ") || body.starts_with("Non-zero wait status: ");
        let parse = body.starts_with("Parse errors: ");
        if parse || (bad_exit && *failed == 0) {
            self.file.clone_from(file);
            self.break_file(FailureKind::Crash, run);
            run.emit(Event::Text(Part::Why));
            run.emit(Event::BlockClosed);
            return Seen::Mine(Class::Detail);
        }
        if let Some(numbers) = body.strip_prefix("Failed test") {
            self.files.numbered(file, *failed, numbers, run);
        }
        Seen::Mine(Class::Noise)
    }

    fn bail(&mut self, reason: &str, run: &mut Run<'_>) -> Seen {
        self.diagnostic.end(&self.file, &mut self.files, run);
        if self.files.break_file("Bail out!", FailureKind::Crash, run) {
            run.emit(Event::Heading);
            if !reason.is_empty() {
                run.emit(Event::Message(reason));
            }
        }
        run.emit(Event::BlockClosed);
        Seen::Mine(Class::Detail)
    }

    fn result(&mut self, tests: u64, result: &str, run: &mut Run<'_>) -> Seen {
        let passed = result.trim() == "PASS";
        // A file that prove itself called broken is no test's output: another run ended well.
        if passed && self.files.broken() == 0 {
            self.files.withdraw(run);
        }
        let mut broken = if passed { 0 } else { self.files.broken() };
        let failed = if passed { 0 } else { self.failed };
        if !passed && failed == 0 && broken == 0 {
            let kind = if result.trim() == "NOTESTS" { FailureKind::Collection } else { FailureKind::Suite };
            self.files.break_file("prove", kind, run);
            run.emit(Event::Heading);
            run.emit(Event::BlockClosed);
            broken = 1;
        }
        let passes = tests.saturating_sub(failed).saturating_sub(self.skipped);
        let rest = passes.saturating_sub(self.counted);
        run.emit(Event::Counted { passed: rest, failed: 0, skipped: 0, other: 0 });
        run.totals(Totals {
            passed: Some(passes),
            failed: Some(failed),
            errors: Some(broken),
            skipped: Some(self.skipped),
            ..Totals::default()
        })
    }

    /// A line that may tell why the file breaks whose line is still to come.
    fn hold(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if self.held.len() >= HELD_LINES {
            self.held.pop_front();
        }
        self.held.push_back(crate::text::head(text, HELD_BYTES).to_owned());
    }
}
