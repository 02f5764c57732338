//! What is before every line of a log that was taken out of something else: a logger's time and level, a container's
//! name, the number of the line, a quote's mark.
//!
//! The prefix is learned from the first lines, a few of which are held: it is what they have in common, except for
//! numbers and levels. It is believed once recognizers read a run after it and none in the unchanged lines. Until then,
//! and for lines without it, lines are not changed. So an application's own log stays one, and so do the levels of a
//! build tool whose recognizer knows them. A line that reports a failure, unchanged or after a possible prefix, is not
//! held: then what is known so far decides. After a stream's first lines nothing is looked for.

use super::Streams;
use super::waiting::may_be_first;
use crate::event::Listener;
use crate::recognize::unknown::generic;
use crate::text::channel::learned::Shape;
use crate::text::channel::names::{self, Announced, Form, Found};
use crate::text::channel::{Receipts, Stage, reports_bad_end};
use crate::text::{Line, Together};
use again::Replay;
use looking::Common;

use crate::budget::Count as _;
pub(super) use looking::{Looking, come_back};
use probe::Probe;

mod again;
mod looking;
mod probe;
mod proof;

/// How many lines with something in common are needed at least to learn a prefix, and how many when a run's header or two
/// failures are after it.
const FEWEST: (usize, usize) = (3, 2);
/// How many lines may be before the first of them.
const BEFORE: u8 = 4;
/// Among how many lines, with empty ones, they are looked for.
const LINES: u8 = 32;
/// During how many lines evidence may come, and how many of them may lack the prefix.
const EVIDENCE: (u16, u8) = (1000, 4);
/// How many candidates may wait for evidence.
const CANDIDATES: usize = 6;
/// After how many lines without it a prefix is forgotten: a logger's, and any other.
const FORGOTTEN: (u8, u8) = (64, 4);

/// What is known of the prefix.
#[derive(Debug, Default)]
pub(super) enum Learned {
    /// There is none, and nothing more is looked for.
    #[default]
    Never,
    /// The first lines are held.
    Looking(Box<Looking>),
    /// It was learned, and waits for evidence.
    Waiting(Box<Evident>),
    /// It is known.
    Known(Box<Known>),
}

/// Shapes that wait for evidence.
#[derive(Debug)]
pub(super) struct Evident {
    bare: Box<Probe>,
    probes: Vec<Probe>,
    /// For how many more lines with text it waits, and how many of them may lack the prefix.
    patience: u16,
    misses: u8,
}

/// A shape that is believed.
#[derive(Debug)]
pub(super) struct Known {
    shape: Shape,
    /// How many lines with text in a row were without it.
    misses: u8,
    /// How many lines had it.
    lines: u64,
    /// The number of the first line, as long as all lines have it.
    all_since: Option<u64>,
    /// What the rest remembers of the unchanged lines.
    memory: generic::Memory,
}

impl Known {
    fn new(shape: Shape, all_since: Option<u64>) -> Box<Self> {
        Box::new(Self { shape, misses: 0, lines: 0, all_since, memory: generic::Memory::default() })
    }
}

impl Learned {
    /// Nothing is known yet.
    pub(super) fn looking() -> Self {
        Self::Looking(Box::default())
    }

    /// Adds how many prefixes were taken off.
    pub(super) fn book(&self, receipts: &mut Receipts) {
        if let Self::Known(known) = self {
            receipts.add(Stage::Logger, known.shape.receipt(), known.lines);
        }
    }

    /// Whether lines are judged unchanged.
    #[inline]
    pub(super) const fn is_never(&self) -> bool {
        matches!(self, Self::Never)
    }
}

impl Streams {
    /// Judges a line of a stream whose lines may have a prefix.
    #[inline(never)]
    pub(super) fn learn(&mut self, line: &Line<'_>, listener: &mut dyn Listener) {
        // Each line is judged by itself.
        let together = line.together.map(|together| Together { bare: false, ..together });
        let line = &Line { together, ..*line };
        match std::mem::take(&mut self.learned) {
            Learned::Never => {
                self.after_logger(line, listener);
            }
            Learned::Looking(looking) => self.look(looking, line, listener),
            Learned::Waiting(evident) => self.weigh(evident, line, listener),
            Learned::Known(known) => self.cut(known, line, listener),
        }
    }

