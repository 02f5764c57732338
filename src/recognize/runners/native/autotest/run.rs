//! One run of a suite, as it prints it itself.
//!
//! A silent run prints a line for each test, and nothing of what they print. A verbose one prints each test's report: what
//! is between its first line and its last may be anybody's, the last line too, so a test is over only when something
//! else of the run follows. Where reports of several tests are among one another's ([`Mixed`]) the totals count and the
//! closing list.

use std::collections::BTreeSet;

use super::autotest_lines::{self, At, Reported, Word};
use super::block::Text;
use super::boxes::Found;
use super::mixed::Mixed;
use super::state::{Counts, Failed, Form, Open, Tail};
use super::sum::{Reader, Sum};
use super::tell::{self, class, id};
use crate::budget::Count as _;
use crate::event::{Block, Class, Event, FailureKind, Grade, Seen, Sink};
use crate::text::head;

/// The most names of failures that are remembered, and the most bytes of a name.
pub(super) const MOST_NAMES: usize = 2048;
pub(super) const NAME_BYTES: usize = 300;
/// The most lines that are kept of what is after a report.
const AFTER_LINES: usize = 100;

/// A run.
#[derive(Debug, Default)]
pub(super) struct Run {
    pub(super) title: String,
    pub(super) form: Form,
    pub(super) open: Option<Open>,
    /// The last test that was reported, and where it is.
    pub(super) last: Option<(u64, String)>,
    /// The numbers of all that were reported.
    pub(super) seen: BTreeSet<u64>,
    /// A line without a result.
    pub(super) flight: Option<(u64, String)>,
    /// What is after its name.
    pub(super) follows: Option<String>,
    pub(super) located: Counts,
    /// Passes that were reported by name.
    pub(super) named: u64,
    pub(super) failed: Vec<Failed>,
    pub(super) reader: Reader,
    pub(super) listed: Vec<(u64, Word)>,
    /// The signal that ended it.
    pub(super) signal: Option<String>,
    /// The suite itself went wrong.
    pub(super) broken: bool,
}

impl Run {
    pub(super) fn new(title: &str) -> Self {
        Self { title: title.to_owned(), ..Self::default() }
    }

    /// A run that only its log tells of.
    pub(super) fn of_log(title: &str) -> Self {
        Self { form: Form::Log, ..Self::new(title) }
    }

    pub(super) fn sum(&self) -> Option<Sum> {
        self.reader.sum()
    }

    /// Whether a suite may begin here: no test prints it, for all that is known.
    pub(super) fn may_end(&self) -> bool {
        self.open.as_ref().is_none_or(|open| open.tail.is_some() || open.broken)
    }

    /// The last test, whose report may go on when another one printed what seemed its end.
    pub(super) fn last(&self) -> Option<(u64, String, String)> {
        let open = self.open.as_ref()?;
        Some((open.number, open.place.clone(), open.name.clone()))
    }

    /// Whether a log's reports tell more than the run itself did.
    pub(super) fn is_reported_whole(&self) -> bool {
        matches!(self.form, Form::Verbose)
    }

    /// A line.
    pub(super) fn line(&mut self, text: &str, found: &Found, sink: &mut dyn Sink) -> Seen {
        let bare = text.trim_end();
        if let Form::Mixed(_) = self.form {
            return self.mixed(bare, found, sink);
        }
        if let Some(seen) = self.inside(bare, sink) {
            return seen;
        }
        if let Some((at, name)) = autotest_lines::head(bare) {
            return self.head(at, name, bare, sink);
        }
        if !matches!(self.form, Form::Verbose)
            && let Some(seen) = self.silent(text, bare, sink)
        {
            return seen;
        }
        self.between(bare, found, sink)
    }

