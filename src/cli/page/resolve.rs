//! What was meant by `weir page`.

use std::time::Duration;

use super::args::PageArgs;
use super::run::{From, Page};
use crate::budget::Estimator;
use crate::cli::duration::milliseconds;
use crate::cli::exit::Problem;
use crate::cli::pages::Keeping;
use crate::cli::piece::{Est, amount};
use crate::cli::resolve::inputs;
use crate::cli::storage;
use crate::cli::surroundings::{Attached, Surroundings};
use crate::cli::words::shown;
use crate::page::Order;
use crate::store::CURSOR_SECONDS;
use crate::text::json::JsonPath;

/// The most items of a page.
const MOST_ITEMS: u64 = 200;
/// The most pages at once.
const MOST_PAGES: u64 = 1_000_000;
/// The least budget of an answer: what is beside the items has to fit.
pub(in crate::cli) const LEAST_BUDGET: u64 = 500;

/// Decides what is paged.
///
/// # Errors
/// A problem of usage.
pub(in crate::cli) fn page(typed: &PageArgs, surroundings: &Surroundings) -> Result<Page, Problem> {
    let number = |word: &Option<String>, by| word.as_deref().map(|word| amount::given(word, by)).transpose();
    let limit = match number(&typed.limit, "--limit")? {
        Some(0) => return Err(Problem::usage("limit must be at least 1")),
        Some(limit) if limit > MOST_ITEMS && !typed.clamp => {
            return Err(Problem::usage(format!("limit exceeds maximum of {MOST_ITEMS}"))
                .hint("--clamp takes the maximum instead"));
        }
        limit => limit.map(|limit| limit.min(MOST_ITEMS)),
    };
    let order = typed.sort.as_deref().map(|word| {
        Order::parse(word).ok_or_else(|| {
            Problem::usage(format!("--sort cannot be {}", shown(word)))
                .hint("the values are auto, none, FIELD, FIELD:asc and FIELD:desc")
        })
    });
    Ok(Page {
        from: match &typed.cursor {
            Some(cursor) => From::Cursor(cursor.clone()),
            None => From::Inputs(inputs(&typed.piece.files, surroundings)?),
        },
        path: typed.path.as_deref().map(|word| path(word, "--path")).transpose()?,
        order: order.transpose()?,
        fields: typed.fields.as_deref().map_or(Ok(Vec::new()), |word| paths(word, "--fields"))?,
        limit,
        pages: typed.pages.as_deref().map(pages).transpose()?,
        budget: budget(typed.piece.budget.as_deref(), surroundings)?,
        est: typed
            .piece
            .est
            .as_deref()
            .map(|word| Est::parse(Some(word), Estimator::Chars4Margin20))
            .transpose()?,
        text: typed.piece.format.as_deref() == Some("text"),
        redaction: typed.keeping.redaction(),
        terminal: surroundings.stdout == Attached::Terminal,
        keeping: keeping(typed.keeping.no_store, typed.ttl.as_deref(), surroundings)?,
    })
}

/// The seconds of a time, when it is one that a cursor may live.
fn seconds(word: &str) -> Option<i64> {
    let wanted = Duration::from_secs_f64(milliseconds(word)? / 1e3);
    i64::try_from(wanted.as_secs()).ok().filter(|seconds| (1..=CURSOR_SECONDS).contains(seconds))
}

/// Where pages are kept, and for how long.
pub(in crate::cli) fn keeping(
    no_store: bool,
    ttl: Option<&str>,
    surroundings: &Surroundings,
) -> Result<Keeping, Problem> {
    let ttl = match ttl {
        None => CURSOR_SECONDS,
        Some(word) => seconds(word).ok_or_else(|| {
            Problem::usage(format!("--ttl must be 1 to {CURSOR_SECONDS} seconds, not {}", shown(word)))
                .hint("a number and s or m: 90s, 5m; without a unit seconds")
        })?,
    };
    let place = if no_store { None } else { storage::place_or_warning(surroundings)? };
    Ok(Keeping { place, now: storage::now(surroundings), ttl })
}

/// The budget, when one was given; not less than what an answer takes without any content.
pub(in crate::cli) fn budget(
    word: Option<&str>,
    surroundings: &Surroundings,
) -> Result<Option<u64>, Problem> {
    match amount::budget(word, surroundings)? {
        Some(budget) if budget < LEAST_BUDGET => {
            Err(Problem::usage(format!("budget must be at least {LEAST_BUDGET} tokens here, not {budget}"))
                .hint("the frame around the content has to fit, too"))
        }
        budget => Ok(budget),
    }
}

pub(in crate::cli) fn path(word: &str, by: &str) -> Result<JsonPath, Problem> {
    JsonPath::parse(word)
        .map_err(|error| Problem::unusable(error).context(format!("{by} cannot be {}", shown(word))))
}

/// Paths with commas between them; a comma in a quoted key parts none.
pub(in crate::cli) fn paths(word: &str, by: &str) -> Result<Vec<JsonPath>, Problem> {
    let mut quoted = false;
    let parts = word.split(|char| {
        if char == '"' {
            quoted = !quoted;
        }
        char == ',' && !quoted
    });
    parts.map(|part| path(part.trim(), by)).collect()
}

/// `A` or `A-B`, from 1.
fn pages(word: &str) -> Result<(u64, u64), Problem> {
    let (from, to) = word.split_once('-').unwrap_or((word, word));
    let range = crate::text::amount(from).zip(crate::text::amount(to));
    range
        .filter(|(from, to)| (1..=MOST_PAGES).contains(from) && (*from..=MOST_PAGES).contains(to))
        .ok_or_else(|| {
            Problem::usage(format!("--pages must be A or A-B, not {}", shown(word)))
                .hint("pages are counted from 1")
        })
}