    /// The input ended.
    pub(super) fn end_learning(&mut self, listener: &mut dyn Listener) {
        match std::mem::take(&mut self.learned) {
            Learned::Looking(looking) => self.decide(*looking, listener),
            known => known.book(&mut self.forgotten),
        }
    }

    /// Holds a line that may share a prefix with those before it, and decides as soon as it can.
    fn look(&mut self, mut looking: Box<Looking>, line: &Line<'_>, listener: &mut dyn Listener) {
        if self.knows_streams() {
            self.report_held(&mut looking, listener);
            self.after_logger(line, listener);
            self.looked = Some(looking);
            return;
        }
        looking.lines.up(1);
        if looking.lose_clock(line)
            && let Some(before) = looking.held.last()
        {
            self.release(listener);
            self.after_logger(&Replay::line(before.line()), &mut Replay(listener));
        }
        if looking.is_anothers(line.text) {
            // The name of the others decides whose line this is.
            if !looking.hold(line) || looking.several().is_some() {
                self.decide(*looking, listener);
                return;
            }
            self.learned = Learned::Looking(looking);
            return;
        }
        if !line.text.trim_ascii().is_empty() && !looking.narrow(line.text) {
            if looking.best().is_some() {
                self.decide(*looking, listener);
                return self.learn(line, listener);
            }
            // The lines before have nothing in common; this may be the first of lines that have.
            self.report_held(&mut looking, listener);
            looking.begin(line.text);
        }
        let patient = looking.before <= BEFORE && looking.lines <= LINES;
        if looking.common.is_none() || !patient {
            self.report_held(&mut looking, listener);
            self.after_logger(line, listener);
            if patient && !self.plain.has_heard() {
                self.learned = Learned::Looking(looking);
            } else {
                self.looked = Some(looking);
            }
            return;
        }
        let bare = looking.bare.get_or_insert_with(|| Box::new(Probe::new(None, self.sibling())));
        let mut alarmed = bare.failure_signals_at(line);
        let reads = !bare.evidence().is_none();
        let logged = looking.common.as_ref().is_some_and(Common::is_logged);
        let reads = reads && !logged && !looking.waits_for_more();
        if reads && looking.probes.is_empty() {
            self.report_held(&mut looking, listener);
            self.after_logger(line, listener);
            self.looked = Some(looking);
            return;
        }
        looking.probe(|shape| Probe::new(Some(shape), self.sibling()));
        for probe in &mut looking.probes {
            alarmed |= probe.failure_signals_at(line);
        }
        let full = !looking.hold(line) || looking.lines >= LINES;
        if full || reads || (alarmed && looking.is_settled() && looking.best().is_some()) {
            self.decide(*looking, listener);
            return;
        }
        if alarmed {
            self.report_held(&mut looking, listener);
        }
        self.learned = Learned::Looking(looking);
    }

    /// Judges the held lines as what they turn out to be.
    fn decide(&mut self, mut looking: Looking, listener: &mut dyn Listener) {
        let best =
            looking.best().or_else(|| looking.named()).and_then(|best| Some((best, best.shape.clone()?)));
        let first = looking.held.first().map_or("", |held| &*held.text);
        let form = match &best {
            Some((_, shape)) => stream_form(shape, first),
            None => looking.several(),
        };
        if best.is_some() || form.is_some() {
            let reported = looking.reported;
            if reported > 0 {
                let number = looking.held.first().map_or(u64::MAX, |held| held.number);
                let signal = best.as_ref().and_then(|(best, _)| best.failure_signal_before(number));
                self.join_late(signal, listener);
                self.release(listener);
            }
            let shape = best.filter(|_| form.is_none()).map_or(Shape::Bare, |(_, shape)| shape);
            self.learned = match form {
                Some(form) => {
                    self.announce(form);
                    Learned::Never
                }
                None => {
                    let first = looking.held.first().map_or(0, |held| held.number);
                    let known = Known::new(shape.clone(), (looking.before <= 1).then_some(first));
                    Learned::Known(self.doubted(known, first, listener))
                }
            };
            for (at, held) in looking.held.iter().enumerate() {
                if at >= reported {
                    self.learn(&held.line(), listener);
                } else if !looking.reported_names {
                    // What was reported of the unchanged lines is not reported twice.
                    self.after_shape(&shape, &Replay::line(held.line()), &mut Replay(listener));
                }
            }
            return;
        }
        self.report_held(&mut looking, listener);
        let Looking { bare: Some(bare), mut probes, sharing, .. } = looking else { return };
        if sharing >= FEWEST.0 && bare.evidence().is_none() {
            probes.truncate(CANDIDATES);
            let (patience, misses) = EVIDENCE;
            self.learned = Learned::Waiting(Box::new(Evident { bare, probes, patience, misses }));
        }
    }

