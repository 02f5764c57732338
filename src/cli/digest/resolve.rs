//! What was meant by `weir digest`.

use super::args::DigestArgs;
use super::run::Digest;
use crate::budget::Estimator;
use crate::cli::exit::Problem;
use crate::cli::page::resolve::{LEAST_BUDGET, budget, keeping, paths};
use crate::cli::piece::{Est, amount};
use crate::cli::resolve::inputs;
use crate::cli::surroundings::{Attached, Surroundings};
use crate::digest::Globs;

/// Chars of a text unless others are asked for.
const TEXT: u64 = 200;
/// Chars of a text that can be asked for.
const TEXTS: std::ops::RangeInclusive<u64> = 8..=100_000;
/// Fields that services add for machines.
const PRODUCTION: &str = "*schema*,debug*,_links";

/// Decides what is digested.
///
/// # Errors
/// A problem of usage.
pub(in crate::cli) fn digest(typed: &DigestArgs, surroundings: &Surroundings) -> Result<Digest, Problem> {
    let number = |word: &Option<String>, by| word.as_deref().map(|word| amount::given(word, by)).transpose();
    let max_text = number(&typed.max_text, "--max-text")?.unwrap_or(TEXT);
    if !TEXTS.contains(&max_text) {
        return Err(Problem::usage(format!("--max-text must be {} to {} chars", TEXTS.start(), TEXTS.end())));
    }
    let item_budget = number(&typed.item_budget, "--item-budget")?;
    if item_budget.is_some_and(|budget| budget < LEAST_BUDGET) {
        return Err(Problem::usage(format!("--item-budget must be at least {LEAST_BUDGET} tokens")));
    }
    let list = |word: &Option<String>, by| word.as_deref().map_or(Ok(Vec::new()), |word| paths(word, by));
    let strip = typed.strip.as_deref().map(|word| word.replace("production", PRODUCTION));
    Ok(Digest {
        inputs: inputs(&typed.piece.files, surroundings)?,
        budget: budget(typed.piece.budget.as_deref(), surroundings)?,
        item_budget,
        keep: list(&typed.keep, "--keep")?,
        fields: list(&typed.fields, "--fields")?,
        max_text: usize::try_from(max_text).unwrap_or(usize::MAX),
        strip: strip.map_or_else(Globs::default, |word| Globs::parse(&word)),
        est: Est::parse(typed.piece.est.as_deref(), Estimator::Chars4Margin20)?,
        text: typed.piece.format.as_deref() == Some("text"),
        redaction: typed.keeping.redaction(),
        terminal: surroundings.stdout == Attached::Terminal,
        keeping: keeping(typed.keeping.no_store, None, surroundings)?,
    })
}
