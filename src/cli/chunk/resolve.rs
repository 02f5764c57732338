//! What was meant by `weir chunk`.

use super::args::ChunkArgs;
use super::run::{Chunks, Form, From};
use crate::budget::Estimator;
use crate::chunk::{Boundary, Bounds, DEFAULT_LINES, DEFAULT_TOKENS, MOST_LINES, MOST_TOKENS, Range};
use crate::cli::exit::Problem;
use crate::cli::page::resolve::keeping;
use crate::cli::piece::{Est, amount};
use crate::cli::resolve::{inputs, not_one_of};
use crate::cli::surroundings::{Attached, Surroundings};

/// Decides what is cut.
///
/// # Errors
/// A problem of usage.
pub(in crate::cli) fn chunk(typed: &ChunkArgs, surroundings: &Surroundings) -> Result<Chunks, Problem> {
    let number = |word: &Option<String>, by| word.as_deref().map(|word| amount::given(word, by)).transpose();
    let tokens = match number(&typed.tokens, "--tokens")? {
        Some(tokens) => Some(tokens),
        None => amount::budget(typed.piece.budget.as_deref(), surroundings)?,
    };
    let tokens = within(tokens.unwrap_or(DEFAULT_TOKENS), MOST_TOKENS, "--tokens")?;
    let lines =
        within(number(&typed.max_lines, "--max-lines")?.unwrap_or(DEFAULT_LINES), MOST_LINES, "--max-lines")?;
    let boundary = match typed.boundary.as_deref() {
        None => Boundary::Auto,
        Some(word) => Boundary::parse(word)
            .ok_or_else(|| not_one_of(word, "--boundary", &Boundary::ALL.map(Boundary::name)))?,
    };
    let estimator = match Est::parse(typed.piece.est.as_deref(), Estimator::Chars4Margin20)? {
        Est::Named(estimator) => estimator,
        Est::Command(_) => {
            return Err(Problem::usage("weir chunk counts tokens line by line, and cannot ask a command")
                .hint("name an estimator; see 'weir tokens --est all'"));
        }
    };
    let terminal = surroundings.stdout == Attached::Terminal;
    let form = match typed.piece.format.as_deref() {
        Some("text") if terminal => {
            return Err(Problem::usage(
                "the text of a chunk may hold anything, so it is not printed to a terminal",
            )
            .hint("send it to a file or a pipe"));
        }
        Some("text") => Form::Text,
        None if !terminal && typed.index.is_none() && !typed.map => Form::JsonUnlessWhole,
        _ => Form::Json,
    };
    Ok(Chunks {
        from: match &typed.cursor {
            Some(cursor) => From::Cursor(cursor.clone()),
            None => From::Inputs(inputs(&typed.piece.files, surroundings)?),
        },
        bounds: Bounds { tokens, lines, boundary, ..Bounds::default() },
        estimator,
        range: range(typed)?,
        index: number(&typed.index, "--index")?.unwrap_or(0),
        map: typed.map,
        form,
        redaction: typed.keeping.redaction(),
        keeping: keeping(typed.keeping.no_store, typed.ttl.as_deref(), surroundings)?,
    })
}

fn within(number: u64, most: u64, by: &str) -> Result<u64, Problem> {
    if (1..=most).contains(&number) {
        Ok(number)
    } else {
        Err(Problem::usage(format!("{by} must be 1 to {most}, not {number}")))
    }
}

fn range(typed: &ChunkArgs) -> Result<Option<Range>, Problem> {
    if let Some(word) = &typed.lines {
        let lines = crate::cli::resolve_show::lines(word)?;
        return Ok(Some(Range { from: lines.from, to: lines.to }));
    }
    let line = |word: &Option<String>, by: &str| match word
        .as_deref()
        .map(|word| amount::given(word, by))
        .transpose()?
    {
        Some(0) => Err(Problem::usage(format!("{by} must be at least 1")).hint("lines are counted from 1")),
        line => Ok(line),
    };
    let (from, to) = (line(&typed.start_line, "--start-line")?, line(&typed.end_line, "--end-line")?);
    if from.is_none() && to.is_none() {
        return Ok(None);
    }
    let from = from.unwrap_or(1);
    if to.is_some_and(|to| to < from) {
        return Err(Problem::usage("--end-line is before --start-line"));
    }
    Ok(Some(Range { from, to }))
}
