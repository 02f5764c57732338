//! An answer that says what it costs itself.

use super::Measure;

/// What an answer costs of its budget.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Usage {
    /// Tokens of the answer.
    pub used: u64,
    /// Tokens of the budget that are left; 0 when it is passed.
    pub remaining: u64,
}

/// How often an answer is written until the number in it is its own.
const ROUNDS: usize = 6;

/// Writes an answer whose text holds its own cost. When no number makes the answer true, the largest tried is in it.
pub fn settle(measure: &dyn Measure, budget: u64, write: impl Fn(Usage) -> String) -> String {
    let usage = |used: u64| Usage { used, remaining: budget.saturating_sub(used) };
    let mut used = 0_u64;
    let mut text = write(usage(used));
    for _ in 0..ROUNDS {
        let now = measure.tokens(&text);
        if now == used {
            break;
        }
        used = now.max(used);
        text = write(usage(used));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Estimator;

    #[test]
    fn an_answer_says_its_own_cost() {
        for padding in 0..400 {
            let text = settle(&Estimator::Chars4Ceil, 100, |usage| {
                format!("{}{} {}", "x".repeat(padding), usage.used, usage.remaining)
            });
            let reported = text.trim_start_matches('x').split_once(' ').unwrap();
            let (reported, left): (u64, u64) = (reported.0.parse().unwrap(), reported.1.parse().unwrap());
            // One more where the number itself makes the difference.
            let real = Estimator::Chars4Ceil.estimate(&text);
            assert!(reported == real || reported == real + 1, "{padding}: {reported}, {real}");
            assert_eq!(left, 100_u64.saturating_sub(reported));
        }
    }
}
