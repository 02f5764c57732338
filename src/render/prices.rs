//! What failures cost on a page of text, rung by rung.

use std::collections::HashMap;

use super::causes::{self, Causes};
use super::chosen::Known;
use super::failure::{FailureRows, common_folder};
use super::plan::{Costs, Extent, Others, Pricing};
use super::row::{Row, chars, cost_of};
use super::view::Style;
use crate::budget::{CEILING_BYTES, Cost, Ruler};
use crate::report::{Failure, Report, Stored};
use crate::text::{FoldName, Folder};

/// The most room of one failure besides its why lines.
pub(super) const MOST_OUTPUT: Cost = Cost { chars: 64 * 1024, lines: 64 * 1024 };
/// The most chars of the line that counts the failures that are not listed.
pub(super) const MORE_CHARS: u64 = 120;

/// [`Costs`] in half of the memory, since tens of thousands of them may be held. A number that does not fit becomes
/// one that no answer can hold.
#[derive(Debug)]
struct Packed {
    chars: [u32; 3],
    lines: [u32; 3],
}

impl Packed {
    fn of(costs: &Costs) -> Self {
        let all = [costs.name, costs.line, costs.why];
        Self { chars: all.map(|cost| short(cost.chars)), lines: all.map(|cost| short(cost.lines)) }
    }

    fn costs(&self) -> Costs {
        let [name, line, why] = self.chars.map(u64::from);
        let [name_lines, line_lines, why_lines] = self.lines.map(u64::from);
        Costs {
            name: Cost { chars: name, lines: name_lines },
            line: Cost { chars: line, lines: line_lines },
            why: Cost { chars: why, lines: why_lines },
        }
    }
}

fn short(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// The failures of a page with their costs.
pub struct Prices<'a> {
    report: &'a Report,
    failures: &'a [&'a Failure],
    /// How many chars, about, each name adds to a folded list.
    widths: Vec<u32>,
    /// The costs of each failure; empty when there are too many.
    costs: Vec<Packed>,
    causes: Causes,
    known: Known,
    /// The cost of naming the failures of a cause, by the first of them.
    named: HashMap<usize, Cost>,
    /// The best way in which the others of a cause are printed.
    how: Others,
    /// The folder that is left out of places, when not every failure has room for its message; else empty.
    folder: &'a str,
    ruler: Ruler,
    /// How many chars there is room for: what needs more is not measured exactly.
    room: u64,
    style: Style,
}

