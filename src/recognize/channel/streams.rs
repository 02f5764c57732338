//! Several streams in one: tools that run commands at once write the commands' names before their lines.
//!
//! Each name gets a scanner of its own, so that two runs whose lines alternate are both read as if each were alone.
//! The recognizers see a line without its prefix; the report keeps it as it was printed.
//!
//! A prefix needs evidence: its tool's header, or the same form on consecutive lines. Lines that may be the first of
//! several streams wait, at most [`WAITING`] of them, until the next ones decide. So nothing is judged twice, and no
//! header of a run is missed. A line without a known form costs one look at its beginning.

use crate::event::{Class, Event, Listener, Runner, Stream};
use crate::recognize::dispatch::following::Following;
use crate::recognize::dispatch::scanner::Scanner;
use crate::recognize::kit::literals::Clean;
use crate::recognize::patterns::Patterns;
use crate::text::channel::Receipts;
use crate::text::channel::labels::{self, Labels};
use crate::text::channel::names::{Announced, Form, Found};
use crate::text::channel::no_break::NoBreak;
use crate::text::channel::residue::Residue;
use crate::text::{After, Line};
use named::Named;
use second_print::SecondPrint;
use stream_listener::StreamListener;
use stripped::Stripped;
use templates::{Learned, Looking};
use waiting::{Waiting, is_evidence, may_be_first};

mod held;
mod named;
mod second_print;
mod stages;
mod stream_listener;
mod stripped;
mod templates;
mod waiting;

/// The most streams that are kept apart, not counting lines without a prefix. Streams that begin later share the last
/// one.
const MOST_STREAMS: usize = 256;
/// The most lines that wait for evidence.
const WAITING: usize = 6;

/// All recognizers over all streams of an input.
#[derive(Debug)]
pub struct Streams {
    /// The rests of colours that are taken out of each line.
    residue: Residue,
    /// Replaces no-break spaces with blanks.
    no_break: NoBreak,
    /// The streams whose names were stripped before their lines.
    stripped: Stripped,
    /// The prefix that each line has.
    learned: Learned,
    /// What was read on trial, when no prefix was found. It is small and kept to the end: the code that frees each of its
    /// recognizers takes up more memory than they do.
    looked: Option<Box<Looking>>,
    plain: Scanner,
    /// The number of the recognizer of [`BUILDER`] in `plain`.
    builder: Option<usize>,
    /// The scanner of each name, in the order of `names`.
    named: Vec<Scanner>,
    names: Vec<Named>,
    announced: Announced,
    /// Whether there was no room for a stream.
    shares: bool,
    /// The forms that are believed.
    believed: Vec<Form>,
    waiting: Vec<Waiting>,
    patterns: Patterns,
    labels: Labels,
    again: SecondPrint,
    /// The part of the input in which there is neither a bar nor a dollar sign.
    unbarred: Clean,
    /// How often learned prefixes were taken off that are forgotten now.
    forgotten: Receipts,
}

/// The runner that writes [`Form::Step`].
const BUILDER: Runner = Runner("docker build");

impl Streams {
    /// All streams of an input, with all recognizers or with those of one runner only, and with a user's patterns.
    #[must_use]
    pub fn new(only: Option<&str>, patterns: Patterns) -> Self {
        Self::learning(Scanner::new(only), patterns)
    }

    /// All streams of another input, with new recognizers of the same kinds. Shares the prefilter, which takes
    /// longer to prepare than a short log takes to read.
    #[must_use]
    pub fn of_another(&self, patterns: Patterns) -> Self {
        Self::learning(self.plain.sibling(), patterns)
    }

    fn learning(plain: Scanner, patterns: Patterns) -> Self {
        let learned = if patterns.is_empty() { Learned::looking() } else { Learned::Never };
        Self {
            learned,
            residue: Residue::looking(),
            no_break: NoBreak::looking(),
            ..Self::reading(plain, patterns)
        }
    }

    /// Streams with new recognizers of the same kinds, which take lines as they are.
    fn sibling(&self) -> Self {
        Self { labels: Labels::given_up(), ..Self::reading(self.plain.sibling(), Patterns::default()) }
    }

    fn reading(plain: Scanner, patterns: Patterns) -> Self {
        Self {
            residue: Residue::default(),
            no_break: NoBreak::default(),
            stripped: Stripped::default(),
            learned: Learned::Never,
            looked: None,
            builder: plain.number_of(BUILDER),
            plain,
            named: Vec::new(),
            names: Vec::new(),
            shares: false,
            announced: Announced::default(),
            believed: Vec::new(),
            waiting: Vec::new(),
            patterns,
            labels: Labels::default(),
            again: SecondPrint::No,
            unbarred: Clean::default(),
            forgotten: Receipts::default(),
        }
    }

