//! The answer as one line of JSON. The mode's chars and the ceiling bind it; lines and their length do not.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::failure::FailureRows;
use super::plan::{Costs, Plan, Pricing, Rung, plan};
use super::row::{Row, chars};
use super::text::waiting;
use super::view::View;
use crate::budget::{CEILING_BYTES, Cost, estimate};
use crate::event::{Class, FailureKind, Opened};
use crate::report::{Failure, Report, SectionSummary, State, Summary, class_index};

/// The schema's name; a change that breaks readers gets another number.
const SCHEMA: &str = "weir.filter/1";
/// Most chars of captured output of one failure.
const MOST_OUTPUT: u64 = 64 * 1024;
/// Most sections that are listed one by one.
const SECTIONS: usize = 50;
/// What a page leaves out, in this order, that is too small for everything but the result itself.
const SPARED: [&str; 15] = [
    "snapshot",
    "redacted",
    "signal",
    "excerpt",
    "est_tokens",
    "limits",
    "cut",
    "kept",
    "seen",
    "clipped",
    "escaped",
    "warnings",
    "notes",
    "sections",
    "mode",
];

fn kind_name(kind: FailureKind) -> &'static str {
    match kind {
        FailureKind::Test => "test",
        FailureKind::Setup => "setup",
        FailureKind::Collection => "collection",
        FailureKind::Diagnostic => "diagnostic",
        FailureKind::Crash => "crash",
        FailureKind::Timeout => "timeout",
        FailureKind::Unfinished => "unfinished",
        FailureKind::Suite => "suite",
        FailureKind::Build => "build",
    }
}

fn row_texts(rows: &[Row<'_>]) -> Vec<String> {
    rows.iter()
        .map(|row| match row {
            Row::Input(stored) => stored.text.to_string(),
            Row::Piece(_, text, _) | Row::Own(text) => text.clone(),
        })
        .collect()
}

struct Objects<'a> {
    report: &'a Report,
    failures: &'a [&'a Failure],
}

impl Objects<'_> {
    fn object(&self, at: usize, rung: Rung, share: u64) -> Value {
        let Some(failure) = self.failures.get(at) else { return Value::Null };
        let rows = FailureRows::new(self.report, failure, u64::MAX);
        let runner = usize::try_from(failure.section)
            .ok()
            .and_then(|at| self.report.sections().get(at))
            .map_or("", |section| section.runner.0);
        let place = failure.detail.as_ref().and_then(|detail| detail.place.as_ref());
        let mut object = json!({
            "id": rows.shown(),
            "kind": kind_name(failure.kind),
            "runner": runner,
            "file": place.map(|(file, _)| file.to_string()),
            "line": place.and_then(|(_, line)| *line),
            "rung": rung.number(),
        });
        let detail = match rung {
            Rung::Whole => Some(row_texts(&rows.whole(share))),
            Rung::Why => Some(row_texts(&rows.with_why())),
            Rung::Line | Rung::Name | Rung::Folded | Rung::Unlisted => None,
        };
        if let Some(map) = object.as_object_mut() {
            if rung <= Rung::Line {
                map.insert("message".to_owned(), json!(rows.message()));
            }
            if let Some(detail) = detail {
                map.insert("detail".to_owned(), json!(detail));
            }
        }
        object
    }

    fn cost(&self, at: usize, rung: Rung, share: u64) -> Cost {
        Cost { chars: chars(&self.object(at, rung, share).to_string()).saturating_add(1), lines: 0 }
    }
}

impl Pricing for Objects<'_> {
    fn costs(&self, at: usize) -> Costs {
        let name = self
            .failures
            .get(at)
            .map_or(0, |failure| chars(&json!(self.report.failures().shown(failure)).to_string()));
        Costs {
            name: self.cost(at, Rung::Name, 0),
            line: self.cost(at, Rung::Line, 0),
            why: self.cost(at, Rung::Why, 0),
            folded: Cost { chars: name.saturating_add(1), lines: 0 },
        }
    }

    fn whole(&self, at: usize, share: u64) -> Cost {
        self.cost(at, Rung::Whole, share)
    }

    fn folded(&self, listed: &[bool]) -> Cost {
        let flagged = self.failures.iter().zip(listed).filter(|(_, listed)| **listed);
        let sum = flagged.fold(0_u64, |sum, (failure, _)| {
            sum.saturating_add(chars(&json!(self.report.failures().shown(failure)).to_string()))
                .saturating_add(1)
        });
        Cost { chars: sum, lines: 0 }
    }

    fn and_more(&self) -> Cost {
        Cost::default()
    }

    fn most_output(&self) -> u64 {
        MOST_OUTPUT
    }
}

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

