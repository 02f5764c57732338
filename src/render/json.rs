//! The answer as one line of JSON. The mode's chars and the ceiling limit it; lines and their length do not.

use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};

use serde_json::{Value, json};

use super::causes::Causes;
use super::chosen::Known;
use super::json_beside as beside;
use super::json_failure::Objects;
use super::json_receipts;
use super::original::Original;
use super::plan::{Plan, Rung, plan, rung_of};
use super::row::{Row, chars};
use super::text::waiting;
use super::view::View;
use crate::budget::{Amount, CEILING_BYTES, Cost, Count as _, Cut, Ledger, Limits, Ruler, estimate};
use crate::event::{Class, Opened, Strength};
use crate::report::{Report, SectionSummary, State, Stored, Summary, Window, class_index, marks};
use crate::text::json::harmless;

/// The name of the schema; a change that breaks readers gets another number.
const SCHEMA: &str = "weir.filter/1";
/// How often the tokens are counted until their number fits its own digits.
const ROUNDS: usize = 3;
/// For how many chars of a snapshot's id room is kept.
const ID_CHARS: usize = 26;
/// The most sections that are listed one by one.
const SECTIONS: usize = 50;

fn section(each: &SectionSummary) -> Value {
    json!({
        "runner": each.runner.0,
        "label": each.label,
        "opened": match each.opened { Opened::Own => "own", Opened::Headless => "headless" },
        "closed": each.closed,
        "failed": each.counts.failed,
        "passed": each.counts.passed,
        "total": if each.has_tests { each.counts.total() } else { None },
    })
}

/// Everything except failures, with the widest numbers that can still come.
fn envelope(report: &Report, view: &View, summary: &Summary) -> Value {
    let seen = report.ledger().seen();
    let mut sections: Vec<Value> = summary.sections.iter().take(SECTIONS).map(section).collect();
    let mut notes: Vec<String> = report.notes().to_vec();
    notes.extend(summary.disagreements.iter().cloned());
    if summary.sections.len() > SECTIONS {
        notes.push(format!("{} more sections", summary.sections.len().saturating_sub(SECTIONS)));
        sections.truncate(SECTIONS);
    }
    let cut: serde_json::Map<String, Value> =
        Class::ALL.into_iter().map(|class| (class.name().to_owned(), json!(u64::MAX))).collect();
    let mut answer = json!({
        "schema": SCHEMA,
        "verdict": summary.verdict.lower(),
        "counts": {
            "failed": summary.counts.failed, "passed": summary.counts.passed, "skipped": summary.counts.skipped,
            "other": summary.counts.other, "total": summary.counts.total(), "source": summary.source,
            "at_least": summary.at_least,
        },
        "exit": summary.exit,
        "signal": summary.signal,
        "duration_ms": summary.duration_ms,
        "sections": sections,
        "failures": [],
        "named": [],
        "unlisted": 0,
        "causes": [],
        "warnings": [],
        "flaky": [],
        "notes": notes,
        "excerpt": [],
        "mode": view.mode.name(),
        "limits": { "chars": view.limits.chars, "lines": view.limits.lines, "line_chars": view.limits.line_chars },
        "seen": { "lines": seen.lines, "chars": seen.chars },
        "kept": { "lines": seen.lines, "chars": seen.chars },
        "cut": cut,
        "clipped": 0,
        "escaped": report.escaped(),
        "redacted": report.hidden_of(u64::MAX),
        "truncated": false,
        "interrupted": summary.interrupted,
        "est_tokens": u32::MAX,
        "snapshot": null,
    });
    if let Some(map) = answer.as_object_mut() {
        beside::add(map, report, view, summary);
    }
    let normalized: Vec<&String> = report.ledger().normalized().iter().map(|(name, _)| name).collect();
    if let (false, Some(map)) = (normalized.is_empty(), answer.as_object_mut()) {
        map.insert("normalized".to_owned(), json!(normalized));
    }
    answer
}

