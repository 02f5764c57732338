//! The numbers of pieces, budgets first.

use crate::cli::exit::Problem;
use crate::cli::resolve::not_a_number;
use crate::cli::surroundings::Surroundings;
use crate::text::amount;

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
            .hint("every answer has a limit; for a large one use '-b 1m'")),
        tokens => Ok(Some(tokens)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
