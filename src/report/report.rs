//! The state of one answer while the input streams by: sections, failures, warnings, excerpt and ledger.

use std::collections::{BTreeMap, BTreeSet};

use super::beyond::Beyond;
use super::classes::Classes;
use super::consequence::Scope;
use super::context::Context;
use super::documents::Documents;
use super::durations::Durations;
use super::escapes::Escapes;
use super::excerpt::Excerpt;
use super::failures::FailureLog;
use super::hiding::Hiding;
use super::kept::Withdrawn;
use super::last_word::LastWord;
use super::nested::Nested;
use super::outliers::Outliers;
use super::past::{Compared, MergedParts, Slower};
use super::reach::Mark;
use super::recent::Recent;
use super::roster::Roster;
use super::section::Section;
use super::skips::Skips;
use super::steps::Steps;
use super::stored::{Stored, class_index};
use super::streams::Streams;
use super::times::Times;
use super::warnings::Warnings;
use super::watch::Latest;
use super::whole::Whole;
use crate::budget::{Amount, Count as _, Ledger, Limits, Mode};
use crate::event::{Class, Opened, Runner, Strength, Totals};
use crate::text::{self, Line};

/// The most sections that are distinguished. Later ones of a runner share one, and the verdict is not passed then.
pub(super) const SECTIONS: usize = 8_192;
/// What the answer will have room for; decides what is worth keeping.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The mode: which classes are shown.
    pub mode: Mode,
    /// The limits.
    pub limits: Limits,
}

/// The result in the making.
#[derive(Debug)]
pub struct Report {
    pub(super) bounds: Bounds,
    pub(super) ledger: Ledger,
    pub(super) escaped: u64,
    pub(super) sections: Vec<Section>,
    /// The sections of the current stream whose end was not seen, outermost first.
    pub(super) open: Vec<usize>,
    pub(super) streams: Streams,
    pub(super) contexts: Vec<Option<Box<Context>>>,
    /// Recognizers whose open run was output of a run that ended, and how many lines had been judged then.
    pub(super) anew: Vec<(usize, u64)>,
    pub(super) failures: FailureLog,
    pub(super) warnings: Warnings,
    pub(super) skips: Skips,
    /// Tests that did not fail, when they are wanted.
    pub(super) roster: Option<Box<Roster>>,
    pub(super) durations: Durations,
    pub(super) classes: Classes,
    pub(super) excerpt: Excerpt,
    outliers: Outliers,
    pub(super) whole: Whole,
    pub(super) steps: Steps,
    pub(super) escapes: Escapes,
    /// The lines that a recognizer may hold.
    pub(super) recent: Recent,
    /// Totals that came without an open section.
    pub(super) strays: Option<(Runner, Totals)>,
    /// Totals over several sections.
    pub(super) run_totals: Option<(Runner, Totals)>,
    /// Strong signs outside of sections.
    pub(super) signs: u64,
    pub(super) notes: Vec<String>,
    pub(super) reading_report: bool,
    pub(super) report_failed: bool,
    pub(super) documents: Documents,
    /// Whether something beside the text says that the run failed.
    pub(super) doubted: bool,
    pub(super) claimed_as: Option<Class>,
    /// What the next heading shows instead of its line.
    pub(super) instead: Option<Box<str>>,
    pub(super) closings: u64,
    /// The scopes of consequences: only failures in its scope explain one. At most `MOST_SCOPES`.
    pub(super) scopes: BTreeMap<usize, Scope>,
    /// The numbers of the lines in which consequences were reported. At most `MOST_SCOPES`.
    pub(super) ends: BTreeMap<usize, u64>,
    /// Consequences that are in a list, with the first one of it. At most `MOST_SCOPES`.
    pub(super) besides: BTreeMap<usize, usize>,
    /// The place after the last run, failure or outcome that was reported.
    pub(super) reported: Mark,
    /// How many failures are only consequences of something that was not reported.
    pub(super) unexplained: usize,
    /// Failures whose only reason is the last lines above them.
    pub(super) guessed: BTreeSet<usize>,
    pub(super) last_word: LastWord,
    pub(super) hiding: Hiding,
    pub(super) latest: Latest,
    pub(super) times: Times,
    pub(super) compared: Option<Compared>,
    pub(super) slower: Vec<Slower>,
    pub(super) merged: MergedParts,
    pub(super) beyond: Option<Box<dyn Beyond>>,
    /// Whether more sections began than are distinguished.
    pub(super) crowded: bool,
    /// Whether a row of points was counted whose end was not read.
    pub(super) counted_in_part: bool,
    /// For each recognizer, the section that its runs share when there are too many.
    pub(super) shared: BTreeMap<usize, usize>,
    /// Whether lines of a stream were read before it was known to be one.
    pub(super) joined_late: bool,
    /// Failing runs that were taken for output of others.
    pub(super) nested: Nested,
    /// Whether the run is known to have ended with exit status 0.
    pub(super) succeeded: bool,
    /// How many failures were reported above the last bound: a line over which no run goes on.
    pub(super) bound: usize,
    /// How many lines had been judged above it.
    pub(super) bound_line: u64,
    /// Consequences that were printed where a command failed. At most `MOST_SCOPES`.
    pub(super) stopping: BTreeSet<usize>,
    /// Claims above a bound that recognizers took back, until totals show whether they stay. At most as many as there are
    /// failures.
    pub(super) withdrawn: Vec<Withdrawn>,
}

