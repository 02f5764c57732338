//! How much an answer may hold: the mode, limits of one's own, and the ceiling of its reader.

use super::exit::Problem;
use super::options::LimitArgs;
use super::resolve::{Given, given, not_a_number, not_one_of};
use super::surroundings::{Attached, Surroundings};
use super::words::shown;
use crate::budget::{FITS, Fit, LOWEST, LimitError, Limits, Mode, NO_FIT};
use crate::report::SLOWEST;
use crate::text::amount;

/// The mode, and its limits or others.
pub(super) fn mode_and_limits(
    args: &LimitArgs,
    surroundings: &Surroundings,
) -> Result<(Mode, Limits), Problem> {
    let wishes = surroundings.wishes().filter;
    let mode = match given(args.mode.as_ref(), "--mode", surroundings, "WEIR_MODE") {
        None => wishes.mode.unwrap_or_default(),
        Some(Given { word, by }) => {
            word.parse().map_err(|_| not_one_of(&word, by, &Mode::ALL.map(Mode::name)))?
        }
    };
    let own = mode.limits();
    let mut limits = Limits {
        chars: wishes.max_chars.unwrap_or(own.chars),
        lines: wishes.max_lines.unwrap_or(own.lines),
        line_chars: wishes.max_line_chars.unwrap_or(own.line_chars),
    };
    if let Some(chars) = given(args.max_chars.as_ref(), "--max-chars", surroundings, "WEIR_MAX_CHARS") {
        limits.chars = limit(&chars, |chars| Limits { chars, ..LOWEST })?;
    }
    if let Some(lines) = given(args.max_lines.as_ref(), "--max-lines", surroundings, "WEIR_MAX_LINES") {
        limits.lines = limit(&lines, |lines| Limits { lines, ..LOWEST })?;
    }
    let line_chars =
        given(args.max_line_chars.as_ref(), "--max-line-chars", surroundings, "WEIR_MAX_LINE_CHARS");
    if let Some(line_chars) = line_chars {
        limits.line_chars = limit(&line_chars, |line_chars| Limits { line_chars, ..LOWEST })?;
    }
    let fit = fit(args, surroundings)?;
    Ok((mode, fit.map_or(limits, |fit| fit.lower(limits))))
}

/// The reader whose ceiling counts, if any.
pub(super) fn fit(args: &LimitArgs, surroundings: &Surroundings) -> Result<Option<Fit>, Problem> {
    let Some(Given { word, by }) = given(args.fit.as_ref(), "--fit", surroundings, "WEIR_FIT") else {
        // At a terminal a person reads, whoever started the shell.
        let found = if surroundings.stdout == Attached::Terminal { None } else { surroundings.agent() };
        return Ok(surroundings.wishes().filter.fit.or(found));
    };
    if word == NO_FIT {
        return Ok(None);
    }
    named_fit(&word, by, &[NO_FIT]).map(Some)
}

/// The reader of this name; `besides` may be given, too.
pub(super) fn named_fit(word: &str, by: &'static str, besides: &[&str]) -> Result<Fit, Problem> {
    let known: Vec<&str> = FITS.iter().map(|fit| fit.name).chain(besides.iter().copied()).collect();
    Fit::named(word).ok_or_else(|| not_one_of(word, by, &known))
}

/// The most bytes of the answer, when its reader counts them.
pub(super) fn most_bytes(args: &LimitArgs, surroundings: &Surroundings) -> Result<Option<u64>, Problem> {
    Ok(fit(args, surroundings)?.and_then(|fit| fit.bytes))
}

/// Reads one limit; `alone` makes limits in which only this one can be out of bounds.
fn limit(given: &Given, alone: impl Fn(u64) -> Limits) -> Result<u64, Problem> {
    let Given { word, by } = given;
    let number = amount(word).ok_or_else(|| not_a_number(word, by))?;
    match alone(number).check() {
        Ok(_) => Ok(number),
        Err(LimitError::TooLow { lowest, .. }) => {
            Err(Problem::usage(format!("{by} must be at least {lowest}, not {}", shown(word))))
        }
        Err(LimitError::TooHigh { highest, .. }) => Err(Problem::usage(format!(
            "{by} must be at most {highest}, the ceiling of every answer, not {}",
            shown(word)
        ))),
    }
}

/// How many of the slowest tests are reported.
pub(super) fn slowest(word: &str) -> Result<u64, Problem> {
    let most = u64::try_from(SLOWEST).unwrap_or(u64::MAX);
    match amount(word) {
        Some(number) if number <= most => Ok(number),
        Some(_) => Err(Problem::usage(format!("--slowest must be at most {most}, not {}", shown(word)))),
        None => Err(not_a_number(word, "--slowest")),
    }
}
