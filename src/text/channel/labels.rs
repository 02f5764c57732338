//! The label that an unknown tool writes before each line of a program that it runs: `unit: text`, `     +test | text`,
//! `null_resource.a (local-exec): text`, `Step #1 - "unit": text`.
//!
//! Evidence for a label is what a runner itself hardly prints: empty lines after it, so that the label is alone, and
//! other lines that begin with it, with no other line between them. Lines before that are ordinary.

use super::names::{Form, Found};
use crate::budget::Count as _;
use crate::text::is_worker;

/// The longest label, in bytes.
const LONGEST: usize = 64;
/// The most labels that are believed.
const MOST: usize = 8;
/// How many empty lines need it, and how many others from the first of those on.
const LINES: (u8, u8) = (2, 3);

/// Words that are written like labels before lines of one process.
const WORDS: [&str; 24] = [
    "error", "errors", "warning", "warn", "info", "debug", "trace", "fatal", "notice", "note", "hint",
    "help", "panic", "critical", "ok", "pass", "passed", "fail", "failed", "failure", "skip", "skipped",
    "todo", "output",
];

/// The labels of an input.
#[derive(Debug, Default)]
pub(crate) struct Labels {
    known: Vec<Box<str>>,
    wanted: Option<Wanted>,
    /// Whether no labels are looked for.
    given_up: bool,
}

/// A possible label, and how many lines had it.
#[derive(Debug)]
struct Wanted {
    label: Box<str>,
    empty: u8,
    others: u8,
}

impl Labels {
    /// The labels of an input in which none are looked for.
    pub(crate) fn given_up() -> Self {
        Self { given_up: true, ..Self::default() }
    }

    /// Whether no label is believed and none is waited for: then only [`may_begin`] matters.
    #[inline]
    pub(crate) const fn are_none(&self) -> bool {
        self.known.is_empty() && self.wanted.is_none()
    }

    /// The label of a line, when it is believed.
    pub(crate) fn find<'a>(&self, text: &'a str) -> Option<Found<'a>> {
        let label = self.known.iter().find(|label| is_before(text, label))?;
        let length = label.len();
        let blank = text.as_bytes().get(length) == Some(&b' ');
        let name = text.get(..length)?.trim().trim_matches(|each: char| ":|>[] ".contains(each));
        Some(Found { form: Form::Label, name, length: length.saturating_add(usize::from(blank)) })
    }

    /// Reads a line without a known label. Returns whether a label is known from now on.
    pub(crate) fn read(&mut self, text: &str) -> bool {
        match &mut self.wanted {
            Some(Wanted { label, empty, others }) if is_before(text, label) => {
                let alone = text.trim_end().len() == label.len();
                let lines = if alone { &mut *empty } else { &mut *others };
                lines.up(1);
                let believed = *empty >= LINES.0 && *others >= LINES.1;
                if believed && let Some(wanted) = self.wanted.take() {
                    self.known.push(wanted.label);
                }
                believed
            }
            wanted => {
                let label =
                    (!self.given_up && may_begin(text) && self.known.len() < MOST).then(|| text.trim_end());
                let label = label.filter(|label| is_label(label));
                *wanted = label.map(|label| Wanted { label: label.into(), empty: 1, others: 0 });
                false
            }
        }
    }
}

/// Whether a label may be alone on the line, judged by the line's end: most lines end differently.
#[inline]
pub(crate) fn may_begin(text: &str) -> bool {
    match text.as_bytes() {
        [.., b':' | b'|' | b'>'] | [b'[', .., b']'] => true,
        [.., b' '] => matches!(text.trim_ascii_end().as_bytes(), [.., b':' | b'|' | b'>'] | [b'[', .., b']']),
        _ => false,
    }
}

/// Whether a line begins with a label, and a blank or nothing after it.
fn is_before(text: &str, label: &str) -> bool {
    text.strip_prefix(label).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// Whether the text can be a label: a few words that name something, and a separator from the rest of the line.
fn is_label(text: &str) -> bool {
    let label = text.trim_start();
    let inner = label.trim_matches(|each: char| ":|>[] ".contains(each));
    let named = match label.as_bytes() {
        [b'[', name @ .., b']'] => !name.contains(&b']'),
        [.., b':' | b'|' | b'>'] => !inner.contains(": "),
        _ => false,
    };
    let letters = inner.bytes().filter(u8::is_ascii_alphabetic).count();
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b" -_./@#+:()\"'".contains(&byte);
    named
        && text.len() <= LONGEST
        && letters >= 2
        && inner.bytes().any(|byte| byte.is_ascii_lowercase())
        && inner.bytes().all(plain)
        && (label.starts_with('[') || !is_prose(inner))
        && !WORDS.iter().any(|word| inner.eq_ignore_ascii_case(word))
        && !names_worker(inner)
}

/// Whether the text names a worker of WebdriverIO (`chrome linux #0-1`): one run reports all of them.
fn names_worker(text: &str) -> bool {
    text.rsplit_once(" #").is_some_and(|(_, worker)| is_worker(worker))
}

/// Whether it is several words and nothing else: `Computing the mapping:` describes what follows.
fn is_prose(text: &str) -> bool {
    text.contains(' ') && text.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(lines: &[&str]) -> Labels {
        let mut labels = Labels::default();
        for line in lines {
            labels.read(line);
        }
        labels
    }

    #[test]
    fn a_label_that_is_alone_and_on_the_lines_below_is_believed() {
        for (label, name) in [
            ("unit:", "unit"),
            ("     +test |", "+test"),
            ("null_resource.a (local-exec):", "null_resource.a (local-exec)"),
            ("Step #1 - \"unit\":", "Step #1 - \"unit\""),
            ("[unit : run]", "unit : run"),
            ("quay-app>", "quay-app"),
        ] {
            let lines: Vec<String> = ["", " a", "", " b", " c"].map(|text| format!("{label}{text}")).into();
            let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
            let known = labels(&lines);
            let text = format!("{label}   c");
            let found = known.find(&text).unwrap();
            assert_eq!((found.name, &text[found.length..]), (name, "  c"), "{label}");
            assert_eq!(known.find(label).map(|found| found.length), Some(label.len()));
            assert!(known.find(&format!("{label}c")).is_none() && !known.are_none());
            assert!(labels(&lines[..4]).find(&text).is_none(), "{label}");
            assert!(labels(&lines[1..]).find(&text).is_none(), "{label}");
        }
    }

    #[test]
    fn what_is_no_name_is_none() {
        for label in [
            "error:",
            "  Warning:",
            "ERROR:",
            "E:",
            "3:",
            "[INFO]",
            "[ 50%]",
            ">",
            "|",
            "# >",
            "a: b:",
            "src\\a.c:",
            "{a}:",
            "at a.b(C.java:3)",
            "it\u{e9}:",
            "Computing the mapping:",
        ] {
            let lines = ["", " a", "", " b", " c"].map(|text| format!("{label}{text}"));
            let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
            assert!(labels(&lines).find(&format!("{label} d")).is_none(), "{label}");
        }
    }

    #[test]
    fn a_line_without_it_between_them_takes_the_evidence_back() {
        let mut known = labels(&["unit:", "unit: a", "unit:", "other", "unit: b", "unit: c"]);
        assert!(known.are_none());
        let believed = ["unit: ", "unit: a", "unit: b", "unit: c", "unit:"].map(|line| known.read(line));
        assert_eq!(believed, [false, false, false, false, true]);
        assert!(known.find("unit: d").is_some());
    }
}