impl Report {
    /// An empty report.
    #[must_use]
    pub fn new(bounds: Bounds) -> Self {
        Self {
            bounds,
            ledger: Ledger::default(),
            escaped: 0,
            sections: Vec::new(),
            open: Vec::new(),
            streams: Streams::default(),
            contexts: Vec::new(),
            anew: Vec::new(),
            failures: FailureLog::new(bounds.limits),
            warnings: Warnings::default(),
            skips: Skips::default(),
            roster: None,
            durations: Durations::default(),
            classes: Classes::default(),
            excerpt: Excerpt::new(bounds.limits),
            outliers: Outliers::default(),
            whole: Whole::new(bounds.limits),
            steps: Steps::default(),
            escapes: Escapes::default(),
            recent: Recent::default(),
            strays: None,
            run_totals: None,
            signs: 0,
            notes: Vec::new(),
            reading_report: false,
            report_failed: false,
            documents: Documents::default(),
            doubted: false,
            claimed_as: None,
            instead: None,
            closings: 0,
            scopes: BTreeMap::new(),
            ends: BTreeMap::new(),
            besides: BTreeMap::new(),
            reported: Mark::default(),
            unexplained: 0,
            guessed: BTreeSet::new(),
            last_word: LastWord::default(),
            hiding: Hiding::default(),
            latest: Latest::default(),
            times: Times::default(),
            compared: None,
            slower: Vec::new(),
            merged: MergedParts::default(),
            beyond: None,
            crowded: false,
            counted_in_part: false,
            shared: BTreeMap::new(),
            joined_late: false,
            nested: Nested::default(),
            succeeded: false,
            bound: 0,
            bound_line: u64::MAX,
            stopping: BTreeSet::new(),
            withdrawn: Vec::new(),
        }
    }

    /// The mode of the answer.
    #[must_use]
    pub const fn mode(&self) -> Mode {
        self.bounds.mode
    }

    /// The account of the input.
    #[must_use]
    pub const fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// The account, to count what is shown.
    pub const fn ledger_mut(&mut self) -> &mut Ledger {
        &mut self.ledger
    }

    /// The failures.
    #[must_use]
    pub const fn failures(&self) -> &FailureLog {
        &self.failures
    }

    /// The failures, to be marked as written.
    pub const fn failures_mut(&mut self) -> &mut FailureLog {
        &mut self.failures
    }

    /// The sections in the order of their beginnings.
    #[must_use]
    pub fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// The kept warnings.
    #[must_use]
    pub const fn warnings(&self) -> &Warnings {
        &self.warnings
    }

    /// The skipped tests.
    #[must_use]
    pub const fn skips(&self) -> &Skips {
        &self.skips
    }

    /// The lines that no recognizer claimed.
    #[must_use]
    pub const fn excerpt(&self) -> &Excerpt {
        &self.excerpt
    }

    /// Whether the input is small so far.
    #[must_use]
    pub fn is_small(&self) -> bool {
        self.whole.is_small()
    }

    /// The whole input, while an answer has room for it.
    #[must_use]
    pub fn whole(&self) -> Option<&[Stored]> {
        self.whole.lines()
    }

    /// How many sections ended so far: changes when failures may have become final.
    #[must_use]
    pub const fn closings(&self) -> u64 {
        self.closings
    }

    /// Code points that were escaped, replaced or removed so far.
    #[must_use]
    pub const fn escaped(&self) -> u64 {
        self.escaped
    }