    /// What comes next is not a line: those that wait for evidence are judged unchanged, in their order.
    pub fn judge_held(&mut self, listener: &mut dyn Listener) {
        match std::mem::take(&mut self.learned) {
            Learned::Looking(mut looking) => {
                self.report_held(&mut looking, listener);
                self.learned = Learned::Looking(looking);
            }
            learned => self.learned = learned,
        }
        self.release(listener);
    }

    /// Judges, unchanged, the held lines that were not judged yet.
    fn report_held(&mut self, looking: &mut Looking, listener: &mut dyn Listener) {
        for held in looking.held.iter().skip(looking.reported) {
            self.after_logger(&held.line(), listener);
        }
        looking.reported = looking.held.len();
        looking.reported_names = looking.bare.as_ref().is_some_and(|bare| bare.names_failures());
    }

    /// Reads a line on trial, and then judges it as what it turns out to be.
    fn weigh(&mut self, mut evident: Box<Evident>, line: &Line<'_>, listener: &mut dyn Listener) {
        if self.knows_streams() {
            self.after_logger(line, listener);
            return;
        }
        evident.bare.read(line);
        evident.probes.iter_mut().for_each(|probe| probe.read(line));
        let blank = line.text.trim_ascii().is_empty();
        let has = |probe: &Probe| probe.shape.as_ref().is_some_and(|shape| shape.each(line, |_| {}));
        let missing = !blank && !evident.probes.iter().any(has);
        evident.misses.down(u8::from(missing));
        evident.patience.down(u16::from(!blank));
        let best = best(&evident.probes, &evident.bare, usize::from(EVIDENCE.0));
        let over = !evident.bare.evidence().is_none() || evident.patience == 0;
        if evident.misses == 0 || (over && best.is_none()) {
            self.after_logger(line, listener);
            return;
        }
        match best.and_then(|best| Some((best, best.shape.clone()?))) {
            Some((best, shape)) => {
                self.join_late(best.failure_signal_before(line.number), listener);
                if let Some(form) = stream_form(&shape, line.text) {
                    self.announce(form);
                    self.after_logger(line, listener);
                    return;
                }
                let known = self.doubted(Known::new(shape, None), line.number, listener);
                self.cut(known, line, listener);
            }
            None => {
                self.after_logger(line, listener);
                self.learned = Learned::Waiting(evident);
            }
        }
    }

    /// Judges the text of a line after the prefix of a shape, as a line of the stream that the prefix names. Returns
    /// whether the line has the prefix.
    pub(super) fn after_shape(
        &mut self,
        shape: &Shape,
        line: &Line<'_>,
        listener: &mut dyn Listener,
    ) -> bool {
        let Some(found) = shape.stream(line.text) else {
            return shape.each(line, |own| {
                self.plain.gather(own, listener);
                self.after_logger(own, listener);
            });
        };
        let stream = self.named(found.form, found.name);
        self.stream_line(stream, Some(line), found.length, listener);
        true
    }

    /// Whether lines already belong to streams by their names.
    fn knows_streams(&self) -> bool {
        !self.believed.is_empty() || !self.names.is_empty()
    }

    /// The prefix of all lines is the name of a stream: from now on lines with another name of that form are another
    /// program's.
    fn announce(&mut self, form: Form) {
        self.announced.tasks |= form == Form::Task;
        self.announced.scripts |= form == Form::Script;
        self.believed.push(form);
    }

