//! goss: points or lines for its checks, what failed or was skipped once more, and numbers.
//!
//! ```text
//! ..F.S
//!
//! Failures/Skipped:
//!
//! Package: httpd: installed:
//! Expected
//!     false
//! to equal
//!     true
//!
//! Total Duration: 0.014s
//! Count: 5, Failed: 1, Skipped: 1
//! ```
//!
//! The failures of one resource stand in one paragraph, below its title and what it is about. For Nagios the numbers are a
//! line of their own, and what failed may follow. Source of the format: goss's `outputs/outputs.go`, `rspecish.go`,
//! `documentation.go` and `nagios.go`.

use crate::event::{Class, Event, Part, Runner, Seen, Sink, TestId, Totals};
use crate::recognize::kit::run::{Run, passed_failed};
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// The most bytes of a reason that is put together from its lines.
const LONGEST_REASON: usize = 300;

/// goss.
#[derive(Debug, Default)]
pub struct Goss {
    run: Run,
    /// In the list of failures.
    list: bool,
    /// The time was told: the numbers follow.
    timed: bool,
    /// The lines below the name of the failure that is told, as one: its reason.
    reason: String,
    /// The numbers for Nagios came, and what failed may follow.
    nagios: Option<Totals>,
}

impl Recognizer for Goss {
    fn runner(&self) -> Runner {
        Runner("goss")
    }

