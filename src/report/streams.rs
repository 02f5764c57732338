//! Open sections, stream by stream: what is open in one owns nothing of another.

use super::report::Report;
use crate::event::Stream;

/// The open sections of the streams that are not the present one.
#[derive(Debug, Default)]
pub(super) struct Streams {
    present: Stream,
    /// How often the stream changed.
    changes: u64,
    /// The plain stream's first, then the named ones'.
    open: Vec<Vec<usize>>,
}

impl Streams {
    /// The stream of the present line.
    pub(super) const fn present(&self) -> Stream {
        self.present
    }

    /// A number that stays the same for as long as one stream's lines follow each other.
    pub(super) const fn changes(&self) -> u64 {
        self.changes
    }

    /// Nothing is open any more.
    pub(super) fn clear(&mut self) {
        self.open.clear();
    }
}

/// Where the open sections of a stream wait; nowhere for what is apart.
const fn place(stream: Stream) -> usize {
    match stream {
        Stream::Plain => 0,
        Stream::Apart => 1,
        Stream::Named(number) => number.saturating_add(2),
    }
}

impl Report {
    /// Goes over to another stream.
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
        self.streams.present = stream;
        self.streams.changes = self.streams.changes.saturating_add(1);
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
