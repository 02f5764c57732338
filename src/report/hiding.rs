//! Hides secrets in what the report keeps, before a renderer sees it.
//!
//! What a secret is, a layer above knows: it gives the report a [`Hide`]. Only kept text is looked at. Its size is
//! bounded, so a long input costs no more than a short one.

use super::failures::State;
use super::report::Report;
use super::stored::Stored;
use crate::budget::Count as _;
use crate::event::TestId;

/// What is done with the text that is kept. Different secrets get different marks, so all are known before
/// the first is hidden.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pass {
    /// Secrets are remembered, and nothing is hidden.
    Learn,
    /// Secrets are hidden.
    #[default]
    Hide,
}

/// Hides what must not be shown.
pub trait Hide: std::fmt::Debug + Send + Sync {
    /// What is done from now on with the text that is passed in.
    fn pass(&mut self, pass: Pass);

    /// Hides secrets in lines that follow one another. Returns how many were hidden.
    fn lines(&mut self, lines: &mut [&mut Box<str>]) -> u64;

    /// The text without its secrets; `None` when it has none.
    fn text(&mut self, text: &str) -> Option<String>;
}

/// How every mark of a hidden secret begins; its kind and `]` follow.
pub const REDACTED: &str = "[redacted:";

/// How many marks of hidden secrets a text has.
#[must_use]
pub fn marks(text: &str) -> u64 {
    u64::try_from(text.matches(REDACTED).count()).unwrap_or(u64::MAX)
}

/// What hides secrets, and what it hid.
#[derive(Debug, Default)]
pub(super) struct Hiding {
    by: Option<Box<dyn Hide>>,
    hidden: u64,
    /// Failures whose text was looked at, one bit each in the order of their reports.
    done: Vec<u64>,
}

impl Hiding {
    /// A failure's text is looked at. Returns whether it is for the first time.
    fn begins(&mut self, at: usize, pass: Pass) -> bool {
        let (word, bit) = (at >> 6, 1_u64.wrapping_shl(u32::try_from(at & 63).unwrap_or(0)));
        if self.done.len() <= word {
            self.done.resize(word.saturating_add(1), 0);
        }
        let Some(word) = self.done.get_mut(word) else { return false };
        let first = *word & bit == 0;
        if pass == Pass::Hide {
            *word |= bit;
        }
        first
    }
}

fn lines<'a>(hide: &mut dyn Hide, stored: impl Iterator<Item = &'a mut Stored>) -> u64 {
    let mut texts: Vec<&mut Box<str>> = stored.map(|line| &mut line.text).collect();
    hide.lines(&mut texts)
}

impl Report {
    /// From now on the report hides what `hide` finds.
    pub fn hide_with(&mut self, hide: Box<dyn Hide>) {
        self.hiding.by = Some(hide);
    }

    /// Secrets were hidden before the report saw the input: their marks count.
    pub const fn hidden_before(&mut self, count: u64) {
        self.hiding.hidden = self.hiding.hidden.saturating_add(count);
    }

    /// How many of so many marks in the answer are of secrets that were hidden; the input printed the others.
    #[must_use]
    pub fn hidden_of(&self, marks: u64) -> u64 {
        marks.min(self.hiding.hidden)
    }

    /// Hides secrets in a section that is written before the input ends.
    pub fn hide_in_section(&mut self, at: usize) {
        self.hide_in(|report, hide, pass| {
            let mut count = 0_u64;
            let failures = report.sections.get_mut(at).map(|section| {
                let own = section.own_lines();
                count = lines(hide, own);
                section.failures.iter().filter_map(|at| usize::try_from(*at).ok()).collect::<Vec<_>>()
            });
            for failure in failures.unwrap_or_default() {
                count.up(report.hide_in_failure(hide, pass, failure));
            }
            count
        });
    }

    /// Lets `walk` go over a part of the report twice: to learn its secrets, and to hide them. `walk` returns how many it
    /// hid.
    fn hide_in(&mut self, mut walk: impl FnMut(&mut Self, &mut dyn Hide, Pass) -> u64) {
        let Some(mut by) = self.hiding.by.take() else { return };
        let mut count = 0;
        for pass in [Pass::Learn, Pass::Hide] {
            by.pass(pass);
            count = walk(self, &mut *by, pass);
        }
        self.hiding.hidden.up(count);
        self.hiding.by = Some(by);
    }

    fn hide_in_failure(&mut self, hide: &mut dyn Hide, pass: Pass, at: usize) -> u64 {
        let Some(failure) = self.failures.get_mut(at) else { return 0 };
        if failure.state == State::Dropped || !self.hiding.begins(at, pass) {
            return 0;
        }
        let mut count = 0_u64;
        if let Some(detail) = failure.detail.as_deref_mut() {
            let own = detail.heading.iter_mut().chain(detail.lines.iter_mut().map(|(_, line)| line));
            count = lines(hide, own);
            let mut others: Vec<&mut Box<str>> =
                detail.message.iter_mut().chain(detail.place.iter_mut().map(|(file, _)| file)).collect();
            for other in &mut others {
                count.up(hide.lines(std::slice::from_mut(other)));
            }
        }
        let name = self.failures.get(at).and_then(|failure| hide.text(self.failures.shown(failure)));
        if let Some(name) = name {
            count.up(marks(&name));
            self.failures.rename(at, TestId::bare(&name));
        }
        count
    }

    /// Hides secrets in everything that is kept. To be called after [`finish`](Self::finish).
    pub fn hide_all(&mut self) {
        self.hide_in(Self::hide_kept);
    }

    fn hide_kept(&mut self, hide: &mut dyn Hide, pass: Pass) -> u64 {
        let mut count = self.whole.lines_mut().map_or(0, |whole| lines(hide, whole.iter_mut()));
        let mut add = |more: u64| count.up(more);
        add(lines(hide, self.skips.kept_mut().iter_mut()));
        for text in self.skips.texts_mut() {
            hide.lines(&mut [text]);
        }
        if let Some(roster) = &mut self.roster {
            for text in roster.texts_mut() {
                hide.lines(&mut [text]);
            }
            roster.rename(|name| hide.text(name));
        }
        for kept in self.excerpt.kept_mut() {
            let mut kept: Vec<&mut Box<str>> = kept.into_iter().map(|line| &mut line.text).collect();
            add(hide.lines(&mut kept));
        }
        for warning in self.warnings.kept_mut() {
            add(lines(hide, warning.lines.iter_mut()));
        }
        for section in &mut self.sections {
            add(lines(hide, section.own_lines()));
            add(hide.lines(&mut [&mut section.label]));
        }
        for note in &mut self.notes {
            if let Some(text) = hide.text(note) {
                add(marks(&text));
                *note = text;
            }
        }
        for at in 0..self.failures.records().len() {
            count.up(self.hide_in_failure(hide, pass, at));
        }
        count
    }
}
