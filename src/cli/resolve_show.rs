//! What was meant by `weir show`: as `resolve`, for the words after it.

use regex::RegexBuilder;

use super::args::ShowArgs;
use super::documents::documents;
use super::exit::Problem;
use super::resolve::{answer_format, colored, mode_and_limits, most_bytes, not_a_number};
use super::show::{Grep, Lines, Path, Show, Start, What};
use super::storage;
use super::surroundings::{Attached, Surroundings};
use super::words::shown;
use crate::settings::Settings;
use crate::text::amount;

/// The most lines of context.
const CONTEXT: u64 = 1000;
/// The most bytes that a compiled pattern takes up.
const PATTERN_BYTES: usize = 1024 * 1024;

/// Decides what is shown.
///
/// # Errors
/// A problem of usage.
pub(super) fn show(typed: &ShowArgs, surroundings: &Surroundings) -> Result<Show, Problem> {
    let (mode, limits) = mode_and_limits(&typed.limits, surroundings)?;
    let bytes = most_bytes(&typed.limits, surroundings)?;
    let format = answer_format(typed.format.as_deref());
    let colored = colored(typed.color.as_ref(), surroundings, format)?;
    let documents = documents(&typed.documents.output, [], surroundings)?;
    let mut what = what(typed, surroundings)?;
    if !documents.wanted.is_empty() {
        what = match what {
            What::First(id) => What::Answer(id),
            What::Answer(id) => What::Answer(id),
            _ => {
                return Err(Problem::usage(
                    "--output works only with an ID and nothing else, as in 'weir show last --output junit=FILE'",
                ));
            }
        };
    }
    let folder = storage::place(surroundings)?.map(|place| place.folder);
    let settings = Settings { mode, limits, bytes, format, colored, ..Settings::default() };
    let here = surroundings.folder.as_ref().filter(|_| !typed.any);
    let here = here.map(|here| here.to_string_lossy().into_owned());
    Ok(Show { documents, folder, here, settings, what, now: storage::now(surroundings) })
}

fn what(typed: &ShowArgs, surroundings: &Surroundings) -> Result<What, Problem> {
    let start = start(typed)?;
    if typed.failures {
        if typed.id.is_none() && typed.cursor.is_none() {
            return Err(Problem::usage("--failures needs the ID of a run").hint("'weir show' lists them"));
        }
        return Ok(What::Failures(typed.id.clone(), start.unwrap_or(Start::From(1))));
    }
    let Some(id) = typed.id.clone() else {
        if typed.purge {
            return purge_all(typed.yes, surroundings).and_then(|what| unstarted(what, start));
        }
        return Ok(What::List(start.unwrap_or(Start::From(1))));
    };
    if typed.purge {
        return unstarted(What::Purge(Some(id)), start);
    }
    if typed.raw {
        if surroundings.stdout == Attached::Terminal {
            return Err(Problem::usage("--raw prints stored bytes of any kind, so not to a terminal")
                .hint("send it to a file or a pipe"));
        }
        return unstarted(What::Raw(id), start);
    }
    if let Some(name) = &typed.failure {
        return Ok(What::Failure(id, name.clone(), start.unwrap_or(Start::From(1))));
    }
    if let Some(word) = &typed.path {
        let path = Path::parse(word).ok_or_else(|| {
            Problem::usage(format!("--path must be like .a.b or .items[3], not {}", shown(word)))
        })?;
        if typed.page.is_some() {
            return Err(Problem::usage("--path takes --from, not --page"));
        }
        return Ok(What::Path(id, path, start.unwrap_or(Start::From(1))));
    }
    let grep = typed.grep.as_deref().map(|pattern| grep(pattern, typed.context.as_deref())).transpose()?;
    let what = match (&typed.lines, grep) {
        (Some(word), grep) => What::Lines(id, lines(word)?, grep),
        (None, Some(grep)) => What::Lines(id, Lines { from: 1, to: None }, Some(grep)),
        (None, None) if start.is_none() && (typed.limits.mode.is_some() || typed.format.is_some()) => {
            What::Answer(id)
        }
        (None, None) => return Ok(start.map_or(What::First(id.clone()), |start| What::LeftOut(id, start))),
    };
    unstarted(what, start)
}

