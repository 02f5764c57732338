//! Open sections, stream by stream: what is open in one owns nothing of another.

use super::report::Report;
use crate::budget::Count as _;
use crate::event::Stream;

/// The open sections of the streams that are not the present one.
#[derive(Debug, Default)]
pub(super) struct Streams {
    present: Stream,
    /// How often a stream with a name was entered after lines of another stream. The first such line does not count when
    /// there was no sign of a failure before it.
    changes: u64,
    /// Whether there was a line of a stream with a name.
    joined: bool,
    /// The named stream that was left last, and how many lines had been judged then.
    left: Option<(Stream, u64)>,
    /// The plain stream's first, then the named ones'.
    open: Vec<Vec<usize>>,
}

impl Streams {
    /// The stream of the present line.
    pub(super) const fn present(&self) -> Stream {
        self.present
    }

    /// A number that stays the same as long as one stream's lines follow each other; for a stream with a name also from
    /// the beginning of the input, as long as other streams printed no sign of a failure.
    pub(super) fn changes(&self) -> u64 {
        let after = self.joined && !matches!(self.present, Stream::Named(_));
        self.changes.saturating_mul(2).saturating_add(u64::from(after))
    }

    /// Nothing is open anymore.
    pub(super) fn clear(&mut self) {
        self.open.clear();
    }
}

/// At which index the open sections of a stream wait.
const fn place(stream: Stream) -> usize {
    match stream {
        Stream::Plain => 0,
        Stream::Apart => 1,
        Stream::Named(number) => number.saturating_add(2),
    }
}

impl Report {
    /// Changes to another stream.
    pub(super) fn enter(&mut self, stream: Stream) {
        let (from, to) = (place(self.streams.present), place(stream));
        if from == to {
            return;
        }
        let most = from.max(to).saturating_add(1);
        if self.streams.open.len() < most {
            self.streams.open.resize_with(most, Vec::new);
        }
        for number in [from, to] {
            if let Some(elsewhere) = self.streams.open.get_mut(number) {
                std::mem::swap(&mut self.open, elsewhere);
            }
        }
        // Between two lines of one named stream, that stream is left and entered again.
        let silent = self.signs == 0 && self.strays.is_none();
        let lines = self.ledger.seen().lines;
        if matches!(self.streams.present, Stream::Named(_)) {
            self.streams.left = Some((self.streams.present, lines));
        }
        let same = self.streams.left.map_or(silent, |left| left == (stream, lines));
        if matches!(stream, Stream::Named(_)) && !same {
            self.streams.changes.up(1);
        }
        self.streams.joined |= matches!(stream, Stream::Named(_));
        self.streams.present = stream;
    }

    /// The open section whose output the current line may be: the innermost of its stream, else of the plain one.
    pub(super) fn owner(&self) -> Option<usize> {
        let plain = || self.streams.open.first().and_then(|open| open.last());
        let own = self.open.last();
        match self.streams.present {
            Stream::Plain => own.copied(),
            Stream::Named(_) => own.or_else(plain).copied(),
            Stream::Apart => None,
        }
    }
}
