//! The line that counts the failures that are not listed.

use std::collections::BTreeMap;

use super::row::chars;
use crate::budget::Count as _;
use crate::report::{Failure, Report};

/// The most names of modules in the line.
const MORE_MODULES: usize = 4;

/// `weir: and K more (a::b 12, c 4): COMMAND`, with at most `line_chars` chars; the command gets its room first.
pub(super) fn and_more<'a>(
    report: &'a Report,
    unlisted: impl Iterator<Item = &'a Failure>,
    more: u64,
    line_chars: u64,
    command: Option<String>,
) -> String {
    let mut modules: BTreeMap<&str, u64> = BTreeMap::new();
    for failure in unlisted {
        let module = report.failures().id(failure).module;
        let count = modules.entry(module).or_insert(0);
        count.up(1);
    }
    let mut ranked: Vec<(&str, u64)> = modules.into_iter().filter(|(module, _)| !module.is_empty()).collect();
    ranked.sort_by_key(|(module, count)| (u64::MAX.saturating_sub(*count), *module));
    let bare = format!("weir: and {more} more");
    let fits = |line: &String| chars(line) <= line_chars;
    let offered = command.map(|command| format!(": {command}"));
    let command = offered.filter(|command| fits(&format!("{bare}{command}"))).unwrap_or_default();
    for most in (1..=MORE_MODULES.min(ranked.len())).rev() {
        let list: Vec<String> =
            ranked.iter().take(most).map(|(module, count)| format!("{module} {count}")).collect();
        let line = format!("{bare} ({}){command}", list.join(", "));
        if fits(&line) {
            return line;
        }
    }
    format!("{bare}{command}")
}