    /// A line while a report is read.
    fn inside(&mut self, bare: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let open = self.open.as_mut()?;
        if let Some((at, reported)) = autotest_lines::tail(bare) {
            if at.number == open.number && at.place == open.place {
                for text in std::mem::take(&mut open.after) {
                    open.text.push(&text);
                }
                open.tail = Some(Tail {
                    word: reported.word,
                    place: reported.place.map(|place| (place.file.to_owned(), place.line)),
                    line: head(bare, NAME_BYTES).to_owned(),
                });
                // What came before was printed by the test.
                self.reader.forget();
                self.listed.clear();
                return Some(Seen::Mine(class(reported.word)));
            }
            if self.last.as_ref().is_some_and(|(number, place)| at.number == *number && at.place == place) {
                // It is the one that goes on, and printed the beginning of this one.
                return Some(self.mix(bare, sink));
            }
        }
        // Something else came between its beginning and the result.
        let split = bare.ends_with(':')
            && autotest_lines::tail_begins(bare)
                .is_some_and(|at| at.number == open.number && at.place == open.place);
        if split {
            return Some(self.mix(bare, sink));
        }
        if open.tail.is_some() {
            if open.after.len() < AFTER_LINES {
                open.after.push(head(bare, NAME_BYTES).to_owned());
            }
            return None;
        }
        // A test of another number: one that came before may be a suite's that this one runs.
        if autotest_lines::head_inside(bare).is_some_and(|(at, _)| !self.has_seen(at.number)) {
            return Some(self.mix(bare, sink));
        }
        let open = self.open.as_mut()?;
        open.broken |= autotest_lines::is_broken_make(bare);
        if let Some(signal) = autotest_lines::signal(bare) {
            open.broken = true;
            self.signal = Some(signal.to_owned());
        }
        open.text.push(bare);
        Some(Seen::Inside(Class::Other))
    }

    /// From here on reports are among one another's.
    fn mix(&mut self, bare: &str, sink: &mut dyn Sink) -> Seen {
        let mut mixed = Mixed::default();
        if let Some(open) = self.open.take() {
            mixed.begin(open.number, &open.name, &open.text);
            let tail = open.tail.iter().map(|tail| &tail.line);
            for line in tail.chain(&open.after) {
                mixed.line(line);
            }
        }
        self.form = Form::Mixed(mixed);
        self.mixed(bare, &Found::Nothing, sink)
    }

    /// Whether the report of a test of this number began.
    fn has_seen(&self, number: u64) -> bool {
        self.seen.contains(&number) || self.open.as_ref().is_some_and(|open| open.number == number)
    }

    fn mixed(&mut self, bare: &str, found: &Found, sink: &mut dyn Sink) -> Seen {
        let Form::Mixed(mixed) = &mut self.form else { return Seen::No };
        if let Some((number, word)) = mixed.line(bare) {
            self.reader.forget();
            self.listed.clear();
            if let Some(word) = word.filter(|word| !word.fails()) {
                self.take_back(number, word, sink);
            }
            return Seen::Mine(word.map_or(Class::Noise, class));
        }
        match self.between(bare, found, sink) {
            Seen::No if self.sum().is_none() => Seen::Inside(Class::Other),
            seen => seen,
        }
    }

    /// A test was reported by a line that another one printed.
    fn take_back(&mut self, number: u64, word: Word, sink: &mut dyn Sink) {
        let Some(at) = self.failed.iter().position(|each| each.number == number) else { return };
        let failed = self.failed.swap_remove(at);
        let shown = number.to_string();
        sink.emit(Event::Withdrawn(id(&shown, &failed.name)));
        self.located.failed.down(1);
        self.count(word);
    }

    pub(super) fn count(&mut self, word: Word) {
        let slot = match word {
            Word::Ok => &mut self.located.passed,
            Word::Skipped => &mut self.located.skipped,
            Word::ExpectedFailure => &mut self.located.other,
            Word::Failed | Word::UnexpectedPass => &mut self.located.failed,
        };
        slot.up(1);
    }

    /// The first line of a report.
    fn head(&mut self, at: At<'_>, name: &str, bare: &str, sink: &mut dyn Sink) -> Seen {
        if matches!(self.form, Form::Silent | Form::Log) || self.has_seen(at.number) {
            return if self.sum().is_some() { Seen::No } else { Seen::Inside(Class::Other) };
        }
        let before =
            self.open.as_ref().map(|open| open.number).or(self.last.as_ref().map(|(number, _)| *number));
        if before.is_some_and(|before| at.number < before) {
            return self.mix(bare, sink);
        }
        self.flush(sink);
        self.form = Form::Verbose;
        self.reader.forget();
        self.listed.clear();
        self.open = Some(Open {
            number: at.number,
            place: at.place.to_owned(),
            name: head(name, NAME_BYTES).to_owned(),
            head: head(bare, NAME_BYTES).to_owned(),
            text: Text::default(),
            tail: None,
            after: Vec::new(),
            broken: false,
        });
        Seen::Mine(Class::Noise)
    }

