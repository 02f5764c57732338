//! Reads a printed answer: its verdict line, its footer, the names that weir's own lines tell.
//!
//! Written from the description of the format alone, without a look at the renderer: it is the other witness.

use std::collections::{BTreeMap, BTreeSet};

const CLASSES: [&str; 7] = ["passed", "noise", "detail", "warnings", "skipped", "totals", "other"];

/// A verdict line. A number that it leaves out is zero, or unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    pub word: String,
    pub at_least: bool,
    pub interrupted: bool,
    pub failed: u64,
    pub passed: u64,
    pub skipped: u64,
    pub other: u64,
    pub brackets: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Footer {
    pub kept_lines: u64,
    pub seen_lines: u64,
    /// All, whole, in part, by name, only counted.
    pub failures: Option<[u64; 5]>,
    /// Hidden lines of the largest classes.
    pub hidden: BTreeMap<String, u64>,
    pub limit: Option<String>,
    pub clipped: u64,
    pub escaped: u64,
    pub redacted: u64,
    /// What was taken back of what the input went through.
    pub normalized: Option<String>,
    pub rest: Option<String>,
}

#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// Every line before verdict and footer.
    pub body: Vec<String>,
    pub verdict: Option<Verdict>,
    pub footer: Option<Footer>,
}

fn number(text: &str) -> Option<u64> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

/// `12 failed`.
fn counted(text: &str, word: &str) -> Option<u64> {
    number(text.strip_suffix(word)?.strip_suffix(' ')?)
}

/// The verdict line of an answer, and the footer that a run that passed has in the same line.
fn closing(line: &str) -> Option<(Verdict, Option<Footer>)> {
    let text = line.strip_prefix("weir: ")?;
    let (word, mut text) = text.split_once(' ').unwrap_or((text, ""));
    if !["PASSED", "FAILED", "INCOMPLETE", "UNKNOWN"].contains(&word) {
        return None;
    }
    let mut verdict = Verdict { word: word.to_owned(), ..Verdict::default() };
    let mut footer = None;
    if let Some((front, left_out)) = text.rsplit_once("; ").filter(|(_, rest)| is_left_out(rest)) {
        let mut parsed = Footer::default();
        let (fields, rest) = left_out.split_once(": ").map_or((left_out, None), |(a, b)| (a, Some(b)));
        parsed.rest = rest.map(str::to_owned);
        for each in fields.split(", ") {
            match each.strip_suffix(" lines left out") {
                Some(lines) => {
                    let (cut, seen) = lines.split_once(" of ")?;
                    (parsed.seen_lines, parsed.kept_lines) = (number(seen)?, number(seen)? - number(cut)?);
                }
                None => field(&mut parsed, each)?,
            }
        }
        footer = Some(parsed);
        text = front;
    }
    if let Some((front, brackets)) = text.strip_suffix(')').and_then(|text| text.split_once('(')) {
        (verdict.brackets, text) = (brackets.to_owned(), front.trim_end());
    }
    if let Some((front, _)) = text.split_once(" in ").filter(|(_, time)| time.ends_with(" s")) {
        text = front;
    }
    for each in text.trim_end_matches(" so far").split(['(', ';', ',']).map(str::trim) {
        let (at_least, each) = each.strip_prefix("at least ").map_or((false, each), |each| (true, each));
        verdict.at_least |= at_least;
        verdict.interrupted |= each == "interrupted";
        let of = |word: &str| counted(each, word);
        if let Some(failed) = of("failed").or(of("errors")).or(of("error")) {
            verdict.failed = failed;
        }
        verdict.passed = of("passed").unwrap_or(verdict.passed);
        verdict.skipped = of("skipped").unwrap_or(verdict.skipped);
        verdict.other = of("other").unwrap_or(verdict.other);
    }
    Some((verdict, footer))
}

/// Whether what follows a verdict tells what was left out.
fn is_left_out(text: &str) -> bool {
    let first = text.split([',', ':']).next().unwrap_or_default();
    let numbers = first.strip_suffix(" lines left out").and_then(|lines| lines.split_once(" of "));
    numbers.is_some_and(|(a, b)| number(a).is_some() && number(b).is_some())
        || field(&mut Footer::default(), first).is_some()
}

pub fn verdict(line: &str) -> Option<Verdict> {
    closing(line).map(|(verdict, _)| verdict)
}

