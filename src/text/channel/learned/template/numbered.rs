//! What lines begin with, when a number in it names the stream: `svc0: `, `app[web.1]: `, `2: `.
//!
//! A number right after letters is part of a name. Any other number is a name when it does not grow from line to line, as
//! the line's own number does. The numbers of a clock are not names, and neither is any beside a logger's level: those
//! are its threads.

use super::{Element, Template};
use crate::text::channel::names::{Form, Found};

/// What may separate the letters of a name from its number.
const JOINTS: [char; 6] = ['-', '_', '.', '#', '/', '['];
/// Chars around a name that are not part of it.
const ROUND: [char; 6] = [':', '|', '>', '[', ']', ' '];

/// A prefix that names a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Numbered {
    template: Template,
    /// The indices of the elements with the first and the last number of the name.
    first: usize,
    last: usize,
}

impl Numbered {
    /// The prefix whose numbers may distinguish the streams of these lines.
    pub(crate) fn of<'a>(template: &Template, lines: impl Iterator<Item = &'a str>) -> Option<Self> {
        if template.has_level() {
            return None;
        }
        let mut names: Vec<usize> = (0..template.0.len()).filter(|at| template.is_in_name(*at)).collect();
        if !template.is_clocked() {
            let (mut before, mut stayed) = (Vec::new(), Vec::new());
            for numbers in lines.filter_map(|line| template.numbers(line)) {
                let stays = |(now, then): (&(usize, u64), &(usize, u64))| (now.1 <= then.1).then_some(now.0);
                stayed.extend(numbers.iter().zip(&before).filter_map(stays));
                before = numbers;
            }
            names.extend(stayed.into_iter().filter(|at| !template.is_of_number_or_place(*at)));
        }
        let (first, last) = (*names.iter().min()?, *names.iter().max()?);
        Some(Self { template: template.clone(), first, last })
    }

    /// The prefix, whatever it names.
    pub(crate) const fn template(&self) -> &Template {
        &self.template
    }

    /// The name of the stream whose line it is, when the line begins like this.
    pub(crate) fn find<'a>(&self, line: &'a str) -> Option<Found<'a>> {
        let text = self.template.cut(line)?;
        let length = line.len().checked_sub(text.len())?;
        let prefix = line.get(..length)?;
        let begin = self.template.end_of(self.first.checked_sub(1), line)?;
        let end = self.template.end_of(Some(self.last), line)?;
        let blank = |text: &str| text.rfind([' ', '\t']).map_or(0, |at| at.saturating_add(1));
        let rest = prefix.get(end..)?;
        let end = rest.find([' ', '\t']).map_or(length, |at| end.saturating_add(at));
        let name = prefix.get(blank(prefix.get(..begin)?)..end)?.trim_start();
        // `[1,0]<out>:` has more than a name in brackets.
        let name = name.trim_end_matches([':', '|']);
        let name = match name.strip_prefix('[').and_then(|name| name.strip_suffix(']')) {
            Some(inner) if !inner.contains(['[', ']']) => inner.trim_matches(ROUND),
            _ if name.contains('<') => name,
            _ => name.trim_end_matches([':', '|', '>']),
        };
        Some(Found { form: Form::Numbered, name, length })
    }
}

impl Template {
    fn is_number(&self, at: usize) -> bool {
        matches!(self.0.get(at), Some(Element::Number | Element::Counter))
    }

