//! The first lines: what they have in common, and what is read after it.

use super::super::held::Held;
use super::probe::{Evidence, Probe};
use super::{FEWEST, best};
use crate::budget::Count as _;
use crate::text::channel::learned::{Form as Message, Numbered, Shape, Template};
use crate::text::channel::names::{self, Form};
use crate::text::{self, Line};

/// How many lines are held at most, and how many while lines of several streams seem to come in turns, or all are
/// indented.
const HELD: (usize, usize) = (8, 32);
/// From how many lines on numbers that only grow are taken for line numbers.
const SETTLED: usize = 4;
/// The most bytes that are held, and the longest line, in bytes.
const BYTES: (usize, usize) = (64 * 1024, 16 * 1024);

/// What the held lines have in common.
#[derive(Debug)]
pub(super) enum Common {
    Prefix(Template),
    Message(Message),
}

impl Common {
    fn of(line: &str) -> Option<Self> {
        if let Some(form) = Message::of(line) {
            return Some(Self::Message(form));
        }
        // The beginning of an object is not a prefix of a text.
        let template =
            Some(Template::of(line)).filter(|template| !line.starts_with('{') && template.is_any());
        template.map(Self::Prefix)
    }

    /// Keeps what a further line has in common with the others. Returns whether that is anything.
    fn narrow(&mut self, line: &str) -> bool {
        match self {
            Self::Prefix(template) => {
                let mut narrower = template.clone();
                narrower.narrow(line);
                let any = narrower.is_any();
                if any {
                    *template = narrower;
                }
                any
            }
            Self::Message(form) => form.message(line).is_some(),
        }
    }

    fn shapes(&self, held: &[Held]) -> Vec<Shape> {
        let lines = || held.iter().map(|held| &*held.text);
        let shape = |template: Template| match Numbered::of(&template, lines()) {
            Some(numbered) => Shape::Numbered(numbered),
            None => Shape::Prefix(template),
        };
        match self {
            Self::Prefix(template) => template.candidates().into_iter().map(shape).collect(),
            Self::Message(form) => vec![Shape::Message(*form)],
        }
    }

    /// Whether it is written like a logger's or a clock's prefix, and hardly anything else is.
    pub(super) fn is_logged(&self) -> bool {
        match self {
            Self::Prefix(template) => template.is_logged(),
            Self::Message(_) => true,
        }
    }
}

/// The state while the first lines are held.
#[derive(Debug, Default)]
pub(in crate::recognize::channel::streams) struct Looking {
    /// Those that may have something in common, how many of them were judged unchanged, and the bytes of all.
    pub(super) held: Vec<Held>,
    pub(super) reported: usize,
    /// Whether one of those that were judged named a failure.
    pub(super) reported_names: bool,
    pub(super) bytes: usize,
    /// What the lines with text have in common, and how many those are.
    pub(super) common: Option<Common>,
    pub(super) sharing: usize,
    /// How often it began with another line, and how many lines were looked at.
    pub(super) before: u8,
    pub(super) lines: u8,
    /// Reads all lines unchanged, from the first one on that may have something in common with others.
    pub(super) bare: Option<Box<Probe>>,
    /// Read these lines, each after another possible prefix.
    pub(super) probes: Vec<Probe>,
}

impl Looking {
    /// Takes the clock off the first line that has one: until this line nothing showed that others have one too. Returns
    /// whether that line was already judged, and no failure was named.
    pub(super) fn lose_clock(&mut self, line: &Line<'_>) -> bool {
        if let Some(before) = self.held.last_mut().filter(|before| line.clock > 0 && before.clock == 0)
            && let Some(rest) = text::after_clock(&before.text, line.clock)
        {
            before.text = rest.to_owned();
            before.clock = line.clock;
            return self.reported == self.held.len() && !self.reported_names;
        }
        false
    }

    /// Whether a line begins with the name of a task or a script, and the lines that are held with another one.
    pub(super) fn is_anothers(&self, line: &str) -> bool {
        let Some(first) = self.held.first().and_then(|held| names::unannounced(&held.text)) else {
            return false;
        };
        let other = names::unannounced(line);
        other.is_some_and(|other| other.form == first.form && other.name != first.name)
    }

    /// Keeps what a further line has in common with the held ones. Returns whether that is anything.
    pub(super) fn narrow(&mut self, line: &str) -> bool {
        let narrowed = self.common.as_mut().is_some_and(|common| common.narrow(line));
        self.sharing.up(usize::from(narrowed));
        narrowed
    }

    /// Begins again with what this line may have in common with those after it.
    pub(super) fn begin(&mut self, line: &str) {
        let (bare, before) = (self.bare.take(), self.before.saturating_add(1));
        let common = Common::of(line);
        let (sharing, lines) = (usize::from(common.is_some()), self.lines);
        *self = Self { sharing, common, before, lines, bare, ..Self::default() };
    }

