//! The profiles: named sets of numbers.

use super::numbers::{Number, Numbers};
use crate::budget::Fit;
use crate::settings::guard::Profile;

/// All of them by name.
pub(super) const PROFILES: [(&str, Profile); 4] = [
    ("mcp", Profile::Mcp),
    ("soft-landing", Profile::SoftLanding),
    ("claude-code", Profile::ClaudeCode),
    ("codex", Profile::Codex),
];

/// Items of a first page for clients that begin to use pages.
const SOFT_PAGE: u64 = 200;

/// What a profile sets beside the defaults.
pub(super) fn numbers(profile: Profile) -> Numbers {
    match profile {
        Profile::Mcp => Numbers::default(),
        Profile::SoftLanding => Numbers::of(&[(Number::DefaultPageSize, SOFT_PAGE)]),
        Profile::ClaudeCode => below("claude-code"),
        Profile::Codex => below("codex"),
    }
}

/// Budgets that keep an answer below its reader's ceiling: all of it for lists, half of it for one record and one piece
/// of a text. An answer has at least as many bytes as chars, so a ceiling of chars bounds bytes too.
fn below(reader: &str) -> Numbers {
    let ceiling = |fit: Fit| Some((fit.bytes.or(fit.chars)?, fit.tokens()?));
    let Some((ceiling, tokens)) = Fit::named(reader).and_then(ceiling) else { return Numbers::default() };
    Numbers::of(&[
        (Number::TokenBudgetThreshold, tokens),
        (Number::ItemBudget, tokens.div_euclid(2)),
        (Number::ChunkSize, tokens.div_euclid(2)),
        (Number::HardBytes, ceiling),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_readers_profile_keeps_an_answer_below_its_ceiling() {
        let of = |profile| {
            let numbers = numbers(profile);
            [Number::TokenBudgetThreshold, Number::ItemBudget, Number::ChunkSize, Number::HardBytes]
                .map(|number| numbers.get(number))
        };
        assert_eq!(of(Profile::ClaudeCode), [9000, 4500, 4500, 30_000].map(Some));
        assert_eq!(of(Profile::Codex), [3000, 1500, 1500, 10_000].map(Some));
        assert_eq!(of(Profile::Mcp), [None; 4]);
    }
}
