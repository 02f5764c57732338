//! `weir rows new`: a file of rows for a sample, as a start.
//!
//! A line that begins or ends with a word of a result is a result, and numbers beside such words are totals. Lines of one shape
//! become one row: what differs from line to line in them, such as numbers, times and dots, becomes fields. What is proposed
//! fits the sample; whether it means what it says is for a person to judge.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use regex::{Captures, Regex};

use super::files::plain;
use crate::budget::Count as _;
use crate::cli::exit::Problem;

/// The most lines that are looked at.
const LINES: usize = 20_000;
/// The most bytes of a line that is looked at: its row may have four times as many.
const LINE: usize = 200;
/// The most rows that are proposed.
const ROWS: usize = 30;

/// Words of results and of numbers: the verb, the field, the words.
const WORDS: [(&str, &str, &str); 5] = [
    (
        "passes",
        "passed",
        "pass|passed|passing|passes|good|ok|success|successes|successful|succeeded|✓|✔|√|✅",
    ),
    (
        "fails",
        "failed",
        "fail|failed|failing|fails|failure|failures|not ok|broken|bad|wrong|ko|ng|crashed|hung|timed out|aborted|killed|✗|✘|✖|×|❌",
    ),
    ("fails", "errors", "error|errors|errored"),
    ("skips", "skipped", "skip|skipped|skips|ignored|pending|todo|disabled"),
    ("", "total", "total|tests|test|checks|cases|specs|examples"),
];

/// What is before a name: `[3/12] `, `3) `.
const INDEX: &str =
    r"(?<index>[\[(]\s*\d+(?:\s*(?:/|of)\s*\d+)?\s*[\])]:?\s+|\d+\s*(?:/|of)\s*\d+:?\s+|\d+[.):]\s+)?";
/// What is between a name and the word of a result, where more may follow.
const MARK: &str = r"\s*(?:[.]{2,}|-{2,}|={2,}|_{2,}|[-=]>|[:|→\[(])\s*[\[(]?|\s{2,}[\[(]?|\s+[-–—]\s+";
/// A time at the end of a line.
const TIME: &str = r"(?<before>.*\S)(?:(?<open>\s+[\[(])\d+(?:[.,]\d+)?\s*UNIT?(?<end>[\])])|(?<bare>\s+)\d+(?:[.,]\d+)?\s?UNIT)";
/// The units of a time.
const UNIT: &str = "(?:ms|us|µs|ns|seconds|sec|s|min|m)";
/// A place in a file, after at most two words.
const PLACE: &str = r"(?<lead>\W*(?:\w+:?\s+){0,2})(?:[^\s:(]*[/.][^\s:(]*(?::\d+(?::\d+)?|\(\d+(?:,\d+)?\))|[^\s:,]*[/.][^\s:,]*(?<line>,? line )\d+)";

/// The expressions that read a sample.
struct Words {
    first: Regex,
    last: Regex,
    weak: Regex,
    reason: Regex,
    time: Regex,
    place: Regex,
    announced: Regex,
    single: Regex,
    number: Regex,
    labelled: Regex,
    varied: Regex,
}