    /// A line of a silent run.
    fn silent(&mut self, text: &str, bare: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if let Some((number, name)) = &self.flight
            && let Some(reported) = autotest_lines::result(bare)
        {
            // A warning was between the name and the result.
            let (number, name) = (*number, name.clone());
            self.flight = None;
            return Some(self.result(number, &name, reported, sink));
        }
        if matches!(self.form, Form::Log) {
            return None;
        }
        let (number, rest) = autotest_lines::numbered(text)?;
        // After a name that has no result yet are blanks.
        let reported =
            autotest_lines::ending(rest).filter(|(before, _)| !before.trim().is_empty() || before.len() > 1);
        if self.sum().is_some() {
            return None;
        }
        self.form = Form::Silent;
        self.reader.forget();
        if let Some((name, reported)) = reported {
            return Some(self.result(number, name.trim(), reported, sink));
        }
        let (name, follows) = autotest_lines::padded(rest);
        self.flight = Some((number, head(name.trim(), NAME_BYTES).to_owned()));
        self.follows =
            Some(head(follows.trim(), NAME_BYTES).to_owned()).filter(|follows| !follows.is_empty());
        Some(Seen::Mine(Class::Noise))
    }

    fn result(&mut self, number: u64, name: &str, reported: Reported<'_>, sink: &mut dyn Sink) -> Seen {
        self.count(reported.word);
        let shown = number.to_string();
        let id = id(&shown, name);
        if reported.word.fails() {
            self.remember(number, name);
            tell::claim(id, reported.word, Grade::Block, sink);
            sink.emit(Event::Heading);
            tell::place(reported.place, sink);
            tell::unexpected(reported.word, sink);
        } else {
            self.named.up(u64::from(reported.word == Word::Ok));
            sink.emit(Event::finished(id, tell::outcome(reported.word)));
        }
        Seen::Mine(class(reported.word))
    }

    /// A line that is in no report.
    fn between(&mut self, bare: &str, found: &Found, sink: &mut dyn Sink) -> Seen {
        match found {
            Found::Title(title) if title == "Test results" => {
                self.reader.begin();
                self.listed.clear();
                return Seen::Mine(Class::Totals);
            }
            Found::Title(title) if title.ends_with(".log was created") => {
                self.may_have_ended(sink);
                return Seen::Mine(Class::Noise);
            }
            Found::Title(_) | Found::Part => {
                return if self.sum().is_some() { Seen::No } else { Seen::Mine(Class::Noise) };
            }
            Found::Nothing => {}
        }
        if self.reader.line(bare) {
            self.may_have_ended(sink);
            return Seen::Mine(Class::Totals);
        }
        if let Some(listed) = autotest_lines::subject(bare).filter(|_| self.reader.has_begun()) {
            self.listed = listed;
            self.may_have_ended(sink);
            return Seen::Mine(Class::Totals);
        }
        if self.reader.has_begun() && is_advice(bare) {
            self.may_have_ended(sink);
            return Seen::Mine(Class::Noise);
        }
        if self.sum().is_some() {
            return Seen::No;
        }
        if let Some(signal) = autotest_lines::signal(bare) {
            self.signal = Some(signal.to_owned());
            return Seen::Mine(Class::Detail);
        }
        if let Some((suite, printed)) =
            autotest_lines::error(bare).filter(|_| !matches!(self.form, Form::Mixed(_)))
        {
            self.broken = true;
            sink.emit(Event::BlockOpened(Block::Whole { name: suite, kind: FailureKind::Setup }));
            sink.emit(Event::Heading);
            sink.emit(Event::Message(printed));
            sink.emit(Event::BlockClosed);
            return Seen::Mine(Class::Detail);
        }
        Seen::Inside(if bare.is_empty() { Class::Noise } else { Class::Other })
    }

    fn may_have_ended(&self, sink: &mut dyn Sink) {
        if self.sum().is_some() {
            sink.emit(Event::MayHaveEnded);
        }
    }

    /// Whether make says here that it is over, without totals: between the lines of a silent run no test prints anything.
    pub(super) fn is_broken_off(&self, bare: &str) -> bool {
        matches!(self.form, Form::Silent | Form::Unknown)
            && self.sum().is_none()
            && autotest_lines::is_broken_make(bare)
    }

    /// Whether it may print a line for each test.
    pub(super) fn may_be_silent(&self) -> bool {
        matches!(self.form, Form::Silent | Form::Unknown) && self.sum().is_none()
    }
}

/// Lines below the totals that say what to do with a log.
fn is_advice(bare: &str) -> bool {
    const BEGINNINGS: [&str; 5] = [
        "Please send ",
        "   To: <",
        "You may investigate any problem if you feel able to do so",
        "case the test suite provides a good starting point.",
        "be found below ",
    ];
    BEGINNINGS.iter().any(|begin| bare.starts_with(begin))
}
