//! Sums over calls, and what was saved: never more than the client would have seen.

use super::read::Line;
use super::words::{float, raise, signed};

/// Sums over calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// How many calls.
    pub calls: u64,
    /// How many answers of servers were over their budget.
    pub oversized: u64,
    /// How many calls were answered by an error of the server or of its tool.
    pub errors: u64,
    /// Estimated tokens of the servers' answers.
    pub estimated_tokens: u64,
    /// Of them, what the clients would have shown.
    pub seen_tokens: u64,
    /// Estimated tokens of what was sent on.
    pub final_tokens: u64,
    /// Of them, what the clients show.
    pub sent_tokens: u64,
    /// Bytes of the servers' answers.
    pub response_bytes: u64,
    /// Bytes of what was sent on.
    pub final_bytes: u64,
    /// How many times a rest was fetched later.
    pub fetches: u64,
    /// Estimated tokens of what was fetched.
    pub fetched_tokens: u64,
    /// Bytes of what was fetched.
    pub fetched_bytes: u64,
    /// Calls that were observed and left as they were.
    pub observed: u64,
    /// Estimated tokens of their answers, as far as the clients show them.
    pub observed_tokens: u64,
    /// What these would have been.
    pub would_be_tokens: u64,
}

impl Sums {
    /// Counts a call, or what was fetched later.
    pub(super) fn add(&mut self, line: &Line<'_>) {
        if line.event == "fetched" {
            raise(&mut self.fetches, 1);
            raise(&mut self.fetched_tokens, line.final_tokens);
            raise(&mut self.fetched_bytes, line.final_bytes);
            return;
        }
        let observed = line.mode == "observe" && line.would_be.is_some();
        let of_observed = |tokens: u64| if observed { tokens } else { 0 };
        self.join(&Self {
            calls: 1,
            oversized: u64::from(line.oversized),
            errors: u64::from(line.is_error),
            estimated_tokens: line.estimated_tokens,
            seen_tokens: line.seen(),
            final_tokens: line.final_tokens,
            sent_tokens: line.sent(),
            response_bytes: line.response_bytes,
            final_bytes: line.final_bytes,
            observed: u64::from(observed),
            observed_tokens: of_observed(line.seen()),
            would_be_tokens: of_observed(
                line.would_be_tokens.unwrap_or_else(|| line.seen()).min(line.seen()),
            ),
            ..Self::default()
        });
    }

    /// Adds others.
    pub(super) fn join(&mut self, other: &Self) {
        raise(&mut self.calls, other.calls);
        raise(&mut self.oversized, other.oversized);
        raise(&mut self.errors, other.errors);
        raise(&mut self.estimated_tokens, other.estimated_tokens);
        raise(&mut self.seen_tokens, other.seen_tokens);
        raise(&mut self.final_tokens, other.final_tokens);
        raise(&mut self.sent_tokens, other.sent_tokens);
        raise(&mut self.response_bytes, other.response_bytes);
        raise(&mut self.final_bytes, other.final_bytes);
        raise(&mut self.fetches, other.fetches);
        raise(&mut self.fetched_tokens, other.fetched_tokens);
        raise(&mut self.fetched_bytes, other.fetched_bytes);
        raise(&mut self.observed, other.observed);
        raise(&mut self.observed_tokens, other.observed_tokens);
        raise(&mut self.would_be_tokens, other.would_be_tokens);
    }

    /// Tokens that the clients did not have to read: what they would have shown, without what they got and what they
    /// fetched later. Below zero when weir cost more than it saved.
    #[must_use]
    pub fn saved_tokens(&self) -> i64 {
        signed(self.seen_tokens)
            .saturating_sub(signed(self.sent_tokens))
            .saturating_sub(signed(self.fetched_tokens))
    }

    /// The percent of tokens that were saved; none when there were none.
    #[must_use]
    pub fn reduction(&self) -> Option<f64> {
        #[expect(clippy::cast_precision_loss, reason = "a percentage, not the number itself")]
        let saved = self.saved_tokens() as f64;
        (self.seen_tokens > 0).then(|| saved / float(self.seen_tokens) * 100.0)
    }

    /// The share of all calls, 0 to 1; 0 without calls.
    #[must_use]
    pub fn share(&self, calls: u64) -> f64 {
        if self.calls == 0 { 0.0 } else { float(calls) / float(self.calls) }
    }

    /// Bytes of one call on average; 0 without calls.
    #[must_use]
    pub fn average(&self, bytes: u64) -> f64 {
        if self.calls == 0 { 0.0 } else { float(bytes) / float(self.calls) }
    }
}
