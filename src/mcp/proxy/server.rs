//! What becomes of a line of the server: it goes to the client as it is, unless an answer in it is changed, or nobody
//! waits for it.

use std::ops::Range;
use std::time::Instant;

use super::client::too_long;
use super::fetch::Failure;
use super::in_flight::Call;
use super::journal::Level;
use super::long_error;
use super::session::Session;
use super::tools_list;
use crate::mcp::get::definition;
use crate::mcp::wire::{INTERNAL_ERROR, Id, Message, Shape, Skim, Splice, error, range_of, shape};
use crate::text::json::{Json, Kind};

/// What goes to the client.
#[derive(Debug, PartialEq, Eq)]
pub enum ToClient {
    /// The line.
    AsIs,
    /// Another line.
    Instead(String),
    /// Nothing.
    Nothing,
}

/// What becomes of one message.
enum Edit {
    Keep,
    Drop,
    /// Other text in the place of a range of the line.
    Put(Range<usize>, String),
}

impl Session {
    /// Decides about a line of the server.
    pub fn from_server(&self, line: &str) -> ToClient {
        match shape(line) {
            Shape::One(message) => match self.message(line, &message) {
                Edit::Keep => ToClient::AsIs,
                Edit::Drop => ToClient::Nothing,
                Edit::Put(range, text) => {
                    let mut splice = Splice::new(line);
                    splice.replace(range, &text);
                    ToClient::Instead(splice.finish())
                }
            },
            Shape::Batch(batch) => self.batch(line, batch),
            Shape::Other => ToClient::AsIs,
            Shape::Blank => ToClient::Nothing,
            Shape::NotJson => {
                self.no_json(line);
                ToClient::Nothing
            }
        }
    }

    fn batch(&self, line: &str, batch: Json<'_>) -> ToClient {
        let edits: Vec<(Json<'_>, Edit)> =
            batch.elements().map(|element| (element, self.message(line, &Message::of(element)))).collect();
        if edits.iter().all(|(_, edit)| matches!(edit, Edit::Keep)) {
            return ToClient::AsIs;
        }
        let kept = edits.into_iter().filter_map(|(element, edit)| match edit {
            Edit::Keep => Some(element.text().to_owned()),
            Edit::Drop => None,
            Edit::Put(range, text) => {
                let from = range_of(line, element.text())?.start;
                let inside = range.start.checked_sub(from)?..range.end.checked_sub(from)?;
                let mut splice = Splice::new(element.text());
                splice.replace(inside, &text);
                Some(splice.finish())
            }
        });
        let kept: Vec<String> = kept.collect();
        if kept.is_empty() { ToClient::Nothing } else { ToClient::Instead(format!("[{}]", kept.join(","))) }
    }

    fn message(&self, line: &str, message: &Message<'_>) -> Edit {
        if let Some(method) = &message.method {
            if method == "notifications/tools/list_changed" {
                self.catalogs.forget();
            }
            return Edit::Keep;
        }
        let Some(id) = message.key() else { return Edit::Keep };
        let Some(call) = self.in_flight.take(&id) else {
            if id == Id::Null {
                return Edit::Keep;
            }
            self.journal.note(Level::Warn, "dropped an answer that nobody waits for");
            return Edit::Drop;
        };
        if let Some(own) = &call.own {
            let error = |error: Json<'_>| Failure { error: error.text().to_owned(), refusal: None };
            own.give(match (message.result, message.error) {
                (Some(result), _) if result.kind() != Kind::Null => Ok(result.text().to_owned()),
                (_, Some(wrong)) => Err(error(wrong)),
                (result, None) => Ok(result.map_or("{}", Json::text).to_owned()),
            });
            return Edit::Drop;
        }
        let arrived = Instant::now();
        // Some servers answer with both, one of them null.
        let error = message.error.filter(|error| error.kind() != Kind::Null);
        let edited = match (error, message.result) {
            (Some(error), None) => {
                let bounded = if self.guarding.acts_on(&call) { long_error::bounded(error) } else { None };
                self.guarding.failed(&self.facts, &call, error, bounded.as_deref(), arrived);
                bounded.map(|text| (error, text))
            }
            (_, Some(result)) => {
                let around = line.trim_end_matches(['\r', '\n']).len().saturating_sub(result.text().len());
                self.result(&call, (result, around), arrived).map(|text| (result, text))
            }
            (None, None) => None,
        };
        let put = edited.and_then(|(part, text)| Some(Edit::Put(range_of(line, part.text())?, text)));
        put.unwrap_or(Edit::Keep)
    }

    fn result(&self, call: &Call, (result, around): (Json<'_>, usize), arrived: Instant) -> Option<String> {
        match call.method.as_str() {
            "initialize" | "server/discover" => {
                self.facts.learn(result);
                None
            }
            "tools/list" => {
                if call.from_start {
                    self.facts.list_begins();
                }
                let _ = self.facts.mirrors().learn(result);
                let most = call.rules.guard().base.budgets.max_page_size;
                let (edited, listed) =
                    tools_list::edited(result, &call.rules, self.guarding.arms(), &self.facts, |name| {
                        definition(name, most)
                    })?;
                self.guarding.name_get_tool(&self.facts.get_name(), &call.rules);
                self.guarding.listed(&self.facts, &call.rules, &listed);
                edited
            }
            "tools/call" | "tasks/result" | "tasks/get" | "resources/read" => {
                self.guarding.judge((&self.facts, &self.journal), call, (result, around), arrived)
            }
            _ => None,
        }
    }

    /// A line that is no JSON goes to standard error. If it answers a call all the same, the call is not left waiting.
    fn no_json(&self, line: &str) {
        self.stray(line.as_bytes());
        let skim = Skim::of(line.as_bytes());
        if !skim.is_whole() {
            return;
        }
        for found in skim.found().iter().filter(|found| found.is_answer && found.method.is_none()) {
            if let Some(call) = found.key().and_then(|id| self.in_flight.take(&id)) {
                self.fail(&call, "the answer of the upstream server is no JSON");
            }
        }
    }

    /// Answers what was skimmed of a line of the server that is too long. Gives the answers that are for the server.
    pub(super) fn too_long_for_client(&self, skim: &Skim, bytes: u64, most: usize) -> Vec<String> {
        let why = format!("upstream: {}", too_long(bytes, most));
        self.journal.note(Level::Warn, &why);
        let mut to_server = Vec::new();
        for found in skim.found() {
            let Some((id, written)) = found.key().zip(found.id) else { continue };
            if found.method.is_some() {
                to_server.push(error(&written, INTERNAL_ERROR, &why));
            } else if let Some(call) = self.in_flight.take(&id) {
                self.fail(&call, &why);
            }
        }
        to_server
    }
}
