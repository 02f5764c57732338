//! The row that is being drawn, and how it is borrowed when it is complete.

use std::ops::Range;

use super::held::Held;

/// How many blanks end a row in a line with cursor movements.
pub(super) const GAP_BLANKS: usize = 20;

/// Where one piece of a row is in the held text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::text) struct Piece {
    /// The range in the row's text, in bytes.
    pub range: Range<usize>,
    /// Whether it is the last piece of its row, which the tail belongs to.
    pub last: bool,
}

#[derive(Debug, Default)]
pub(super) struct Row {
    /// What was drawn.
    pub held: Held,
    /// Whether the line moves the cursor, so that gaps end rows.
    pub moves: bool,
    /// Whether the cursor has left the row: what comes next is drawn over it.
    left: bool,
    /// From which byte on the complete row has to be borrowed; `None` while it grows.
    lend: Option<usize>,
    /// Whether the row was complete: then it is cleared before more is drawn.
    stale: bool,
}

impl Row {
    /// Begins the first row of a line.
    pub(super) fn begin(&mut self) {
        self.restart();
        self.moves = false;
        self.lend = None;
    }

    /// Forgets what was drawn.
    pub(super) fn restart(&mut self) {
        self.held.clear();
        self.left = false;
        self.stale = false;
    }

    /// Forgets the row if it was complete. Returns whether it was.
    pub(super) fn renew(&mut self) -> bool {
        let stale = self.stale;
        if stale {
            self.restart();
        }
        stale
    }

    pub(super) fn leave(&mut self) {
        self.left = true;
    }

    pub(super) fn is_left(&self) -> bool {
        self.left
    }

    /// Whether the row has to be borrowed before anything is drawn over it.
    pub(super) fn is_in_the_way(&self) -> bool {
        self.left && !self.held.is_blank()
    }

    pub(super) fn complete(&mut self) {
        self.lend = Some(0);
        self.stale = true;
    }

    /// The next piece of the complete row; `None` when all of it was borrowed.
    pub(super) fn piece(&mut self) -> Option<Piece> {
        let from = self.lend?;
        let text = self.held.text();
        if !self.moves {
            self.lend = None;
            return Some(Piece { range: from..text.len(), last: true });
        }
        let rest = text.get(from..).unwrap_or_default();
        let start = from.saturating_add(leading_gap(rest));
        let rest = text.get(start..).unwrap_or_default();
        let end = start.saturating_add(gap(rest).unwrap_or(rest.len()));
        let beyond = text.get(end..).unwrap_or_default();
        let last = beyond.bytes().all(|byte| byte == b' ');
        self.lend = (!last).then_some(end);
        Some(Piece { range: start..end, last })
    }
}

/// Where the first gap begins (bytes).
fn gap(text: &str) -> Option<usize> {
    let mut run = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        run = if byte == b' ' { run.saturating_add(1) } else { 0 };
        if run == GAP_BLANKS {
            return Some(at.saturating_add(1).saturating_sub(GAP_BLANKS));
        }
    }
    None
}

/// The length (bytes) of the gap that the text begins with; 0 for none.
fn leading_gap(text: &str) -> usize {
    let blanks = text.bytes().take_while(|byte| *byte == b' ').count();
    if blanks < GAP_BLANKS { 0 } else { blanks }
}
