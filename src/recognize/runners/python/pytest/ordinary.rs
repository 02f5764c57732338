//! The most ordinary lines of `-v`: one test passed, and nothing else is printed.

use super::pytest::Pytest;
use super::recent::Many;
use super::{plain, progress};
use crate::budget::Count as _;
use crate::event::TestId;
use crate::recognize::Ahead;

impl Pytest {
    /// The test of the most ordinary line of `-v`.
    pub(super) fn ordinary<'a>(&mut self, text: &'a str) -> Option<TestId<'a>> {
        if !self.takes_results() {
            return None;
        }
        let Some(plain) = plain::passed(text) else { return self.less_plain(text) };
        self.percent = Some(plain.percent);
        self.came_by(plain.id);
        Some(plain.test)
    }

    /// The tests of the most ordinary lines that come next.
    pub(super) fn ordinaries(&mut self, ahead: &mut Ahead<'_>, reported: &mut dyn FnMut(TestId<'_>)) {
        if !self.takes_results() || !self.flights.is_empty() {
            return;
        }
        let (mut many, mut lines) = (Many::new(), 0_u16);
        while let Some((plain, bytes)) = ahead.rest().and_then(plain::first) {
            reported(plain.test);
            many.push(plain.id);
            self.percent = Some(plain.percent);
            lines.up(1);
            ahead.take_bytes(bytes);
        }
        self.recent.push_all(&many);
        self.watched.down(lines);
    }

    /// The same, where the line wants a closer look.
    #[inline(never)]
    fn less_plain<'a>(&mut self, text: &'a str) -> Option<TestId<'a>> {
        let (named, test) = progress::ordinary(text)?;
        self.percent = named.percent.or(self.percent);
        self.came_by(named.id);
        Some(test)
    }

    /// An ordinary pass was reported.
    #[inline]
    fn came_by(&mut self, id: &str) {
        self.watched.down(1);
        if !self.flights.is_empty() {
            self.land(id);
        }
        self.recent.push(id);
    }

    /// The result of a test was reported: it is no more in flight.
    #[inline(never)]
    pub(super) fn land(&mut self, id: &str) {
        self.flights.retain(|each| self.distributed && each != id);
    }
}