/// All runs go: at a terminal who sits there is asked, elsewhere it has to be typed.
fn purge_all(yes: bool, surroundings: &Surroundings) -> Result<What, Problem> {
    let asks = surroundings.stdin == Attached::Terminal && surroundings.stderr == Attached::Terminal;
    match (yes, asks) {
        (true, _) => Ok(What::Purge(None)),
        (false, true) => Ok(What::AskAndPurge),
        (false, false) => Err(Problem::usage("--purge without an ID removes all stored runs")
            .hint("'weir show --purge --yes' does it, 'weir show --purge ID' removes one")),
    }
}

/// What is not shown from a certain row on.
fn unstarted(what: What, start: Option<Start>) -> Result<What, Problem> {
    match start {
        None => Ok(what),
        Some(_) => Err(Problem::usage(
            "--from and --page work with the list, --failures, --failure, --path, and an ID alone",
        )
        .hint("use --lines A: to begin with a line")),
    }
}

fn start(typed: &ShowArgs) -> Result<Option<Start>, Problem> {
    let positive = |number: Option<u64>, word: Option<&String>, by: &str| match (number, word) {
        (Some(0), Some(word)) => Err(Problem::usage(format!("{by} must be at least 1, not {}", shown(word)))),
        (number, _) => Ok(number),
    };
    let from = positive(count(typed.from.as_deref(), "--from")?, typed.from.as_ref(), "--from")?;
    let page = positive(count(typed.page.as_deref(), "--page")?, typed.page.as_ref(), "--page")?;
    let cursor = typed.cursor.clone().map(Start::Cursor);
    Ok(from.map(Start::From).or(page.map(Start::Page)).or(cursor))
}

fn count(word: Option<&str>, by: &str) -> Result<Option<u64>, Problem> {
    word.map(|word| amount(word).ok_or_else(|| not_a_number(word, by))).transpose()
}

fn grep(pattern: &str, context: Option<&str>) -> Result<Grep, Problem> {
    let context = count(context, "--context")?.unwrap_or(0).min(CONTEXT);
    let compiled = RegexBuilder::new(pattern).size_limit(PATTERN_BYTES).build();
    let compiled = compiled.map_err(|error| {
        let text = error.to_string();
        let last = text.lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned();
        Problem::usage(format!("--grep cannot be {}: {last}", shown(pattern)))
    })?;
    Ok(Grep { pattern: compiled, context: usize::try_from(context).unwrap_or(0) })
}

/// `A:B`, `A-B`, `A:`, `:B` or `A+N`; `A` alone is one line.
pub(super) fn lines(word: &str) -> Result<Lines, Problem> {
    let wrong = || {
        Problem::usage(format!("--lines must be A:B, A-B, A:, :B or A+N, not {}", shown(word)))
            .hint("lines are counted from 1")
    };
    let one = |word: &str| amount(word).filter(|number| *number > 0).ok_or_else(wrong);
    let range = if let Some((from, count)) = word.split_once('+') {
        let (from, count) = (one(from)?, one(count)?);
        Lines { from, to: Some(from.saturating_add(count).saturating_sub(1)) }
    } else if let Some((from, to)) = word.split_once('-') {
        Lines { from: one(from)?, to: Some(one(to)?) }
    } else if let Some((from, to)) = word.split_once(':') {
        let from = if from.is_empty() { 1 } else { one(from)? };
        Lines { from, to: if to.is_empty() { None } else { Some(one(to)?) } }
    } else {
        let from = one(word)?;
        Lines { from, to: Some(from) }
    };
    if range.to.is_some_and(|to| to < range.from) || word == ":" { Err(wrong()) } else { Ok(range) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_given_by_their_first_and_last_or_by_their_number() {
        let range = |word| lines(word).ok().map(|range| (range.from, range.to));
        assert_eq!(range("3:5"), Some((3, Some(5))));
        assert_eq!(range("3:"), Some((3, None)));
        assert_eq!(range(":5"), Some((1, Some(5))));
        assert_eq!(range("3+2"), Some((3, Some(4))));
        assert_eq!(range("7"), Some((7, Some(7))));
        assert_eq!(range("3-5"), Some((3, Some(5))));
        for wrong in ["", ":", "0:5", "5:3", "a", "1:b", "-1:", "1+0", "+5", "5-3", "-5", "5-", "1-2-3"] {
            assert_eq!(range(wrong), None, "{wrong}");
        }
    }
}
