//! Parts of a stored run: some lines, those that match a pattern, its failures, one failure.

use std::collections::VecDeque;
use std::io::{self, Read as _, Write};

use regex::Regex;
use serde_json::Value;

use super::sheet::Sheet;
use crate::budget::Mode;
use crate::settings::Settings;
use crate::store::Snapshot;
use crate::store::redact::Redactor;
use crate::text::LineReader;

/// Lines of a run, counted from 1, both ends included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// The first.
    pub from: u64,
    /// The last; the end of the run when there is none.
    pub to: Option<u64>,
}

/// Lines that match.
#[derive(Clone, Debug)]
pub struct Grep {
    /// What is looked for.
    pub pattern: Regex,
    /// Lines shown before and after each match.
    pub context: usize,
}

impl PartialEq for Grep {
    fn eq(&self, other: &Self) -> bool {
        self.pattern.as_str() == other.pattern.as_str() && self.context == other.context
    }
}

/// The end of every command: the mode, when it is not the usual one.
fn mode(settings: &Settings) -> String {
    if settings.mode == Mode::Standard { String::new() } else { format!(" -m {}", settings.mode) }
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// Shows lines, all of a range or those of it that match.
pub(super) fn lines(
    snapshot: &mut Snapshot,
    range: &Lines,
    grep: Option<&Grep>,
    settings: &Settings,
    out: &mut dyn Write,
) -> io::Result<()> {
    let id = snapshot.id().to_owned();
    let all = snapshot.meta().lines;
    let first = snapshot.seek_line(range.from.max(1));
    let mut view =
        Lined { sheet: Sheet::new(out, settings.limits), grep, before: VecDeque::new(), after: 0, shown: 0 };
    let mut reader = LineReader::new();
    let mut redactor = Redactor::default();
    let mut next = None;
    'all: loop {
        let count = snapshot.read(reader.space())?;
        if count == 0 {
            reader.finish()
        } else {
            reader.filled(count)
        }
        while let Some(line) = reader.next_line() {
            let number = first.saturating_add(line.number).saturating_sub(1);
            if !line.last_row || number < range.from {
                continue;
            }
            if range.to.is_some_and(|to| number > to) {
                break 'all;
            }
            let hidden = Redactor::text(&mut redactor, line.text);
            if let Some(unshown) = view.line(number, hidden.as_deref().unwrap_or(line.text))? {
                next = Some(unshown);
                break 'all;
            }
        }
        if count == 0 {
            break;
        }
    }
    let to = range.to.map_or_else(String::new, |to| to.to_string());
    let pattern = grep.map(|grep| format!(" --grep {} -C {}", quoted(grep.pattern.as_str()), grep.context));
    let command = next.map(|next| {
        format!("weir show {id}{} --lines {next}:{to}{}", pattern.unwrap_or_default(), mode(settings))
    });
    let Lined { sheet, shown, .. } = view;
    sheet.close(&format!("{shown} of {all} stored lines"), command.as_deref())
}

/// Lines on their way to the sheet.
struct Lined<'a> {
    sheet: Sheet<'a>,
    grep: Option<&'a Grep>,
    before: VecDeque<(u64, String)>,
    after: usize,
    shown: u64,
}

impl Lined<'_> {
    /// Takes a line; gives the number of the first line that there was no room for.
    fn line(&mut self, number: u64, text: &str) -> io::Result<Option<u64>> {
        let Some(grep) = self.grep else { return self.show(number, text) };
        if grep.pattern.is_match(text) {
            self.after = grep.context;
            for (number, text) in std::mem::take(&mut self.before) {
                if let Some(unshown) = self.show(number, &text)? {
                    return Ok(Some(unshown));
                }
            }
            return self.show(number, text);
        }
        if self.after > 0 {
            self.after = self.after.saturating_sub(1);
            return self.show(number, text);
        }
        if grep.context > 0 {
            if self.before.len() >= grep.context {
                self.before.pop_front();
            }
            self.before.push_back((number, text.chars().take(1000).collect()));
        }
        Ok(None)
    }

    fn show(&mut self, number: u64, text: &str) -> io::Result<Option<u64>> {
        if !self.sheet.line(&format!("{number}: {text}"))? {
            return Ok(Some(number));
        }
        self.shown = self.shown.saturating_add(1);
        Ok(None)
    }
}

