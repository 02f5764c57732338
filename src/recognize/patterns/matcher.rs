//! Matches a user's patterns and tells the failures that they mark.
//!
//! A pattern says where a failure starts, and which lines after it belong to it: those that match `continues`, or all
//! up to the one that matches `ends`. It has no words for passes, totals or the end of a run, and a line that it takes
//! is still judged by all recognizers; so the worst it can do is to tell too many failures.

use regex::{Captures, Regex};

use super::file::compile;
use crate::event::{Block, Class, Event, FailureKind, Part, Place, Runner};
use crate::recognize::rows::Reader;
use crate::settings::Pattern;
use crate::text::Line;

/// The most lines of one failure after its first.
const BLOCK_LINES: usize = 200;
/// The most chars of a failure's name: the line that starts it.
const NAME_CHARS: usize = 200;

/// The name under which the failures are reported.
const RUNNER: Runner = Runner("pattern");

#[derive(Debug)]
struct Compiled {
    name: String,
    starts: Regex,
    continues: Option<Regex>,
    ends: Option<Regex>,
}

/// A failure whose lines are still coming.
#[derive(Clone, Copy, Debug)]
struct Open {
    pattern: usize,
    lines: usize,
}

/// A user's patterns over one or several streams.
#[derive(Debug, Default)]
pub struct Patterns {
    patterns: Vec<Compiled>,
    /// For each stream the failure that is open there.
    open: Vec<Option<Open>>,
    /// The user's own tools, whose numbers come after those of the patterns.
    tools: Reader,
}

/// Whether the expression matches at the text's beginning.
fn begins(regex: &Regex, text: &str) -> bool {
    regex.find(text).is_some_and(|found| found.start() == 0)
}

impl Patterns {
    /// Of what was read from files: patterns, and the texts of files of rows. What does not compile is left out.
    #[must_use]
    pub fn new(patterns: &[Pattern], rows: &[String]) -> Self {
        let optional = |expression: &Option<String>| expression.as_deref().map(compile).transpose().ok();
        let compiled = patterns.iter().filter_map(|pattern| {
            Some(Compiled {
                name: pattern.name.clone(),
                starts: compile(&pattern.starts).ok()?,
                continues: optional(&pattern.continues)?,
                ends: optional(&pattern.ends)?,
            })
        });
        Self { patterns: compiled.collect(), tools: Reader::new(rows), ..Self::default() }
    }