/// A row: what a line looks like, and its verbs.
type Proposed = (String, &'static str);

impl Words {
    #[expect(clippy::unwrap_used, reason = "constants, compiled by the tests")]
    fn new() -> Self {
        let any = |kept: fn(&str) -> bool| {
            let kept = WORDS.iter().filter(|(verb, ..)| kept(verb));
            let mut all: Vec<&str> = kept.flat_map(|(.., words)| words.split('|')).collect();
            // `not ok` before `ok`.
            all.sort_by_key(|word| Reverse(word.len()));
            format!("(?i:{})", all.join("|"))
        };
        let (result, thing, all) = (any(|verb| !verb.is_empty()), any(str::is_empty), any(|_| true));
        let part = |expression: &str| Regex::new(expression).unwrap();
        let whole = |expression: &str| part(&format!("^(?:{expression})$"));
        Self {
            first: whole(&format!(
                r"(?<mark>[\[(*\-\s]*(?<word>{result})(?:\s*[\]):\-]+[:\-\s]*|\s+)(?:\d+[.):]?\s+(?:-\s+)?)?)(?<name>\S.*)"
            )),
            last: whole(&format!(
                r"{INDEX}(?<name>\S.*?)(?<mark>{MARK})(?<word>{result})(?<close>[\])!.]*)(?:(?<open>\s*[:,(\[]\s*|\s+[-#–—]\s+|\s+)(?<tail>.+?)(?<end>[\])]?))?"
            )),
            weak: whole(&format!(r"{INDEX}(?<name>\S.*?)(?<mark>\s)(?<word>{result})(?<close>[!.]*)")),
            reason: whole(r"(?<name>.+?)(?<open>:\s+|\s+#\s+|\s+\()(?<tail>.+?)(?<end>\)?)"),
            time: whole(&TIME.replace("UNIT", UNIT)),
            place: whole(PLACE),
            announced: whole(&format!(
                r"(?<lead>.*?)\b(?<number>\d+)(?<noun>\s+{thing}\b)(?<rest>.*)|(?<plan>1[.][.]|\W*{thing}[:=\s]+)(?<last>\d+)"
            )),
            single: whole(&format!(r"(?<mark>\W*(?<word>{all})[:=.\s]+)\d+")),
            number: part(&format!(
                r"(?:(?<label>[[:alpha:]]+)\s*[:=]\s*)?\b(?<digits>\d+)(?:(?<of>\s*(?:/|of|out of)\s*)(?<total>\d+)(?:\s+{thing}\b)?)?(?:(?<unit>(?:[.]\d+)?\s?{UNIT}\b)|\s+(?<word>{all})\b(?<labels>[:=])?)?"
            )),
            labelled: part(r"(?<label>[[:alpha:]]+)?\s*[:=]?\s*\b(?<digits>\d+)"),
            varied: part(r"[.]{3,}|-{3,}|={3,}|_{3,}|\d+|\s+|[^.\-=_\d\s]+|."),
        }
    }

    /// Text of a row that stands for itself, but for what differs from line to line.
    fn literal(&self, text: &str) -> String {
        let mut made = String::new();
        for piece in self.varied.find_iter(text).map(|piece| piece.as_str()) {
            match piece.as_bytes() {
                [b'0'..=b'9', ..] => made.push_str("{number}"),
                [first, _, _, ..] if b".-=_".contains(first) => {
                    made.push_str(&format!("{0}{0}{{any}}", char::from(*first)));
                }
                _ if piece.trim().is_empty() => made.push(' '),
                _ => made.push_str(&piece.replace('\\', r"\\").replace('{', r"\{")),
            }
        }
        made
    }

    /// A line with a result. `explained`: the lines below say why.
    fn result(&self, line: &str, explained: bool) -> Option<Proposed> {
        let (inset, content) = apart(line);
        let timed = self.time.captures(content);
        let content = timed.as_ref().map_or(content, |timed| part(timed, "before"));
        let time = timed.as_ref().map_or_else(String::new, |timed| {
            let open = self.literal(part(timed, "open")) + &self.literal(part(timed, "bare"));
            format!("{open}{{time}}{}", part(timed, "end"))
        });
        let found = [&self.first, &self.last, &self.weak].iter().find_map(|words| words.captures(content))?;
        let (verb, _) = meaning(part(&found, "word"))?;
        // `[FAILED] wrong token`, but not `Note: failed to load`.
        let (open, close) = (part(&found, "open"), part(&found, "close"));
        if !open.is_empty() && open.trim().is_empty() && !close.ends_with([']', ')']) {
            return None;
        }
        let because = |found: &Captures<'_>| {
            let field = match verb {
                "fails" => "message",
                "skips" => "reason",
                _ => "any",
            };
            let open = self.literal(part(found, "open"));
            if open.is_empty() { open } else { format!("{open}{{{field}}}{}", part(found, "end")) }
        };
        let literal = |name: &str| self.literal(part(&found, name));
        if found.name("close").is_some() {
            let word = [literal("mark"), literal("word"), literal("close")].concat();
            let is_place =
                verb == "fails" && self.place(part(&found, "name")).is_some_and(|row| row == "{place}");
            let (name, verb) = if is_place { ("place", "breaks as build") } else { ("name", verb) };
            return Some((
                format!("{inset}{}{{{name}}}{word}{}{time}", literal("index"), because(&found)),
                verb,
            ));
        }
        let says = verb == "skips" || verb == "fails" && !explained;
        let reason = self.reason.captures(part(&found, "name")).filter(|_| says);
        let reason = reason.as_ref().map_or_else(String::new, because);
        Some((format!("{inset}{}{{name}}{reason}{time}", literal("mark")), verb))
    }

    /// A line with the numbers of a run, at least two of them.
    fn totals(&self, line: &str) -> Option<Proposed> {
        let (mut row, mut at) = (String::new(), 0);
        let mut known: Vec<&str> = Vec::new();
        // In a line that ends with a number, words come before their numbers.
        let first = line.ends_with(|char: char| char.is_ascii_digit());
        let number = if first { &self.labelled } else { &self.number };
        while let Some(found) = number.captures_at(line, at) {
            let digits = found.name("digits")?;
            // `4 passed`, and in `passed: 4 failed: 1 in 3 ms` the word before the number.
            let (label, word) = (part(&found, "label"), part(&found, "word"));
            let labelled = word.is_empty() || !label.is_empty() && found.name("labels").is_some();
            let field = meaning(if labelled { label } else { word }).map(|(_, field)| field);
            let other = found.name("unit").map_or("number", |_| "time");
            let free = |field: &&str| !known.contains(field);
            let field = match field {
                Some("failed") if !free(&"failed") => Some("errors"),
                field => field,
            };
            let field =
                field.filter(free).unwrap_or(if other == "time" && !free(&"time") { "any" } else { other });
            row.push_str(&self.literal(line.get(at..digits.start())?));
            row.push_str(&format!("{{{field}}}"));
            known.push(field);
            at = found.name("unit").map_or(digits.end(), |unit| unit.end());
            // `3/4 passed`
            if let (Some(of), Some(total)) = (found.name("of"), found.name("total")) {
                let field = if known.contains(&"total") { "number" } else { "total" };
                row.push_str(&format!("{}{{{field}}}", self.literal(of.as_str())));
                known.push(field);
                at = total.end();
            }
        }
        row.push_str(&self.literal(line.get(at..)?));
        let numbers = known.iter().filter(|field| !matches!(**field, "time" | "number" | "any")).count();
        let says = numbers > 1 && known.iter().any(|field| matches!(*field, "passed" | "total"));
        says.then_some((row, "totals, ends"))
    }

    /// What a line begins with, for a person to say what it means.
    fn begins(&self, line: &str) -> String {
        let (inset, content) = apart(line);
        let first = content.split_whitespace().next().unwrap_or_default();
        format!("{inset}{} {{any}}", self.literal(first))
    }

    /// A line with one number of a run, after its word: `Passed:  4`.
    fn single(&self, line: &str) -> Option<Proposed> {
        let found = self.single.captures(line)?;
        let (_, field) = meaning(part(&found, "word"))?;
        Some((format!("{}{{{field}}}", self.literal(part(&found, "mark"))), "adds"))
    }

    /// A line before all results that says how many of them come.
    fn announced(&self, line: &str, results: usize) -> Option<String> {
        let found = self.announced.captures(line)?;
        let number = [part(&found, "number"), part(&found, "last")].concat();
        let literal = |name: &str| self.literal(part(&found, name));
        let rest = if part(&found, "rest").is_empty() { "" } else { "{any}" };
        let row = [&literal("lead"), part(&found, "plan"), "{total}", &literal("noun"), rest].concat();
        (number.parse() == Ok(results)).then_some(row)
    }

    /// A line below a failure that says where it is, and nothing else.
    fn place(&self, line: &str) -> Option<String> {
        let found = self.place.captures(line)?;
        let between = part(&found, "line");
        let place =
            if between.is_empty() { "{place}".to_owned() } else { format!("{{file}}{between}{{line}}") };
        Some(self.literal(part(&found, "lead")) + &place)
    }
}