/// A cost with what colour adds to the rows of weir's own.
pub(super) fn styled(cost: Cost, rows: &[Row<'_>], style: Style) -> Cost {
    let own = u64::try_from(rows.iter().filter(|row| matches!(row, Row::Own(_))).count()).unwrap_or(u64::MAX);
    cost.plus(Cost { chars: own.saturating_mul(style.overhead()), lines: 0 })
}

/// The lines above the first and below the last failure of a section.
pub fn frame<'a>(report: &'a Report, failures: &[&'a Failure], at: usize) -> Vec<&'a Stored> {
    let Some(failure) = failures.get(at) else { return Vec::new() };
    let first = at
        .checked_sub(1)
        .and_then(|before| failures.get(before))
        .is_none_or(|before| before.section != failure.section);
    if !first {
        return Vec::new();
    }
    let section = usize::try_from(failure.section).ok().and_then(|at| report.sections().get(at));
    section
        .map(|section| section.group.as_deref().into_iter().chain(section.rerun.as_deref()).collect())
        .unwrap_or_default()
}

/// A name that is clipped to a line of its own has at least so many chars.
const LEAST_CLIPPED: u64 = 10;

/// How many chars names of these widths take at least, in any form.
fn least<'a>(widths: impl Iterator<Item = &'a u32>) -> u64 {
    widths.fold(0_u64, |sum, width| sum.saturating_add(u64::from(*width).min(LEAST_CLIPPED)))
}

impl<'a> Prices<'a> {
    /// Computes the costs of the failures for a room of so many chars.
    pub fn new(
        report: &'a Report,
        failures: &'a [&'a Failure],
        ruler: Ruler,
        style: Style,
        room: u64,
    ) -> Self {
        let room = room.min(CEILING_BYTES);
        let name_of = |failure: &Failure| report.failures().id(failure).name;
        let widths: Vec<u32> =
            failures.iter().map(|failure| short(chars(name_of(failure)).saturating_add(1))).collect();
        // Names of one cause may be shorter as ranges.
        let causes = Causes::of(report, failures);
        let too_many = least(widths.iter()) > room && causes.least_of_names(report, failures) > room;
        let mut prices = Self {
            report,
            failures,
            widths,
            costs: Vec::new(),
            causes,
            known: Known::shared(),
            named: HashMap::new(),
            how: Others::Named,
            folder: "",
            ruler,
            style,
            room,
        };
        if too_many {
            prices.causes = Causes::none();
            return prices;
        }
        let leaders = (0..failures.len()).filter(|at| prices.causes.has_others(*at));
        let named = leaders.map(|at| (at, prices.cost_of_others(at, Others::Named)));
        prices.named = named.collect();
        prices.costs = prices.all_costs();
        let lines =
            prices.costs.iter().fold(0_u64, |sum, costs| sum.saturating_add(costs.costs().line.chars));
        if lines > room {
            // The common folder is worth less than a message.
            prices.folder = common_folder(failures);
            if !prices.folder.is_empty() {
                prices.costs = prices.all_costs();
            }
        }
        prices
    }

    /// The same, with failures that say the same as one cause, whose others are only counted.
    pub fn by_reason(self) -> Self {
        let causes = Causes::by_reason(self.report, self.failures);
        let folder = common_folder(self.failures);
        let mut prices = Self { causes, named: HashMap::new(), how: Others::Counted, folder, ..self };
        prices.costs = prices.all_costs();
        prices
    }

    fn all_costs(&self) -> Vec<Packed> {
        let Self { report, failures, ref causes, ruler, style, .. } = *self;
        failures
            .iter()
            .enumerate()
            .map(|(at, failure)| {
                if self.how == Others::Counted && causes.leader(at).is_some() {
                    // None of these is ever printed.
                    return Packed::of(&Costs::default());
                }
                let rows = self.rows(failure);
                let price = |rows: &[Row<'_>]| styled(cost_of(rows, ruler), rows, style);
                let framed: Vec<Row<'_>> = frame(report, failures, at).into_iter().map(Row::Input).collect();
                let named = rows.as_name();
                Packed::of(&Costs {
                    name: price(&named),
                    line: price(&rows.with_message(named)),
                    why: match causes.leader(at) {
                        // It is never printed.
                        Some(_) => Cost::default(),
                        None => price(&rows.with_why()).plus(cost_of(&framed, ruler)),
                    },
                })
            })
            .collect()
    }

    /// The rows of one failure, with its place in the form that all failures have.
    pub(super) fn rows(&self, failure: &'a Failure) -> FailureRows<'a> {
        FailureRows::new(self.report, failure, self.ruler).below(self.folder).with(&self.known)
    }

    /// Which failures have one cause.
    pub(super) const fn causes(&self) -> &Causes {
        &self.causes
    }

    /// The lines that name the others of the cause whose first failure is `at`; none when there are no others.
    pub(super) fn others(&self, at: usize, how: Others) -> Vec<Row<'a>> {
        if !self.causes.has_others(at) {
            return Vec::new();
        }
        let lines = match how {
            Others::Named => causes::named(self.report, self.failures, &self.causes, at, self.ruler),
            Others::Counted => {
                let count = self.causes.followers(at).count().saturating_add(1);
                vec![match self.how {
                    Others::Named => causes::head(count),
                    Others::Counted => format!("weir: {count} failures like this"),
                }]
            }
        };
        lines.into_iter().map(Row::Own).collect()
    }

    fn cost_of_others(&self, at: usize, how: Others) -> Cost {
        let rows = self.others(at, how);
        styled(cost_of(&rows, self.ruler), &rows, self.style)
    }

    /// The folded list of the failures whose flag is set.
    pub fn listed(&self, flags: &[bool]) -> Vec<String> {
        let mut folder = Folder::new(usize::try_from(self.ruler.line_chars).unwrap_or(usize::MAX));
        for (failure, _) in self.failures.iter().zip(flags).filter(|(_, flag)| **flag) {
            let id = self.report.failures().id(failure);
            folder.push(FoldName { module: id.module, separator: id.separator, name: id.name });
        }
        folder.finish()
    }
}

impl Pricing for Prices<'_> {
    fn costs(&self, at: usize) -> Costs {
        self.costs.get(at).map(Packed::costs).unwrap_or_default()
    }

    fn too_many(&self) -> bool {
        self.costs.len() < self.failures.len()
    }

    fn listed_chars(&self, at: usize) -> u64 {
        self.widths.get(at).copied().map(u64::from).unwrap_or_default()
    }

    fn whole(&self, at: usize, share: Cost) -> (Cost, Extent) {
        let Some(failure) = self.failures.get(at) else { return (Cost::default(), Extent::Part) };
        let (mut rows, extent) = self.rows(failure).whole(share);
        rows.extend(frame(self.report, self.failures, at).into_iter().map(Row::Input));
        (styled(cost_of(&rows, self.ruler), &rows, self.style), extent)
    }

    fn leader(&self, at: usize) -> Option<usize> {
        self.causes.leader(at)
    }

    fn others(&self, at: usize, how: Others) -> Cost {
        match how {
            Others::Named => self.named.get(&at).copied().unwrap_or_default(),
            Others::Counted => self.cost_of_others(at, how),
        }
    }

    fn example(&self, at: usize) -> Option<Cost> {
        self.causes.is_example(at).then(|| self.costs(at).line)
    }

    fn folded(&self, listed: &[bool]) -> Cost {
        // No name is shorter than this: when they do not fit even so, they need not be measured exactly.
        let flagged = self.widths.iter().zip(listed).filter(|(_, flag)| **flag);
        let chars = least(flagged.map(|(width, _)| width));
        if chars > self.room {
            return Cost { chars, lines: 0 };
        }
        let rows: Vec<Row<'_>> = self.listed(listed).into_iter().map(Row::Own).collect();
        styled(cost_of(&rows, self.ruler), &rows, self.style)
    }

    fn and_more(&self) -> Cost {
        Cost {
            chars: self
                .ruler
                .most(self.ruler.line_chars.min(MORE_CHARS))
                .saturating_add(1)
                .saturating_add(self.style.overhead()),
            lines: 1,
        }
    }

    fn most_output(&self) -> Cost {
        MOST_OUTPUT
    }
}