    /// Reads the held lines after possible prefixes that are new, and drops those that are not possible anymore.
    pub(super) fn probe(&mut self, new: impl Fn(Shape) -> Probe) {
        let mut shapes = self.common.as_ref().map(|common| common.shapes(&self.held)).unwrap_or_default();
        // Many runners indent lines below a heading.
        shapes.retain(|shape| self.before <= 1 || !shape.is_indent());
        let mut known = std::mem::take(&mut self.probes);
        for shape in shapes {
            let at = known.iter().position(|probe| probe.shape.as_ref() == Some(&shape));
            self.probes.push(at.map_or_else(
                || {
                    let mut probe = new(shape);
                    self.held.iter().for_each(|held| probe.read(&held.line()));
                    probe
                },
                |at| known.swap_remove(at),
            ));
        }
    }

    /// Holds a line. Returns whether more may be held.
    pub(super) fn hold(&mut self, line: &Line<'_>) -> bool {
        self.held.push(Held::of(line));
        self.bytes = self.bytes.saturating_add(line.text.len()).saturating_add(1);
        let set_in = self.probes.iter().any(|probe| probe.shape.as_ref().is_some_and(Shape::is_indent));
        let most = if set_in || self.is_mixed() { HELD.1 } else { HELD.0 };
        self.held.len() < most && self.bytes <= BYTES.0 && line.text.len() <= BYTES.1
    }

    /// The names of the lines' streams, by what this probe takes off.
    fn names<'a>(&'a self, probe: &'a Probe) -> impl Iterator<Item = &'a str> {
        let name = |text| Some(probe.shape.as_ref()?.stream(text)?.name);
        self.held.iter().filter_map(move |held| name(&held.text))
    }

    /// Whether lines of several streams seem to be among those that are held.
    fn is_mixed(&self) -> bool {
        let mut names = self.probes.last().into_iter().flat_map(|probe| self.names(probe));
        let mut tasks = self.held.iter().filter_map(|held| Some(names::unannounced(&held.text)?.name));
        names.next().is_some_and(|first| names.any(|name| name != first))
            || tasks.next().is_some_and(|first| tasks.any(|name| name != first))
    }

    /// Whether the prefix may be a name or blanks: then recognizers may read the text anywhere in a line, but better
    /// after the prefix.
    pub(super) fn waits_for_more(&self) -> bool {
        let shapes = self.common.as_ref().map(|common| common.shapes(&self.held)).unwrap_or_default();
        shapes
            .iter()
            .any(|shape| matches!(shape, Shape::Numbered(_)) || (shape.is_indent() && self.before <= 1))
    }

    /// The probe that names streams, two of which come back after others, when no less is reported of their lines without
    /// the names.
    pub(super) fn named(&self) -> Option<&Probe> {
        let bare = self.bare.as_ref()?;
        let fits = |probe: &&Probe| {
            come_back(self.names(probe))
                && !bare.evidence().exceeds(probe.evidence())
                && !probe.reads_otherwise()
        };
        self.probes.iter().find(fits)
    }

    /// The form of the names of tasks or scripts before the held lines, when two of these come back after others: only
    /// tools that run several at once write like that.
    pub(super) fn several(&self) -> Option<Form> {
        let found = || self.held.iter().filter_map(|held| names::unannounced(&held.text));
        let form = found().next()?.form;
        come_back(found().filter(|found| found.form == form).map(|found| found.name)).then_some(form)
    }

    /// Whether it is clear what the numbers before the lines are: while they only grow they may count lines, or streams.
    pub(super) fn is_settled(&self) -> bool {
        let numbers = self.probes.iter().filter_map(|probe| probe.shape.as_ref()?.template());
        let growing = numbers.into_iter().any(|template| {
            template.grows(self.held.iter().map(|held| &*held.text)) && self.held.len() < SETTLED
        });
        !growing
    }

    /// The probe after whose shape a run is read, when the lines are enough to believe that.
    pub(super) fn best(&self) -> Option<&Probe> {
        let best = best(&self.probes, self.bare.as_ref()?, self.sharing)?;
        let Evidence { headers, failures, .. } = best.evidence();
        let (fewest, reported) = FEWEST;
        let enough = if headers > 0 || failures > 1 { reported } else { fewest };
        (self.sharing >= enough).then_some(best)
    }
}

/// Whether two names come back after another one.
pub(in crate::recognize::channel::streams) fn come_back<'a>(names: impl Iterator<Item = &'a str>) -> bool {
    let (mut known, mut back): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    for name in names {
        if known.last() == Some(&name) {
            continue;
        }
        if known.contains(&name) && !back.contains(&name) {
            back.push(name);
        }
        known.retain(|other| *other != name);
        known.push(name);
    }
    back.len() > 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many lines of this length are held.
    fn held(bytes: usize) -> usize {
        let (text, mut looking) = ("a".repeat(bytes), Looking::default());
        while looking.hold(&Line::plain(&text, 1)) {}
        looking.held.len()
    }

    #[test]
    fn few_lines_and_few_bytes_are_held() {
        assert_eq!(held(1), HELD.0);
        assert_eq!(held(BYTES.0 / 4), 4);
        assert_eq!(held(BYTES.1), 4);
        assert_eq!(held(BYTES.1 + 1), 1);
    }
}
