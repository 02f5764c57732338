//! VUnit, which tests hardware: what a test printed, its result, the results once more, and the numbers.
//!
//! ```text
//! Starting lib.tb_quay.leave
//! Output file: /home/user/vunit_out/test_output/lib.tb_quay.leave_5f2d/output.txt
//!               1000 fs - check                -   ERROR - Equality check failed - Got 3. Expected 4.
//! fail (P=1 S=0 F=1 T=2) lib.tb_quay.leave (0.4 seconds)
//!
//! ==== Summary ==========================
//! pass lib.tb_quay.moor  (0.5 seconds)
//! fail lib.tb_quay.leave (0.4 seconds)
//! =======================================
//! pass 1 of 2
//! fail 1 of 2
//! =======================================
//! Total time was 0.9 seconds
//! Elapsed time was 0.9 seconds
//! =======================================
//! Some failed!
//! ```
//!
//! Source of the format: VUnit's `test/report.py`, `test/runner.py` and `sim_if`, and logs that VUnit 4.7 printed.

use super::shared::last_lines::LastLines;
use crate::event::{Class, Event, FailureKind, Part, Seen, TestId, Totals};
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::frames::python;
use crate::recognize::kit::{Remembered, Run, Runner, Shape, Spec, begins, first, scan, shape};

/// What a message of VUnit's own library holds that fails a test.
const REASONS: [&str; 3] = [" -   ERROR - ", " - FAILURE - ", "(assertion failure): "];

/// VUnit.
#[derive(Debug, Default)]
pub struct Vunit {
    /// Tests of one test bench whose start is above.
    starting: Remembered<256>,
    /// What the running test printed last.
    printed: LastLines,
    /// The first reason that the running test printed.
    reason: String,
    /// The numbers, as far as they came.
    numbers: Totals,
    /// A source file that could not be compiled: what its compiler says follows.
    uncompiled: Option<String>,
}

/// The part of its output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    #[default]
    Outside,
    /// What a test prints.
    Test,
}

const RESULTS: [Shape; 2] = [
    shape("{word} (P={number} S={number} F={number} T={number}) {name..} ({any} seconds)"),
    shape("{word} (P={number} S={number} F={number} T={number}) {name..} ({any} s)"),
];
/// `pass 1 of 2`
const NUMBER: Shape = shape("{word} {passed} of {number}");

impl Runner for Vunit {
    const SPEC: Spec = Spec {
        name: "vunit",
        reads: "VUnit of VHDL and SystemVerilog",
        starts: &[
            "Starting ",
            "Output file: ",
            "pass (P=",
            "fail (P=",
            "skip (P=",
            "Compiling into ",
            "Compile failed",
        ],
        ..Spec::NONE
    };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(name) = text.strip_prefix("Starting ").filter(|name| name.contains('.')) {
            self.starting.push(name);
            return if run.is_running() { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        let starting = std::mem::take(&mut self.starting);
        if text.starts_with("Output file: ") && text.ends_with("output.txt") && !starting.is_empty() {
            run.open();
            run.close();
            for name in starting.iter() {
                run.start(TestId::bare(name));
            }
            *zone = Zone::Test;
            self.printed.clear();
            self.reason.clear();
            return Seen::Mine(Class::Noise);
        }
        if let Some(result) = result(text) {
            *zone = Zone::Outside;
            return self.finished(result, run);
        }
        if let Some(seen) = self.compiled(zone, text, run) {
            return seen;
        }
        if *zone == Zone::Test {
            self.printed.keep(text);
            let reason = REASONS.iter().any(|reason| text.contains(reason));
            if self.reason.is_empty() && (reason || python::is_exception(text)) {
                text.trim().clone_into(&mut self.reason);
            }
            return Seen::Inside(Class::Other);
        }
        if run.is_running() { self.summed_up(text, run) } else { Seen::No }
    }

    fn end(&mut self, _zone: Zone, run: &mut Run<'_>) {
        self.not_compiled(run);
    }
}

impl Vunit {
    fn finished(&mut self, result: Finished<'_>, run: &mut Run<'_>) -> Seen {
        run.open();
        let printed = self.printed.take();
        let id = TestId::bare(result.name);
        match result.status {
            "pass" => run.pass(id),
            "skip" => run.skip(id),
            _ => {
                let seen = run.fail_because(id, &std::mem::take(&mut self.reason));
                if let Some(text) = &printed {
                    run.emit(Event::Decoded { part: Part::Why, text });
                }
                run.close();
                seen
            }
        }
    }

