//! The page: the only way to write the answer. It refuses what would exceed a limit, and keeps room for verdict and
//! footer.

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};

use super::look::{self, Look};
use super::row::{Position, Row, chars, printed};
use super::view::Style;
use crate::budget::{Amount, CEILING_BYTES, Cost, Count as _, Cut, Ledger, Limits, Ruler};
use crate::report::{Detail, Stored, class_index, marks};
use crate::text::Paints;

/// A page of bounded size.
pub struct Page<'a> {
    out: &'a mut dyn Write,
    limits: Limits,
    ruler: Ruler,
    ceiling: u64,
    style: Style,
    used: Cost,
    bytes: u64,
    reserved: Cost,
    /// How much of `reserved` is for the line after the body.
    kept: Cost,
    /// Whether a person reads it: then empty lines separate failures, and lines have their colours.
    person: bool,
    /// The colours of the input's lines.
    paints: Option<Paints>,
    /// What lines of failures are, which have colours of weir's own where the tool printed none.
    looks: HashMap<u64, Look>,
    /// Room that nothing needs: it is for empty lines and colours.
    spare: Cost,
    shown: HashSet<u64>,
    /// Texts in the answer that are not an input line of their own.
    reported: HashSet<Box<str>>,
    refused: u64,
    /// How many marks of hidden secrets were printed.
    marks: u64,
    /// How many code points in the answer replace others.
    escapes: u64,
    error: Option<io::Error>,
}

impl std::fmt::Debug for Page<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Page").field("used", &self.used).finish_non_exhaustive()
    }
}

/// How many code points of a text replace others.
fn escapes(text: &str) -> u64 {
    let found = text.matches("<U+").count().saturating_add(text.matches('\u{fffd}').count());
    u64::try_from(found).unwrap_or(u64::MAX)
}

/// Before it is known what else comes, one in so many parts of a page may go to empty lines and colours.
const PART_TO_LOOK_AT: u64 = 16;

fn to_look_at(limits: Limits) -> Cost {
    let part = |limit: u64| limit.div_euclid(PART_TO_LOOK_AT);
    Cost { chars: part(limits.chars), lines: part(limits.lines) }
}

/// The most chars of the verdict line, and of the footer.
#[must_use]
pub fn closing_width(limits: Limits) -> u64 {
    limits.line_chars.min(500).min(limits.chars.div_euclid(4))
}

/// The room of the verdict line and the footer.
fn closing(limits: Limits, ruler: Ruler, style: Style) -> Cost {
    let width = closing_width(limits).saturating_add(style.overhead());
    let width = ruler.most(width).saturating_add(1);
    Cost { chars: width.saturating_mul(2), lines: 2 }
}

impl<'a> Page<'a> {
    /// An empty page that keeps room for verdict and footer.
    pub fn new(out: &'a mut dyn Write, limits: Limits, style: Style) -> Self {
        Self::within(out, limits, None, style)
    }

    /// An empty page that also has at most so many bytes.
    pub fn within(out: &'a mut dyn Write, limits: Limits, bytes: Option<u64>, style: Style) -> Self {
        let ruler = Ruler::new(limits, bytes);
        let reserved = closing(limits, ruler, style);
        Self {
            out,
            limits,
            ruler,
            ceiling: bytes.unwrap_or(CEILING_BYTES).min(CEILING_BYTES),
            style,
            used: Cost::default(),
            bytes: 0,
            reserved,
            kept: Cost::default(),
            person: false,
            paints: None,
            looks: HashMap::new(),
            spare: if style == Style::Plain { Cost::default() } else { to_look_at(limits) },
            shown: HashSet::new(),
            reported: HashSet::new(),
            refused: 0,
            marks: 0,
            escapes: 0,
            error: None,
        }
    }

    /// Sets other limits from here on, which must not be lower.
    pub fn widen(&mut self, limits: Limits) {
        if self.limits == limits {
            return;
        }
        self.limits = limits;
        self.ruler = Ruler::new(limits, (self.ceiling < CEILING_BYTES).then_some(self.ceiling));
        self.reserved = closing(limits, self.ruler, self.style);
    }