    fn signs(&self) -> Signs {
        const STARTS: [&str; 4] =
            ["Failures/Skipped:", "Total Duration: ", "GOSS OK - Count: ", "GOSS CRITICAL - Count: "];
        Signs { starts: &STARTS, ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.list || self.timed || self.nagios.is_some() { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        if self.nagios.is_some()
            && let Some(seen) = self.behind(text, sink)
        {
            return seen;
        }
        if text == "Failures/Skipped:" {
            self.run.close(sink);
            self.run = Run::default();
            self.run.open(sink);
            *self = Self { run: std::mem::take(&mut self.run), list: true, ..Self::default() };
            return Seen::Mine(Class::Noise);
        }
        if let Some(totals) = nagios(text) {
            self.run = Run::default();
            self.run.open(sink);
            *self = Self { run: std::mem::take(&mut self.run), nagios: Some(totals), ..Self::default() };
            sink.emit(Event::MayHaveEnded);
            return Seen::Mine(Class::Totals);
        }
        if let Some(time) = text.strip_prefix("Total Duration: ") {
            self.close(sink);
            self.timed = time.ends_with('s') && time.starts_with(|first: char| first.is_ascii_digit());
            return if self.timed { Seen::Mine(Class::Totals) } else { Seen::No };
        }
        if std::mem::take(&mut self.timed)
            && let Some(totals) = numbers(text)
        {
            self.run.open(sink);
            sink.emit(Event::MayHaveEnded);
            self.run.declare(totals, sink);
            *self = Self::default();
            return Seen::Mine(Class::Totals);
        }
        if self.list { self.listed(text, sink) } else { Seen::No }
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.finish(sink);
    }
}

impl Goss {
    fn listed(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if text.is_empty() {
            self.close(sink);
            return Seen::Inside(Class::Noise);
        }
        if text.starts_with(|first: char| first.is_ascii_whitespace()) {
            // Values, or what a resource is about.
            self.why(text, sink);
            return Seen::Inside(if self.run.is_open() { Class::Detail } else { Class::Other });
        }
        if text.ends_with(": skipped") {
            self.close(sink);
            return Seen::Mine(Class::Skipped);
        }
        if let Some((name, reason)) = failed(text) {
            self.close(sink);
            self.run.fail(TestId::split_last(name, ": "), sink);
            self.run.message(reason, sink);
            return Seen::Mine(Class::Detail);
        }
        if self.run.is_open() {
            self.why(text, sink);
            return Seen::Inside(Class::Detail);
        }
        if text.starts_with("Title: ") || text == "Meta:" { Seen::Mine(Class::Other) } else { Seen::No }
    }

    /// `Fail 1 - Package: httpd: installed: doesn't match, ...` behind the numbers for Nagios; `None` is a line of others.
    fn behind(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let numbered = text.strip_prefix("Fail ").and_then(scan::number);
        if let Some(told) = numbered.and_then(|(_, rest)| rest.strip_prefix(" - ")) {
            let (name, reason) = failed(told).unwrap_or((told, ""));
            self.close(sink);
            self.run.fail(TestId::split_last(name, ": "), sink);
            self.run.message(reason, sink);
            return Some(Seen::Mine(Class::Detail));
        }
        if self.run.is_open() && !text.is_empty() {
            self.why(text, sink);
            return Some(Seen::Inside(Class::Detail));
        }
        self.finish(sink);
        None
    }

    /// A line below the name of a failure.
    fn why(&mut self, text: &str, sink: &mut dyn Sink) {
        let content = text.trim();
        let bytes = self.reason.len().saturating_add(content.len());
        if self.run.is_open() && bytes < LONGEST_REASON {
            if !self.reason.is_empty() {
                self.reason.push(' ');
            }
            self.reason.push_str(content);
        }
        self.run.text(Part::Why, sink);
    }

    /// Ends the failure that is told.
    fn close(&mut self, sink: &mut dyn Sink) {
        let reason = std::mem::take(&mut self.reason);
        self.run.message(&reason, sink);
        self.run.close(sink);
    }

    fn finish(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
        if let Some(totals) = self.nagios.take() {
            self.run.declare(totals, sink);
            *self = Self::default();
        }
    }
}

/// A check that failed, and the reason where its line has one: `Package: httpd: installed:`, in older versions what was
/// found on the same line, and `httpd: installed: Error: no such file` where it could not be made.
fn failed(text: &str) -> Option<(&str, &str)> {
    const REASONS: [&str; 4] =
        [": doesn't match, ", ": expectations not found ", ": patterns not found: ", ": Error: "];
    let told = REASONS.iter().find_map(|reason| text.split_once(reason));
    let told = told.filter(|(name, _)| name.contains(": "));
    // The lines of a reason may end so; a name has its type, its resource and what was checked.
    told.or_else(|| {
        let name = text.strip_suffix(':')?;
        (name.matches(": ").count() >= 2).then_some((name, ""))
    })
}

/// Reads `GOSS CRITICAL - Count: 5, Failed: 1, Skipped: 1, Duration: 0.014s`.
fn nagios(text: &str) -> Option<Totals> {
    let said = text.strip_prefix("GOSS OK - ").or_else(|| text.strip_prefix("GOSS CRITICAL - "))?;
    numbers(said.split_once(", Duration: ")?.0)
}

/// Reads `Count: 5, Failed: 1, Skipped: 1`, without skipped ones in older versions.
fn numbers(text: &str) -> Option<Totals> {
    let (all, rest) = scan::number(text.strip_prefix("Count: ")?)?;
    let (failed, rest) = scan::number(rest.strip_prefix(", Failed: ")?)?;
    let skipped = match rest.strip_prefix(", Skipped: ") {
        Some(rest) => scan::whole_number(rest)?,
        None => rest.is_empty().then_some(0)?,
    };
    let passed = all.checked_sub(failed)?.checked_sub(skipped)?;
    Some(Totals { skipped: Some(skipped), ..passed_failed(passed, failed) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut Goss::default(), text).join("\n")
    }

    const LIST: &str = "..F.S\n\nFailures/Skipped:\n\nPackage: httpd: installed:\nExpected\n    false\nto equal\n    true\n\nService: httpd: enabled: skipped\n\n";

    #[test]
    fn a_check_of_the_list_failed_or_was_skipped() {
        let all = all(&format!("{LIST}Total Duration: 0.014s\nCount: 5, Failed: 1, Skipped: 1\n"));
        assert!(all.contains("module: \"Package: httpd\", separator: \": \", name: \"installed\""), "{all}");
        assert_eq!(all.matches("BlockOpened").count(), 1, "{all}");
        assert!(all.contains("passed: Some(3), failed: Some(1), errors: None, skipped: Some(1)"), "{all}");
    }

    #[test]
    fn numbers_follow_the_time_at_once() {
        assert!(all("Total Duration: 0.014s\nCount: 4, Failed: 0, Skipped: 0\n").contains("passed: Some(4)"));
        assert!(!all("Total Duration: 0.014s\n\nCount: 4, Failed: 0\n").contains("Started"));
        assert!(!all("Count: 4, Failed: 0, Skipped: 0\n").contains("Started"));
        assert!(!all(LIST).contains("Declared"));
    }
}
