//! The line that ends an answer: verdict, numbers, sections, witnesses, in plain words. What is zero or unknown is left out.

use super::row::chars;
use crate::budget::Mode;
use crate::event::Runner;
use crate::report::{Reading, SectionSummary, Summary, Verdict};

/// `1 error`, `2 errors`.
pub(super) fn plural(count: u64, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}

/// The most chars of a verdict line that says what each section is about.
const LABELLED_CHARS: u64 = 120;

/// Whether pieces say what a section is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Labels {
    Reported,
    LeftOut,
}

/// A runner in plain words.
const fn shown(runner: Runner) -> &'static str {
    match runner.0.as_bytes() {
        // A process that died is not a run of a runner.
        b"process" => "crash",
        _ => runner.0,
    }
}

/// One piece of the brackets per runner, and per label.
fn pieces(sections: &[SectionSummary], labels: Labels) -> Vec<String> {
    let mut merged: Vec<(String, Option<u64>, Option<u64>)> = Vec::new();
    for section in sections {
        let total = if section.has_tests { section.counts.total() } else { section.counts.failed };
        // The label of a pattern is its name.
        let labels = if section.runner.0 == "pattern" { Labels::Reported } else { labels };
        let name = match labels {
            Labels::Reported if !section.label.is_empty() => {
                format!("{} {}", shown(section.runner), section.label)
            }
            Labels::Reported | Labels::LeftOut => shown(section.runner).to_owned(),
        };
        match merged.iter_mut().find(|(each, _, _)| *each == name) {
            Some((_, failed, all)) => {
                *failed = failed.and_then(|sum| Some(sum.saturating_add(section.counts.failed?)));
                *all = all.and_then(|sum| Some(sum.saturating_add(total?)));
            }
            None => merged.push((name, section.counts.failed, total)),
        }
    }
    // A section with nothing to count is left out beside others.
    let empty = |(_, failed, total): &(String, Option<u64>, Option<u64>)| {
        failed.unwrap_or(0) == 0 && total.is_none_or(|total| total == 0)
    };
    let counted = |each: &(String, Option<u64>, Option<u64>)| each.1 > Some(0);
    if merged.iter().any(counted) {
        merged.retain(|each| !empty(each));
    }
    if let [(name, ..)] = merged.as_slice() {
        if let Some(runs) = runs(sections) {
            return vec![runs];
        }
        let section = sections.iter().map(|section| shown(section.runner));
        let section = section.filter(|runner| name.starts_with(runner)).max_by_key(|runner| runner.len());
        let name = match section {
            Some(runner) if runner != "pattern" => runner,
            _ => name,
        };
        return vec![name.to_owned()];
    }
    let piece = |(name, failed, total): (String, Option<u64>, Option<u64>)| match (failed, total) {
        (Some(failed), Some(total)) if total != failed => format!("{name} {failed} of {total}"),
        (Some(failed), _) => format!("{name} {failed}"),
        (None, _) => name,
    };
    merged.into_iter().map(piece).collect()
}

/// The most runs that have numbers of their own.
const MOST_RUNS: usize = 3;

/// The numbers of each run of one runner, when only some failed: a sum would hide that a test failed and then passed.
fn runs(sections: &[SectionSummary]) -> Option<String> {
    let runs: Vec<&SectionSummary> =
        sections.iter().filter(|each| each.has_tests && !each.is_empty()).collect();
    let first = runs.first()?;
    let same = runs.iter().all(|each| each.runner == first.runner && each.label.is_empty() && !each.checks);
    let failed = runs.iter().filter(|each| each.counts.failed > Some(0)).count();
    if !same || !(2..=MOST_RUNS).contains(&runs.len()) || failed == 0 || failed == runs.len() {
        return None;
    }
    let run = |each: &&SectionSummary| {
        let failed = each.counts.failed?;
        Some(match each.counts.total() {
            Some(total) => format!("{failed} of {total}"),
            None => failed.to_string(),
        })
    };
    let each: Vec<String> = runs.iter().map(run).collect::<Option<_>>()?;
    Some(format!("{} {}", shown(first.runner), each.join(", then ")))
}

/// How long it ran: `0.31 s`, `12.3 s`, `754 s`. `None` when the time is too short to be measured.
pub(super) fn seconds(duration_ms: u64) -> Option<String> {
    let hundredths = duration_ms.saturating_add(5).div_euclid(10);
    match hundredths {
        0 => None,
        1..100 => Some(format!("0.{hundredths:02} s")),
        100..10_000 => {
            let tenths = duration_ms.saturating_add(50).div_euclid(100);
            Some(format!("{}.{} s", tenths.div_euclid(10), tenths.rem_euclid(10)))
        }
        _ => Some(format!("{} s", duration_ms.saturating_add(500).div_euclid(1000))),
    }
}

/// The numbers that are known and not zero, each with its word: all of them, and separately the two that matter most.
fn numbers(summary: &Summary, mode: Mode) -> (Vec<String>, Vec<String>) {
    let counts = &summary.counts;
    let only_diagnostics = !summary.sections.is_empty()
        && summary.sections.iter().all(|section| section.checks || section.is_empty());
    let known = |value: Option<u64>| value.filter(|value| *value > 0);
    let failed = known(counts.failed)
        .map(|failed| if only_diagnostics { plural(failed, "error") } else { format!("{failed} failed") });
    let passed = known(counts.passed).map(|passed| format!("{passed} passed"));
    let mut short: Vec<String> = failed.into_iter().chain(passed).collect();
    if let Some(first) = short.first_mut().filter(|_| summary.at_least) {
        first.insert_str(0, "at least ");
    }
    let mut all = short.clone();
    all.extend(known(counts.skipped).map(|skipped| format!("{skipped} skipped")));
    all.extend(known(counts.other).map(|other| format!("{other} other")));
    // When warnings are not listed, only their number is printed.
    if summary.warnings > 0
        && (only_diagnostics || mode == Mode::Minimal || summary.verdict == Verdict::Failed)
    {
        all.push(plural(summary.warnings, "warning"));
    }
    (all, short)
}

