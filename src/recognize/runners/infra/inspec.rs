//! InSpec and cinc-auditor: a mark for each control, one for each of its checks, and numbers of both.
//!
//! ```text
//! Profile:   Harbour (harbour)
//! Version:   0.1.0
//! Target:    local://
//!
//!   ✔  quay-1: The quay opens
//!      ✔  File /etc/quay is expected to exist
//!   ×  quay-2: The ferry moors (1 failed)
//!      ×  Port 80 is expected to be listening
//!      expected `Port 80.listening?` to be truthy, got false
//!
//! Profile Summary: 1 successful control, 1 control failure, 0 controls skipped
//! Test Summary: 1 successful, 1 failure, 0 skipped
//! ```
//!
//! What counts are the checks. Source of the format: InSpec's `reporters/cli.rb`.

use crate::event::{Class, Outcome, Part, Runner, Seen, Sink, TestId, Totals};
use crate::recognize::kit::clip::{clipped, indent};
use crate::recognize::kit::run::Run;
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// The column of a control, and that of its checks.
const CONTROL: usize = 2;
const CHECK: usize = 5;

/// InSpec.
#[derive(Debug, Default)]
pub struct Inspec {
    run: Run,
    /// `Profile:` came, and what belongs below it.
    profile: bool,
    control: String,
}

impl Recognizer for Inspec {
    fn runner(&self) -> Runner {
        Runner("inspec")
    }

    fn signs(&self) -> Signs {
        Signs { starts: &["Profile: ", "Test Summary: "], ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.profile || self.run.is_running() { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        if headed(text, "Profile:") {
            self.run.close(sink);
            self.profile = true;
            return Seen::Mine(Class::Noise);
        }
        if let Some(totals) = text.strip_prefix("Test Summary: ").and_then(numbers) {
            if !self.run.is_running() {
                return Seen::No;
            }
            self.run.declare(totals, sink);
            *self = Self::default();
            return Seen::Mine(Class::Totals);
        }
        if self.profile {
            // Below the profile stand its version and target: others have profiles, too.
            if headed(text, "Target:") {
                if !self.run.is_running() {
                    self.run.begin(None, sink);
                }
                self.profile = false;
                return Seen::Mine(Class::Noise);
            }
            self.profile = headed(text, "Version:");
            return if self.profile { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        if !self.run.is_running() {
            return Seen::No;
        }
        if text.starts_with("Profile Summary: ") || text.starts_with("Target ID: ") {
            self.run.close(sink);
            return Seen::Mine(Class::Totals);
        }
        self.inside(text, sink)
    }
}

impl Inspec {
    fn inside(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let column = indent(text);
        let content = text.trim_start();
        let marks = [
            ("✔  ", Mark::Passed),
            ("×  ", Mark::Failed),
            ("↺  ", Mark::Skipped),
            ("∅  ", Mark::Failed),
            // A check that failed of a control without an impact.
            ("?  ", Mark::Failed),
            // On Windows.
            ("[PASS]  ", Mark::Passed),
            ("[FAIL]  ", Mark::Failed),
            ("[SKIP]  ", Mark::Skipped),
            ("[UNKN]  ", Mark::Failed),
        ];
        let marked = marks.iter().find_map(|(sign, mark)| Some((*mark, content.strip_prefix(sign)?)));
        match marked {
            Some((_, said)) if column == CONTROL => {
                self.run.close(sink);
                let id = said.split_once(": ").map_or(said, |(id, _)| id);
                self.control = clipped(id);
                Seen::Mine(Class::Noise)
            }
            Some((mark, said)) if column == CHECK => {
                let control = self.control.clone();
                let separator = if control.is_empty() { "" } else { ": " };
                let id = TestId { module: &control, separator, name: said };
                match mark {
                    Mark::Passed => {
                        self.run.finished(id, Outcome::Passed, sink);
                        Seen::Mine(Class::Passed)
                    }
                    Mark::Skipped => {
                        self.run.finished(id, Outcome::Skipped, sink);
                        Seen::Mine(Class::Skipped)
                    }
                    Mark::Failed => {
                        self.run.fail(id, sink);
                        Seen::Mine(Class::Detail)
                    }
                }
            }
            None if content.is_empty() => Seen::Inside(Class::Noise),
            None if self.run.is_open() && column >= CHECK => {
                self.run.message(content, sink);
                self.run.text(Part::Why, sink);
                Seen::Inside(Class::Detail)
            }
            // The resource of checks without a control.
            None if column == CONTROL => {
                self.run.close(sink);
                self.control = clipped(content);
                Seen::Inside(Class::Noise)
            }
            _ => Seen::No,
        }
    }
}

/// Whether the line has this title: values stand in a column, which the longest title sets.
fn headed(text: &str, title: &str) -> bool {
    text.strip_prefix(title).is_some_and(|value| value.starts_with(' ') && !value.trim().is_empty())
}

#[derive(Clone, Copy, Debug)]
enum Mark {
    Passed,
    Failed,
    Skipped,
}

/// Reads `2 successful, 1 failure, 0 skipped`.
fn numbers(said: &str) -> Option<Totals> {
    let (passed, rest) = scan::number(said)?;
    let (failed, rest) = scan::number(rest.strip_prefix(" successful, ")?)?;
    let rest = rest.strip_prefix(" failures, ").or_else(|| rest.strip_prefix(" failure, "))?;
    let (skipped, " skipped") = scan::number(rest)? else { return None };
    Some(Totals { passed: Some(passed), failed: Some(failed), skipped: Some(skipped), ..Totals::default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut Inspec::default(), text).join("\n")
    }

    const HEAD: &str = "Profile:   Harbour (harbour)\nVersion:   0.1.0\nTarget:    local://\n\n  ✔  quay-1: opens\n     ✔  File /etc/quay is expected to exist\n";

    #[test]
    fn a_check_is_called_by_its_control_and_has_the_reason_below() {
        let all = all(&format!(
            "{HEAD}  ×  quay-2: moors (1 failed)\n     ×  Port 80 is expected to be listening\n     expected true, got false\n\n\nProfile Summary: 1 successful control, 1 control failure, 0 controls skipped\n\
             Test Summary: 1 successful, 1 failure, 0 skipped\n"
        ));
        assert!(
            all.contains(
                "module: \"quay-2\", separator: \": \", name: \"Port 80 is expected to be listening\""
            ),
            "{all}"
        );
        assert!(all.contains("Message(\"expected true, got false\")"), "{all}");
        assert!(all.contains("passed: Some(1), failed: Some(1)"), "{all}");
    }

    #[test]
    fn a_run_that_is_cut_off_tells_no_numbers_and_other_profiles_are_nobodys() {
        let cut = all(HEAD);
        assert!(cut.contains("SectionStarted") && !cut.contains("Declared"), "{cut}");
        assert!(
            !all("Profile:   dev\n  ✔  a: b\nTest Summary: 1 successful, 0 failures, 0 skipped\n")
                .contains("Started")
        );
    }
}