    /// Indented lines below other lines may be what another runner printed: then the stream is not called passed. A log
    /// whose lines are all indented is a log of its own.
    fn doubted(&self, known: Box<Known>, first: u64, listener: &mut dyn Listener) -> Box<Known> {
        if known.shape.is_indent() && known.all_since.is_none() {
            self.plain.missed(first, listener);
        }
        known
    }

    /// Lines that were judged unchanged may have been a run's: if one of them reports a failure after the prefix, the
    /// stream is not called passed.
    fn join_late(&mut self, failure_signal: Option<u64>, listener: &mut dyn Listener) {
        listener.joined_late();
        if let Some(number) = failure_signal {
            self.plain.missed(number, listener);
        }
    }

    /// Judges the text of a line after its prefix. If no recognizer claims the text, what the unchanged line says of a
    /// failure is reported as well.
    fn cut(&mut self, mut known: Box<Known>, line: &Line<'_>, listener: &mut dyn Listener) {
        let whole = self.plain.rest_says(line, &mut known.memory);
        self.plain.set_whole(whole);
        let has = self.after_shape(&known.shape, line, listener);
        self.plain.set_whole(None);
        if known.shape.is_object() && reports_bad_end(line.text) {
            self.plain.signs(line, listener);
        }
        if has {
            known.misses = 0;
            let named = matches!(known.shape, Shape::Numbered(_));
            known.lines.up(u64::from(!named));
        } else if !line.text.trim_ascii().is_empty() {
            known.misses.up(1);
            if let Some(first) = known.all_since.take() {
                known = self.doubted(known, first, listener);
            }
        }
        let misses = known.misses;
        let most = if known.shape.is_logged() { FORGOTTEN.0 } else { FORGOTTEN.1 };
        let known = Learned::Known(known);
        if misses < most {
            self.learned = known;
        } else {
            known.book(&mut self.forgotten);
        }
    }
}

/// The form of a stream's name, when the prefix is nothing else.
fn stream_form(shape: &Shape, line: &str) -> Option<Form> {
    let alone = |found: &Found<'_>| {
        let text = shape.template().and_then(|template| template.cut(line));
        may_be_first(found) && text.is_some_and(|text| line.get(found.length..) == Some(text))
    };
    let bare = Announced::default();
    names::unannounced(line).or_else(|| names::find(line, bare).filter(alone)).map(|found| found.form)
}

/// The probe after whose shape most is reported, when that is enough. Among equals it is the longest, without
/// blanks that may be the text's, and without a level after a stream's name, which may be that of a build tool.
fn best<'a>(probes: &'a [Probe], bare: &Probe, lines: usize) -> Option<&'a Probe> {
    let enough = |probe: &&Probe| {
        probe.shape.as_ref().is_some_and(|shape| proof::is_proved(shape, probe, bare, lines))
    };
    let wide = |probe: &Probe| probe.shape.as_ref().is_some_and(Shape::is_wide);
    let tools = |probe: &Probe| probe.shape.as_ref().is_some_and(Shape::ends_with_build_tools);
    probes.iter().filter(enough).max_by_key(|probe| (probe.evidence(), !tools(probe), !wide(probe)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{Class, Event, Runner};
    use crate::recognize::patterns::Patterns;

    struct Nobody;

    impl Listener for Nobody {
        fn event(&mut self, _: usize, _: Runner, _: Option<&Line<'_>>, _: Event<'_>) {}
        fn judged(&mut self, _: &Line<'_>, _: Class) {}
    }

    #[test]
    fn a_prefix_is_looked_for_among_the_first_lines_only() {
        let mut streams = Streams::new(None, Patterns::default());
        for number in 1..=u64::from(LINES) {
            assert!(!streams.learned.is_never(), "{number}");
            streams.line(&Line::plain("", number), &mut Nobody);
        }
        streams.line(&Line::plain("", u64::from(LINES) + 1), &mut Nobody);
        assert!(streams.learned.is_never());
        // Each line has something that might be a prefix, and none has it in common with the one before.
        let mut streams = Streams::new(None, Patterns::default());
        for (number, text) in (1..).zip(["a: x", "> y", "[b] z"].into_iter().cycle().take(usize::from(LINES)))
        {
            streams.line(&Line::plain(text, number), &mut Nobody);
        }
        assert!(streams.learned.is_never());
    }
}
