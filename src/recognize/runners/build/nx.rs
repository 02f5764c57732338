//! Nx: what became of the targets that it ran.
//!
//! ```text
//!  NX   Ran target test for 3 projects (2s)
//!
//!    ✔  2/3 succeeded [0 read from cache]
//!
//!    ✖  1/3 targets failed, including the following:
//!       - nx run ferry:test
//! ```
//!
//! Others say `Running target "test" failed` and list `Failed tasks:`, maybe below those that did not run. The list has five
//! targets at most; each was marked with `✖  nx run ferry:test` above. What failed in a target is reported by its tool; alone a
//! target is a failure. Source of the format: Nx's `static-run-many-terminal-output-life-cycle.ts`,
//! `tui-summary-life-cycle.ts` and `output.ts`.

use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Seen};
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::lint::finding::all_is_well;
use crate::recognize::kit::{Run, Runner, Spec, begins, scan};

/// The most marks of failed targets that are held.
const MOST_MARKED: usize = 4096;

/// Nx.
#[derive(Debug, Default)]
pub struct Nx {
    /// How many targets failed by its word above the list.
    number: u64,
    /// Targets that were reported as failed.
    reported: Vec<String>,
    /// Targets that were marked as failed above the word: the list below it may not have all.
    marked: Vec<String>,
}

/// The part of its output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    #[default]
    Outside,
    /// Its word was that targets failed: a list of them follows.
    Word,
    /// Targets that failed or did not finish.
    Failed,
    /// Targets that did not run, since others failed.
    Left,
}

impl Runner for Nx {
    const SPEC: Spec = Spec {
        name: "nx",
        reads: "Nx: targets that failed",
        starts: &["NX   ", ">  NX   ", "✖  nx run "],
        ..Spec::NONE
    };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        let content = text.trim_start();
        if let Some(printed) = content.strip_prefix(">  ").unwrap_or(content).strip_prefix("NX   ") {
            self.end(std::mem::take(zone), run);
            return self.printed(zone, printed, run);
        }
        if let Some(task) = content.strip_prefix("✖  nx run ") {
            let task = task.split_once(" (").map_or(task, |(task, _)| task);
            if self.marked.len() < MOST_MARKED {
                self.marked.push(clipped(task));
            }
            return Seen::Mine(Class::Detail);
        }
        if *zone == Zone::Outside { Seen::No } else { self.after(zone, content, run) }
    }

    /// The word stays without a list: that it failed is all that is known.
    fn end(&mut self, zone: Zone, run: &mut Run<'_>) {
        if zone == Zone::Outside {
            return;
        }
        let left = self.number.saturating_sub(u64::try_from(self.reported.len()).unwrap_or(u64::MAX));
        if self.reported.is_empty() {
            run.consequence("nx: targets failed", FailureKind::Build);
        } else if left > 0 {
            // The log does not hold the rest of the list.
            self.tell_marked(left, run);
        }
        *self = Self::default();
    }
}

impl Nx {
    /// A line after the word that targets failed.
    fn after(&mut self, zone: &mut Zone, content: &str, run: &mut Run<'_>) -> Seen {
        if content.is_empty() {
            return Seen::Inside(Class::Noise);
        }
        let failed = [
            " targets failed, including the following:",
            " targets were in progress, including the following:",
        ];
        if failed.iter().any(|end| content.ends_with(end)) || content == "Failed tasks:" {
            *zone = Zone::Failed;
            let number = content.strip_prefix('\u{2716}').map(str::trim_start).and_then(scan::number);
            self.number = number.filter(|(_, rest)| rest.starts_with('/')).map_or(0, |(number, _)| number);
            return Seen::Mine(Class::Noise);
        }
        // Newer ones add `or --nx-bail=true`.
        if content.starts_with("Tasks not run because their dependencies failed") && content.ends_with(':') {
            *zone = Zone::Left;
            return Seen::Mine(Class::Noise);
        }
        if let Some(task) = content.strip_prefix("- ").filter(|task| !task.trim().is_empty()) {
            match *zone {
                Zone::Failed => {
                    self.tell(task.strip_prefix("nx run ").unwrap_or(task), run);
                    return Seen::Mine(Class::Detail);
                }
                Zone::Left => return Seen::Mine(Class::Other),
                Zone::Outside | Zone::Word => {}
            }
        }
        if let Some((more, " more...")) = content.strip_prefix("...and ").and_then(scan::number) {
            self.tell_marked(more, run);
            return Seen::Mine(Class::Detail);
        }
        // The flags are between the word and the list.
        let flags = begins(content, &["With additional flags:", "--"]);
        let numbers = content.ends_with(" targets had not started.") || content.ends_with(" failed");
        if flags || numbers || content.starts_with('✔') && content.contains(" succeeded [") {
            return Seen::Mine(if flags { Class::Noise } else { Class::Totals });
        }
        self.end(std::mem::take(zone), run);
        Seen::No
    }

    fn tell(&mut self, name: &str, run: &mut Run<'_>) {
        let kind = FailureKind::Build;
        let first = self.reported.is_empty();
        if self.reported.len() < MOST_MARKED {
            self.reported.push(clipped(name));
        }
        run.emit(if first { Event::Consequence { name, kind } } else { Event::Besides { name, kind } });
    }

    /// The list is cut: the others were marked above.
    fn tell_marked(&mut self, more: u64, run: &mut Run<'_>) {
        let marked = std::mem::take(&mut self.marked);
        let mut left = more;
        for name in marked {
            if !self.reported.contains(&name) {
                left.down(1);
                self.tell(&name, run);
            }
        }
        if left > 0 {
            self.tell(&format!("nx: {left} more targets failed"), run);
        }
    }

    fn printed(&mut self, zone: &mut Zone, printed: &str, run: &mut Run<'_>) -> Seen {
        // Older versions have a word before it, and name no projects.
        let (printed, label) = match printed.split_once("  ") {
            Some((label @ ("ERROR" | "SUCCESS"), printed)) => (printed, label),
            _ => (printed, ""),
        };
        let (begin, rest) = printed.split_once(" target").unwrap_or((printed, ""));
        // The number of projects, or the name of one.
        let of = rest.contains(" for ");
        match begin {
            "Running" if label == "SUCCESS" && printed.ends_with(" succeeded") => {
                all_is_well(run);
                Seen::Mine(Class::Totals)
            }
            "Successfully ran" if of => {
                self.marked.clear();
                all_is_well(run);
                Seen::Mine(Class::Totals)
            }
            "Ran" if of => {
                *zone = Zone::Word;
                Seen::Mine(Class::Totals)
            }
            "Running" if !rest.is_empty() && printed.ends_with(" failed") => {
                *zone = Zone::Word;
                Seen::Mine(Class::Detail)
            }
            "Cancelled while running" | "Cancelled running" if of => {
                // Reported at once: a list need not follow, and where this line is decides whose it is.
                *zone = Zone::Word;
                self.tell(printed, run);
                Seen::Mine(Class::Detail)
            }
            "Running" if of => Seen::Mine(Class::Noise),
            _ => Seen::No,
        }
    }
}
