//! Reads a printed answer: its verdict line, its footer, the names that weir's own lines tell.
//!
//! Written from the description of the format alone, without a look at the renderer: it is the other witness.

use std::collections::{BTreeMap, BTreeSet};

const CLASSES: [&str; 7] = ["passed", "noise", "detail", "warnings", "skipped", "totals", "other"];

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    pub word: String,
    pub at_least: bool,
    pub failed: Option<u64>,
    pub passed: Option<u64>,
    /// Skipped, other and total; unknown when the line had no room for them.
    pub rest: [Option<u64>; 3],
    pub brackets: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Footer {
    pub mode: String,
    pub kept_lines: u64,
    pub seen_lines: u64,
    /// Kept and seen chars.
    pub chars: Option<(u64, u64)>,
    /// Shown, all, whole, in part, by name.
    pub failures: Option<[u64; 5]>,
    /// Cut lines of each class; of all together below an empty name.
    pub cut: BTreeMap<String, u64>,
    pub limit: Option<String>,
    pub clipped: u64,
    pub escaped: u64,
    /// What was taken back of what the input went through.
    pub normalized: Option<String>,
    pub interrupted: bool,
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

/// `12 failed`, `? failed`: the inner option is none for an unknown number.
fn counted(text: &str, word: &str) -> Option<Option<u64>> {
    let value = text.strip_suffix(word)?.strip_suffix(' ')?;
    if value == "?" { Some(None) } else { number(value).map(Some) }
}

pub fn verdict(line: &str) -> Option<Verdict> {
    let text = line.strip_prefix("weir: ")?;
    let (word, text) = text.split_once(' ')?;
    if !["PASSED", "FAILED", "INCOMPLETE", "UNKNOWN"].contains(&word) {
        return None;
    }
    let (at_least, text) = match text.strip_prefix("at least ") {
        Some(text) => (true, text),
        None => (false, text),
    };
    let (numbers, brackets) = match text.split_once(" (") {
        Some((numbers, brackets)) => (numbers, brackets.strip_suffix(')')?),
        None => (text, ""),
    };
    let fields: Vec<&str> = numbers.split(", ").collect();
    let failed = counted(fields.first()?, "failed")?;
    let passed = counted(fields.get(1)?, "passed")?;
    let mut rest = [None; 3];
    for (slot, word) in rest.iter_mut().zip(["skipped", "other", "total"]) {
        *slot = fields.iter().find_map(|field| counted(field, word)).flatten();
    }
    Some(Verdict { word: word.to_owned(), at_least, failed, passed, rest, brackets: brackets.to_owned() })
}

/// Why `text` is no footer's field.
fn field(footer: &mut Footer, text: &str) -> Option<()> {
    if let Some((shown, kinds)) = text.split_once(" failures shown (") {
        let (shown, all) = shown.split_once(" of ")?;
        let kinds: Vec<&str> = kinds.strip_suffix(')')?.split(", ").collect();
        let kind = |at: usize, word: &str| counted(kinds.get(at)?, word)?;
        let parts = [kind(0, "whole")?, kind(1, "in part")?, kind(2, "by name")?];
        footer.failures = Some([number(shown)?, number(all)?, parts[0], parts[1], parts[2]]);
    } else if let Some(all) = text.strip_prefix("cut lines: ").and_then(number) {
        // Where the kinds have no room.
        footer.cut.insert(String::new(), all);
    } else if let Some(list) = text.strip_prefix("cut lines: ") {
        for each in list.split(", ") {
            let (class, lines) = each.split_once(' ')?;
            let known = CLASSES.contains(&class) && !footer.cut.contains_key(class);
            footer.cut.insert(known.then(|| class.to_owned())?, number(lines)?);
        }
    } else if let Some(limit) = text.strip_prefix("limit: ") {
        footer.limit = Some(["chars", "lines", "line"].contains(&limit).then(|| limit.to_owned())?);
    } else if let Some(value) = text.strip_prefix("clipped ") {
        footer.clipped = number(value)?;
    } else if let Some(value) = text.strip_prefix("escaped ") {
        footer.escaped = number(value)?;
    } else if let Some(value) = text.strip_prefix("normalized ") {
        footer.normalized = Some(value.to_owned());
    } else if text == "interrupted" {
        footer.interrupted = true;
    } else {
        footer.rest = Some(text.strip_prefix("rest: ")?.to_owned());
    }
    Some(())
}

pub fn footer(line: &str) -> Option<Footer> {
    let (mode, text) = line.strip_prefix("weir: ")?.split_once(" kept ")?;
    if !["minimal", "standard", "verbose"].contains(&mode) {
        return None;
    }
    let mut footer = Footer { mode: mode.to_owned(), ..Footer::default() };
    let mut fields = text.split("; ");
    let first = fields.next()?;
    let (lines, chars) = match first.split_once(" lines") {
        Some((lines, "")) => (lines, None),
        Some((lines, chars)) => (lines, Some(chars.strip_prefix(" (")?.strip_suffix(" chars)")?)),
        None => return None,
    };
    let pair = |text: &str| text.split_once(" of ").and_then(|(a, b)| Some((number(a)?, number(b)?)));
    (footer.kept_lines, footer.seen_lines) = pair(lines)?;
    if let Some(chars) = chars {
        footer.chars = Some(pair(chars)?);
    }
    for each in fields {
        field(&mut footer, each)?;
    }
    Some(footer)
}

pub fn answer(text: &str) -> Answer {
    let mut body: Vec<String> = text.split_terminator('\n').map(str::to_owned).collect();
    let footer = body.last().and_then(|line| footer(line));
    if footer.is_some() {
        body.pop();
    }
    let verdict = body.last().and_then(|line| verdict(line));
    if verdict.is_some() {
        body.pop();
    }
    Answer { body, verdict, footer }
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
                weir: FAILED at least 9 failed, ? passed, 0 skipped, ? total (cargo test 3 of 86; exit unknown)\n\
                weir: minimal kept 1 of 20 lines (7 of 300 chars); 6 of 9 failures shown (0 whole, 1 in part, 5 by name); \
                cut lines: passed 12, other 7; limit: lines; clipped 2; escaped 5; interrupted; rest: weir -m verbose 'a b'\n";
    let answer = answer(text);
    assert_eq!(answer.input().collect::<Vec<_>>(), ["a line"]);
    assert_eq!(answer.more(), 3);
    assert_eq!(answer.folded().into_iter().collect::<Vec<_>>(), ["a::c", "a::d", "e::f", "x[1,2]"]);
    let verdict = answer.verdict.unwrap();
    assert_eq!((verdict.word.as_str(), verdict.at_least, verdict.failed), ("FAILED", true, Some(9)));
    assert_eq!((verdict.passed, verdict.rest), (None, [Some(0), None, None]));
    assert_eq!(verdict.brackets, "cargo test 3 of 86; exit unknown");
    let footer = answer.footer.unwrap();
    assert_eq!((footer.kept_lines, footer.seen_lines, footer.chars), (1, 20, Some((7, 300))));
    assert_eq!(footer.failures, Some([6, 9, 0, 1, 5]));
    assert_eq!(footer.cut, BTreeMap::from([("passed".to_owned(), 12), ("other".to_owned(), 7)]));
    assert_eq!((footer.limit.as_deref(), footer.clipped, footer.escaped), (Some("lines"), 2, 5));
    assert!(footer.interrupted && footer.rest.is_some());
}