    /// Whether there are none, and no tools.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.patterns.is_empty() && self.tools.is_empty()
    }

    /// How many patterns and tools there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.patterns.len().saturating_add(self.tools.len())
    }

    /// A stream ends.
    pub fn end(&mut self, stream: usize, tell: &mut dyn FnMut(usize, Runner, Event<'_>)) {
        let first = self.patterns.len();
        self.tools.end(stream, &mut |tool, runner, event| tell(first.saturating_add(tool), runner, event));
    }

    /// Reads a line of a stream, which is `printed` in the log. `tell` gets the pattern's number with each event. Returns what the line
    /// is when a row says that it is a good one.
    pub fn line(
        &mut self,
        stream: usize,
        line: &Line<'_>,
        printed: &Line<'_>,
        tell: &mut dyn FnMut(usize, Runner, Event<'_>),
    ) -> Option<Class> {
        if !line.last_row {
            return None;
        }
        if self.open.len() <= stream {
            self.open.resize(stream.saturating_add(1), None);
        }
        let text = line.judged();
        let open = self.open.get(stream).copied().flatten();
        let now = self.judge(open, text, tell);
        if let Some(slot) = self.open.get_mut(stream) {
            *slot = now;
        }
        let first = self.patterns.len();
        let tell =
            &mut |tool: usize, runner, event: Event<'_>| tell(first.saturating_add(tool), runner, event);
        self.tools.line(stream, line, printed, tell)?.good
    }

    fn judge(
        &self,
        open: Option<Open>,
        text: &str,
        tell: &mut dyn FnMut(usize, Runner, Event<'_>),
    ) -> Option<Open> {
        if let Some(Open { pattern: number, lines }) = open
            && let Some(pattern) = self.patterns.get(number)
        {
            let ended = pattern.ends.as_ref().is_some_and(|ends| begins(ends, text));
            let goes_on = match &pattern.continues {
                Some(continues) => begins(continues, text),
                None => !begins(&pattern.starts, text),
            };
            if (ended || goes_on) && lines < BLOCK_LINES {
                tell(number, RUNNER, Event::Text(Part::Why));
                if !ended {
                    return Some(Open { pattern: number, lines: lines.saturating_add(1) });
                }
            }
            tell(number, RUNNER, Event::BlockClosed);
            if ended {
                return None;
            }
        }
        let first = |pattern: &&Compiled| begins(&pattern.starts, text);
        let number = self.patterns.iter().position(|pattern| first(&pattern))?;
        let pattern = self.patterns.get(number)?;
        tell_start(number, pattern, text, tell);
        if pattern.continues.is_none() && pattern.ends.is_none() {
            tell(number, RUNNER, Event::BlockClosed);
            return None;
        }
        Some(Open { pattern: number, lines: 0 })
    }
}

fn tell_start(number: usize, pattern: &Compiled, text: &str, tell: &mut dyn FnMut(usize, Runner, Event<'_>)) {
    let captures = pattern.starts.captures(text);
    let group = |name: &str| {
        let found = captures.as_ref().and_then(|captures: &Captures<'_>| captures.name(name));
        found.map(|found| found.as_str().trim()).filter(|found| !found.is_empty())
    };
    let name: String = text.trim().chars().take(NAME_CHARS).collect();
    let mut say = |event: Event<'_>| tell(number, RUNNER, event);
    say(Event::SectionLabel(&pattern.name));
    say(Event::BlockOpened(Block::Whole { name: &name, kind: FailureKind::Suite }));
    say(Event::Heading);
    if let Some(file) = group("file") {
        let line = group("line").and_then(|line| line.parse().ok());
        say(Event::At { place: Place { file, line }, better: true });
    }
    if let Some(message) = group("message") {
        say(Event::Message(message));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reported(patterns: &[Pattern], text: &str) -> Vec<String> {
        let mut matcher = Patterns::new(patterns, &[]);
        let mut rows = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let line = Line::of(line);
            matcher.line(0, &line, &line, &mut |pattern, _, event| {
                rows.push(format!("{} {pattern} {event:?}", number + 1));
            });
        }
        rows
    }

    fn pattern(starts: &str, continues: Option<&str>, ends: Option<&str>) -> Pattern {
        Pattern {
            name: "mine".into(),
            starts: starts.into(),
            continues: continues.map(Into::into),
            ends: ends.map(Into::into),
        }
    }

    /// What each line was: `H`eading, `T`ext or nothing.
    fn shape(patterns: &[Pattern], text: &str) -> String {
        let rows = reported(patterns, text);
        (1..=text.lines().count())
            .map(|number| {
                let of = |what: &str| {
                    rows.iter().any(|row| row.starts_with(&format!("{number} ")) && row.ends_with(what))
                };
                if of(" Heading") {
                    'H'
                } else if of(" Text(Why)") {
                    'T'
                } else {
                    '-'
                }
            })
            .collect()
    }

    #[test]
    fn a_start_is_a_failure_with_message_and_place() {
        let rows = reported(
            &[pattern(r"BAD (?<file>\S+):(?<line>\d+) (?<message>.*)", None, None)],
            "BAD a.x:3 no\n  BAD b:1 x",
        );
        assert_eq!(
            rows,
            [
                "1 0 SectionLabel(\"mine\")",
                "1 0 BlockOpened(Whole { name: \"BAD a.x:3 no\", kind: Suite })",
                "1 0 Heading",
                "1 0 At { place: Place { file: \"a.x\", line: Some(3) }, better: true }",
                "1 0 Message(\"no\")",
                "1 0 BlockClosed",
            ]
        );
    }

    #[test]
    fn lines_belong_to_it_while_they_continue_or_until_it_ends() {
        let text = "BAD\n  a\n  b\nend\n  c\nBAD\nBAD\n  d";
        assert_eq!(shape(&[pattern("BAD", None, None)], text), "H----HH-");
        assert_eq!(shape(&[pattern("BAD", Some("  "), None)], text), "HTT--HHT");
        assert_eq!(shape(&[pattern("BAD", None, Some("end"))], text), "HTTT-HHT");
        assert_eq!(shape(&[pattern("BAD", Some("  "), Some("  b"))], text), "HTT--HHT");
    }

    #[test]
    fn a_match_is_one_at_the_lines_beginning() {
        assert_eq!(shape(&[pattern("a|BAD", None, None)], "x BAD\nBAD\nxa"), "-H-");
    }

    #[test]
    fn a_failures_lines_are_bounded() {
        let text = format!("BAD\n{}", "x\n".repeat(BLOCK_LINES + 5));
        let shape = shape(&[pattern("BAD", None, Some("end"))], &text);
        assert_eq!(shape.matches('T').count(), BLOCK_LINES);
    }

    #[test]
    fn streams_have_their_own_failures() {
        let mut matcher = Patterns::new(&[pattern("BAD", Some(" "), None)], &[]);
        let mut rows = Vec::new();
        for (stream, text) in [(0, "BAD a"), (1, "x"), (0, " more")] {
            matcher.line(stream, &Line::of(text), &Line::of(text), &mut |_, _, event| {
                rows.push(format!("{stream} {event:?}"));
            });
        }
        assert_eq!(rows.last().unwrap(), "0 Text(Why)");
    }
}
