//! Figures over time: what the columns show, and the tables with the same numbers.

use serde_json::Value;

use super::charts::{Chart, Column, Part, chart};
use super::html::{Doc, Form, row_head, table, written};
use crate::telemetry::record::Outcome;

/// Looks of outcomes, in the order in which they are stacked.
const LOOKS: [(&str, &str); Outcome::ALL.len() + 1] = [
    ("passed", "passed"),
    ("paginated", "paginated"),
    ("summarized", "summarized"),
    ("chunked", "chunked"),
    ("filtered", "filtered"),
    ("clipped", "clipped"),
    ("media", "media"),
    ("other", "other"),
];

/// A figure over time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Over {
    /// Calls by outcome.
    Outcomes,
    /// Answers over their budget.
    Oversized,
    /// Tokens before and after.
    Tokens,
    /// What was added to the latency.
    Added,
}

/// A time as people read it, in UTC: `2026-03-01 10:15`.
fn moment(slot: &Value) -> String {
    let time = slot.get("from").and_then(Value::as_str).unwrap_or_default();
    time.get(..16).unwrap_or(time).replace('T', " ")
}

fn number(slot: &Value, path: &str) -> f64 {
    slot.pointer(path).and_then(Value::as_f64).unwrap_or(0.0)
}

/// How long a column is, in words.
fn width(seconds: f64) -> String {
    const UNITS: [(f64, &str); 4] = [(86_400.0, "day"), (3600.0, "hour"), (60.0, "minute"), (1.0, "second")];
    let unit = UNITS.into_iter().find(|(unit, _)| seconds >= *unit && seconds % unit == 0.0);
    let (unit, name) = unit.unwrap_or((1.0, "second"));
    let many = seconds / unit;
    format!("{many} {name}{}", if many > 1.0 { "s" } else { "" })
}

impl Over {
    const fn title(self) -> &'static str {
        match self {
            Self::Outcomes => "Calls by outcome",
            Self::Oversized => "Answers over their budget",
            Self::Tokens => "Tokens: what clients would have shown, and what they got",
            Self::Added => "Milliseconds added, 95 of 100 calls below",
        }
    }

    /// The parts of a column. What is above the first part of tokens is what was saved.
    fn parts(self, slot: &Value) -> Vec<Part> {
        let part = |class, amount| Part { class, amount };
        match self {
            Self::Outcomes => LOOKS
                .iter()
                .map(|(class, name)| part(class, number(slot, &format!("/outcomes/{name}"))))
                .collect(),
            Self::Oversized => vec![part("clipped", number(slot, "/oversized"))],
            Self::Tokens => {
                let got = number(slot, "/finalTokens") + number(slot, "/fetchedTokens");
                vec![part("after", got), part("before", (number(slot, "/seenTokens") - got).max(0.0))]
            }
            Self::Added => vec![part("single", number(slot, "/overhead/p95"))],
        }
    }

    /// The columns of the table: their heads, and where their numbers are.
    fn columns(self) -> Vec<(&'static str, String, Form)> {
        let count = |head, path: &str| (head, path.to_owned(), Form::Count);
        match self {
            Self::Outcomes => {
                let outcomes =
                    LOOKS.iter().map(|(_, name)| (*name, format!("/outcomes/{name}"), Form::Count));
                [count("calls", "/calls"), count("errors", "/errors")].into_iter().chain(outcomes).collect()
            }
            Self::Oversized => vec![count("over their budget", "/oversized"), count("calls", "/calls")],
            Self::Tokens => vec![
                count("would have been shown", "/seenTokens"),
                count("sent on", "/finalTokens"),
                count("fetched later", "/fetchedTokens"),
            ],
            Self::Added => [("p50", "/overhead/p50"), ("p95", "/overhead/p95"), ("p99", "/overhead/p99")]
                .map(|(head, path)| (head, path.to_owned(), Form::Milliseconds))
                .to_vec(),
        }
    }

    fn legend(self, slots: &[Value]) -> Vec<(&'static str, &'static str)> {
        match self {
            Self::Outcomes => {
                let is_there = |(_, name): &&(&str, &str)| {
                    slots.iter().any(|slot| number(slot, &format!("/outcomes/{name}")) > 0.0)
                };
                LOOKS.iter().filter(is_there).copied().collect()
            }
            Self::Tokens => vec![("after", "what clients got"), ("before", "saved")],
            Self::Oversized | Self::Added => Vec::new(),
        }
    }

    /// The figure; a sentence when no call has a time.
    pub(super) fn figure(self, doc: Doc<'_>) -> String {
        let slots = doc.list("/time/slots");
        let (Some(first), Some(last)) = (slots.first(), slots.last()) else {
            return "<p>No call has a time.</p>\n".to_owned();
        };
        let total = |slot: &Value| self.parts(slot).iter().map(|part| part.amount).sum::<f64>();
        let form = if self == Self::Added { Form::Milliseconds } else { Form::Count };
        let words = |amount: f64| written(Some(&amount.into()), form);
        let most = slots.iter().max_by(|one, other| total(one).total_cmp(&total(other))).unwrap_or(first);
        let title = self.title();
        let each = width(doc.number("/time/seconds"));
        let says = format!(
            "{title}, from {} to {}, {each} a column. The most is {}, from {} on.",
            moment(first),
            moment(last),
            words(total(most)),
            moment(most)
        );
        let columns = slots.iter().map(|slot| Column {
            title: format!("{}: {}", moment(slot), words(total(slot))),
            parts: self.parts(slot),
        });
        let of_table = self.columns();
        let row = |(index, slot): (usize, &Value)| {
            let cell = |(_, path, form): &(&str, String, Form)| match slot.pointer(path) {
                // What did not happen is not in the numbers.
                None => "<td>0</td>".to_owned(),
                Some(_) => doc.cell(&format!("/time/slots/{index}{path}"), *form),
            };
            row_head(&moment(slot)) + &of_table.iter().map(cell).collect::<String>()
        };
        let rows: Vec<String> = slots.iter().enumerate().map(row).collect();
        let heads: Vec<&str> =
            ["from, UTC"].into_iter().chain(of_table.iter().map(|(head, ..)| *head)).collect();
        let caption = format!("{title}, {each} a row");
        let figure = Chart {
            caption: &format!("{title}, {each} a column"),
            says,
            top: words(total(most)),
            legend: self.legend(slots),
            columns: columns.collect(),
            ends: (moment(first), moment(last)),
        };
        chart(&figure, &table(&caption, &heads, &rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_width_is_reported_in_its_largest_unit() {
        assert_eq!(
            [60.0, 900.0, 3600.0, 86_400.0, 604_800.0].map(width),
            ["1 minute", "15 minutes", "1 hour", "1 day", "7 days"]
        );
    }
}