    fn text(&self, at: Option<usize>) -> Option<&str> {
        match self.0.get(at?)? {
            Element::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Whether a number is right after the letters of a name.
    pub(super) fn is_in_name(&self, at: usize) -> bool {
        let before = at.checked_sub(1);
        let letters = self.is_number(at)
            && self.text(before).is_some_and(|text| {
                let of_date = text == "T" && before.is_some_and(|at| at > 0);
                !of_date && text.trim_end_matches(JOINTS).ends_with(char::is_alphabetic)
            });
        letters && self.text(at.checked_add(1)).is_none_or(|after| !after.starts_with('%'))
    }

    /// Whether a number is part of a decimal number, or the line of a place in a file.
    fn is_of_number_or_place(&self, at: usize) -> bool {
        let next = at.saturating_add(1);
        let Some(before) = self.text(at.checked_sub(1)) else { return self.is_point(next) };
        let file = before.strip_suffix(':').and_then(|file| file.rsplit_once('.'));
        let place = file.is_some_and(|(_, kind)| !kind.is_empty() && kind.chars().all(char::is_alphanumeric));
        place || self.is_point(next) || at.checked_sub(1).is_some_and(|at| self.is_point(at))
    }

    /// Whether this is the point between two numbers.
    fn is_point(&self, at: usize) -> bool {
        let numbers =
            at.checked_sub(1).is_some_and(|at| self.is_number(at)) && self.is_number(at.saturating_add(1));
        numbers && self.text(Some(at)) == Some(".")
    }

    /// Whether numbers that may count the lines grow from each of these lines to the next.
    pub(crate) fn grows<'a>(&self, lines: impl Iterator<Item = &'a str>) -> bool {
        let mut lines = lines.filter_map(|line| self.numbers(line)).peekable();
        let mut free = lines.peek().cloned().unwrap_or_default();
        free.retain(|(at, _)| !self.is_in_name(*at) && !self.is_of_number_or_place(*at));
        lines.next();
        for numbers in lines {
            let grown = |(at, then): &mut (usize, u64)| {
                let now = numbers.iter().find(|(other, _)| other == at).map_or(0, |(_, now)| *now);
                now > std::mem::replace(then, now)
            };
            free.retain_mut(grown);
        }
        !free.is_empty() && !self.is_clocked() && !self.has_level()
    }

    /// The numbers that a line begins with, each with its element.
    fn numbers(&self, line: &str) -> Option<Vec<(usize, u64)>> {
        let mut numbers = Vec::new();
        let mut rest = line;
        for (at, element) in self.0.iter().enumerate() {
            let after = element.after(rest)?;
            if self.is_number(at) {
                let digits = rest.get(..rest.len().checked_sub(after.len())?)?.trim_start();
                numbers.push((at, digits.parse().unwrap_or(u64::MAX)));
            }
            rest = after;
        }
        Some(numbers)
    }

    /// Where an element ends in a line that begins like this; 0 for no element.
    fn end_of(&self, at: Option<usize>, line: &str) -> Option<usize> {
        let Some(at) = at else { return Some(0) };
        let mut rest = line;
        for element in self.0.get(..=at)? {
            rest = element.after(rest)?;
        }
        line.len().checked_sub(rest.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The name by the longest prefix on the last of the lines, and the text after it.
    fn named<'a>(lines: &[&'a str]) -> Option<(&'a str, &'a str)> {
        let mut template = Template::of(lines[0]);
        lines[1..].iter().for_each(|line| template.narrow(line));
        let numbered = Numbered::of(template.candidates().last()?, lines.iter().copied())?;
        let line = lines.last()?;
        let found = numbered.find(line)?;
        Some((found.name, &line[found.length..]))
    }

    #[test]
    fn a_number_after_letters_and_one_that_does_not_grow_name_a_stream() {
        for (lines, name, text) in [
            (["svc0: a", "svc1: b", "svc2:   c"], "svc2", "  c"),
            (["svc-1\ta", "svc-1\tb", "svc-10\tc"], "svc-10", "c"),
            (["app[web.1]: a", "app[web.1]: b", "app[web.2]: c"], "app[web.2]", "c"),
            (["[svc0] a", "[svc0] b", "[svc0] c"], "svc0", "c"),
            (["ci1 svc0[10]: a", "ci1 svc1[11]: b", "ci1 svc0[10]: c"], "ci1 svc0[10]", "c"),
            (["Mar  1 10:00:00 svc0: a", "Mar  1 10:00:00 svc1: b", "Mar  1 10:00:01 svc0: c"], "svc0", "c"),
            (["0: a", "1: b", "0: c"], "0", "c"),
            (["1: a", "1: b", "2: c"], "2", "c"),
            (["[test:0] a", "[test:1] b", "[test:0] c"], "test:0", "c"),
            (["node1\ta", "node1\tb", "node2\t c"], "node2", " c"),
            (["[1,0]<out>:a", "[1,1]<out>:b", "[1,0]<out>:c"], "[1,0]<out>", "c"),
        ] {
            assert_eq!(named(&lines), Some((name, text)), "{lines:?}");
        }
    }

    #[test]
    fn what_grows_and_what_a_logger_counts_names_none() {
        for lines in [
            ["1: a", "2: b", "3: c"],
            ["     9\ta", "    10\tb", "    11\tc"],
            ["build.log:9:a", "build.log:10:b", "build.log:11:c"],
            ["[  1.9] a", "[  1.9] b", "[  2.1] c"],
            ["quay.cc:9: a", "quay.cc:9: b", "quay.cc:7: c"],
            ["2026-01-02T03:04:05 - a", "2026-01-02T03:05:01 - b", "2026-01-02T03:05:01 - c"],
            ["[worker-1] INFO a", "[worker-2] INFO b", "[worker-1] INFO c"],
            ["> a", "> b", "> c"],
        ] {
            assert_eq!(named(&lines), None, "{lines:?}");
        }
    }
}
