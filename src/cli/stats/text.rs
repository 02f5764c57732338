//! The numbers on one screen: at most 40 lines of at most 100 chars.

use std::collections::BTreeMap;

use crate::cli::words::shown;
use crate::telemetry::{
    Health, Histogram, ListTally, PackTally, Series, Sums, Tally, ToolTally, Trial, largest,
};
use crate::text::time::rfc3339;

/// Tools on the screen.
const TOOLS: usize = 16;
/// Arms on the screen.
const ARMS: usize = 2;
/// Outcomes on the screen.
const OUTCOMES: usize = 8;
/// Chars of a line.
const WIDTH: usize = 100;
/// Chars of a tool's name.
const NAME: usize = 30;
/// Chars of a bar, and of one beside a tool.
const BAR: usize = 20;
const TOOL_BAR: usize = 10;
/// Columns of the line over time.
const COLUMNS: usize = 50;
/// Heights of a column, the lowest first.
const HEIGHTS: [char; 8] = [' ', '.', ':', '-', '=', '+', '*', '#'];

/// All of it.
pub(super) fn screen(tally: &Tally) -> String {
    let sums = tally.sums;
    let mut lines = vec![first(tally)];
    let packs = (tally.packs.runs > 0).then(|| packs_line(&tally.packs));
    let unread = (tally.unread > 0).then(|| format!("unread     {} lines that are no records", tally.unread));
    let lists = (tally.tool_lists.lists > 0).then(|| lists_line(&tally.tool_lists));
    if sums.calls == 0 && sums.fetches == 0 {
        lines.extend(lists.into_iter().chain(packs).chain(unread));
        return bounded(&lines);
    }
    lines.extend(outcomes(&tally.outcomes, sums.calls));
    lines.push(format!(
        "tokens     {} -> {}, {} fetched later in {} calls; {}",
        sums.seen_tokens,
        sums.sent_tokens,
        sums.fetched_tokens,
        sums.fetches,
        saved(&sums)
    ));
    lines.push(format!(
        "bytes      {} -> {}, {:.0} an answer",
        sums.response_bytes,
        sums.final_bytes,
        tally.average_bytes()
    ));
    lines.push(format!("size       {} -> {} bytes", bytes(&tally.size_before), bytes(&tally.size_after)));
    lines.push(format!("latency    {} ms; added {} ms", times(&tally.latency), times(&tally.overhead)));
    lines.extend(over_time(&tally.series));
    lines.extend(observed(&sums));
    if tally.arms.len() > 1 {
        lines.extend(tally.arms.iter().take(ARMS).map(|(name, arm)| {
            format!(
                "{:<10} {} calls, {}, {} ms",
                clipped(name, 10),
                arm.sums.calls,
                saved(&arm.sums),
                times(&arm.latency)
            )
        }));
    }
    lines.extend(trial(&tally.trial));
    if let Some(error) = tally.error() {
        let near = tally.near.saturating_mul(100).checked_div(tally.counted).unwrap_or(0);
        lines.push(format!(
            "estimates  off by {error:.1}% on average over {} counted, {near}% within 20%",
            tally.counted
        ));
    }
    lines.extend(lists.into_iter().chain(packs).chain(unread));
    lines.push(String::new());
    lines.push(format!(
        "{:<NAME$} {:>8} {:>6} {:>12} {:>12} {:>6} {:>7}  share",
        "tool", "calls", "over", "tokens", "got", "saved", "p95 ms"
    ));
    let all = sums.seen_tokens;
    lines.extend(largest(tally, TOOLS).iter().map(|(name, tool)| row(name, tool, all)));
    bounded(&lines)
}

/// Lines of at most the width, without blanks at their ends.
fn bounded(lines: &[String]) -> String {
    let line = |line: &String| line.chars().take(WIDTH).collect::<String>().trim_end().to_owned() + "\n";
    lines.iter().map(line).collect()
}

