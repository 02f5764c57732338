//! The line that ends an answer: verdict, numbers, sections, witnesses.

use super::row::chars;
use crate::report::{SectionSummary, Summary};

fn number(value: Option<u64>) -> String {
    value.map_or_else(|| "?".to_owned(), |value| value.to_string())
}

/// One piece of the brackets per run of equal runners and labels.
fn pieces(sections: &[SectionSummary], labelled: bool) -> Vec<String> {
    let mut merged: Vec<(String, Option<u64>, Option<u64>)> = Vec::new();
    for section in sections {
        let label = if section.label.is_empty() { String::new() } else { format!(" {}", section.label) };
        let name =
            if labelled { format!("{}{label}", section.runner.0) } else { section.runner.0.to_owned() };
        let total = if section.has_tests { section.counts.total() } else { section.counts.failed };
        match merged.iter_mut().find(|(each, _, _)| *each == name) {
            Some((_, failed, all)) => {
                *failed = failed.and_then(|sum| Some(sum.saturating_add(section.counts.failed?)));
                *all = all.and_then(|sum| Some(sum.saturating_add(total?)));
            }
            None => merged.push((name, section.counts.failed, total)),
        }
    }
    if let [(name, _, _)] = merged.as_slice() {
        return vec![name.clone()];
    }
    merged
        .into_iter()
        .map(|(name, failed, total)| match total {
            Some(total) if Some(total) != failed => format!("{name} {} of {total}", number(failed)),
            _ => format!("{name} {}", number(failed)),
        })
        .collect()
}

/// The verdict line, at most `width` chars: what does not fit is left out from the right, the brackets first.
#[must_use]
pub fn verdict_line(summary: &Summary, width: u64) -> String {
    let counts = &summary.counts;
    let other = match counts.other {
        Some(other) if other > 0 => format!(", {other} other"),
        _ => String::new(),
    };
    let least = if summary.at_least { "at least " } else { "" };
    let head = format!(
        "weir: {} {least}{} failed, {} passed, {} skipped{other}, {} total",
        summary.verdict.upper(),
        number(counts.failed),
        number(counts.passed),
        number(counts.skipped),
        number(counts.total()),
    );
    if chars(&head) > width {
        let short = format!(
            "weir: {} {} failed, {} passed",
            summary.verdict.upper(),
            number(counts.failed),
            number(counts.passed)
        );
        return if chars(&short) <= width {
            short
        } else {
            short.chars().take(usize::try_from(width).unwrap_or(usize::MAX)).collect()
        };
    }
    let exit = match (&summary.signal, summary.exit) {
        (Some(signal), _) => format!("signal {}", signal.trim_start_matches("SIG")),
        (None, Some(exit)) => format!("exit {exit}"),
        (None, None) => "exit unknown".to_owned(),
    };
    let mut ending: Vec<String> =
        summary.disagreements.iter().filter(|each| !each.starts_with(&format!("{exit},"))).cloned().collect();
    let exit = summary
        .disagreements
        .iter()
        .find(|each| each.starts_with(&format!("{exit},")))
        .cloned()
        .unwrap_or(exit);
    ending.insert(0, exit);
    if let Some(compared) = &summary.compared {
        ending.insert(1, compared.words());
    }
    let fit = |front: &[String], ending: &[String]| {
        let inner = front.iter().chain(ending).cloned().collect::<Vec<_>>().join("; ");
        let line = format!("{head} ({inner})");
        (chars(&line) <= width).then_some(line)
    };
    for labelled in [true, false] {
        if let Some(line) = fit(&pieces(&summary.sections, labelled), &ending) {
            return line;
        }
    }
    let mut front = pieces(&summary.sections, false);
    while front.pop().is_some() {
        let mut with_mark = front.clone();
        with_mark.push("more".to_owned());
        if let Some(line) = fit(&with_mark, &ending) {
            return line;
        }
    }
    while !ending.is_empty() {
        if let Some(line) = fit(&[], &ending) {
            return line;
        }
        ending.pop();
    }
    head
}
