//! What is counted of an answer to `tools/list`, and that answer when the list is an index.

use super::apart::Asked;
use super::catalog::{Freshness, catalog};
use super::fetch::Failure;
use super::guarding::tokens;
use super::index::definitions;
use crate::mcp::get::definition;
use crate::mcp::wire::{Splice, range_of, without_field};
use crate::settings::guard::ToolList;
use crate::text::json::{Json, compact};

/// What is counted of a list of tools.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Listed {
    /// How much of it is shown.
    pub list: ToolList,
    /// The server's tools.
    pub tools: u64,
    /// The tools that the client sees, weir's own included.
    pub listed: u64,
    /// Tools that are not permitted.
    pub denied: u64,
    /// Estimated tokens of the server's list.
    pub before: u64,
    /// Estimated tokens of the list that the client sees.
    pub after: u64,
}

fn count(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

/// Estimated tokens of a list without blanks.
fn cost(list: &str) -> u64 {
    let mut text = String::new();
    compact(list, &mut text);
    tokens(&text)
}

impl Listed {
    /// Of a list that the server sent.
    pub(super) fn of(list: ToolList, tools: Json<'_>) -> Self {
        Self { list, tools: count(tools.count()), before: cost(tools.text()), ..Self::default() }
    }

    /// The client sees these tools.
    pub(super) fn shows(&mut self, tools: &[&str]) {
        self.listed = count(tools.len());
        self.after = cost(&format!("[{}]", tools.join(",")));
    }
}

/// The answer to `tools/list` with the index in the place of the server's tools.
///
/// # Errors
/// What the server answers instead.
pub(super) fn listed(asked: &Asked<'_>) -> Result<String, Failure> {
    let Asked { session, apart, .. } = asked;
    let catalog = catalog(asked, Freshness::Fresh)?;
    let guard = apart.rules.guard();
    let get = session.facts.get_name();
    let [tools, call] = definitions(&session.facts);
    let own = [tools, call, definition(&get, guard.base.budgets.max_page_size)];
    session.guarding.name_get_tool(&get, &apart.rules);
    let own: Vec<&str> = own.iter().map(String::as_str).collect();
    let mut listed = Listed {
        list: ToolList::Index,
        tools: count(catalog.tools.len()),
        denied: count(catalog.tools.iter().filter(|(name, _)| !guard.permits(name)).count()),
        before: cost(&catalog.array()),
        ..Listed::default()
    };
    listed.shows(&own);
    session.guarding.listed(&session.facts, &apart.rules, &listed);
    let array = format!("[{}]", own.join(","));
    let edited = || {
        let first = Json::parse(&catalog.first).ok()?;
        let old = range_of(&catalog.first, first.get("tools")?.text())?;
        let mut parts = vec![(old, array.as_str())];
        parts.extend(without_field(&catalog.first, first, "nextCursor").into_iter().map(|range| (range, "")));
        parts.sort_by_key(|(range, _)| range.start);
        let mut splice = Splice::new(&catalog.first);
        parts.into_iter().for_each(|(range, text)| splice.replace(range, text));
        Some(splice.finish())
    };
    Ok(edited().unwrap_or_else(|| format!("{{\"tools\":{array}}}")))
}
