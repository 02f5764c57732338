//! The event for people: a table, and one line of health.

use std::fmt::Write as _;

use crate::budget::Count as _;

use serde::Serialize;

use super::event::{Event, SectionCounts};
use super::section::{Section, Sections};
use super::turn::Action;

/// `part` of `whole` in percent, rounded up, so that only nothing is 0 %.
fn percent(part: u64, whole: u64) -> u64 {
    match whole {
        0 if part == 0 => 0,
        0 => 100,
        _ => {
            let percent = u128::from(part).saturating_mul(100).div_ceil(u128::from(whole));
            u64::try_from(percent).unwrap_or(u64::MAX)
        }
    }
}

/// One section's health.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SectionHealth {
    /// What it takes up of its budget, in percent.
    pub percent: u64,
    /// What it would have taken up, in percent.
    pub percent_before: u64,
}

/// How full a context is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Health {
    /// `weir.health/1`.
    pub schema: &'static str,
    /// The window in tokens.
    pub window: u64,
    /// Tokens that are taken up.
    pub total: u64,
    /// The same of the window in percent.
    pub percent: u64,
    /// Each section.
    pub sections: Sections<SectionHealth>,
    /// Items that were shortened.
    pub shortened: u64,
    /// Items that were left out.
    pub dropped: u64,
}

fn number(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

impl Health {
    /// The health of a compiled context.
    #[must_use]
    pub fn of(event: &Event) -> Self {
        let mut sections = Sections::<SectionHealth>::default();
        for section in Section::ALL {
            let SectionCounts { budget, before, after, .. } = *event.sections.get(section);
            *sections.get_mut(section) =
                SectionHealth { percent: percent(after, budget), percent_before: percent(before, budget) };
        }
        let dropped = event.actions.iter().filter(|taken| !taken.is_there).count();
        let kept = event.actions.iter().filter(|taken| taken.action == Action::Keep).count();
        Self {
            schema: "weir.health/1",
            window: event.window,
            total: event.total,
            percent: percent(event.total, event.window),
            sections,
            shortened: number(event.actions.len().saturating_sub(dropped).saturating_sub(kept)),
            dropped: number(dropped),
        }
    }

    /// One line.
    #[must_use]
    pub fn line(&self) -> String {
        let mut line =
            format!("weir: context is {} % full, {} of {} tokens (", self.percent, self.total, self.window);
        for section in Section::ALL.into_iter().filter(|section| *section != Section::Headroom) {
            let _ = write!(line, "{} {} %, ", section.name(), self.sections.get(section).percent);
        }
        let _ = write!(line, "{} items shortened, {} left out)", self.shortened, self.dropped);
        line
    }
}

/// A table, a line for each section.
#[must_use]
pub fn table(event: &Event) -> String {
    let mut table = format!(
        "{:<9}{:>9}{:>9}{:>9}{:>7}{:>7}{:>7}\n",
        "section", "budget", "before", "after", "used", "in", "out"
    );
    let mut row = |name: &str, counts: SectionCounts| {
        let used = format!("{} %", percent(counts.after, counts.budget));
        let SectionCounts { budget, before, after, items_in, items_out } = counts;
        let _ =
            writeln!(table, "{name:<9}{budget:>9}{before:>9}{after:>9}{used:>7}{items_in:>7}{items_out:>7}");
    };
    let mut sum = SectionCounts::default();
    for section in Section::ALL {
        let counts = *event.sections.get(section);
        row(section.name(), counts);
        sum.budget.up(counts.budget);
        sum.before.up(counts.before);
        sum.after.up(counts.after);
        sum.items_in.up(counts.items_in);
        sum.items_out.up(counts.items_out);
    }
    row("total", sum);
    let of = |action: Action| event.actions.iter().filter(|taken| taken.action == action).count();
    let actions: Vec<String> = Action::ALL
        .into_iter()
        .map(|action| (action, of(action)))
        .filter(|(_, count)| *count > 0)
        .map(|(action, count)| format!("{action} {count}"))
        .collect();
    let _ = writeln!(
        table,
        "actions: {}",
        if actions.is_empty() { "none".to_owned() } else { actions.join(", ") }
    );
    if !event.omitted_tools.is_empty() {
        let names: Vec<String> =
            event.omitted_tools.iter().map(|name| name.escape_debug().collect()).collect();
        let _ = writeln!(table, "omitted tools: {}", names.join(", "));
    }
    let _ = writeln!(table, "estimator: {}", event.estimator.escape_debug());
    table
}