/// Everything but failures, with the widest numbers that can still come.
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
    json!({
        "schema": SCHEMA,
        "verdict": summary.verdict.lower(),
        "counts": {
            "failed": summary.counts.failed, "passed": summary.counts.passed, "skipped": summary.counts.skipped,
            "other": summary.counts.other, "total": summary.counts.total(), "source": summary.source,
            "at_least": summary.at_least,
        },
        "exit": summary.exit,
        "signal": null,
        "sections": sections,
        "failures": [],
        "named": [],
        "unlisted": 0,
        "warnings": [],
        "notes": notes,
        "excerpt": [],
        "mode": view.mode.name(),
        "limits": { "chars": view.limits.chars, "lines": view.limits.lines, "line_chars": view.limits.line_chars },
        "seen": { "lines": seen.lines, "chars": seen.chars },
        "kept": { "lines": seen.lines, "chars": seen.chars },
        "cut": cut,
        "clipped": 0,
        "escaped": report.escaped(),
        "redacted": 0,
        "truncated": false,
        "interrupted": view.witness.interrupted,
        "est_tokens": u32::MAX,
        "snapshot": null,
    })
}

/// Takes texts while they fit; gives the texts and whether all did.
fn take_while_room<'a>(texts: impl Iterator<Item = &'a str>, room: &mut u64) -> (Vec<&'a str>, bool) {
    let mut taken = Vec::new();
    for text in texts {
        let cost = chars(&json!(text).to_string()).saturating_add(1);
        if cost > *room {
            return (taken, false);
        }
        *room = room.saturating_sub(cost);
        taken.push(text);
    }
    (taken, true)
}

/// Renders the answer as JSON.
///
/// # Errors
/// The first error of writing the answer.
pub fn render(report: &mut Report, view: &View, out: &mut dyn Write) -> io::Result<()> {
    let summary = report.summary(view.witness);
    let mut answer = envelope(report, view, &summary);
    // Chars may be up to four bytes long: a quarter of the ceiling keeps the bytes too.
    let most = view.limits.chars.min(CEILING_BYTES.div_euclid(4));
    let spared = shrink(&mut answer, most);
    let mut room = most.saturating_sub(chars(&answer.to_string())).saturating_sub(1);
    let failures = waiting(report);
    let objects = Objects { report, failures: &failures };
    let planned = plan(failures.len(), Cost { chars: room, lines: u64::MAX }, &objects);
    room = room.saturating_sub(planned.used.chars);
    let unlisted = planned.rungs.iter().filter(|rung| **rung == Rung::Unlisted).count();
    let listed = failures_and_names(&objects, &planned);
    let warnings = report.warnings().kept().iter().filter_map(|warning| warning.lines.first());
    let (warnings, all_warnings) = take_while_room(warnings.map(|line| &*line.text), &mut room);
    let excerpt = if report.recognised() { Vec::new() } else { excerpt(report, &mut room) };
    let lowered = planned.rungs.iter().any(|rung| *rung > Rung::Whole) || !all_warnings;
    let flaky: Vec<&str> = report
        .failures()
        .records()
        .iter()
        .filter(|each| each.state == State::Flaky)
        .map(|each| report.failures().shown(each))
        .collect();
    let (flaky, _) = take_while_room(flaky.into_iter(), &mut room);
    let excerpt_cut = !report.recognised() && !report.excerpt().head_is_whole();
    let shown_lines = u64::try_from(excerpt.len()).unwrap_or(u64::MAX);
    let values = [
        ("failures", Value::Array(listed.0)),
        ("named", Value::Array(listed.1)),
        ("unlisted", json!(unlisted)),
        ("warnings", json!(warnings)),
        ("excerpt", json!(excerpt)),
        ("truncated", json!(lowered || excerpt_cut || spared)),
    ];
    let Some(map) = answer.as_object_mut() else { return Ok(()) };
    for (name, value) in values {
        put(map, name, value);
    }
    if !flaky.is_empty() {
        map.insert("flaky".to_owned(), json!(flaky));
    }
    account(report, map, shown_lines);
    let mut text = answer.to_string();
    let tokens = estimate(chars(&text));
    if let Some(map) = answer.as_object_mut() {
        put(map, "est_tokens", json!(tokens));
        text = answer.to_string();
    }
    out.write_all(text.as_bytes())?;
    out.write_all(b"\n")?;
    out.flush()
}

