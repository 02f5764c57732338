//! Which calls are changed and which are left as they are, so that both can be compared.

use std::sync::atomic::{AtomicU64, Ordering};

use sha2::{Digest as _, Sha256};

use crate::settings::guard::{Assign, GuardMode, ToolGuard};
use crate::telemetry::Arm;

/// The percent of calls that are changed when the two arms are of one size.
const HALF: u8 = 50;

/// Deals calls to arms.
#[derive(Debug)]
pub struct Arms {
    session: String,
    calls: AtomicU64,
}

impl Arms {
    /// The arms of a session of this name.
    #[must_use]
    pub fn new(session: String) -> Self {
        Self { session, calls: AtomicU64::new(0) }
    }

    /// The name of the session.
    #[must_use]
    pub fn session(&self) -> &str {
        &self.session
    }

    /// The arm of the next call.
    pub fn deal(&self, tool: &ToolGuard, assign: Assign) -> Arm {
        let percent = percent(tool);
        let number = match assign {
            Assign::Session => 0,
            Assign::Call => self.calls.fetch_add(1, Ordering::Relaxed).saturating_add(1),
        };
        if place(&self.session, number) < percent { Arm::Hardened } else { Arm::Control }
    }

    /// Whether a call of this session can be of the arm that is changed.
    pub fn may_harden(&self, tool: &ToolGuard, assign: Assign) -> bool {
        match assign {
            Assign::Session => place(&self.session, 0) < percent(tool),
            Assign::Call => percent(tool) > 0,
        }
    }
}

/// The percent of calls or sessions that are changed.
const fn percent(tool: &ToolGuard) -> u8 {
    match tool.mode {
        GuardMode::Observe => 0,
        GuardMode::Enforce => tool.rollout,
        GuardMode::Ab => HALF,
    }
}

/// A number below 100, the same in every process for the same session and number.
fn place(session: &str, number: u64) -> u8 {
    let hash = Sha256::new().chain_update(session).chain_update(number.to_le_bytes()).finalize();
    let first = hash.first_chunk::<8>().map_or(0, |first| u64::from_le_bytes(*first));
    u8::try_from(first % 100).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hardened(mode: GuardMode, rollout: u8, assign: Assign) -> usize {
        let arms = Arms::new("a session".to_owned());
        let tool = ToolGuard { mode, rollout, ..ToolGuard::default() };
        (0..1000).filter(|_| arms.deal(&tool, assign) == Arm::Hardened).count()
    }

    #[test]
    fn calls_are_dealt_in_the_share_that_is_asked_for() {
        assert_eq!(hardened(GuardMode::Enforce, 100, Assign::Call), 1000);
        assert_eq!(hardened(GuardMode::Enforce, 0, Assign::Call), 0);
        assert_eq!(hardened(GuardMode::Observe, 100, Assign::Call), 0);
        let (quarter, half) =
            (hardened(GuardMode::Enforce, 25, Assign::Call), hardened(GuardMode::Ab, 0, Assign::Call));
        assert!((200..300).contains(&quarter) && (450..550).contains(&half), "{quarter} {half}");
    }

    #[test]
    fn a_session_is_dealt_as_a_whole_and_the_same_each_time() {
        assert!([0, 1000].contains(&hardened(GuardMode::Ab, 100, Assign::Session)));
        let tool = ToolGuard { rollout: 50, ..ToolGuard::default() };
        let arm = |name: &str| Arms::new(name.to_owned()).deal(&tool, Assign::Session);
        assert!((0..50).all(|number| arm(&number.to_string()) == arm(&number.to_string())));
        let arms = Arms::new("1".to_owned());
        assert_eq!(arms.may_harden(&tool, Assign::Session), arm("1") == Arm::Hardened);
        assert!(arms.may_harden(&tool, Assign::Call));
        let hardened = (0..200).filter(|number| arm(&number.to_string()) == Arm::Hardened).count();
        assert!((60..140).contains(&hardened), "{hardened}");
    }
}