/// Counts, line by line, what a JSON answer holds of the input.
#[derive(Default)]
struct Book {
    ledger: Ledger,
    numbers: HashSet<u64>,
}

impl Book {
    fn show(&mut self, line: &Stored) {
        if line.number == 0 || !self.numbers.insert(line.number) || line.chars == 0 {
            return;
        }
        let class = class_index(line.class);
        let shown = if line.shortened { chars(&line.text).min(line.chars) } else { line.chars };
        if line.shortened {
            self.ledger.clip();
        }
        self.ledger.show(class, Amount { lines: 1, chars: shown });
        self.ledger
            .settle(Cut { class, amount: Amount { lines: 0, chars: line.chars.saturating_sub(shown) } });
    }

    fn show_rows(&mut self, rows: &[Row<'_>]) {
        for row in rows {
            if let Row::Input(line) | Row::Piece(line, _, _) | Row::Part(line, _) = row {
                self.show(line);
            }
        }
    }

    /// Counts everything that is not shown as cut. Returns the map of cut lines.
    fn close(&mut self) -> serde_json::Map<String, Value> {
        let mut cut = serde_json::Map::new();
        for class in Class::ALL {
            let rest = self.ledger.rest(class_index(class));
            self.ledger.settle(rest);
            cut.insert(class.name().to_owned(), json!(self.ledger.cut(class_index(class)).lines));
        }
        debug_assert!(self.ledger.balanced(), "{:?}", self.ledger);
        cut
    }
}

/// Renders the answer as JSON.
///
/// # Errors
/// The first error of writing the answer.
pub fn render(
    report: &Report,
    view: &View,
    out: &mut dyn Write,
    original: &mut dyn Original,
) -> io::Result<()> {
    if !report.is_small() {
        original.expect();
    }
    let summary = report.summary(view.witness);
    let mut answer = envelope(report, view, &summary);
    if let Some(slot) = answer.get_mut("snapshot").filter(|_| original.may_keep()) {
        *slot = json!("-".repeat(ID_CHARS));
    }
    let mut book = Book { ledger: report.ledger().clone(), ..Book::default() };
    // Chars may be up to four bytes long: a quarter of the ceiling keeps the bytes too.
    let most = view.limits.chars.min(CEILING_BYTES.div_euclid(4));
    let ruler = Ruler::new(Limits { chars: most, ..view.limits }, view.bytes);
    let spared = shrink(&mut answer, most, ruler);
    let mut room = most.saturating_sub(ruler.measure(&answer.to_string())).saturating_sub(1);
    let failures = waiting(report);
    let causes = Causes::of(report, &failures);
    let objects = Objects { report, failures: &failures, causes, known: Known::default(), ruler, room };
    let planned = plan(failures.len(), Cost { chars: room, lines: u64::MAX }, &objects);
    room.down(planned.used.chars);
    let (listed, named) = failures_and_names(&objects, &planned, &mut book);
    let named_or_listed = u64::try_from(listed.len().saturating_add(named.len())).unwrap_or(u64::MAX);
    let all = known_failures(report, &summary, failures.len());
    let causes = objects.shared_causes(&mut room);
    let warnings: Vec<&Stored> =
        report.warnings().kept().iter().filter_map(|warning| warning.lines.first()).collect();
    let (warnings, all_warnings) = take_while_room(&warnings, &mut room, &mut book, ruler);
    let known = report.recognised() && (!report.searches(summary.verdict) || !failures.is_empty());
    let (excerpt, all_lines) =
        if known { (Vec::new(), true) } else { excerpt(report, &mut room, &mut book, ruler) };
    let flaky: Vec<Value> = report
        .failures()
        .records()
        .iter()
        .filter(|each| each.state == State::Flaky)
        .map(|each| json!(report.failures().shown(each)))
        .take_while(|name| {
            let cost = ruler.measure(&name.to_string()).saturating_add(1);
            let fits = cost <= room;
            room.down(cost);
            fits
        })
        .collect();
    let mut first = (0..failures.len()).filter(|at| objects.causes.leader(*at).is_none());
    let lowered = first.any(|at| rung_of(&planned, at) > Rung::Whole);
    let cut = book.close();
    let (shown, clipped) = (book.ledger.shown(), book.ledger.clipped());
    let unlisted = all.saturating_sub(named_or_listed);
    let is_cut = !book.ledger.all_cut().is_zero()
        || clipped > 0
        || report.escaped() > 0
        || !report.ledger().normalized().is_empty();
    let is_due = view.rerun.is_some()
        || is_cut
        || unlisted > 0
        || report.hidden_of(u64::MAX) > 0
        || view.witness.interrupted;
    let snapshot = if is_due { original.keep(view) } else { None };
    let values = [
        ("snapshot", json!(snapshot)),
        ("failures", Value::Array(listed)),
        ("named", Value::Array(named)),
        ("unlisted", json!(unlisted)),
        ("causes", Value::Array(causes)),
        ("warnings", json!(warnings)),
        ("flaky", Value::Array(flaky)),
        ("excerpt", json!(excerpt)),
        ("truncated", json!(lowered || spared || !all_warnings || !all_lines)),
        ("cut", Value::Object(cut)),
        ("kept", json!({ "lines": shown.lines, "chars": shown.chars })),
        ("clipped", json!(clipped)),
    ];
    if let Some(map) = answer.as_object_mut() {
        for (name, value) in values {
            // Keys that the envelope had to leave out stay out.
            if let Some(slot) = map.get_mut(name) {
                *slot = value;
            }
        }
        json_receipts::add(map, report.ledger(), most, ruler);
        let shown = marks(&Value::Object(map.clone()).to_string());
        if let Some(slot) = map.get_mut("redacted") {
            *slot = json!(report.hidden_of(shown));
        }
        // The number of tokens includes its own digits: it is stable after one or two rounds.
        for _ in 0..ROUNDS {
            let text = Value::Object(map.clone()).to_string();
            if let Some(slot) = map.get_mut("est_tokens") {
                *slot = json!(estimate(chars(&text)));
            }
        }
    }
    out.write_all(harmless(&answer.to_string()).as_bytes())?;
    out.write_all(b"\n")?;
    out.flush()
}

/// How many failures there are: those with a record, and those that are only in numbers.
fn known_failures(report: &Report, summary: &Summary, records: usize) -> u64 {
    let records = u64::try_from(records).unwrap_or(u64::MAX);
    let unnamed = report
        .sections()
        .iter()
        .filter(|section| section.counts())
        .fold(0_u64, |sum, section| sum.saturating_add(section.located.unnamed));
    if unnamed == 0 { records } else { summary.counts.failed.unwrap_or(records).max(records) }
}

fn failures_and_names(objects: &Objects<'_>, planned: &Plan, book: &mut Book) -> (Vec<Value>, Vec<Value>) {
    let mut listed = Vec::new();
    let mut named = Vec::new();
    for (at, rung) in planned.rungs.iter().enumerate() {
        let Some(failure) = objects.failures.get(at) else { continue };
        let share = planned.shares.get(at).copied().unwrap_or_default();
        match rung {
            Rung::Folded => named.push(json!(objects.report.failures().shown(failure))),
            Rung::Unlisted => {}
            Rung::Whole | Rung::Why | Rung::Line | Rung::Name => {
                book.show_rows(&objects.rows(at, *rung, share));
                listed.push(objects.object(at, *rung, share));
            }
        }
    }
    (listed, named)
}

/// Takes the texts of lines while they fit. Returns the texts, and whether all fit.
fn take_while_room(lines: &[&Stored], room: &mut u64, book: &mut Book, ruler: Ruler) -> (Vec<String>, bool) {
    let mut taken = Vec::new();
    for line in lines {
        let cost = ruler.measure(&json!(line.text).to_string()).saturating_add(1);
        if cost > *room {
            return (taken, false);
        }
        room.down(cost);
        book.show(line);
        taken.push(line.text.to_string());
    }
    (taken, true)
}

/// The lines of an unrecognized stream, or of one in which no failure was found: all when they fit, else the first
/// ones, the last ones and signs, the strongest first.
fn excerpt(report: &Report, room: &mut u64, book: &mut Book, ruler: Ruler) -> (Vec<String>, bool) {
    let head: Vec<&Stored> = report.excerpt().head().iter().collect();
    let cost = |line: &&Stored| ruler.measure(&json!(line.text).to_string()).saturating_add(1);
    let all = head.iter().map(cost).fold(0_u64, u64::saturating_add);
    if report.excerpt().head_is_whole() && all <= *room {
        return take_while_room(&head, room, book, ruler);
    }
    let mut chosen: BTreeMap<u64, Stored> = BTreeMap::new();
    let mut left = *room;
    let open = |window: &&Window| window.is_sign && report.is_open(window);
    let signs = Strength::ALL.into_iter().flat_map(|strength| {
        let windows = report.excerpt().windows_of(strength).chain(report.excerpt().crowd_of(strength));
        windows.filter(open).map(|window| window.line.clone())
    });
    let signs = report.excerpt().last_words().cloned().chain(signs);
    let tail: Vec<Stored> = report.excerpt().tail().cloned().collect();
    let parts: [(Vec<Stored>, u64); 3] = [
        (head.into_iter().cloned().collect(), room.div_euclid(10)),
        (tail.into_iter().rev().collect(), room.div_euclid(3)),
        (signs.collect(), *room),
    ];
    for (lines, most) in parts {
        let mut spent = 0_u64;
        for line in lines {
            let price = cost(&&line);
            if line.number == 0 || chosen.contains_key(&line.number) {
                continue;
            }
            if spent.saturating_add(price) > most || price > left {
                break;
            }
            spent.up(price);
            left.down(price);
            chosen.insert(line.number, line);
        }
    }
    let lines: Vec<&Stored> = chosen.values().collect();
    let (texts, _) = take_while_room(&lines, room, book, ruler);
    (texts, false)
}

/// Leaves out what matters least until the envelope fits into half of the room: entries first, then whole keys. Returns
/// whether a key was left out.
fn shrink(answer: &mut Value, most: u64, ruler: Ruler) -> bool {
    let half = most.div_euclid(2).max(most.saturating_sub(1000));
    for name in ["sections", "notes"] {
        while ruler.measure(&answer.to_string()) > half {
            let Some(list) = answer.get_mut(name).and_then(Value::as_array_mut) else { break };
            if list.pop().is_none() {
                break;
            }
        }
    }
    let Some(map) = answer.as_object_mut() else { return false };
    let mut spared = false;
    for name in [
        "rerun",
        "slowest",
        "excerpt",
        "flaky",
        "causes",
        "cut",
        "limits",
        "kept",
        "seen",
        "sections",
        "notes",
        "warnings",
        "redacted",
        "snapshot",
        "compared",
        "duration_ms",
        "signal",
        "escaped",
        "clipped",
        "est_tokens",
        "mode",
    ] {
        if ruler.measure(&Value::Object(map.clone()).to_string()) <= most.saturating_sub(60) {
            break;
        }
        spared |= map.remove(name).is_some();
    }
    spared
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_answer_keeps_the_verdict_and_the_counts() {
        let mut answer = json!({
            "schema": SCHEMA, "verdict": "failed", "counts": { "failed": 1 }, "exit": null, "sections": vec!["x".repeat(90); 9],
            "failures": [], "named": [], "unlisted": 0, "cut": { "passed": u64::MAX }, "seen": { "lines": u64::MAX },
        });
        assert!(shrink(&mut answer, 180, 60.into()));
        let text = answer.to_string();
        assert!(text.len() <= 180, "{text}");
        assert!(
            answer.get("verdict").is_some()
                && answer.get("counts").is_some()
                && answer.get("unlisted").is_some()
        );
    }
}