    /// A copy of the page that is written somewhere else.
    pub fn elsewhere<'b>(&self, out: &'b mut dyn Write) -> Page<'b> {
        let Self {
            limits,
            ruler,
            ceiling,
            style,
            used,
            bytes,
            reserved,
            kept,
            person,
            spare,
            refused,
            marks,
            escapes,
            ..
        } = *self;
        let (shown, reported, paints) = (self.shown.clone(), self.reported.clone(), self.paints.clone());
        let looks = self.looks.clone();
        Page {
            out,
            limits,
            ruler,
            ceiling,
            style,
            used,
            bytes,
            reserved,
            kept,
            person,
            paints,
            looks,
            spare,
            shown,
            reported,
            refused,
            marks,
            escapes,
            error: None,
        }
    }

    /// The room for the end of the page when the verdict line is known: no more than it needs.
    fn reserved_for(&self, verdict: &str) -> Cost {
        let widest = self.ruler.most(closing_width(self.limits));
        let spare = widest.saturating_sub(self.ruler.measure(verdict));
        Cost { chars: self.reserved.chars.saturating_sub(spare), ..self.reserved }
    }

    /// Sets the verdict line.
    pub fn verdict_is(&mut self, verdict: &str) {
        self.reserved = self.reserved_for(verdict);
    }

    /// Makes the page one for a person.
    pub fn for_a_person(&mut self, paints: Option<Paints>) {
        self.person = true;
        self.paints = paints;
        self.spare = to_look_at(self.limits);
    }

    /// Remembers the lines of a failure that have colours.
    pub fn dress(&mut self, detail: Option<&Detail>) {
        if self.style == Style::Colored {
            self.looks.extend(detail.into_iter().flat_map(look::looks));
        }
    }

    /// Sets how much of the room is not needed by the next rows.
    pub const fn spare(&mut self, spare: Cost) {
        self.spare = spare;
    }

    /// Takes spare room. Returns whether there was enough.
    fn take_spare(&mut self, cost: Cost) -> bool {
        let has = cost.fits(self.spare);
        if has {
            self.spare = self.spare.minus(cost);
        }
        has
    }

    /// Prints an empty line for a person, if there is spare room.
    pub fn air(&mut self) {
        if self.person && self.used.lines > 0 && self.take_spare(Cost { chars: 1, lines: 1 }) {
            self.print("", self.room());
        }
    }

    /// A line of the input in its colours, if there is spare room for them: its own, or those of what it says.
    fn painted(&mut self, number: u64, text: &str) -> Option<String> {
        let own = self.paints.as_ref().filter(|paints| !paints.is_empty());
        let painted = match own {
            Some(paints) => paints.painted(number, text)?,
            None => look::painted(text, *self.looks.get(&number)?)?,
        };
        // Its colours are part of a line, which keeps to its limit.
        if chars(&painted) > self.limits.line_chars {
            return None;
        }
        let more = self.ruler.measure(&painted).saturating_sub(self.ruler.measure(text));
        self.take_spare(Cost { chars: more, lines: 0 }).then_some(painted)
    }

    /// A line of weir's own in its colour, if it keeps to the limit of a line.
    fn own(&self, text: &str) -> String {
        let styled = self.style.own(text);
        if chars(&styled) > self.limits.line_chars { text.to_owned() } else { styled }
    }

    /// Keeps room for a line that comes after the body.
    pub fn keep_for(&mut self, line: &super::rerun_line::Line) {
        self.kept = Cost { chars: line.widest(), lines: 1 };
        self.reserved = self.reserved.plus(self.kept);
    }

    /// Prints that line into its room.
    pub fn kept(&mut self, text: &str) {
        self.reserved = self.reserved.minus(self.kept);
        self.kept = Cost::default();
        let styled = self.own(text);
        self.print(&styled, self.room());
    }

    /// The room that is left for the body before this verdict line.
    #[must_use]
    pub fn room_after(&self, verdict: &str) -> Cost {
        let limits = Cost { chars: self.limits.chars, lines: self.limits.lines };
        limits.minus(self.reserved_for(verdict)).minus(self.used)
    }

    /// The room that is left for the body.
    #[must_use]
    pub fn room(&self) -> Cost {
        Cost { chars: self.limits.chars, lines: self.limits.lines }.minus(self.reserved).minus(self.used)
    }

    /// What was written so far.
    #[must_use]
    pub const fn used(&self) -> Cost {
        self.used
    }

    /// The limits.
    #[must_use]
    pub const fn limits(&self) -> Limits {
        self.limits
    }

    /// The ruler that measures the rows of this page.
    #[must_use]
    pub const fn ruler(&self) -> Ruler {
        self.ruler
    }

    /// How weir's own lines look.
    #[must_use]
    pub const fn style(&self) -> Style {
        self.style
    }

    /// How many rows were refused because there was no room.
    #[must_use]
    pub const fn refused(&self) -> u64 {
        self.refused
    }

    /// How many marks of hidden secrets were printed so far.
    #[must_use]
    pub const fn marks(&self) -> u64 {
        self.marks
    }

    /// How many printed code points replace others: escaped code points, and bytes that were not valid.
    #[must_use]
    pub const fn escapes(&self) -> u64 {
        self.escapes
    }

    /// Prints a row of the body if it fits, and counts the input line that it shows.
    pub fn row(&mut self, row: &Row<'_>, ledger: &mut Ledger) -> bool {
        match row {
            Row::Input(stored) => {
                let (text, clipped) = printed(&stored.text, self.limits.line_chars);
                let painted = self.painted(stored.number, &text);
                if !self.print(painted.as_deref().unwrap_or(&text), self.room()) {
                    return false;
                }
                // Blanks at its end that were left out because of the limit do not count as cut.
                let shown = if clipped { 0 } else { stored.chars };
                self.book(stored, chars(&text).max(shown), clipped || stored.shortened, ledger);
            }
            Row::Piece(stored, text, position) => {
                let painted = self.painted(stored.number, text);
                if !self.print(painted.as_deref().unwrap_or(text), self.room()) {
                    return false;
                }
                match *position {
                    Position::First => self.book(stored, stored.chars, stored.shortened, ledger),
                    Position::FirstOfClipped(shown) => self.book(stored, shown, true, ledger),
                    Position::Further => {}
                }
            }
            Row::Part(stored, text) => {
                let painted = self.painted(stored.number, text);
                if !self.print(painted.as_deref().unwrap_or(text), self.room()) {
                    return false;
                }
                self.book(stored, chars(text), true, ledger);
            }
            Row::Own(text) => {
                let styled = self.own(text);
                return self.print(&styled, self.room());
            }
        }
        true
    }

    /// The numbers of the input lines that are in the answer.
    #[must_use]
    pub const fn shown(&self) -> &HashSet<u64> {
        &self.shown
    }

    /// Whether an input line is already in the answer.
    #[must_use]
    pub fn has_shown(&self, stored: &Stored) -> bool {
        stored.number != 0 && self.shown.contains(&stored.number)
    }

    /// Whether the text of an input line is already in the answer, as text of a failure.
    #[must_use]
    pub fn has_reported(&self, stored: &Stored) -> bool {
        !self.reported.is_empty() && self.reported.contains(stored.text.trim())
    }

    fn book(&mut self, stored: &Stored, shown: u64, clipped: bool, ledger: &mut Ledger) {
        // The text came with a line that is not its own.
        let other = stored.number == 0 || self.shown.contains(&stored.number);
        if other && !self.reported.contains(stored.text.trim()) {
            self.reported.insert(stored.text.trim().into());
        }
        if clipped {
            ledger.clip();
        }
        if stored.number == 0 || !self.shown.insert(stored.number) || stored.chars == 0 {
            return;
        }
        let class = class_index(stored.class);
        let kept = if clipped { shown.saturating_add(1).min(stored.chars) } else { stored.chars };
        ledger.show(class, Amount { lines: 1, chars: kept });
        let cut = Cut { class, amount: Amount { lines: 0, chars: stored.chars.saturating_sub(kept) } };
        ledger.settle(cut);
    }

    fn print(&mut self, text: &str, room: Cost) -> bool {
        let cost = Cost { chars: self.ruler.measure(text).saturating_add(1), lines: 1 };
        let bytes = u64::try_from(text.len()).unwrap_or(u64::MAX).saturating_add(1);
        // When bytes run out first, the reserved room is already measured in bytes.
        let closing = if self.ceiling < CEILING_BYTES { 0 } else { self.reserved.chars.saturating_mul(4) };
        if !cost.fits(room) || self.bytes.saturating_add(bytes) > self.ceiling.saturating_sub(closing) {
            self.refused.up(1);
            return false;
        }
        self.used = self.used.plus(cost);
        self.put(text, bytes);
        true
    }

    fn put(&mut self, text: &str, bytes: u64) {
        self.bytes.up(bytes);
        self.marks.up(marks(text));
        self.escapes.up(escapes(text));
        if self.error.is_none() {
            let result = self.out.write_all(text.as_bytes()).and_then(|()| self.out.write_all(b"\n"));
            self.error = result.err();
        }
    }

    /// Writes what was printed to the output at once.
    pub fn flush(&mut self) {
        if self.error.is_none() {
            self.error = self.out.flush().err();
        }
    }

    /// Prints verdict and footer, in either order, into the room that was kept for them. Each must be within the
    /// closing width.
    ///
    /// # Errors
    /// The first error of writing the answer.
    pub fn close(mut self, first: Option<&str>, last: Option<&str>) -> io::Result<()> {
        for text in first.into_iter().chain(last) {
            let styled = self.own(text);
            let bytes = u64::try_from(styled.len()).unwrap_or(u64::MAX).saturating_add(1);
            self.put(&styled, bytes);
        }
        self.flush();
        self.error.map_or(Ok(()), Err)
    }
}