fn records(snapshot: &mut Snapshot) -> io::Result<Vec<Value>> {
    let records = snapshot.records()?;
    let lines = records.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_slice(line).map_err(io::Error::from)).collect()
}

fn word<'a>(record: &'a Value, name: &str) -> &'a str {
    record.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// `weir: FAIL id (file:line): message`.
fn heading(record: &Value) -> String {
    let id = word(record, "id");
    let file = Some(word(record, "file")).filter(|file| !file.is_empty() && !id.contains(file));
    let place = file.map(|file| match record.get("line").and_then(Value::as_u64) {
        Some(line) => format!(" ({file}:{line})"),
        None => format!(" ({file})"),
    });
    let message = Some(word(record, "message")).filter(|message| !message.is_empty());
    let message = message.map(|message| format!(": {message}"));
    format!("weir: FAIL {id}{}{}", place.unwrap_or_default(), message.unwrap_or_default())
}

/// Shows the failures from a certain one on, a line each.
pub(super) fn failures(
    snapshot: &mut Snapshot,
    from: u64,
    settings: &Settings,
    out: &mut dyn Write,
) -> io::Result<()> {
    let records = records(snapshot)?;
    let all = u64::try_from(records.len()).unwrap_or(u64::MAX);
    let mut sheet = Sheet::new(out, settings.limits);
    let mut at = from.max(1);
    let skipped = usize::try_from(at.saturating_sub(1)).unwrap_or(usize::MAX);
    let mut shown = 0_u64;
    for record in records.iter().skip(skipped) {
        if !sheet.own(&heading(record))? {
            break;
        }
        shown = shown.saturating_add(1);
        at = at.saturating_add(1);
    }
    let next =
        (at <= all).then(|| format!("weir show {} --failures --from {at}{}", snapshot.id(), mode(settings)));
    let told = snapshot.meta().facts.failed.unwrap_or(all).max(all);
    let beyond =
        if told > all { format!(", {} without a record", told.saturating_sub(all)) } else { String::new() };
    sheet.close(&format!("{shown} of {told} failures{beyond}"), next.as_deref())
}

/// Shows all that is known of the failures of this name, or of names that hold it. Gives false when there are none.
pub(super) fn failure(
    snapshot: &mut Snapshot,
    name: &str,
    settings: &Settings,
    out: &mut dyn Write,
) -> io::Result<bool> {
    let records = records(snapshot)?;
    let exact: Vec<&Value> = records.iter().filter(|record| word(record, "id") == name).collect();
    let holding = || records.iter().filter(|record| word(record, "id").contains(name)).collect();
    let found = if exact.is_empty() { holding() } else { exact };
    if found.is_empty() {
        return Ok(false);
    }
    let mut sheet = Sheet::new(out, settings.limits);
    let mut shown = 0_usize;
    let mut whole = true;
    'all: for record in &found {
        whole = false;
        if !sheet.own(&heading(record))? {
            break;
        }
        shown = shown.saturating_add(1);
        for line in record.get("detail").and_then(Value::as_array).into_iter().flatten() {
            if !sheet.line(line.as_str().unwrap_or_default())? {
                break 'all;
            }
        }
        whole = true;
    }
    let id = snapshot.id();
    let next = match settings.mode {
        _ if whole && shown == found.len() => None,
        Mode::Verbose => Some(format!("weir show {id} --raw")),
        Mode::Minimal | Mode::Standard => {
            Some(format!("weir show {id} --failure {} -m verbose", quoted(name)))
        }
    };
    sheet.close(&format!("{shown} of {} failures of this name", found.len()), next.as_deref())?;
    Ok(true)
}
