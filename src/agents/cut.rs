//! What an agent itself shows of output that is too long for it, so that weir can count what it spares.
//!
//! Where it is not known which part an agent keeps, more is taken to be shown than can be: what weir counts as kept is never
//! too much.

use super::agent::Agent;

/// How an agent cuts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    failed: u64,
    succeeded: u64,
    ends: Ends,
}

/// Which parts are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ends {
    /// Half of it from the beginning, half from the end.
    Halves,
    /// One of the ends, whichever.
    Either,
}

impl Cut {
    /// That of an agent; `user` is its user's own, lower limit.
    #[must_use]
    pub fn of(agent: Agent, user: Option<u64>) -> Self {
        let (failed, succeeded, ends) = match agent {
            Agent::ClaudeCode => (10_000, 30_000, Ends::Halves),
            Agent::Codex => (10_000, 10_000, Ends::Halves),
            Agent::GeminiCli => (40_000, 40_000, Ends::Either),
            Agent::Opencode => (51_200, 51_200, Ends::Either),
            Agent::Copilot => (20_000, 20_000, Ends::Either),
            Agent::QwenCode => (10_600, 10_600, Ends::Either),
        };
        let lower = |own: u64| user.map_or(own, |user| own.min(user));
        Self { failed: lower(failed), succeeded: lower(succeeded), ends }
    }

    /// The most chars that arrive whole.
    #[must_use]
    pub const fn chars(self, succeeded: bool) -> u64 {
        if succeeded { self.succeeded } else { self.failed }
    }

    /// The most chars that are shown of the beginning and of the end.
    #[must_use]
    pub const fn shown(self, succeeded: bool) -> (u64, u64) {
        let all = self.chars(succeeded);
        match self.ends {
            Ends::Halves => (all / 2, all / 2),
            Ends::Either => (all, all),
        }
    }

    /// The most bytes that either part can have.
    #[must_use]
    pub fn most_bytes(self) -> usize {
        let chars = self.failed.max(self.succeeded);
        usize::try_from(chars.saturating_mul(4)).unwrap_or(usize::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lower_limit_of_the_users_counts() {
        let cut = Cut::of(Agent::ClaudeCode, Some(6000));
        assert_eq!((cut.shown(false), cut.chars(true), cut.most_bytes()), ((3000, 3000), 6000, 24_000));
        assert_eq!(Cut::of(Agent::Opencode, None).shown(true), (51_200, 51_200));
    }
}