/// Why `text` is no footer's field.
fn field(footer: &mut Footer, text: &str) -> Option<()> {
    let (text, bare) = match text.split_once(" without a reason") {
        Some((all, "")) => all.rsplit_once(", ")?,
        _ => (text, "0"),
    };
    number(bare)?;
    if ["the failure is whole", "no reason found for the failure"].contains(&text) {
        footer.failures = Some([1, 1, 0, 0, 0]);
    } else if let Some(all) =
        text.strip_prefix("no reason found for the ").and_then(|text| text.strip_suffix(" failures"))
    {
        footer.failures = Some([number(all)?, number(all)?, 0, 0, 0]);
    } else if let Some(all) = text.strip_prefix("all ").and_then(|text| text.strip_suffix(" failures whole"))
    {
        footer.failures = Some([number(all)?, number(all)?, 0, 0, 0]);
    } else if let Some((all, kinds)) = text
        .strip_prefix("of ")
        .and_then(|text| text.split_once(" failures ").or_else(|| text.split_once(" failure ")))
    {
        let mut parts = [number(all)?, 0, 0, 0, 0];
        for each in kinds.split(", ").filter(|each| !each.is_empty()) {
            let at = ["whole", "in part", "by name", "only counted"]
                .iter()
                .position(|word| counted(each, word).is_some())?;
            parts[at + 1] = number(each.split_once(' ')?.0)?;
        }
        if parts[1] == 0 {
            // Those that are whole are counted in a mode that shows everything alone.
            parts[1] = parts[0].checked_sub(parts[2..].iter().sum())?;
        }
        footer.failures = Some(parts);
    } else if let Some(list) = text.strip_prefix("hidden: ") {
        for each in list.split(", ") {
            let (lines, class) = each.split_once(' ')?;
            let known = CLASSES.contains(&class) && !footer.hidden.contains_key(class);
            footer.hidden.insert(known.then(|| class.to_owned())?, number(lines)?);
        }
    } else if let Some(limit) = text.strip_prefix("limit: ") {
        footer.limit = Some(["chars", "lines"].contains(&limit).then(|| limit.to_owned())?);
    } else if let Some(value) = text.strip_prefix("clipped ") {
        footer.clipped = counted(value, "line").or_else(|| counted(value, "lines"))?;
    } else if let Some(value) = text.strip_prefix("escaped ") {
        footer.escaped = number(value)?;
    } else if let Some(value) = text.strip_prefix("redacted ") {
        footer.redacted = number(value)?;
    } else if let Some(value) = text.strip_prefix("restored ") {
        footer.normalized = Some(value.to_owned());
    } else {
        footer.rest = Some(text.strip_prefix("rest: ")?.to_owned());
    }
    Some(())
}

pub fn footer(line: &str) -> Option<Footer> {
    let mut fields = line.strip_prefix("weir: ")?.split("; ");
    let (kept, seen) = fields.next()?.strip_suffix(" lines shown")?.split_once(" of ")?;
    let mut footer = Footer { kept_lines: number(kept)?, seen_lines: number(seen)?, ..Footer::default() };
    for each in fields {
        field(&mut footer, each)?;
    }
    Some(footer)
}

pub fn answer(text: &str) -> Answer {
    let mut body: Vec<String> = text.split_terminator('\n').map(str::to_owned).collect();
    let mut own = body.last().and_then(|line| footer(line));
    if own.is_some() {
        body.pop();
    }
    let closing = body.last().and_then(|line| closing(line));
    if closing.is_some() {
        body.pop();
    }
    let (verdict, after) = closing.map_or((None, None), |(verdict, footer)| (Some(verdict), footer));
    own = own.or(after);
    Answer { body, verdict, footer: own }
}

impl Answer {
    /// Body lines that are input.
    pub fn input(&self) -> impl Iterator<Item = &str> {
        self.body.iter().map(String::as_str).filter(|line| !line.starts_with("weir:"))
    }

    /// Body lines that are weir's own.
    pub fn own(&self) -> impl Iterator<Item = &str> {
        self.body.iter().map(String::as_str).filter(|line| line.starts_with("weir:"))
    }

    /// K of `weir: and K more`.
    pub fn more(&self) -> u64 {
        let more = |line: &str| number(line.strip_prefix("weir: and ")?.split_once(" more")?.0);
        self.own().find_map(more).unwrap_or(0)
    }

