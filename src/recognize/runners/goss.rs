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
//! Source of the format: goss's `outputs/rspecish.go` and `outputs/documentation.go`.

use super::run::{Run, passed_failed};
use crate::event::{Class, Event, Part, Runner, Seen, Sink, TestId, Totals};
use crate::recognize::{Attention, Recognizer, Signs, scan};
use crate::text::Line;

/// goss.
#[derive(Debug, Default)]
pub struct Goss {
    run: Run,
    /// In the list of failures.
    list: bool,
    /// The time was told: the numbers follow.
    timed: bool,
    /// The last check of the list, whose name ends a paragraph's first line.
    parted: bool,
}

impl Recognizer for Goss {
    fn runner(&self) -> Runner {
        Runner("goss")
    }

    fn signs(&self) -> Signs {
        Signs { starts: &["Failures/Skipped:", "Total Duration: "], ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.list || self.timed { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        if text == "Failures/Skipped:" {
            self.run.close(sink);
            self.run = Run::default();
            self.run.open(sink);
            *self = Self { run: std::mem::take(&mut self.run), list: true, parted: true, timed: false };
            return Seen::Mine(Class::Noise);
        }
        if let Some(time) = text.strip_prefix("Total Duration: ") {
            self.run.close(sink);
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
}

impl Goss {
    fn listed(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if text.is_empty() {
            self.run.close(sink);
            self.parted = true;
            return Seen::Inside(Class::Noise);
        }
        if std::mem::take(&mut self.parted) {
            if text.ends_with(": skipped") {
                return Seen::Mine(Class::Skipped);
            }
            // `Package: httpd: installed:`, and in older versions what was found on the same line.
            let name = text.split_once(": doesn't match, expect: ").map(|(name, _)| name);
            let name = name.or_else(|| text.strip_suffix(':'));
            let Some(name) = name.filter(|name| name.contains(": ")) else { return Seen::No };
            self.run.fail(TestId::split_last(name, ": "), sink);
            if let Some((_, found)) = text.split_once(": doesn't match, ") {
                self.run.message(found, sink);
            }
            return Seen::Mine(Class::Detail);
        }
        if self.run.is_open() {
            self.run.text(Part::Why, sink);
            return Seen::Inside(Class::Detail);
        }
        Seen::No
    }
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
    use crate::recognize::scan::drive;

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
