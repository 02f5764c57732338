//! `weir rows new`: a file of rows for a sample, as a start.
//!
//! Lines are sorted by the word of a result that they begin or end with, and by what is around it; lines with numbers before such
//! words are totals. What is proposed fits the sample; whether it means what it says is for a person to judge.

use std::collections::BTreeMap;

use super::files::plain;
use crate::cli::exit::Problem;

/// The most lines that are looked at.
const LINES: usize = 20_000;
/// The most rows that are proposed.
const ROWS: usize = 30;

/// Words of results, by the verb that they stand for.
const WORDS: [(&str, &[&str]); 3] = [
    ("passes", &["pass", "passed", "good", "ok", "success", "succeeded", "✓", "✔", "√"]),
    ("fails", &["fail", "failed", "failure", "not ok", "error", "broken", "bad", "✗", "✘", "✖", "×"]),
    ("skips", &["skip", "skipped", "ignored", "pending", "todo", "disabled"]),
];

/// Words after numbers, by the field that they stand for.
const NUMBERS: [(&str, &[&str]); 5] = [
    ("passed", &["passed", "pass", "passing", "ok", "succeeded", "good"]),
    ("failed", &["failed", "fail", "failing", "failures", "failure", "bad", "broken"]),
    ("errors", &["errors", "error"]),
    ("skipped", &["skipped", "skip", "ignored", "pending", "disabled"]),
    ("total", &["total", "tests", "test", "checks", "cases", "specs", "examples"]),
];

/// The row of a line with one number of a run, after its word: `Passed:  4`.
fn single_number(line: &str) -> Option<(String, &'static str)> {
    let (label, number) = line.rsplit_once([' ', ':', '='])?;
    let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let word = label.trim_end_matches([':', '=', ' ', '.']).trim_start().to_ascii_lowercase();
    let (field, _) = NUMBERS.iter().find(|(_, words)| words.contains(&&*word)).filter(|_| digits)?;
    let before = line.get(..line.len().saturating_sub(number.len()))?;
    Some((format!("{}{{{field}}}", literal(before)), "adds"))
}

/// Proposes a file for what a tool printed.
///
/// # Errors
/// No line has a word of a result.
pub(super) fn proposed(sample: &[u8]) -> Result<String, Problem> {
    let text = String::from_utf8_lossy(sample);
    let mut found: BTreeMap<(String, &str), (usize, usize)> = BTreeMap::new();
    for (number, line) in text.lines().take(LINES).enumerate() {
        let line = plain(line);
        let row = totals(&line).map(|row| (row, "totals, ends"));
        if let Some(row) = row.or_else(|| single_number(&line)).or_else(|| result(&line)) {
            let entry = found.entry(row).or_insert((0, number));
            entry.0 = entry.0.saturating_add(1);
        }
    }
    if found.is_empty() {
        return Err(Problem::refuted(
            "no line of the sample has a word of a result, such as ok, passed, failed or skipped",
        ));
    }
    let mut rows: Vec<_> = found.into_iter().collect();
    rows.sort_by_key(|(_, (count, first))| (std::cmp::Reverse(*count), *first));
    rows.truncate(ROWS);
    // Totals are tried first: their words are results as well. The last number of a run ends it.
    let last = rows.iter().filter(|((_, verbs), _)| *verbs == "adds").max_by_key(|(_, (_, first))| *first);
    let last = last.map(|((pattern, _), _)| pattern.clone());
    for ((pattern, verbs), _) in &mut rows {
        if last.as_ref() == Some(pattern) {
            *verbs = "adds, ends";
        }
    }
    rows.sort_by_key(|((_, verbs), _)| !(verbs.starts_with("totals") || verbs.starts_with("adds")));
    let fails = rows.iter().any(|((_, verbs), _)| *verbs == "fails");
    let mut file = String::from(
        "# Proposed from a sample: read each row. 'weir rows check FILE SAMPLE' shows what it does.\ntool mytool\n\n[anywhere]\n",
    );
    for ((pattern, verbs), (count, _)) in &rows {
        let to = if *verbs == "fails" { ", to why" } else { "" };
        file.push_str(&format!("# {count} of the sample\n{pattern} -> {verbs}{to}\n"));
    }
    if fails {
        file.push_str(
            "\n[why]\n# What follows a failure, up to the next row above that fits.\n{any} -> why\n",
        );
    }
    Ok(file)
}

/// Text of a row that stands for itself.
fn literal(text: &str) -> String {
    let mut made = String::new();
    for char in text.chars() {
        if matches!(char, '{' | '\\') || made.is_empty() && matches!(char, '[' | '#' | '/') {
            made.push('\\');
        }
        made.push(char);
    }
    made
}