    /// The names of the folded list.
    pub fn folded(&self) -> BTreeSet<String> {
        let mut text = String::new();
        let mut alone = BTreeSet::new();
        let mut listing = false;
        for line in self.own() {
            let piece = if let Some(first) = line.strip_prefix("weir: also failed: ") {
                listing = true;
                first
            } else if line.starts_with("weir: and ") || line.starts_with("weir: FAIL ") {
                listing = false;
                continue;
            } else {
                line.strip_prefix("weir: ").unwrap_or_default()
            };
            if listing && (text.is_empty() || text.ends_with([',', ';'])) {
                text.push_str(piece);
            } else if listing {
                alone.insert(piece.to_owned());
            }
        }
        alone.extend(unfold(&text));
        alone
    }
}

/// `a::{x,y};b::z` as its names.
pub fn unfold(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut prefix = String::new();
    let mut now = String::new();
    for each in text.chars() {
        match each {
            '{' => prefix = std::mem::take(&mut now),
            ',' | '}' | ';' => {
                if !now.is_empty() {
                    names.push(format!("{prefix}{now}"));
                    now.clear();
                }
                if each != ',' {
                    prefix.clear();
                }
            }
            _ => now.push(each),
        }
    }
    if !now.is_empty() {
        names.push(format!("{prefix}{now}"));
    }
    names
}

#[test]
fn an_answer_is_read_as_it_is_described() {
    let text = "a line\nweir: FAIL a::b (src/a.rs:3): no\nweir: also failed: a::{c,d};\nweir: e::f\nweir: x[1,2]\nweir: and 3 more (z 3)\n\
                weir: FAILED at least 9 failed, 2 skipped in 12.3 s (cargo test 3 of 86; go test 6; exit 101)\n\
                weir: 1 of 20 lines shown; of 9 failures 1 in part, 5 by name, 3 only counted; \
                hidden: 12 passed, 7 other; limit: lines; clipped 2 lines; escaped 5; rest: weir -m verbose 'a b'\n";
    let answer = answer(text);
    assert_eq!(answer.input().collect::<Vec<_>>(), ["a line"]);
    assert_eq!(answer.more(), 3);
    assert_eq!(answer.folded().into_iter().collect::<Vec<_>>(), ["a::c", "a::d", "e::f", "x[1,2]"]);
    let verdict = answer.verdict.unwrap();
    assert_eq!((verdict.word.as_str(), verdict.at_least, verdict.failed), ("FAILED", true, 9));
    assert_eq!((verdict.passed, verdict.skipped), (0, 2));
    assert_eq!(verdict.brackets, "cargo test 3 of 86; go test 6; exit 101");
    let footer = answer.footer.unwrap();
    assert_eq!((footer.kept_lines, footer.seen_lines), (1, 20));
    assert_eq!(footer.failures, Some([9, 0, 1, 5, 3]));
    assert_eq!(footer.hidden, BTreeMap::from([("passed".to_owned(), 12), ("other".to_owned(), 7)]));
    assert_eq!((footer.limit.as_deref(), footer.clipped, footer.escaped), (Some("lines"), 2, 5));
    assert!(footer.rest.is_some());
}

#[test]
fn a_run_that_passed_says_what_was_left_out_in_its_one_line() {
    let line = "weir: PASSED 168 passed, 3 skipped in 1.2 s (cargo test); 193 of 196 lines left out, escaped 2: weir show ab12cd34\n";
    let answer = answer(line);
    let verdict = answer.verdict.unwrap();
    assert_eq!((verdict.passed, verdict.skipped, verdict.brackets.as_str()), (168, 3, "cargo test"));
    let footer = answer.footer.unwrap();
    assert_eq!((footer.kept_lines, footer.seen_lines, footer.escaped), (3, 196, 2));
    assert_eq!(footer.rest.as_deref(), Some("weir show ab12cd34"));
    let interrupted = verdict_of("weir: INCOMPLETE interrupted; 1 failed, 4 passed so far (pytest)");
    assert_eq!((interrupted.interrupted, interrupted.failed, interrupted.passed), (true, 1, 4));
    assert_eq!(verdict_of("weir: PASSED (exit 0)").brackets, "exit 0");
    assert_eq!(verdict_of("weir: FAILED 5 errors, 1 warning (eslint; exit 1)").failed, 5);
}

fn verdict_of(line: &str) -> Verdict {
    verdict(line).expect("a verdict line")
}
