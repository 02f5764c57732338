//! Lines of a stored run: of a range, or those that match a pattern, each with its number in the whole input.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::ops::ControlFlow;

use regex::Regex;

use super::next::{commands, quoted};
use super::part::part;
use super::sheet::Sheet;
use crate::budget::Count as _;
use crate::settings::Settings;
use crate::store::Snapshot;

/// The most chars of a line that is remembered because the next one may match.
const BEFORE_CHARS: usize = 1000;

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

/// Shows lines, all of a range or those of it that match.
pub(super) fn lines(
    snapshot: &mut Snapshot,
    range: &Lines,
    grep: Option<&Grep>,
    settings: &Settings,
    out: &mut dyn Write,
) -> io::Result<()> {
    let all = snapshot.all_lines();
    let mut view = View {
        sheet: Sheet::new(out, settings),
        range,
        grep,
        before: VecDeque::new(),
        trailing: 0,
        next: None,
    };
    // A match before the first line may have lines after it that are in the range.
    let context = grep.map_or(0, |grep| u64::try_from(grep.context).unwrap_or(0));
    let begin = range.from.saturating_sub(context).max(1);
    let mut first = snapshot.seek_line(begin);
    // Where lines are missing, the text goes on with another number.
    loop {
        if part(snapshot, first, begin, &mut |number, text| view.read(number, text))?.is_break() {
            break;
        }
        let Some((missing, gap)) = snapshot.pass_gap() else { break };
        let after = missing.saturating_add(gap.lines);
        if after > range.from && range.to.is_none_or(|to| missing < to) {
            let last = after.saturating_sub(1);
            let printed = format!("weir: lines {missing} to {last} ({} bytes) are not stored", gap.bytes);
            if !view.sheet.own(&printed)? {
                view.next = Some(missing);
                break;
            }
        }
        first = after;
    }
    let View { sheet, next, .. } = view;
    let to = range.to.map_or_else(String::new, |to| to.to_string());
    let next = next.map_or_else(Vec::new, |next| {
        let words = format!("{} --lines {next}:{to}", snapshot.id());
        let plain = || vec![format!("the same with --lines {next}:{to}")];
        match grep {
            None => commands(&words, settings),
            Some(Grep { pattern, context }) => quoted(pattern.as_str()).map_or_else(plain, |pattern| {
                let around = if *context == 0 { String::new() } else { format!(" -C {context}") };
                let mut ways = commands(&format!("{words} --grep {pattern}{around}"), settings);
                ways.extend(plain());
                ways
            }),
        }
    });
    let shown = sheet.shown();
    sheet.close(&format!("{shown} of {all} stored lines"), &next)
}

/// Lines on their way to the sheet.
struct View<'a> {
    sheet: Sheet<'a>,
    range: &'a Lines,
    grep: Option<&'a Grep>,
    before: VecDeque<(u64, String)>,
    trailing: usize,
    /// The first line for which there was no room.
    next: Option<u64>,
}

impl View<'_> {
    /// Takes a line that was read.
    fn read(&mut self, number: u64, text: &str) -> io::Result<ControlFlow<()>> {
        if self.range.to.is_some_and(|to| number > to) {
            return Ok(ControlFlow::Break(()));
        }
        self.next = self.line(number, text)?;
        Ok(if self.next.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// Takes a line; gives the number of the first line that there was no room for.
    fn line(&mut self, number: u64, text: &str) -> io::Result<Option<u64>> {
        let Some(grep) = self.grep else { return self.show(number, text) };
        if grep.pattern.is_match(text) {
            self.trailing = grep.context;
            for (number, text) in std::mem::take(&mut self.before) {
                if let Some(unshown) = self.show(number, &text)? {
                    return Ok(Some(unshown));
                }
            }
            return self.show(number, text);
        }
        if self.trailing > 0 {
            self.trailing.down(1);
            return self.show(number, text);
        }
        if grep.context > 0 {
            if self.before.len() >= grep.context {
                self.before.pop_front();
            }
            self.before.push_back((number, text.chars().take(BEFORE_CHARS).collect()));
        }
        Ok(None)
    }

    fn show(&mut self, number: u64, text: &str) -> io::Result<Option<u64>> {
        let before = number < self.range.from;
        let unshown = !before && !self.sheet.line(&format!("{number}: {text}"))?;
        Ok(unshown.then_some(number))
    }
}
