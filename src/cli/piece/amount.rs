//! Amounts as people type them: `8k` is 8000.

use crate::cli::exit::Problem;
use crate::cli::resolve::{not_a_number, number};
use crate::cli::surroundings::Surroundings;

/// A whole number, with `k` for thousands or `m` for millions behind it. Beyond the largest number it is the largest.
#[must_use]
pub fn amount(word: &str) -> Option<u64> {
    let (digits, unit) = match word.strip_suffix(['k', 'K']) {
        Some(digits) => (digits, 1000),
        None => word.strip_suffix(['m', 'M']).map_or((word, 1), |digits| (digits, 1_000_000)),
    };
    number(digits).map(|number| number.saturating_mul(unit))
}

/// The amount of an option, which messages call `by`.
///
/// # Errors
/// When the word is none.
pub fn given(word: &str, by: &str) -> Result<u64, Problem> {
    amount(word).ok_or_else(|| not_a_number(word, by))
}

/// The budget: the option's, else that of `WEIR_BUDGET`, else none was given.
///
/// # Errors
/// When it is no number, or zero: there is no answer without a bound.
pub fn budget(option: Option<&str>, surroundings: &Surroundings) -> Result<Option<u64>, Problem> {
    let variable = || surroundings.variable("WEIR_BUDGET").map(|value| value.to_string_lossy().into_owned());
    let (word, by) = match option {
        Some(word) => (word.to_owned(), "--budget"),
        None => match variable() {
            Some(word) => (word, "WEIR_BUDGET"),
            None => return Ok(None),
        },
    };
    match given(&word, by)? {
        0 => Err(Problem::usage("budget must be >= 1")
            .hint("no answer is without a bound; a large one is 'weir ... -b 1m'")),
        tokens => Ok(Some(tokens)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn k_is_a_thousand_and_m_a_million() {
        assert_eq!(["8k", "8K", "1m", "8192", "0"].map(amount), [8000, 8000, 1_000_000, 8192, 0].map(Some));
        assert_eq!(amount("99999999999999999999k"), Some(u64::MAX));
        for word in ["", "k", "8kk", "-1", "1.5k", "8 k", "1e3", "８"] {
            assert_eq!(amount(word), None, "{word}");
        }
    }

    #[test]
    fn the_option_comes_before_the_variable_and_zero_is_no_budget() {
        let plain = Surroundings::default();
        let set = Surroundings::default().with("WEIR_BUDGET", "2k");
        assert_eq!(budget(None, &plain), Ok(None));
        assert_eq!(budget(None, &set), Ok(Some(2000)));
        assert_eq!(budget(Some("8k"), &set), Ok(Some(8000)));
        let zero = budget(Some("0"), &plain).unwrap_err().to_string();
        assert!(zero.starts_with("budget must be >= 1\n"), "{zero}");
        let wrong = budget(None, &Surroundings::default().with("WEIR_BUDGET", "all")).unwrap_err();
        assert!(wrong.to_string().starts_with("WEIR_BUDGET must be a whole number"), "{wrong}");
    }
}
