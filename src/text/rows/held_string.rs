//! What may be the content of a control string: it is kept apart until that is known.
//!
//! A string that ends is removed. One that never ends was text: opening a string cannot hide anything on a line.

use super::held::Held;
use crate::budget::Count as _;
use crate::text::ansi::Ender;

/// Whether there is a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// No string.
    Closed,
    /// Its content is being read.
    Open(Ender),
    /// It never ended: its content is text and waits to be written.
    Broken,
}

/// The content of a string, bounded.
#[derive(Debug)]
pub(super) struct HeldString {
    state: State,
    text: Held,
    chars: u64,
    escaped: u64,
}

impl HeldString {
    pub(super) fn new() -> Self {
        Self { state: State::Closed, text: Held::default(), chars: 0, escaped: 0 }
    }

    /// A string begins.
    pub(super) fn open(&mut self, ender: Ender) {
        self.state = State::Open(ender);
    }

    /// Whether what is read belongs to a string.
    pub(super) fn is_open(&self) -> bool {
        matches!(self.state, State::Open(_))
    }

    /// Whether BEL ends the string.
    pub(super) fn ends_with_bell(&self) -> bool {
        self.state == State::Open(Ender::TerminatorOrBell)
    }

    /// Whether text waits to be written.
    pub(super) fn is_broken(&self) -> bool {
        self.state == State::Broken
    }

    /// Adds text of the string.
    pub(super) fn write(&mut self, text: &str, chars: u64) {
        self.text.push(text);
        self.chars.up(chars);
    }

    /// Adds one character of the string in its visible form.
    pub(super) fn write_visible(&mut self, form: &str, escaped: u64) {
        self.text.push_whole(form);
        self.chars.up(1);
        self.escaped.up(escaped);
    }

    /// Adds characters of the string in their visible forms, each of which counts as escaped.
    pub(super) fn write_forms<T: Copy>(&mut self, of: &[T], form: impl Fn(T) -> &'static str) {
        self.text.push_forms(of, form);
        let count = u64::try_from(of.len()).unwrap_or(u64::MAX);
        self.chars.up(count);
        self.escaped.up(count);
    }

    /// Adds `count` characters of the string in their visible forms, each of which counts as escaped.
    pub(super) fn write_run(&mut self, characters: &str, count: u64) {
        self.text.push_visible(characters);
        self.chars.up(count);
        self.escaped.up(count);
    }

    /// Adds ASCII of the string, with every control in its visible form.
    pub(super) fn write_ascii(&mut self, bytes: &[u8]) {
        let controls = self.text.push_ascii(bytes);
        self.chars.up(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
        self.escaped.up(controls);
    }

    /// The string will not end. Its introducer is lost, which counts as escaped.
    pub(super) fn break_up(&mut self) {
        self.escaped.up(1);
        self.state = State::Broken;
    }

    /// Text was written outside of a string: it waits for its turn.
    pub(super) fn hold_back(&mut self) {
        self.state = State::Broken;
    }

    /// The string ended. Returns how many chars were removed with it; `None` if it painted progress or was the time of a
    /// line.
    pub(super) fn close(&mut self) -> Option<u64> {
        // Progress for the terminal's own bar (ConEmu's OSC 9;4, which cargo sends too) is not content.
        // Buildkite's `_bk;t=1690000000000` is the time of a line.
        let progress = ["9;4;", "bk;t="].iter().any(|start| self.text.text().starts_with(start));
        let chars = self.chars;
        self.clear();
        (!progress).then_some(chars)
    }

    /// Writes what waits, and returns how many chars and how many escapes that is.
    pub(super) fn take(&mut self, into: &mut Held) -> (u64, u64) {
        into.append(&self.text);
        let counts = (self.chars, self.escaped);
        self.clear();
        counts
    }

    pub(super) fn clear(&mut self) {
        self.state = State::Closed;
        self.text.clear();
        self.chars = 0;
        self.escaped = 0;
    }
}
