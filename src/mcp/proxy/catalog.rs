//! The server's whole list of tools, as weir itself reads it: all pages, and again when it has changed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::apart::Asked;
use super::fetch::Failure;
use crate::budget::Count as _;
use crate::mcp::wire::without_field;
use crate::text::json::{Json, Kind, string};

/// Pages of a list.
const MOST_PAGES: usize = 1000;
/// Tools of a list, and bytes of all of them.
const MOST_TOOLS: usize = 100_000;
const MOST_BYTES: usize = 64 * 1024 * 1024;
/// Lists that are remembered: a server may show others to others.
const MOST_LISTS: usize = 64;

/// The token of progress of a request, which is no part of weir's own.
const TOKEN: &str = "progressToken";

/// A list.
#[derive(Debug, Default)]
pub struct Catalog {
    /// The first page, as it came.
    pub first: String,
    /// All tools as they came, each with its name.
    pub tools: Vec<(String, String)>,
    /// Until when it may be used.
    until: Option<Instant>,
}

impl Catalog {
    /// All tools as one array.
    pub fn array(&self) -> String {
        let tools: Vec<&str> = self.tools.iter().map(|(_, tool)| tool.as_str()).collect();
        format!("[{}]", tools.join(","))
    }
}

/// Lists by what their reader shows of itself.
type Known = HashMap<Option<Vec<u8>>, Arc<Catalog>>;

/// The lists that are known, and how often they changed.
#[derive(Debug, Default)]
pub struct Catalogs {
    known: Mutex<(u64, Known)>,
    reading: Mutex<()>,
}

impl Catalogs {
    fn known(&self) -> MutexGuard<'_, (u64, Known)> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The list has changed.
    pub fn forget(&self) {
        let mut known = self.known();
        known.0.up(1);
        known.1.clear();
    }

    fn find(&self, key: &Option<Vec<u8>>) -> Option<Arc<Catalog>> {
        let is_fresh = |catalog: &&Arc<Catalog>| catalog.until.is_none_or(|until| Instant::now() < until);
        self.known().1.get(key).filter(is_fresh).cloned()
    }
}

/// Whether a list that is known already will do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freshness {
    /// It will.
    Known,
    /// It is read again.
    Fresh,
}

/// The whole list of tools for who sent a message. May wait for the server.
///
/// # Errors
/// What the server answers instead.
pub(super) fn catalog(asked: &Asked<'_>, freshness: Freshness) -> Result<Arc<Catalog>, Failure> {
    let Asked { session, caller, .. } = asked;
    let key = caller.owner.as_ref().and_then(|owner| owner.authorization.clone());
    let known = || session.catalogs.find(&key);
    if let Some(catalog) = known().filter(|_| freshness == Freshness::Known) {
        return Ok(catalog);
    }
    let _reading = session.catalogs.reading.lock().unwrap_or_else(PoisonError::into_inner);
    // Another thread may have read it meanwhile.
    if let Some(catalog) = known().filter(|_| freshness == Freshness::Known) {
        return Ok(catalog);
    }
    let change = session.catalogs.known().0;
    let catalog = Arc::new(read(asked)?);
    session.facts.list_begins();
    catalog.tools.iter().for_each(|(name, _)| session.facts.tool(name));
    session.facts.list_ends();
    let mut known = session.catalogs.known();
    if known.0 == change {
        if known.1.len() >= MOST_LISTS {
            known.1.clear();
        }
        known.1.insert(key, Arc::clone(&catalog));
    }
    Ok(catalog)
}

fn read(asked: &Asked<'_>) -> Result<Catalog, Failure> {
    let Asked { session, server, message, caller, stop, .. } = asked;
    let meta = message.param("_meta").map(|meta| own_meta(meta.text()));
    let (mut catalog, mut cursor, mut bytes) = (Catalog::default(), None::<String>, 0_usize);
    for page in 0..MOST_PAGES {
        let meta = meta.as_ref().map(|meta| format!("\"_meta\":{meta}"));
        let members: Vec<String> =
            cursor.iter().map(|cursor| format!("\"cursor\":{cursor}")).chain(meta).collect();
        let text =
            session.ask(server, "tools/list", &format!("{{{}}}", members.join(",")), (caller, stop))?;
        let Ok(list) = Json::parse(&text) else { break };
        let _ = session.facts.mirrors().learn(list);
        for tool in list.get("tools").into_iter().flat_map(Json::elements) {
            bytes.up(tool.text().len());
            if catalog.tools.len() < MOST_TOOLS && bytes <= MOST_BYTES {
                let name = tool.get("name").and_then(Json::string).unwrap_or_default().into_owned();
                catalog.tools.push((name, tool.text().to_owned()));
            }
        }
        if page == 0 {
            let ttl = list.get("ttlMs").and_then(|ttl| ttl.text().parse::<u64>().ok());
            catalog.until = ttl.and_then(|ttl| Instant::now().checked_add(Duration::from_millis(ttl)));
        }
        let next = list.get("nextCursor").filter(|next| next.kind() == Kind::String).and_then(Json::string);
        cursor = next.map(|next| {
            let mut word = String::new();
            string(&next, &mut word);
            word
        });
        if page == 0 {
            catalog.first = text;
        }
        if cursor.is_none() {
            break;
        }
    }
    Ok(catalog)
}

/// The metadata of a client's request for one of weir's own.
fn own_meta(meta: &str) -> String {
    let Ok(json) = Json::parse(meta) else { return "{}".to_owned() };
    let mut splice = crate::mcp::wire::Splice::new(meta);
    without_field(meta, json, TOKEN).into_iter().for_each(|range| splice.replace(range, ""));
    splice.finish()
}