/// What is printed between the verdict's word and the brackets.
fn words(summary: &Summary, numbers: &[String]) -> String {
    let unknown = summary.verdict == Verdict::Unknown;
    match summary.reading {
        Reading::Nothing if unknown && !summary.interrupted => return "nothing was read".to_owned(),
        Reading::Binary if unknown => {
            let interrupted = if summary.interrupted { "interrupted; " } else { "" };
            return format!("{interrupted}the input is binary");
        }
        Reading::Nothing | Reading::Binary | Reading::Text => {}
    }
    let mut list = numbers.join(", ");
    let ended = !summary.interrupted && summary.verdict != Verdict::Incomplete;
    if list.is_empty() {
        let tests = summary.sections.iter().any(|section| section.has_tests);
        if ended && tests && summary.verdict != Verdict::Passed && summary.counts.total() == Some(0) {
            return "no tests ran".to_owned();
        }
    } else if !ended {
        list.push_str(" so far");
    } else if let Some(time) = summary.duration_ms.and_then(seconds) {
        list = format!("{list} in {time}");
    }
    let why = match (summary.interrupted, ended) {
        (true, _) => "interrupted",
        (false, false) => "the end is missing",
        (false, true) => "",
    };
    match (why.is_empty(), list.is_empty()) {
        (false, false) => format!("{why}; {list}"),
        (false, true) => why.to_owned(),
        (true, _) => list,
    }
}

/// How the run ended, which witnesses disagree, and what changed since the last run.
fn endings(summary: &Summary) -> Vec<String> {
    let exit = match (&summary.signal, summary.exit) {
        (Some(signal), _) => format!("signal {}", signal.trim_start_matches("SIG")),
        (None, Some(exit)) => format!("exit {exit}"),
        (None, None) => String::new(),
    };
    let of_exit = |each: &&String| !exit.is_empty() && each.starts_with(&format!("{exit},"));
    let first = summary.disagreements.iter().find(of_exit).cloned().unwrap_or_else(|| exit.clone());
    let mut endings = vec![first];
    endings.extend(summary.compared.as_ref().map(|compared| compared.words()));
    endings.extend(summary.disagreements.iter().filter(|each| !of_exit(each)).cloned());
    endings.retain(|each| !each.is_empty());
    endings
}

/// The verdict line, at most `width` chars: what does not fit is left out from the right, the brackets first.
#[must_use]
pub fn verdict_line(summary: &Summary, mode: Mode, width: u64) -> String {
    let word = summary.verdict.upper();
    let (all, short) = numbers(summary, mode);
    let line = |numbers: &[String]| {
        let words = words(summary, numbers);
        let blank = if words.is_empty() { "" } else { " " };
        format!("weir: {word}{blank}{words}")
    };
    let mut head = line(&all);
    if chars(&head) > width {
        head = line(&short);
    }
    if chars(&head) > width {
        return head.chars().take(usize::try_from(width).unwrap_or(usize::MAX)).collect();
    }
    let mut endings = endings(summary);
    if summary.reading == Reading::Nothing && summary.verdict == Verdict::Unknown && endings.is_empty() {
        let asked = format!("{head}; was it 2>&1?");
        return if summary.interrupted || chars(&asked) > width { head } else { asked };
    }
    let fit = |front: &[String], endings: &[String]| {
        let inner = front.iter().chain(endings).cloned().collect::<Vec<_>>().join("; ");
        if inner.is_empty() {
            return Some(head.clone());
        }
        let line = format!("{head} ({inner})");
        (chars(&line) <= width).then_some(line)
    };
    if let Some(line) = fit(&pieces(&summary.sections, Labels::Reported), &endings)
        && chars(&line) <= LABELLED_CHARS
    {
        return line;
    }
    let mut front = pieces(&summary.sections, Labels::LeftOut);
    if let Some(line) = fit(&front, &endings) {
        return line;
    }
    while front.pop().is_some() {
        let mut with_mark = front.clone();
        with_mark.push("more".to_owned());
        if let Some(line) = fit(&with_mark, &endings) {
            return line;
        }
    }
    while !endings.is_empty() {
        if let Some(line) = fit(&[], &endings) {
            return line;
        }
        endings.pop();
    }
    head
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_has_as_many_digits_as_tell_something() {
        let reported = [0, 4, 5, 310, 994, 995, 1412, 12_345, 99_949, 99_995, 754_400].map(seconds);
        let expected = [
            None,
            None,
            Some("0.01 s"),
            Some("0.31 s"),
            Some("0.99 s"),
            Some("1.0 s"),
            Some("1.4 s"),
            Some("12.3 s"),
            Some("99.9 s"),
            Some("100 s"),
            Some("754 s"),
        ];
        assert_eq!(reported.each_ref().map(|each| each.as_deref()), expected);
    }
}