    /// Something beside the text says that the run failed: the verdict is not passed.
    pub fn contradict(&mut self, note: String) {
        self.doubted = true;
        self.note(note);
    }

    /// Adds a warning of weir's own to the answer.
    pub fn note(&mut self, text: String) {
        let text = text::one_line(&text);
        if self.notes.len() < 32 && !self.notes.contains(&text) {
            self.notes.push(text);
        }
    }

    #[inline]
    pub(super) fn new_section(&mut self, runner: Runner, from: usize, opened: Opened) -> usize {
        if self.sections.len() >= SECTIONS
            && let Some(at) = self.shared_section(from)
        {
            return at;
        }
        let runner = self.context(from).tool.unwrap_or(runner);
        let mut section = Section::new(runner, from, opened);
        (section.parent, section.stream) = (self.owner(), self.streams.present());
        section.from_report = self.reading_report;
        section.document = self.documents.present();
        section.group = self.context(from).next_group.take().map(Box::new);
        self.sections.push(section);
        let at = self.sections.len().saturating_sub(1);
        if at >= SECTIONS {
            self.shared.insert(from, at);
        }
        at
    }

    /// Stores the current line under one class, the same in all places that store it.
    pub(super) fn store(&mut self, line: &Line<'_>, class: Class) -> Stored {
        let class = *self.claimed_as.get_or_insert(class);
        Stored::of(line, class)
    }

    /// Counts a judged line, and keeps it where its class needs it.
    #[inline]
    pub(super) fn book(&mut self, line: &Line<'_>, class: Class) {
        let class = self.claimed_as.take().unwrap_or(class);
        self.escaped.up(line.escaped);
        if !line.last_row {
            return;
        }
        self.ledger.saw(class_index(class), Amount { lines: 1, chars: line.chars });
        self.last_word.line(line);
        self.classes.add(line.number, class);
        self.recent.add(line, class);
        if self.whole.is_held() {
            self.whole.add(line, class);
        }
        self.times.line(line.text, &mut self.failures);
        if let Some(roster) = &mut self.roster {
            roster.line(line.text);
        }
        if line.is_held_in_part() && matches!(class, Class::Passed | Class::Noise) {
            // Of a row of points that is longer than the held text, not all points were counted.
            self.counted_in_part |= line.counted().len() == line.text.len();
        }
        if matches!(class, Class::Totals | Class::Noise) {
            self.durations.read(line.number, line.text, class);
        }
        let unclaimed = match class {
            Class::Other | Class::Noise => true,
            Class::Passed | Class::Totals => self.bounds.mode == Mode::Verbose,
            Class::Detail | Class::Warning => false,
            Class::Skipped => return self.keep_skip(Stored::of(line, class)),
        };
        if unclaimed {
            // Where a runner is recognized, marks of lines do not matter.
            if class == Class::Other && self.sections.is_empty() && self.outliers.is_one(line.text) {
                self.excerpt.sign(line, class, Strength::Mention, None);
            }
            self.excerpt.add(line, class);
        }
    }

    /// Whether a line of a pass is only counted.
    pub(super) fn only_counts_passes(&self) -> bool {
        !self.whole.is_held()
            && !self.classes.are_kept()
            && self.claimed_as.is_none()
            && self.roster.is_none()
            && self.bounds.mode != Mode::Verbose
    }

    /// Counts empty lines that no recognizer claims, if none of them can be shown. Else returns false and counts nothing.
    pub fn book_blanks(&mut self, count: u64) -> bool {
        let unseen = !self.whole.is_held()
            && !self.classes.are_kept()
            && self.claimed_as.is_none()
            && self.excerpt.is_past_its_head();
        if unseen {
            self.ledger.saw(class_index(Class::Other), Amount { lines: count, chars: count });
        }
        unseen
    }

    /// Counts empty lines that were taken off before they were judged.
    pub fn took_off_blanks(&mut self, count: u64) {
        self.ledger.saw(class_index(Class::Other), Amount { lines: count, chars: count });
    }

    pub(super) fn keep_skip(&mut self, line: Stored) {
        if self.bounds.mode != Mode::Minimal {
            self.skips.add(line);
        }
    }

    /// Whether anything was recognized: only then is the run reduced by the table of classes.
    #[must_use]
    pub fn recognised(&self) -> bool {
        self.sections.iter().any(Section::counts)
    }

    /// What a mode that prints notes says besides the failures: trouble with report files, disagreements.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }
}
