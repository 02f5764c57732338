//! Streams whose names were stripped before the text: jobs of `gh run view --log`, processes of a journal.
//!
//! Most such logs hold one job after the other, which are read as one stream. Each name has a stream when two names come
//! back after others. Until then the lines since a name changed wait, at most [`HELD`] of them.

use super::Streams;
use super::held::Held;
use super::templates::come_back;
use crate::budget::Count as _;
use crate::event::Listener;
use crate::text::Line;
use crate::text::channel::names::{self, Form};

/// The most lines that wait, and the most bytes of them.
const HELD: usize = 256;
const BYTES: usize = 64 * 1024;

/// The state of names that were stripped.
#[derive(Debug, Default)]
pub(super) struct Stripped {
    /// The name whose lines are judged without a stream of their own.
    plain: Option<Box<str>>,
    /// The lines since another name came.
    held: Vec<Held>,
    bytes: usize,
    /// Whether lines of several names come in turns.
    believed: bool,
}

impl Stripped {
    /// Whether no line waits.
    #[inline]
    pub(super) const fn is_idle(&self) -> bool {
        self.held.is_empty()
    }

    /// Holds a line with a name. Returns whether the held lines are to be judged: they certainly are of several streams,
    /// or no further line may be held.
    fn hold(&mut self, line: &Line<'_>) -> bool {
        self.held.push(Held::of(line));
        self.bytes.up(line.text.len());
        let names = self.held.iter().filter_map(|held| names::stripped(held.before()));
        self.believed = come_back(self.plain.as_deref().into_iter().chain(names));
        self.believed || self.held.len() >= HELD || self.bytes > BYTES
    }
}

impl Streams {
    /// Judges or holds a line before which a stream's name was stripped, when there are others. Returns whether it did.
    #[inline(never)]
    pub(super) fn is_of_stripped(&mut self, line: &Line<'_>, listener: &mut dyn Listener) -> bool {
        let Some(name) = names::stripped(line.before) else {
            if !self.stripped.is_idle() {
                self.release_stripped(listener);
            }
            return false;
        };
        let plain = self.stripped.plain.as_deref() == Some(name);
        if self.stripped.believed {
            if !plain {
                let stream = self.named(Form::Stripped, name);
                self.stream_line(stream, Some(line), 0, listener);
            }
            return !plain;
        }
        if plain && self.stripped.is_idle() {
            return false;
        }
        if self.stripped.hold(line) {
            self.release_stripped(listener);
        }
        true
    }

    /// Judges the lines that waited as what they turned out to be.
    pub(super) fn release_stripped(&mut self, listener: &mut dyn Listener) {
        self.stripped.bytes = 0;
        for held in std::mem::take(&mut self.stripped.held) {
            let line = held.line();
            match names::stripped(line.before) {
                Some(name) if !self.stripped.believed => self.stripped.plain = Some(name.into()),
                Some(name) if self.stripped.plain.as_deref() != Some(name) => {
                    let stream = self.named(Form::Stripped, name);
                    self.stream_line(stream, Some(&line), 0, listener);
                    continue;
                }
                _ => {}
            }
            self.after_stripped(&line, listener);
        }
    }
}
