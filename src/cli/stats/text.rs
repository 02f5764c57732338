//! The numbers on one screen: at most 40 lines of at most 100 chars.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::cli::words::shown;
use crate::telemetry::{Histogram, Tally, ToolTally, largest};

/// Tools on the screen.
const TOOLS: usize = 20;
/// Arms on the screen.
const ARMS: usize = 4;
/// Chars of a line.
const WIDTH: usize = 100;
/// Chars of a tool's name.
const NAME: usize = 36;

/// All of it.
pub(super) fn screen(tally: &Tally) -> String {
    let sums = tally.sums;
    let mut text = String::new();
    let _ = writeln!(text, "{}", first(tally));
    if sums.calls == 0 {
        return text + &unread(tally);
    }
    let _ = writeln!(text, "outcomes   {}", outcomes(&tally.outcomes));
    let _ = writeln!(
        text,
        "tokens     {} -> {}{}",
        sums.estimated_tokens,
        sums.final_tokens,
        saved(sums.reduction())
    );
    let _ = writeln!(
        text,
        "bytes      {} -> {}, {:.0} an answer",
        sums.response_bytes,
        sums.final_bytes,
        tally.average_bytes()
    );
    let _ = writeln!(text, "latency    {}; added {}", times(&tally.latency), times(&tally.overhead));
    if tally.arms.len() > 1 {
        for (name, arm) in tally.arms.iter().take(ARMS) {
            let sums = arm.sums;
            let _ = writeln!(
                text,
                "{:<10} {} calls, tokens {} -> {}{}, {}",
                clipped(name, 10),
                sums.calls,
                sums.estimated_tokens,
                sums.final_tokens,
                saved(sums.reduction()),
                times(&arm.latency)
            );
        }
    }
    if let Some(error) = tally.error() {
        let near = tally.near.saturating_mul(100).checked_div(tally.counted).unwrap_or(0);
        let _ = writeln!(
            text,
            "estimates  off by {error:.1}% on average over {} counted, {near}% within 20%",
            tally.counted
        );
    }
    text += &unread(tally);
    let _ = writeln!(
        text,
        "\n{:<NAME$} {:>9} {:>10} {:>13} {:>13} {:>7}",
        "tool", "calls", "oversized", "tokens", "sent on", "saved"
    );
    for (name, tool) in largest(tally, TOOLS) {
        let _ = writeln!(text, "{}", row(&name, &tool));
    }
    let lines = text.lines().map(|line| line.chars().take(WIDTH).collect::<String>() + "\n");
    lines.collect()
}

/// In one line.
pub(super) fn health(tally: &Tally) -> String {
    format!(
        "{}; {:.1}% paginated, {:.0} bytes an answer\n",
        first(tally),
        tally.pagination_adoption() * 100.0,
        tally.average_bytes()
    )
}

fn first(tally: &Tally) -> String {
    let sums = tally.sums;
    let share = tally.share(sums.oversized) * 100.0;
    format!("{} calls, {} answers over their budget ({share:.1}%)", sums.calls, sums.oversized)
}

fn unread(tally: &Tally) -> String {
    match tally.unread {
        0 => String::new(),
        lines => format!("unread     {lines} lines that are no records\n"),
    }
}

fn outcomes(outcomes: &BTreeMap<String, u64>) -> String {
    let mut outcomes: Vec<_> = outcomes.iter().collect();
    outcomes.sort_by(|(one, a), (other, b)| b.cmp(a).then_with(|| one.cmp(other)));
    let parts = outcomes.iter().map(|(name, count)| format!("{} {count}", clipped(name, 20)));
    parts.collect::<Vec<_>>().join(", ")
}

fn saved(reduction: Option<f64>) -> String {
    reduction.map_or_else(String::new, |saved| format!(" ({saved:.1}% saved)"))
}

fn times(histogram: &Histogram) -> String {
    let at = |share| histogram.quantile(share).map_or_else(|| "-".to_owned(), milliseconds);
    format!("p50 {} p95 {} ms", at(0.5), at(0.95))
}

/// Microseconds as milliseconds.
fn milliseconds(time: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "shown to a tenth")]
    let time = time as f64 / 1000.0;
    format!("{time:.1}")
}

fn row(name: &str, tool: &ToolTally) -> String {
    let sums = tool.sums;
    let oversized = sums.oversized.saturating_mul(1000).checked_div(sums.calls).unwrap_or(0);
    let oversized = format!("{}.{}%", oversized.div_euclid(10), oversized.rem_euclid(10));
    let saved = sums.reduction().map_or_else(|| "-".to_owned(), |saved| format!("{saved:.1}%"));
    format!(
        "{:<NAME$} {:>9} {oversized:>10} {:>13} {:>13} {saved:>7}",
        clipped(name, NAME),
        sums.calls,
        sums.estimated_tokens,
        sums.final_tokens
    )
}

/// A name without anything that a terminal would obey, of at most so many chars.
fn clipped(name: &str, most: usize) -> String {
    let quoted = shown(name);
    let plain = quoted.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')).unwrap_or(&quoted);
    if plain.chars().count() <= most {
        return plain.to_owned();
    }
    plain.chars().take(most.saturating_sub(3)).collect::<String>() + "..."
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::telemetry::Sums;

    #[test]
    fn any_numbers_fit_on_one_screen() {
        let sums = Sums {
            calls: u64::MAX,
            oversized: u64::MAX,
            estimated_tokens: u64::MAX,
            final_tokens: 1,
            response_bytes: u64::MAX,
            final_bytes: u64::MAX,
        };
        let many = |prefix: &str| {
            (0..100).map(|each| (format!("{prefix}\u{1b}[2J{each}"), u64::MAX)).collect::<BTreeMap<_, _>>()
        };
        let tools = (0..100)
            .map(|each| (format!("t{each}\n{}", "x".repeat(200)), ToolTally { sums, outcomes: many("o") }));
        let tally =
            Tally { sums, outcomes: many("o"), tools: tools.collect(), unread: 5, ..Tally::default() };
        let text = screen(&tally);
        assert!(text.lines().count() <= 40 && text.lines().all(|line| line.chars().count() <= 100), "{text}");
        assert!(!text.contains('\u{1b}'));
        assert_eq!(screen(&Tally::default()), "0 calls, 0 answers over their budget (0.0%)\n");
    }
}
