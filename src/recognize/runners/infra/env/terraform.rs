//! terraform and OpenTofu: init, validate, plan, apply.
//!
//! Since 0.15 a diagnostic is after a bar: `╷`, `│ Error: summary`, `│`, `│   on FILE line N, in BLOCK:`, the source,
//! the detail, `╵`; before, without bars: see `terraform_old`. `Warning:` is the other severity. `Success! The configuration is valid`, `Apply
//! complete!`, `No changes.` and, as the last word, `Plan: 1 to add, 0 to change, 0 to destroy.` say that all went well. Source: terraform's `internal/command/format/diagnostic.go`.

use super::terraform_old::Old;
use crate::event::{Class, Event, FailureKind, Part, Place, Seen};
use crate::recognize::kit::good_end::GoodEnd;
use crate::recognize::kit::lint::finding::all_is_well;
use crate::recognize::kit::scan;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};

/// The longest name of a command that failed, in bytes.
const NAME_BYTES: usize = 240;
/// The place of an error before its line with one came.
pub(super) const NOWHERE: Place<'_> = Place { file: "", line: None };

/// terraform.
#[derive(Debug, Default)]
pub struct Terraform {
    old: Old,
    planned: GoodEnd,
}

/// The part of its output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    #[default]
    Outside,
    /// The upper end of the bar.
    Bar,
    /// After the bar, below a summary.
    Inside(Class),
}

impl Runner for Terraform {
    const SPEC: Spec = Spec {
        name: "terraform",
        reads: "terraform and OpenTofu",
        starts: &[
            "\u{2577}",
            "\u{2502} Error: ",
            "Error: ",
            "\u{2502} Warning: ",
            "Success! The configuration is valid",
            "Apply complete! Resources: ",
            "Destroy complete! Resources: ",
            "No changes. ",
            "Plan: ",
            "Error applying plan:",
            "Error running plan:",
            "Error refreshing state:",
            "Error asking for user input:",
            "Error creating plan:",
            "Error loading ",
            "exit status ",
        ],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = Zone;

    fn waits(&self) -> bool {
        self.planned.is_at() || !self.old.is_idle()
    }

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        if !is_below_plan(text) {
            self.planned.line(text);
        }
        if *zone == Zone::Outside
            && let Some(seen) = self.old.line(text, run)
        {
            return seen;
        }
        if text == "\u{2577}" {
            run.close();
            *zone = Zone::Bar;
            return Seen::Mine(Class::Noise);
        }
        if text == "\u{2575}" && *zone != Zone::Outside {
            run.close();
            *zone = Zone::Outside;
            return Seen::Mine(Class::Noise);
        }
        if let Some(rest) = text.strip_prefix("\u{2502} Error: ") {
            *zone = Zone::Inside(Class::Detail);
            return run.diagnostic(NOWHERE, "", rest);
        }
        if text.starts_with("\u{2502} Warning: ") {
            *zone = Zone::Inside(Class::Warning);
            return run.warn(text);
        }
        if let Zone::Inside(class) = *zone
            && let Some(rest) = text.strip_prefix('\u{2502}')
        {
            return after(rest, class, run);
        }
        run.close();
        *zone = Zone::Outside;
        let good = text.starts_with("Success! The configuration is valid")
            || text.starts_with("Apply complete! Resources: ")
            || text.starts_with("Destroy complete! Resources: ")
            || text.starts_with("No changes. Your infrastructure matches")
            || text.starts_with("No changes. Infrastructure is up-to-date");
        if good {
            all_is_well(run);
            return Seen::Mine(Class::Totals);
        }
        if text.starts_with("Plan: ") && text.contains(" to add, ") && text.ends_with(" to destroy.") {
            self.planned.say();
            return Seen::Mine(Class::Totals);
        }
        if atlantis_failed(text) {
            let name = crate::text::head(text.trim_end_matches([' ', ':']), NAME_BYTES);
            run.consequence(name, FailureKind::Build);
            return Seen::Mine(Class::Detail);
        }
        Seen::No
    }

    fn end(&mut self, _zone: Zone, run: &mut Run<'_>) {
        self.old.end(run);
        self.planned.end(run);
    }
}

/// Whether the line is what terraform prints below a plan that is not applied.
fn is_below_plan(text: &str) -> bool {
    const BELOW: [&str; 10] = [
        "Note: You didn't ",
        "Saved the plan to: ",
        "This plan was saved to: ",
        "To perform exactly these actions, ",
        "can't guarantee ",
        "guarantee to take exactly these ",
        "actions will be performed ",
        "\"terraform apply\" is subsequently run",
        "Changes to Outputs:",
        "Releasing state lock. ",
    ];
    let ruler = text.chars().all(|each| matches!(each, '-' | '\u{2500}'));
    ruler || text.starts_with(' ') || BELOW.iter().any(|start| text.starts_with(start))
}

/// What Atlantis prints above the output of a command that failed: `exit status 1: running "terraform plan" in "/quay": `.
fn atlantis_failed(text: &str) -> bool {
    let words = text.strip_prefix("exit status ").and_then(scan::number);
    let Some((status, rest)) = words.filter(|(status, _)| *status > 0) else { return false };
    let command = rest.strip_prefix(": running \"").and_then(|rest| rest.split_once("\" in \""));
    status < 256
        && command.is_some_and(|(command, folder)| {
            let path = command.split(' ').next().unwrap_or_default();
            let program = path.rsplit('/').next().unwrap_or_default();
            let own = ["terraform", "tofu"].iter().any(|name| program.starts_with(name));
            own && folder.trim_end_matches([' ', ':']).ends_with('"')
        })
}

/// A line after the bar.
pub(super) fn after(rest: &str, class: Class, run: &mut Run<'_>) -> Seen {
    let bare = rest.trim();
    if bare.is_empty() {
        return Seen::Mine(Class::Noise);
    }
    let place = place(bare);
    if let Some(place) = place {
        run.emit(Event::At { place, better: true });
    }
    let source = scan::number(bare).is_some_and(|(_, rest)| rest.starts_with(": "));
    run.text(if source { Part::Where } else { Part::Why });
    Seen::Mine(class)
}

/// `on main.tf line 3, in resource "x" "y":`, `on main.tf line 3:`
pub(super) fn place(text: &str) -> Option<Place<'_>> {
    let (file, rest) = text.strip_prefix("on ")?.split_once(" line ")?;
    let (line, rest) = scan::number(rest)?;
    (rest.starts_with(',') || rest.starts_with(':')).then_some(Place { file, line: Some(line) })
}