/// In two lines at most.
pub(super) fn health(tally: &Tally, health: &Health) -> String {
    let word =
        |path: &str| health.body.pointer(path).and_then(|word| word.as_str()).unwrap_or_default().to_owned();
    let age = health.body.pointer("/configuration/ageSeconds").and_then(|age| age.as_u64());
    let age =
        age.map_or_else(|| "no configuration file".to_owned(), |age| format!("configuration {age} s old"));
    let reasons = health.reasons.iter().map(|reason| format!("; {reason}")).collect::<String>();
    format!(
        "{}; {:.1}% paginated, {:.0} -> {:.0} bytes an answer\n{}: {age}, store {}{reasons}\n",
        first(tally),
        tally.pagination_adoption() * 100.0,
        tally.sums.average(tally.sums.response_bytes),
        tally.average_bytes(),
        word("/status"),
        word("/store/state"),
    )
}

/// Runs of `weir pack`.
pub(super) fn packs(packs: &PackTally) -> String {
    bounded(&[packs_line(packs)])
}

/// Answers to `tools/list`.
fn lists_line(lists: &ListTally) -> String {
    let ListTally { lists, tools, listed, denied, before, after } = lists;
    format!(
        "tools/list {lists} lists, {tools} tools -> {listed}, {denied} denied; {before} -> {after} tokens"
    )
}

fn packs_line(packs: &PackTally) -> String {
    let at = |share| packs.needed.quantile(share).map_or_else(|| "-".to_owned(), |tokens| tokens.to_string());
    format!(
        "pack       {} runs, {} with drops: {} chunks of {} tokens; all of it fits in p50 {} p95 {}",
        packs.runs,
        packs.with_drops,
        packs.dropped,
        packs.dropped_tokens,
        at(0.5),
        at(0.95)
    )
}

fn first(tally: &Tally) -> String {
    let sums = tally.sums;
    let share = |calls| tally.share(calls) * 100.0;
    let errors = match sums.errors {
        0 => String::new(),
        errors => format!(", {errors} errors ({:.1}%)", share(errors)),
    };
    format!(
        "{} calls, {} answers over their budget ({:.1}%){errors}",
        sums.calls,
        sums.oversized,
        share(sums.oversized)
    )
}

/// A bar as long as the share of `all`; what is there has a sign.
fn bar(part: u64, all: u64, most: usize) -> String {
    let whole = u128::try_from(most).unwrap_or(0);
    let long = u128::from(part).saturating_mul(whole).div_ceil(u128::from(all.max(1)));
    "#".repeat(usize::try_from(long).unwrap_or(most).min(most))
}

/// A line for each outcome, the most first.
fn outcomes(outcomes: &BTreeMap<String, u64>, all: u64) -> Vec<String> {
    let mut outcomes: Vec<_> = outcomes.iter().collect();
    outcomes.sort_by(|(one, a), (other, b)| b.cmp(a).then_with(|| one.cmp(other)));
    let line = |(index, (name, count)): (usize, &(&String, &u64))| {
        let head = if index == 0 { "outcomes" } else { "" };
        let share = u128::from(**count).saturating_mul(1000).saturating_add(u128::from(all.div_euclid(2)));
        let share = share.checked_div(u128::from(all)).unwrap_or(0);
        let share = format!("{}.{}%", share.div_euclid(10), share.rem_euclid(10));
        format!("{head:<10} {:<12} {count:>9} {share:>6}  {}", clipped(name, 12), bar(**count, all, BAR))
    };
    outcomes.iter().take(OUTCOMES).enumerate().map(line).collect()
}

/// Calls over time, a column for each span.
fn over_time(series: &Series) -> Option<String> {
    let slots = series.slots();
    let (first, _) = slots.first()?;
    let each = slots.len().div_ceil(COLUMNS).max(1);
    let columns: Vec<u64> = slots
        .chunks(each)
        .map(|slots| slots.iter().fold(0_u64, |sum, (_, slot)| sum.saturating_add(slot.sums.calls)))
        .collect();
    let most = columns.iter().copied().max().filter(|_| columns.len() > 1)?;
    let steps = u128::try_from(HEIGHTS.len()).unwrap_or(1).saturating_sub(1);
    let height = |calls: &u64| {
        let place = u128::from(*calls).saturating_mul(steps).div_ceil(u128::from(most.max(1)));
        HEIGHTS.get(usize::try_from(place).unwrap_or(0)).copied().unwrap_or('#')
    };
    let from: String = rfc3339(first.saturating_mul(1000)).chars().take(16).collect();
    let minutes = series.seconds().saturating_mul(i64::try_from(each).unwrap_or(1)).div_euclid(60);
    Some(format!(
        "calls      |{}| from {}, {minutes} min each",
        columns.iter().map(height).collect::<String>(),
        from.replace('T', " ")
    ))
}