    /// Judges the lines after one that was judged, until one of them may have a prefix or the listener wants its turn.
    #[inline]
    fn follow(
        &mut self,
        line: &Line<'_>,
        passed: Option<usize>,
        mut following: Following<'_>,
        turn: u64,
        listener: &mut dyn Listener,
    ) -> After {
        let (mut line, mut passed) = (*line, passed);
        loop {
            if let Some(number) = passed.filter(|_| self.patterns.is_empty()) {
                let free = following.free(&line);
                following.pass(self.plain.passes(number, &line, free, listener));
            }
            if listener.turn() != turn {
                return following.taken();
            }
            // A line that may have a label goes the long way.
            let Some(next) = following.next_if(|text| !labels::may_begin(text)) else {
                return following.taken();
            };
            passed = self.plainly(&next, listener);
            line = next;
        }
    }

    /// Whether nothing waits for another line, so that an empty one does not matter.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.waiting.is_empty()
            && self.stripped.is_idle()
            && self.patterns.is_empty()
            && self.plain.is_idle()
            && self.labels.are_none()
            && self.learned.is_never()
    }

    /// The input ended.
    pub fn end(&mut self, listener: &mut dyn Listener) {
        self.release_stripped(listener);
        self.end_learning(listener);
        self.release(listener);
        for number in 0..self.named.len() {
            self.stream_line(number, None, 0, listener);
        }
        if !self.patterns.is_empty() {
            self.match_patterns(0, None, None, listener);
        }
        self.plain.end(listener);
        if self.shares {
            listener.mixed(MOST_STREAMS);
        }
    }

    /// Judges a line without a prefix. Returns the recognizer whose pass it is, when it went the short way.
    #[inline]
    fn plainly(&mut self, line: &Line<'_>, listener: &mut dyn Listener) -> Option<usize> {
        if !self.patterns.is_empty() {
            self.plain.good = self.match_patterns(0, Some(line), Some(line), listener);
        }
        self.plain.judge(line, listener)
    }

    /// Checks the user's patterns and tools; without a line, ends them. Their failures belong to no run: the end of a run does
    /// not take them back. Returns what the line is when a row says that it is a good one.
    #[inline(never)]
    fn match_patterns(
        &mut self,
        stream: usize,
        line: Option<&Line<'_>>,
        printed: Option<&Line<'_>>,
        listener: &mut dyn Listener,
    ) -> Option<Class> {
        let streams = MOST_STREAMS.saturating_add(1);
        let first = self.plain.recognizers().saturating_add(1).saturating_mul(streams);
        let first = first.saturating_add(self.patterns.len().saturating_mul(stream));
        listener.stream(Stream::Apart);
        let mut report = |pattern: usize, runner, event: Event<'_>| {
            listener.event(first.saturating_add(pattern), runner, printed, event);
        };
        let good = match (line, printed) {
            (Some(line), printed) => self.patterns.line(stream, line, printed.unwrap_or(line), &mut report),
            (None, _) => {
                self.patterns.end(stream, &mut report);
                None
            }
        };
        listener.stream(Stream::Plain);
        good
    }

    #[inline(never)]
    fn prefixed(&mut self, line: &Line<'_>, found: &Found<'_>, listener: &mut dyn Listener) {
        if let Some(stream) = self.stream(found, line.text) {
            self.release(listener);
            self.announced.scripts |= found.form == Form::Script;
            if found.form == Form::Step {
                // The builder's own recognizer keeps the output of a step, for when it fails.
                self.plain.overhear(self.builder, line, listener);
            }
            self.stream_line(stream, Some(line), found.length, listener);
            return;
        }
        if !may_be_first(found) || self.waiting.first().is_some_and(|first| first.form != found.form) {
            self.release(listener);
        }
        if !may_be_first(found) {
            self.plainly(line, listener);
            return;
        }
        self.waiting.push(Waiting::of(line, found));
        if is_evidence(&self.waiting) {
            self.believed.push(found.form);
            for waiting in std::mem::take(&mut self.waiting) {
                let stream = self.named(waiting.form, &waiting.name);
                self.stream_line(stream, Some(&waiting.line()), waiting.length, listener);
            }
        } else if self.waiting.len() >= WAITING {
            self.release(listener);
        }
    }

    /// Judges lines that waited in vain as ordinary ones.
    fn release(&mut self, listener: &mut dyn Listener) {
        for waiting in std::mem::take(&mut self.waiting) {
            self.plainly(&waiting.line(), listener);
        }
    }

    /// The stream of a line, when its prefix is believed.
    fn stream(&mut self, found: &Found<'_>, text: &str) -> Option<usize> {
        // act writes a job in lower case like other tools' names in brackets.
        let form = |form: Form| form == found.form || (form == Form::Job && found.form == Form::Brackets);
        let known = self.names.iter().position(|each| form(each.form) && *each.name == *found.name);
        if known.is_some() {
            return known;
        }
        let rest = text.get(found.length..).unwrap_or_default();
        let begins = match found.form {
            Form::Step
            | Form::CloudStep
            | Form::Arrow
            | Form::Level
            | Form::AntTask
            | Form::Log
            | Form::Label
            | Form::Numbered
            | Form::Stripped => true,
            Form::Vercel => !rest.trim_end().is_empty(),
            Form::Brackets if found.is_of_cluster() => true,
            Form::Job => text.get(..found.length).is_some_and(|prefix| prefix.trim_end().ends_with('|')),
            Form::Bars if self.announced.bars => true,
            Form::Brackets if self.announced.brackets => true,
            Form::Bars | Form::Scoped | Form::Brackets => self.believed.contains(&found.form),
            Form::Task => rest.starts_with("cache ") || self.believed.contains(&found.form),
            Form::Script if self.believed.contains(&found.form) => true,
            Form::Script => {
                rest.starts_with(' ') && text.get(..found.length).is_some_and(|text| text.ends_with('$'))
            }
            Form::Colon => ["> ", "$ ", "yarn run v"].iter().any(|start| rest.starts_with(start)),
        };
        begins.then(|| self.named(found.form, found.name))
    }

    /// The number of the stream of this name, which may be new.
    fn named(&mut self, form: Form, name: &str) -> usize {
        let known = self.names.iter().position(|each| each.form == form && *each.name == *name);
        known.unwrap_or_else(|| {
            if self.names.len() < MOST_STREAMS {
                self.names.push(Named::new(form, name));
                self.named.push(self.plain.sibling());
            } else {
                self.shares = true;
            }
            self.names.len().saturating_sub(1)
        })
    }

    /// Judges a line of a stream, or ends the stream.
    fn stream_line(
        &mut self,
        stream: usize,
        line: Option<&Line<'_>>,
        prefix: usize,
        listener: &mut dyn Listener,
    ) {
        let first = self.plain.recognizers().saturating_add(1).saturating_mul(stream.saturating_add(1));
        let mut named = self.names.get_mut(stream);
        let own = line.map(|line| {
            let text = line.text.get(prefix..).unwrap_or_default();
            let text = named.as_mut().map_or(text, |named| named.unstamped(text));
            Line { text, ..*line }
        });
        let mut good = None;
        if !self.patterns.is_empty() {
            good = self.match_patterns(stream.saturating_add(1), own.as_ref(), line, listener);
        }
        let Some(scanner) = self.named.get_mut(stream) else { return };
        scanner.good = good;
        scanner.set_whole(self.plain.whole());
        listener.stream(Stream::Named(stream));
        let name = self.names.get(stream).map_or("", |named| &*named.name);
        let mut stream_line = StreamListener { listener: &mut *listener, printed: line, first, name };
        match &own {
            Some(own) => {
                scanner.gather(own, &mut stream_line);
                scanner.line(own, &mut stream_line);
            }
            None => scanner.end(&mut stream_line),
        }
        listener.stream(Stream::Plain);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{Class, Event};
    use crate::text::Together;

    /// A listener that wants its turn after some lines.
    #[derive(Default)]
    struct Interrupting {
        judged: Vec<u64>,
        turns: u64,
        wants: Vec<u64>,
    }

    impl Listener for Interrupting {
        fn event(&mut self, _: usize, _: Runner, _: Option<&Line<'_>>, _: Event<'_>) {}

        fn judged(&mut self, line: &Line<'_>, _: Class) {
            self.judged.push(line.number);
            self.turns += u64::from(self.wants.contains(&line.number));
        }

        fn turn(&self) -> u64 {
            self.turns
        }
    }

    /// The numbers of the lines that were judged with the first one of a block of six.
    fn judged_together(wants: Vec<u64>) -> Vec<u64> {
        let text = "one\ntwo\nfour\nfive\nsix\nseven\n";
        let together = Some(Together { text, length: 3, position: 0, bare: true });
        let mut listener = Interrupting { wants, ..Interrupting::default() };
        let streams = Streams::new(None, Patterns::default());
        let after = Streams {
            learned: Learned::Never,
            residue: Residue::default(),
            no_break: NoBreak::default(),
            ..streams
        }
        .line(&Line { together, ..Line::plain("one", 1) }, &mut listener);
        assert_eq!(after.lines + 1, listener.judged.len() as u64);
        listener.judged
    }

    #[test]
    fn the_lines_of_a_block_are_judged_together_until_the_listener_wants_its_turn() {
        assert_eq!(judged_together(vec![]), [1, 2, 3, 4, 5, 6]);
        assert_eq!(judged_together(vec![1]), [1]);
        assert_eq!(judged_together(vec![3, 5]), [1, 2, 3]);
    }
}
