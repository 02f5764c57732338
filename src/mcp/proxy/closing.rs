//! How the server is brought to its end: its input is closed, then it is asked, then it is killed.

use std::time::{Duration, Instant};

/// How long a server may take to end by itself when its input is closed.
const PATIENCE: Duration = Duration::from_secs(3);

/// How long it may take to obey when it was asked.
const GRACE: Duration = Duration::from_secs(2);

/// How long the rest of its output is waited for when it was killed.
const PARTING: Duration = Duration::from_millis(500);

/// What is done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The server is asked to end.
    Terminate,
    /// The server is killed.
    Kill,
    /// Nobody waits any longer.
    Leave,
}

/// An end that has begun.
#[derive(Debug)]
pub struct Closing {
    next: Option<(Instant, Step)>,
}

impl Closing {
    /// The server's input was closed; it has time to end by itself.
    #[must_use]
    pub fn patient(now: Instant) -> Self {
        Self { next: now.checked_add(PATIENCE).zip(Some(Step::Terminate)) }
    }

    /// The server is asked at once.
    #[must_use]
    pub fn urgent(now: Instant) -> Self {
        Self { next: Some((now, Step::Terminate)) }
    }

    /// Goes on faster: what was patient is urgent, and what was urgent kills.
    pub fn hurry(&mut self, now: Instant) {
        self.next = self.next.map(|(_, step)| (now, step));
    }

    /// When something is due.
    #[must_use]
    pub fn moment(&self) -> Option<Instant> {
        self.next.map(|(when, _)| when)
    }

    /// What is due now.
    pub fn due(&mut self, now: Instant) -> Option<Step> {
        let (_, step) = self.next.filter(|(when, _)| *when <= now)?;
        self.next = match step {
            Step::Terminate => now.checked_add(GRACE).zip(Some(Step::Kill)),
            Step::Kill => now.checked_add(PARTING).zip(Some(Step::Leave)),
            Step::Leave => None,
        };
        Some(step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_asked_after_three_seconds_and_killed_after_five() {
        let begun = Instant::now();
        let after = |seconds| begun + Duration::from_secs_f64(seconds);
        let mut closing = Closing::patient(begun);
        assert_eq!(closing.due(after(2.9)), None);
        assert_eq!(closing.due(after(3.0)), Some(Step::Terminate));
        assert_eq!(closing.due(after(4.9)), None);
        assert_eq!(closing.due(after(5.0)), Some(Step::Kill));
        assert_eq!((closing.due(after(5.4)), closing.due(after(5.5))), (None, Some(Step::Leave)));
        assert_eq!((closing.due(after(9.0)), closing.moment()), (None, None));
    }

    #[test]
    fn a_signal_is_urgent_and_a_second_one_kills() {
        let begun = Instant::now();
        let mut closing = Closing::urgent(begun);
        assert_eq!(closing.due(begun), Some(Step::Terminate));
        closing.hurry(begun);
        assert_eq!(closing.due(begun), Some(Step::Kill));
    }
}
