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
use crate::event::{Class, Event, FailureKind, Outcome, Part, Runner, Seen, Sink, TestId, Totals};
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::frames::python;
use crate::recognize::kit::run::Run;
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// Beginnings of a test's lines, and of those of results.
const SIGNS: [&str; 7] =
    ["Starting ", "Output file: ", "pass (P=", "fail (P=", "skip (P=", "Compiling into ", "Compile failed"];
/// What a message of VUnit's own library holds that fails a test.
const REASONS: [&str; 3] = [" -   ERROR - ", " - FAILURE - ", "(assertion failure): "];

/// The most tests of one test bench whose start is remembered.
const STARTED: usize = 256;

/// VUnit.
#[derive(Debug, Default)]
pub struct Vunit {
    run: Run,
    /// Tests whose start stands above.
    starting: Vec<String>,
    /// What the running test printed last, once it is known that one runs.
    printed: Option<LastLines>,
    /// The first reason that the running test printed.
    reason: String,
    /// The numbers, as far as they were told.
    told: Totals,
    /// A source file that could not be compiled: what its compiler says follows.
    uncompiled: Option<String>,
}

impl Recognizer for Vunit {
    fn runner(&self) -> Runner {
        Runner("vunit")
    }

    fn signs(&self) -> Signs {
        Signs { starts: &SIGNS, ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        let every = self.printed.is_some() || self.run.is_running();
        if every { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        if let Some(name) = text.strip_prefix("Starting ").filter(|name| name.contains('.')) {
            if self.starting.len() < STARTED {
                self.starting.push(clipped(name));
            }
            return if self.run.is_running() { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        let starting = std::mem::take(&mut self.starting);
        if text.strip_prefix("Output file: ").is_some_and(|path| path.ends_with("output.txt"))
            && !starting.is_empty()
        {
            self.run.open(sink);
            self.run.close(sink);
            for name in &starting {
                sink.emit(Event::Started(TestId { module: "", separator: "", name }));
            }
            self.printed = Some(LastLines::default());
            self.reason.clear();
            return Seen::Mine(Class::Noise);
        }
        if let Some(result) = result(text) {
            return self.finished(result, sink);
        }
        if let Some(seen) = self.compiled(text, sink) {
            return seen;
        }
        if let Some(printed) = &mut self.printed {
            printed.keep(text);
            let reason = REASONS.iter().any(|reason| text.contains(reason));
            if self.reason.is_empty() && (reason || python::is_exception(text)) {
                text.trim().clone_into(&mut self.reason);
            }
            return Seen::Inside(Class::Other);
        }
        if self.run.is_running() { self.summed_up(text, sink) } else { Seen::No }
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.not_compiled(sink);
    }
}

impl Vunit {
    fn finished(&mut self, result: Finished<'_>, sink: &mut dyn Sink) -> Seen {
        self.run.open(sink);
        let printed = self.printed.take().and_then(|mut lines| lines.take());
        let id = TestId { module: "", separator: "", name: result.name };
        match result.status {
            "pass" => self.run.finished(id, Outcome::Passed, sink),
            "skip" => self.run.finished(id, Outcome::Skipped, sink),
            _ => {
                self.run.fail(id, sink);
                self.run.message(&std::mem::take(&mut self.reason), sink);
                if let Some(text) = &printed {
                    sink.emit(Event::Decoded { part: Part::Why, text });
                }
                self.run.close(sink);
                return Seen::Mine(Class::Detail);
            }
        }
        Seen::Mine(if result.status == "pass" { Class::Passed } else { Class::Skipped })
    }

    /// Reads `Compiling into lib: ../tb_quay.vhd failed`: its compiler's words stand below.
    fn compiled(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if text == "Compile failed" && self.uncompiled.is_some() {
            self.not_compiled(sink);
            return Some(Seen::Mine(Class::Totals));
        }
        let (_, rest) = text.strip_prefix("Compiling into ")?.split_once(": ")?;
        let (file, state) = rest.trim().rsplit_once(' ')?;
        matches!(state, "passed" | "skipped" | "failed").then_some(())?;
        self.printed = None;
        self.not_compiled(sink);
        if state != "failed" {
            return Some(Seen::Mine(Class::Noise));
        }
        sink.emit(Event::ScopeBegins);
        self.uncompiled = Some(clipped(file.trim()));
        Some(Seen::Mine(Class::Detail))
    }

    /// The compiler's words about a file have ended: without an error of its own the file is the failure.
    fn not_compiled(&mut self, sink: &mut dyn Sink) {
        if let Some(name) = self.uncompiled.take() {
            sink.emit(Event::Consequence { name: &name, kind: FailureKind::Build });
        }
    }

    /// The results once more and the numbers.
    fn summed_up(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if text.starts_with("==== Summary =") {
            self.told = Totals::default();
            return Seen::Mine(Class::Noise);
        }
        if let Some((status, count)) = number(text) {
            let slot = match status {
                "pass" => &mut self.told.passed,
                "skip" => &mut self.told.skipped,
                _ => &mut self.told.failed,
            };
            *slot = Some(count);
            return Seen::Mine(Class::Totals);
        }
        if matches!(text, "All passed!" | "Some failed!" | "Some skipped!") && self.told.passed.is_some() {
            let failed = self.told.failed.or(Some(0));
            sink.emit(Event::MayHaveEnded);
            self.run.declare(Totals { failed, ..self.told }, sink);
            *self = Self::default();
            return Seen::Mine(Class::Totals);
        }
        let listed = text.ends_with(" seconds)")
            && ["pass ", "fail ", "skip "].iter().any(|each| text.starts_with(each));
        let said = text.starts_with("Total time was ") || text.starts_with("Elapsed time was ");
        if listed || said || scan::is_ruler(text, '=', 8) { Seen::Mine(Class::Noise) } else { Seen::No }
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
    let (status, rest) = text.split_once(" (P=")?;
    matches!(status, "pass" | "fail" | "skip").then_some(())?;
    let (_, rest) = scan::number(rest)?;
    let (_, rest) = scan::number(rest.strip_prefix(" S=")?)?;
    let (_, rest) = scan::number(rest.strip_prefix(" F=")?)?;
    let (_, rest) = scan::number(rest.strip_prefix(" T=")?)?;
    let (name, time) = rest.strip_prefix(") ")?.rsplit_once(" (")?;
    (time.ends_with(" seconds)") || time.ends_with(" s)")).then_some(Finished { status, name })
}

/// Reads `pass 1 of 2`.
fn number(text: &str) -> Option<(&str, u64)> {
    let (status, rest) = text.split_once(' ')?;
    let (count, rest) = scan::number(rest)?;
    scan::whole_number(rest.strip_prefix(" of ")?)?;
    matches!(status, "pass" | "fail" | "skip").then_some((status, count))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut Vunit::default(), text).join("\n")
    }

    #[test]
    fn results_and_numbers_are_read() {
        let told = result("fail (P=1 S=0 F=1 T=2) lib.tb_quay.leave (0.4 seconds)").unwrap();
        assert_eq!((told.status, told.name), ("fail", "lib.tb_quay.leave"));
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

    #[test]
    fn what_a_test_printed_before_its_result_tells_why() {
        let all = all(
            "Starting lib.tb.a\nOutput file: /p/output.txt\n  1000 fs - check -   ERROR - Got 3. Expected 4.\n\
             fail (P=0 S=0 F=1 T=1) lib.tb.a (0.4 seconds)\n",
        );
        assert!(all.contains("Message(\"1000 fs - check -   ERROR - Got 3. Expected 4.\")"), "{all}");
    }

    #[test]
    fn a_file_that_is_not_compiled_is_a_failure_where_nothing_tells_why() {
        let head = "Compiling into lib: ../quay.vhd    passed\nCompiling into lib: ../tb_quay.vhd failed\n";
        for end in
            ["=== Command output: ===\nno\n\nCompile failed\n", "Compiling into lib: ../a.vhd passed\n", ""]
        {
            let all = all(&format!("{head}{end}"));
            assert_eq!(
                all.matches("Consequence { name: \"../tb_quay.vhd\", kind: Build").count(),
                1,
                "{all}"
            );
        }
    }

    #[test]
    fn a_test_without_a_result_has_begun() {
        let all = all("Starting lib.tb.a\nStarting lib.tb.b\nOutput file: /p/output.txt\nboom\n");
        assert!(all.contains("Started") && all.contains("name: \"lib.tb.b\""), "{all}");
        assert!(!self::all("Starting lib.tb.a\nother\nOutput file: /p/output.txt\n").contains("Started"));
    }
}
