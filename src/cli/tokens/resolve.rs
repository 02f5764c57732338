//! What was meant by `weir tokens`.

use super::args::TokensArgs;
use super::run::{Counted, Tokens};
use crate::budget::Estimator;
use crate::cli::exit::Problem;
use crate::cli::piece::Est;
use crate::cli::resolve::{answer_format, inputs};
use crate::cli::surroundings::Surroundings;
use crate::settings::AnswerFormat;

/// Decides what is counted.
///
/// # Errors
/// A problem of usage.
pub(in crate::cli) fn resolve(typed: &TokensArgs, surroundings: &Surroundings) -> Result<Tokens, Problem> {
    let format = answer_format(typed.format.as_deref());
    let all = || Estimator::ALL.iter().copied().map(Est::Named).collect();
    let by = match typed.est.as_deref() {
        Some("all") if typed.per_line => {
            return Err(Problem::usage("--per-line counts with one estimator")
                .hint("name one: 'weir tokens --per-line --est class'"));
        }
        Some("all") => all(),
        None if format == AnswerFormat::Json && !typed.per_line => all(),
        word => vec![Est::parse(word, Estimator::Chars4Ceil)?],
    };
    let counted = match (typed.per_line, typed.est.as_deref() == Some("all")) {
        (true, _) => Counted::Lines,
        (false, true) => Counted::Named,
        (false, false) => Counted::Whole,
    };
    Ok(Tokens { inputs: inputs(&typed.files, surroundings)?, by, counted, format })
}