fn failures_and_names(objects: &Objects<'_>, planned: &Plan) -> (Vec<Value>, Vec<Value>) {
    let mut whole = Vec::new();
    let mut named = Vec::new();
    for (at, rung) in planned.rungs.iter().enumerate() {
        match rung {
            Rung::Folded => {
                named.extend(
                    objects.failures.get(at).map(|failure| json!(objects.report.failures().shown(failure))),
                );
            }
            Rung::Unlisted => {}
            Rung::Whole | Rung::Why | Rung::Line | Rung::Name => {
                whole.push(objects.object(at, *rung, planned.shares.get(at).copied().unwrap_or(0)));
            }
        }
    }
    (whole, named)
}

/// The first and last lines of a stream that nobody recognises.
fn excerpt<'a>(report: &'a Report, room: &mut u64) -> Vec<&'a str> {
    let mut half = room.div_euclid(2);
    let head = report.excerpt().head().iter().map(|line| &*line.text);
    let (mut lines, all) =
        take_while_room(head, if report.excerpt().head_is_whole() { room } else { &mut half });
    if !all || !report.excerpt().head_is_whole() {
        let last = lines.len();
        let mut rest = room.div_euclid(3);
        let signs =
            report.excerpt().windows().filter(|window| window.is_sign).map(|window| &*window.line.text);
        let (signs, _) = take_while_room(signs, &mut rest);
        lines.extend(signs);
        let _ = last;
    }
    lines
}

/// The account: what the answer holds of the input, and what it does not.
fn account(report: &Report, map: &mut serde_json::Map<String, Value>, shown_lines: u64) {
    let ledger = report.ledger();
    let detail_lines: u64 = map
        .get("failures")
        .and_then(Value::as_array)
        .map(|failures| {
            failures
                .iter()
                .filter_map(|each| each.get("detail").and_then(Value::as_array))
                .map(|lines| u64::try_from(lines.len()).unwrap_or(u64::MAX))
                .fold(0_u64, u64::saturating_add)
        })
        .unwrap_or(0);
    let mut kept = 0_u64;
    let mut cut = serde_json::Map::new();
    for class in Class::ALL {
        let seen = ledger.rest(class_index(class)).amount.lines.saturating_add(0);
        let shown = match class {
            Class::Detail => detail_lines.min(seen),
            Class::Other => shown_lines.min(seen),
            _ => 0,
        };
        kept = kept.saturating_add(shown);
        cut.insert(class.name().to_owned(), json!(seen.saturating_sub(shown)));
    }
    put(map, "cut", Value::Object(cut));
    let seen = ledger.seen();
    let share = seen.chars.checked_div(seen.lines.max(1)).unwrap_or(0);
    put(map, "kept", json!({ "lines": kept, "chars": share.saturating_mul(kept).min(seen.chars) }));
}

/// Gives a field its final value, unless the page was too small for it.
fn put(map: &mut serde_json::Map<String, Value>, name: &str, value: Value) {
    if let Some(slot) = map.get_mut(name) {
        *slot = value;
    }
}

/// Leaves out sections and notes until the envelope fits into half of the room, and fields of which the result does not
/// consist until it fits at all. Tells whether such a field was left out.
fn shrink(answer: &mut Value, most: u64) -> bool {
    for name in ["sections", "notes"] {
        while chars(&answer.to_string()) > most.div_euclid(2) {
            let Some(list) = answer.get_mut(name).and_then(Value::as_array_mut) else { break };
            if list.pop().is_none() {
                break;
            }
        }
    }
    let mut spared = false;
    for name in SPARED {
        // The line end counts too.
        if chars(&answer.to_string()) < most {
            break;
        }
        if let Some(map) = answer.as_object_mut() {
            spared |= map.remove(name).is_some();
        }
    }
    spared
}
