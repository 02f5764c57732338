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

use crate::event::{Class, Outcome, Seen, TestId};
use crate::recognize::kit::clip::{clipped, indent};
use crate::recognize::kit::{FAILED, Run, Runner, Shape, Spec, of_start, shape};

/// The column of a control, and that of its checks.
const CONTROL: usize = 2;
const CHECK: usize = 5;

/// InSpec.
#[derive(Debug, Default)]
pub struct Inspec {
    control: String,
}

/// The part of its output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    #[default]
    Checks,
    /// After `Profile:`: its version and target follow, for others have profiles, too.
    Profile,
}

const NUMBERS: Shape = shape("Test Summary: {passed} successful, {failed} failure{s}, {skipped} skipped");

const MARKS: [(&str, Outcome); 9] = [
    ("✔  ", Outcome::Passed),
    ("×  ", FAILED),
    ("↺  ", Outcome::Skipped),
    ("∅  ", FAILED),
    // A check that failed of a control without an impact.
    ("?  ", FAILED),
    // On Windows.
    ("[PASS]  ", Outcome::Passed),
    ("[FAIL]  ", FAILED),
    ("[SKIP]  ", Outcome::Skipped),
    ("[UNKN]  ", FAILED),
];

impl Runner for Inspec {
    const SPEC: Spec = Spec {
        name: "inspec",
        reads: "InSpec and cinc-auditor",
        starts: &["Profile: ", "Test Summary: "],
        ..Spec::NONE
    };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        if headed(text, "Profile:") {
            run.close();
            *zone = Zone::Profile;
            return Seen::Mine(Class::Noise);
        }
        if let Some(totals) = NUMBERS.totals(text) {
            return if run.is_running() { run.totals(totals) } else { Seen::No };
        }
        if *zone == Zone::Profile {
            if headed(text, "Version:") {
                return Seen::Mine(Class::Noise);
            }
            *zone = Zone::Checks;
            return match headed(text, "Target:") {
                true if run.is_running() => Seen::Mine(Class::Noise),
                true => run.begin(None),
                false => Seen::No,
            };
        }
        if !run.is_running() {
            return Seen::No;
        }
        if text.starts_with("Profile Summary: ") || text.starts_with("Target ID: ") {
            run.close();
            return Seen::Mine(Class::Totals);
        }
        self.check(text, run)
    }
}

impl Inspec {
    fn check(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let column = indent(text);
        let content = text.trim_start();
        match of_start(&MARKS, content) {
            Some((_, control)) if column == CONTROL => {
                run.close();
                self.control = clipped(control.split_once(": ").map_or(control, |(id, _)| id));
                Seen::Mine(Class::Noise)
            }
            Some((outcome, check)) if column == CHECK => {
                run.report(TestId::of(&self.control, ": ", check), outcome)
            }
            None if content.is_empty() => Seen::Inside(Class::Noise),
            None if run.is_open() && column >= CHECK => run.why_below(content),
            // The resource of checks without a control.
            None if column == CONTROL => {
                run.close();
                self.control = clipped(content);
                Seen::Inside(Class::Noise)
            }
            _ => Seen::No,
        }
    }
}

/// Whether the line has this title: values are in a column, which the longest title sets.
fn headed(text: &str, title: &str) -> bool {
    text.strip_prefix(title).is_some_and(|value| value.starts_with(' ') && !value.trim().is_empty())
}