    /// Reads `Compiling into lib: ../tb_quay.vhd failed`: its compiler's words are below.
    fn compiled(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        if text == "Compile failed" && self.uncompiled.is_some() {
            self.not_compiled(run);
            return Some(Seen::Mine(Class::Totals));
        }
        let (_, rest) = text.strip_prefix("Compiling into ")?.split_once(": ")?;
        let (file, state) = rest.trim().rsplit_once(' ')?;
        matches!(state, "passed" | "skipped" | "failed").then_some(())?;
        *zone = Zone::Outside;
        self.printed.clear();
        self.not_compiled(run);
        if state != "failed" {
            return Some(Seen::Mine(Class::Noise));
        }
        run.emit(Event::ScopeBegins);
        self.uncompiled = Some(clipped(file.trim()));
        Some(Seen::Mine(Class::Detail))
    }

    /// The compiler's words about a file have ended: without an error of its own the file is the failure.
    fn not_compiled(&mut self, run: &mut Run<'_>) {
        if let Some(name) = self.uncompiled.take() {
            run.consequence(&name, FailureKind::Build);
        }
    }

    /// The results once more and the numbers.
    fn summed_up(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if text.starts_with("==== Summary =") {
            self.numbers = Totals::default();
            return Seen::Mine(Class::Noise);
        }
        if let Some((status, count)) = number(text) {
            *match status {
                "pass" => &mut self.numbers.passed,
                "skip" => &mut self.numbers.skipped,
                _ => &mut self.numbers.failed,
            } = Some(count);
            return Seen::Mine(Class::Totals);
        }
        if matches!(text, "All passed!" | "Some failed!" | "Some skipped!") && self.numbers.passed.is_some() {
            return run.last_totals(Totals { failed: self.numbers.failed.or(Some(0)), ..self.numbers });
        }
        let listed = text.ends_with(" seconds)") && begins(text, &["pass ", "fail ", "skip "]);
        let noise =
            listed || begins(text, &["Total time was ", "Elapsed time was "]) || scan::is_ruler(text, '=', 8);
        if noise { Seen::Mine(Class::Noise) } else { Seen::No }
    }
}

/// A test's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Finished<'a> {
    status: &'a str,
    name: &'a str,
}

/// Reads `fail (P=1 S=0 F=1 T=2) lib.tb_quay.leave (0.4 seconds)`.
fn result(text: &str) -> Option<Finished<'_>> {
    let read = first(&RESULTS, text)?;
    is_status(read.word).then_some(Finished { status: read.word, name: read.name })
}

fn number(text: &str) -> Option<(&str, u64)> {
    let read = NUMBER.read(text).filter(|read| is_status(read.word))?;
    Some((read.word, read.passed?))
}

fn is_status(word: &str) -> bool {
    matches!(word, "pass" | "fail" | "skip")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_and_numbers_are_read() {
        let reported = result("fail (P=1 S=0 F=1 T=2) lib.tb_quay.leave (0.4 seconds)").unwrap();
        assert_eq!((reported.status, reported.name), ("fail", "lib.tb_quay.leave"));
        for text in [
            "fail (P=1 S=0 F=1) lib.tb (0.4 seconds)",
            "failed (P=1 S=0 F=1 T=2) a (1 seconds)",
            "fail (P=1 S=0 F=1 T=2) a",
        ] {
            assert_eq!(result(text), None, "{text}");
        }
        assert_eq!(number("skip 1 of 2"), Some(("skip", 1)));
        assert_eq!(number("skip 1 of two"), None);
    }
}