/// A time at the end of a line in brackets: what is before it, and the brackets.
fn timed(text: &str) -> (&str, &'static str) {
    for (open, close, shape) in [(" (", ")", " ({time})"), (" [", "]", " [{time}]")] {
        let Some((before, inside)) = text.strip_suffix(close).and_then(|text| text.rsplit_once(open)) else {
            continue;
        };
        let unit = inside.trim_start_matches(|char: char| char.is_ascii_digit() || matches!(char, '.' | ','));
        if unit.len() < inside.len()
            && matches!(unit.trim(), "" | "s" | "ms" | "us" | "µs" | "ns" | "m" | "min" | "sec" | "seconds")
        {
            return (before, shape);
        }
    }
    (text, "")
}

/// The row of a line that begins or ends with a word of a result.
fn result(line: &str) -> Option<(String, &'static str)> {
    let content = line.trim_start();
    let begin = if content.len() < line.len() { "  " } else { "" };
    let (content, time) = timed(content);
    let mut words: Vec<(&'static str, &str)> =
        WORDS.iter().flat_map(|(verb, words)| words.iter().map(|word| (*verb, *word))).collect();
    // `not ok` before `ok`.
    words.sort_by_key(|(_, word)| std::cmp::Reverse(word.len()));
    for (verb, word) in words {
        if let Some((mark, name)) = after_word(content, word) {
            let number = name
                .split_once(' ')
                .filter(|(first, _)| !first.is_empty() && first.bytes().all(|byte| byte.is_ascii_digit()));
            let name = if number.is_some() { "{number} {name}" } else { "{name}" };
            return Some((format!("{begin}{}{name}{time}", literal(mark)), verb));
        }
        if let Some(mark) = before_word(content, word) {
            return Some((format!("{begin}{{name}}{}{time}", literal(mark)), verb));
        }
    }
    None
}

/// What is before a name that follows a word of a result: `[PASS] `, `ok: `.
fn after_word<'a>(content: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    let inner = content.trim_start_matches(['[', '(', '-', '*', ' ']);
    let rest = inner
        .get(..word.len())
        .filter(|begin| begin.eq_ignore_ascii_case(word))
        .and_then(|_| inner.get(word.len()..))?;
    let name = rest.trim_start_matches([']', ')', ':', '-', ' ']);
    let mark = content.get(..content.len().saturating_sub(name.len()))?;
    (!name.is_empty() && mark.ends_with([' ', ':', ']'])).then_some((mark, name))
}

/// What is between a name and a word of a result that ends the line: ` ... ok`.
fn before_word<'a>(content: &'a str, word: &str) -> Option<&'a str> {
    let inner = content.trim_end_matches([']', ')', '!', '.']);
    let at = inner.len().checked_sub(word.len())?;
    inner.get(at..).filter(|end| end.eq_ignore_ascii_case(word))?;
    let before = inner.get(..at)?;
    let name = before.trim_end_matches(['[', '(', ':', '-', '.', '=', ' ']);
    let mark = content.get(name.len()..)?;
    (!name.is_empty() && mark.starts_with([' ', ':', '.', '='])).then_some(mark)
}

/// The row of a line with the numbers of a run.
fn totals(line: &str) -> Option<String> {
    let mut row = String::new();
    let mut known: Vec<&str> = Vec::new();
    let mut rest = line;
    while let Some(at) = rest.find(|char: char| char.is_ascii_digit()) {
        let (before, number) = rest.split_at_checked(at)?;
        let end = number.find(|char: char| !char.is_ascii_digit()).unwrap_or(number.len());
        let (_, after) = number.split_at_checked(end)?;
        let word = |text: &str| text.to_ascii_lowercase();
        let next =
            word(after.trim_start().split(|char: char| !char.is_alphabetic()).next().unwrap_or_default());
        let last = word(
            before
                .trim_end()
                .trim_end_matches([':', '=', ' '])
                .rsplit(|char: char| !char.is_alphabetic())
                .next()
                .unwrap_or_default(),
        );
        let labelled = before.trim_end().ends_with([':', '=']);
        let of =
            |word: &str| NUMBERS.iter().find(|(_, words)| words.contains(&word)).map(|(field, _)| *field);
        let field = if labelled { of(&last) } else { of(&next) }.filter(|field| !known.contains(field));
        row.push_str(&literal(before));
        match field {
            Some(field) => {
                known.push(field);
                row.push_str(&format!("{{{field}}}"));
                rest = after;
            }
            None => {
                let time =
                    number.find(|char: char| !char.is_ascii_digit() && char != '.').unwrap_or(number.len());
                let (_, unit) = number.split_at_checked(time)?;
                let unit_end = unit.find(|char: char| !char.is_alphabetic()).unwrap_or(unit.len());
                let (unit, later) = unit.split_at_checked(unit_end)?;
                let is_time = matches!(unit, "s" | "ms" | "us" | "ns" | "m" | "sec" | "seconds");
                row.push_str(if is_time { "{time}" } else { "{number}" });
                rest = if is_time { later } else { after };
            }
        }
    }
    row.push_str(&literal(rest));
    (known.len() > 1 && known.iter().any(|field| *field == "passed" || *field == "total")).then_some(row)
}