/// What observed answers would have been.
fn observed(sums: &Sums) -> Option<String> {
    let share = u128::from(sums.observed_tokens.saturating_sub(sums.would_be_tokens))
        .saturating_mul(1000)
        .checked_div(u128::from(sums.observed_tokens))
        .unwrap_or(0);
    (sums.observed > 0).then(|| {
        format!(
            "observed   {} calls, tokens {} -> {} at best ({}.{}% saved at most)",
            sums.observed,
            sums.observed_tokens,
            sums.would_be_tokens,
            share.div_euclid(10),
            share.rem_euclid(10)
        )
    })
}

/// What the trial says so far.
fn trial(trial: &Trial) -> Option<String> {
    let (one, other) = (trial.tokens(&trial.hardened)?, trial.tokens(&trial.control)?);
    let difference = trial.difference()?;
    let interval = match difference.interval {
        Some((low, high)) => format!(" ({low:.0} to {high:.0})"),
        None => ", too little to tell it from chance".to_owned(),
    };
    Some(format!(
        "ab         tokens a call: hardened {:.0}, control {:.0}; difference {:.0}{interval}",
        one.mean, other.mean, difference.mean
    ))
}

/// What was saved, in tokens and percent; what weir cost when it was more.
fn saved(sums: &Sums) -> String {
    let percent = sums.reduction().map_or_else(String::new, |saved| format!(" ({saved:.1}%)"));
    format!("{} saved{percent}", sums.saved_tokens())
}

fn times(histogram: &Histogram) -> String {
    let at = |share| histogram.quantile(share).map_or_else(|| "-".to_owned(), milliseconds);
    format!("p50 {} p95 {} p99 {}", at(0.5), at(0.95), at(0.99))
}

fn bytes(histogram: &Histogram) -> String {
    let at = |share| histogram.quantile(share).map_or_else(|| "-".to_owned(), |bytes| bytes.to_string());
    format!("p50 {} p95 {} p99 {}", at(0.5), at(0.95), at(0.99))
}

/// Microseconds as milliseconds.
fn milliseconds(time: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "shown to a tenth")]
    let time = time as f64 / 1000.0;
    format!("{time:.1}")
}

fn row(name: &str, tool: &ToolTally, all: u64) -> String {
    let sums = tool.sums;
    let oversized =
        u128::from(sums.oversized).saturating_mul(100).checked_div(u128::from(sums.calls)).unwrap_or(0);
    let saved = sums.reduction().map_or_else(|| "-".to_owned(), |saved| format!("{saved:.0}%"));
    let added = tool.overhead.quantile(0.95).map_or_else(|| "-".to_owned(), milliseconds);
    format!(
        "{:<NAME$} {:>8} {:>6} {:>12} {:>12} {saved:>6} {added:>7}  {}",
        clipped(name, NAME),
        sums.calls,
        format!("{oversized}%"),
        sums.seen_tokens,
        sums.sent_tokens.saturating_add(sums.fetched_tokens),
        bar(sums.seen_tokens, all, TOOL_BAR)
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
            errors: u64::MAX,
            seen_tokens: u64::MAX,
            observed: u64::MAX,
            ..Sums::default()
        };
        let many = |prefix: &str| {
            (0..100).map(|each| (format!("{prefix}\u{1b}[2J{each}"), u64::MAX)).collect::<BTreeMap<_, _>>()
        };
        let tools = (0..100).map(|each| {
            (
                format!("t{each}\n{}", "x".repeat(200)),
                ToolTally { sums, outcomes: many("o"), ..ToolTally::default() },
            )
        });
        let tally =
            Tally { sums, outcomes: many("o"), tools: tools.collect(), unread: 5, ..Tally::default() };
        let text = screen(&tally);
        assert!(text.lines().count() <= 40 && text.lines().all(|line| line.chars().count() <= 100), "{text}");
        assert!(!text.contains('\u{1b}'));
        assert_eq!(screen(&Tally::default()), "0 calls, 0 answers over their budget (0.0%)\n");
    }
}
