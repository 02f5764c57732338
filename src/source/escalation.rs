//! How a command is brought to its end when it does not end by itself: a signal, time to obey, a stronger signal.
//!
//! Plain arithmetic over moments. What is sent is `child`'s matter, and what came in is `relay`'s.

use std::time::{Duration, Instant};

use crate::budget::Count as _;

use rustix::process::Signal;

/// How long the command may take to obey a signal.
pub(super) const GRACE: Duration = Duration::from_secs(5);

/// How long it may take to obey the second one.
const SHORT_GRACE: Duration = Duration::from_secs(1);

/// What is done to end a command, and when.
#[derive(Debug)]
pub(super) struct Escalation {
    grace: Duration,
    /// The moment at which the command has run too long.
    limit: Option<Instant>,
    /// How long that is.
    allowed: Option<Duration>,
    /// What comes next, unless the command ends before.
    next: Option<(Instant, Signal)>,
    /// The first signal that asked for the end.
    asked: Option<Signal>,
    times: u32,
    timed_out: bool,
}

impl Escalation {
    /// Nothing is done, unless the command still runs after the time it is `allowed`.
    pub(super) fn new(now: Instant, allowed: Option<Duration>, grace: Duration) -> Self {
        let limit = allowed.and_then(|allowed| now.checked_add(allowed));
        Self { grace, limit, allowed, next: None, asked: None, times: 0, timed_out: false }
    }

    /// Somebody asks for the end by this signal, which the command gets too. Gives what it gets besides.
    ///
    /// The first time it has [`GRACE`] to obey, and again that long for SIGTERM when it was asked more kindly; the
    /// second time a second; the third time no time at all.
    pub(super) fn ask(&mut self, now: Instant, signal: Signal) -> Option<Signal> {
        self.asked.get_or_insert(signal);
        self.times.up(1);
        let kind = signal == Signal::INT || signal == Signal::QUIT;
        self.next = match self.times {
            1 => now.checked_add(self.grace).zip(Some(if kind { Signal::TERM } else { Signal::KILL })),
            2 => now.checked_add(self.grace.min(SHORT_GRACE)).zip(Some(Signal::KILL)),
            _ => return Some(Signal::KILL),
        };
        None
    }

    /// What the command gets now because its time is over.
    pub(super) fn due(&mut self, now: Instant) -> Option<Signal> {
        if let Some((_, signal)) = self.next.filter(|(when, _)| *when <= now) {
            self.next = match signal {
                Signal::TERM => now.checked_add(self.grace).zip(Some(Signal::KILL)),
                _ => None,
            };
            return Some(signal);
        }
        self.limit.filter(|limit| *limit <= now)?;
        self.limit = None;
        self.timed_out = true;
        if self.next.is_some() {
            return None;
        }
        self.next = now.checked_add(self.grace).zip(Some(Signal::KILL));
        Some(Signal::TERM)
    }

    /// The next moment at which something is due.
    pub(super) fn moment(&self) -> Option<Instant> {
        self.next.map(|(when, _)| when).into_iter().chain(self.limit).min()
    }

    /// Time did not pass for so long: everybody was stopped.
    pub(super) fn delay(&mut self, stopped: Duration) {
        self.limit = self.limit.and_then(|limit| limit.checked_add(stopped));
        self.next = self.next.and_then(|(when, signal)| Some((when.checked_add(stopped)?, signal)));
    }

    /// The command has ended: nothing more is due.
    pub(super) fn ended(&mut self) {
        (self.limit, self.next) = (None, None);
    }

    /// The signal that ended the run early: the first that asked for it, SIGTERM when it ran too long.
    pub(super) fn interrupted_by(&self) -> Option<Signal> {
        self.asked.or(self.timed_out.then_some(Signal::TERM))
    }

    /// The time that the command was allowed, when it ran longer.
    pub(super) fn timed_out(&self) -> Option<Duration> {
        self.allowed.filter(|_| self.timed_out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(begun: Instant, seconds: u64) -> Instant {
        begun.checked_add(Duration::from_secs(seconds)).unwrap()
    }

    fn new(begun: Instant, limit: Option<u64>) -> Escalation {
        Escalation::new(begun, limit.map(Duration::from_secs), GRACE)
    }

    #[test]
    fn nothing_is_due_when_nobody_asked_and_there_is_no_limit() {
        let begun = Instant::now();
        let mut escalation = new(begun, None);
        assert_eq!((escalation.moment(), escalation.due(after(begun, 1000))), (None, None));
        assert_eq!(escalation.interrupted_by(), None);
    }

    #[test]
    fn an_interrupt_is_followed_by_termination_and_then_by_a_kill() {
        let begun = Instant::now();
        let mut escalation = new(begun, None);
        assert_eq!(escalation.ask(begun, Signal::INT), None);
        assert_eq!(escalation.moment(), Some(after(begun, 5)));
        assert_eq!(escalation.due(after(begun, 4)), None);
        assert_eq!(escalation.due(after(begun, 5)), Some(Signal::TERM));
        assert_eq!(escalation.due(after(begun, 9)), None);
        assert_eq!(escalation.due(after(begun, 10)), Some(Signal::KILL));
        assert_eq!((escalation.moment(), escalation.interrupted_by()), (None, Some(Signal::INT)));
    }

    #[test]
    fn termination_and_hang_up_are_followed_by_a_kill() {
        let begun = Instant::now();
        for signal in [Signal::TERM, Signal::HUP] {
            let mut escalation = new(begun, None);
            assert_eq!(escalation.ask(begun, signal), None);
            assert_eq!(escalation.due(after(begun, 5)), Some(Signal::KILL));
        }
    }

    #[test]
    fn the_second_signal_leaves_a_second_and_the_third_none() {
        let begun = Instant::now();
        let mut escalation = new(begun, None);
        assert_eq!(escalation.ask(begun, Signal::INT), None);
        assert_eq!(escalation.ask(begun, Signal::INT), None);
        assert_eq!(escalation.due(begun), None);
        assert_eq!(escalation.due(after(begun, 1)), Some(Signal::KILL));
        assert_eq!(escalation.ask(begun, Signal::TERM), Some(Signal::KILL));
        assert_eq!(escalation.interrupted_by(), Some(Signal::INT));
    }

    #[test]
    fn a_command_that_runs_too_long_is_terminated_and_then_killed() {
        let begun = Instant::now();
        let mut escalation = new(begun, Some(7));
        assert_eq!(escalation.due(after(begun, 6)), None);
        assert_eq!(escalation.due(after(begun, 7)), Some(Signal::TERM));
        assert_eq!(escalation.due(after(begun, 12)), Some(Signal::KILL));
        assert_eq!(
            (escalation.timed_out(), escalation.interrupted_by()),
            (Some(Duration::from_secs(7)), Some(Signal::TERM))
        );
    }

    #[test]
    fn a_limit_beyond_the_end_of_time_never_comes() {
        let begun = Instant::now();
        let mut escalation = Escalation::new(begun, Some(Duration::MAX), GRACE);
        assert_eq!((escalation.moment(), escalation.due(after(begun, 1_000_000))), (None, None));
    }

    #[test]
    fn while_everybody_is_stopped_no_time_passes() {
        let begun = Instant::now();
        let mut escalation = new(begun, Some(7));
        escalation.ask(begun, Signal::TERM);
        escalation.delay(Duration::from_secs(100));
        assert_eq!((escalation.due(after(begun, 100)), escalation.moment()), (None, Some(after(begun, 105))));
        escalation.ended();
        assert_eq!((escalation.due(after(begun, 1000)), escalation.timed_out()), (None, None));
    }
}