/// A named part of what was found; empty when it is not there.
fn part<'a>(found: &Captures<'a>, name: &str) -> &'a str {
    found.name(name).map_or("", |part| part.as_str())
}

/// The verb and the field of a word.
fn meaning(word: &str) -> Option<(&'static str, &'static str)> {
    let word = word.to_lowercase();
    WORDS
        .iter()
        .find(|(.., words)| words.split('|').any(|known| known == word))
        .map(|(verb, field, _)| (*verb, *field))
}

/// How a row begins for a line that is set in, and the line without its blanks.
fn apart(line: &str) -> (&'static str, &str) {
    (if inset(line) > 0 { "  " } else { "" }, line.trim_start())
}

/// How far a line is set in, in bytes.
fn inset(line: &str) -> usize {
    line.len().saturating_sub(line.trim_start().len())
}

/// Proposes a file for what a tool printed.
///
/// # Errors
/// No line has a word of a result.
pub(super) fn proposed(sample: &[u8]) -> Result<String, Problem> {
    let words = Words::new();
    let text = String::from_utf8_lossy(sample);
    let lines: Vec<String> = text.lines().take(LINES).map(plain).filter(|line| line.len() <= LINE).collect();
    // How many lines a row fits, and the last of them.
    let mut found: BTreeMap<Proposed, (usize, usize)> = BTreeMap::new();
    let mut unknown: BTreeMap<String, usize> = BTreeMap::new();
    let (mut places, mut first, mut results) = (Vec::new(), None, 0_usize);
    let mut below_failure = false;
    for (number, line) in lines.iter().enumerate() {
        let explained = lines.get(number.saturating_add(1)).is_some_and(|next| inset(next) > inset(line));
        let row = words.totals(line).or_else(|| words.single(line)).or_else(|| words.result(line, explained));
        let Some(row) = row else {
            match words.place(line).filter(|_| below_failure) {
                Some(place) if !places.contains(&place) => places.push(place),
                None if line.contains(char::is_alphanumeric) => {
                    unknown.entry(words.begins(line)).or_default().up(1)
                }
                _ => {}
            }
            continue;
        };
        below_failure = fails(row.1);
        if !is_number(row.1) {
            first.get_or_insert(number);
            results.up(1);
        }
        let entry = found.entry(row).or_insert((0, number));
        *entry = (entry.0.saturating_add(1), number);
    }
    let mut before = lines.iter().take(first.unwrap_or_default());
    let announced = before.find_map(|line| words.announced(line, results));
    let mut rows: Vec<_> =
        found.into_iter().map(|((row, verbs), (count, last))| (row, verbs, count, last)).collect();
    // Numbers above all results are no totals.
    rows.retain(|(_, verbs, _, last)| !is_number(verbs) || first.is_none_or(|first| *last > first));
    rows.sort_by_key(|(_, _, count, last)| (Reverse(*count), *last));
    rows.truncate(ROWS);
    // The last number of a run ends it.
    if let Some((_, verbs, ..)) =
        rows.iter_mut().filter(|(_, verbs, ..)| *verbs == "adds").max_by_key(|(.., last)| *last)
    {
        *verbs = "adds, ends";
    }
    // The numbers of a part of a run do not end it either.
    let last = rows.iter().map(|(.., last)| *last).max();
    for (_, verbs, _, number) in &mut rows {
        if *verbs == "totals, ends" && Some(*number) != last {
            *verbs = "totals";
        }
    }
    // Numbers are tried first: their words are results as well.
    rows.sort_by_key(|(_, verbs, ..)| !is_number(verbs));
    let mut unknown: Vec<_> = unknown.into_iter().filter(|(_, count)| *count > 1).collect();
    unknown.sort_by_key(|(_, count)| Reverse(*count));
    unknown.truncate(ROWS);
    if rows.is_empty() && unknown.is_empty() {
        return Err(Problem::refuted(
            "no line of the sample has a word of a result, such as ok, passed, failed or skipped",
        ));
    }
    let mut file = String::from(
        "# Proposed from a sample: read each row. 'weir rows check FILE SAMPLE' shows what it does.\ntool mytool\n\n[anywhere]\n",
    );
    if let Some(row) = announced {
        file.push_str(&format!("{} -> begins\n", escaped(&row)));
    }
    let any_fails = rows.iter().any(|(_, verbs, ..)| fails(verbs));
    for (row, verbs, count, _) in &rows {
        let to = match *verbs {
            verbs if fails(verbs) => ", to why",
            "passes" | "skips" if any_fails => ", to outside",
            _ => "",
        };
        let open = is_number(verbs) && row.contains("{number}");
        let asks = if open { ": {number} is read over, does it count failures?" } else { "" };
        file.push_str(&format!("# {count} of the sample{asks}\n{} -> {verbs}{to}\n", escaped(row)));
    }
    if !unknown.is_empty() {
        file.push_str("\n# Lines that begin alike, without a known word. Does one of them say that a test passed or failed?\n");
    }
    for (row, count) in unknown {
        // A file needs rows.
        let row =
            if rows.is_empty() { format!("\n{} -> ignores", escaped(&row)) } else { format!(": {row}") };
        file.push_str(&format!("# {count} of the sample{row}\n"));
    }
    if any_fails {
        file.push_str("\n[why]\n# What follows a failure, up to the next row above that fits.\n");
        for place in places {
            file.push_str(&format!("{} -> where\n", escaped(&place)));
        }
        file.push_str("{any} -> why\n");
    }
    Ok(file)
}

/// Whether a row is about numbers, and not about a result.
fn is_number(verbs: &str) -> bool {
    verbs.starts_with("totals") || verbs.starts_with("adds")
}

/// Whether more of a failure may follow.
fn fails(verbs: &str) -> bool {
    verbs == "fails" || verbs.starts_with("breaks")
}

/// A row that does not begin as a zone, a comment or an expression does.
fn escaped(row: &str) -> String {
    let content = row.trim_start();
    let (blanks, _) = row.split_at(row.len().saturating_sub(content.len()));
    let escape = if content.starts_with(['[', '#', '/']) { r"\" } else { "" };
    format!("{blanks}{escape}{content}")
}
