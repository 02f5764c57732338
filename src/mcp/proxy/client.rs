//! What becomes of a line of the client: it goes to the server as it is. Only calls of the get tool are answered here.
//!
//! Garbage goes on, too: it is the server's to judge. A request is entered in the table of waiting calls before it is
//! sent, so that its answer finds it.

use std::time::Instant;

use super::apart::{Apart, Kind};
use super::caller::Caller;
use super::facts::GET;
use super::in_flight::Call;
use super::index::{CALL, TOOLS};
use super::journal::Level;
use super::rules::Rules;
use super::session::Session;
use crate::mcp::get::{Asker, is_slow};
use crate::mcp::wire::{INTERNAL_ERROR, INVALID_PARAMS, Id, Message, Shape, Skim, error, result, shape};
use crate::settings::guard::ToolList;
use crate::text::json::Json;

/// What goes to the server, and the requests in it.
#[derive(Debug, PartialEq, Eq)]
pub enum ToServer {
    /// The line.
    AsIs(Vec<Id>),
    /// Another line, without its line end.
    Instead(String, Vec<Id>),
    /// Nothing.
    Nothing,
    /// Nothing: the server has ended. This answers the request.
    Late(String),
    /// Nothing yet: weir answers it in a thread of its own.
    Apart(Box<Apart>),
}

/// What becomes of one message.
enum Taken {
    Passes(Option<Id>),
    Answered(String),
    Late(String),
    Apart(Kind),
}

impl Session {
    /// Decides about a line of the client, and answers what is not for the server.
    pub fn from_client(&self, line: &[u8], caller: &Caller) -> ToServer {
        let begun = Instant::now();
        let text = String::from_utf8_lossy(line);
        match shape(&text) {
            Shape::One(message) => match self.request(&message, (caller, begun)) {
                Taken::Passes(id) => ToServer::AsIs(id.into_iter().collect()),
                Taken::Answered(reply) => {
                    self.output.line(reply.as_bytes());
                    ToServer::Nothing
                }
                Taken::Late(reply) => ToServer::Late(reply),
                Taken::Apart(kind) => ToServer::Apart(Box::new(Apart {
                    kind,
                    message: text.trim().to_owned(),
                    id: message.id.map_or("null", Json::text).to_owned(),
                    modern: message.version().is_some(),
                    rules: self.rules(),
                })),
            },
            Shape::Batch(batch) => self.requests(batch, (caller, begun)),
            Shape::NotJson => self.half_read(line, begun),
            Shape::Other | Shape::Blank => ToServer::AsIs(Vec::new()),
        }
    }

    fn request(&self, message: &Message<'_>, (caller, begun): (&Caller, Instant)) -> Taken {
        let Some(method) = message.method.as_deref() else { return Taken::Passes(None) };
        let Some(id) = message.id else {
            if method == "notifications/cancelled"
                && let Some(id) = message.param("requestId")
            {
                self.aparts.cancel(&Id::of(id));
                self.in_flight.give_up(&Id::of(id));
            }
            return Taken::Passes(None);
        };
        let rules = self.rules();
        let modern = message.version().is_some();
        let tool = match method {
            "tools/call" => message.text_param("name"),
            "tasks/result" | "tasks/get" => {
                message.text_param("taskId").and_then(|task| self.facts.tool_of(&task)).map(Into::into)
            }
            _ => None,
        };
        let is_index = rules.tool_list(self.guarding.arms()) == ToolList::Index && self.facts.has_tools();
        if is_index && method == "tools/list" {
            return Taken::Apart(Kind::List);
        }
        if method == "tools/call" {
            let name = tool.as_deref().unwrap_or_default();
            let arguments = message.param("arguments");
            let own = || rules.changes_anything() && name == self.facts.get_name();
            if name.starts_with(GET) && own() {
                if arguments.is_some_and(is_slow) {
                    return Taken::Apart(Kind::Get);
                }
                let asker = Asker { owner: caller.owner.as_deref(), stop: &|| false };
                let answer = self.get(arguments, modern, &rules, &asker);
                return Taken::Answered(result(id.text(), &answer));
            }
            if is_index && name == self.facts.own_name(TOOLS) {
                return Taken::Apart(Kind::Tools);
            }
            if is_index && name == self.facts.own_name(CALL) {
                return Taken::Apart(Kind::Call);
            }
            if let Some(denied) = not_permitted(message, &rules) {
                return Taken::Answered(error(id.text(), INVALID_PARAMS, &format!("Unknown tool: {denied}")));
            }
        }
        let now = Instant::now();
        let call = Call {
            id: id.text().to_owned(),
            method: method.to_owned(),
            tool: tool.map(|tool| tool.into_owned()),
            modern,
            from_start: message.param("cursor").is_none(),
            rules,
            since: now,
            before: now.saturating_duration_since(begun),
            until: self.deadline(method, now),
            sent: false,
            owner: caller.owner.clone(),
            own: None,
        };
        self.enter(Id::of(id), call)
    }

    fn enter(&self, id: Id, call: Call) -> Taken {
        let written = call.id.clone();
        match self.in_flight.add(id.clone(), call) {
            Ok(()) => Taken::Passes(Some(id)),
            Err(why) => Taken::Late(error(&written, INTERNAL_ERROR, &why)),
        }
    }

    fn requests(&self, batch: Json<'_>, (caller, begun): (&Caller, Instant)) -> ToServer {
        let (mut ids, mut kept, mut replies) = (Vec::new(), Vec::new(), Vec::new());
        for element in batch.elements() {
            let message = Message::of(element);
            match self.request(&message, (caller, begun)) {
                Taken::Passes(id) => {
                    ids.extend(id);
                    kept.push(element.text());
                }
                Taken::Answered(reply) | Taken::Late(reply) => replies.push(reply),
                Taken::Apart(_) => {
                    let id = message.id.map_or("null", Json::text);
                    replies.push(error(id, INVALID_PARAMS, "this call cannot be one of several at once"));
                }
            }
        }
        if replies.is_empty() {
            return ToServer::AsIs(ids);
        }
        self.output.line(format!("[{}]", replies.join(",")).as_bytes());
        if kept.is_empty() {
            ToServer::Nothing
        } else {
            ToServer::Instead(format!("[{}]", kept.join(",")), ids)
        }
    }

    /// A line that is no JSON to us may be some to the server, with `NaN` in it say: what it asks for may be answered.
    fn half_read(&self, line: &[u8], begun: Instant) -> ToServer {
        let skim = Skim::of(line);
        if !skim.is_whole() {
            return ToServer::AsIs(Vec::new());
        }
        // Which tool it calls is not known: it may be one that is not permitted.
        let rules = self.rules();
        let is_guarded = rules.guard().allow.is_some() || !rules.guard().deny.is_empty();
        let found = skim.found();
        if is_guarded && found.iter().any(|found| found.method.as_deref() == Some("tools/call")) {
            for id in found.into_iter().filter_map(|found| found.id) {
                self.output.line(error(&id, INVALID_PARAMS, "the call is no JSON").as_bytes());
            }
            return ToServer::Nothing;
        }
        let mut ids = Vec::new();
        for found in skim.found() {
            let (Some(id), Some(written), Some(method)) = (found.key(), found.id, found.method) else {
                continue;
            };
            let now = Instant::now();
            let call = Call {
                id: written,
                until: self.deadline(&method, now),
                method,
                tool: None,
                modern: false,
                from_start: true,
                rules: self.rules(),
                since: now,
                before: now.saturating_duration_since(begun),
                sent: false,
                owner: None,
                own: None,
            };
            match self.enter(id, call) {
                Taken::Passes(id) => ids.extend(id),
                Taken::Answered(reply) | Taken::Late(reply) => self.output.line(reply.as_bytes()),
                Taken::Apart(_) => {}
            }
        }
        ToServer::AsIs(ids)
    }

    /// Answers what was skimmed of a line of the client that is too long. Gives the answers that are for the server.
    pub(in crate::mcp) fn too_long_for_server(&self, skim: &Skim, bytes: u64, most: usize) -> Vec<String> {
        let why = too_long(bytes, most);
        self.journal.note(Level::Warn, &format!("a line of the client: {why}"));
        let mut to_server = Vec::new();
        for found in skim.found() {
            let Some(id) = found.id.filter(|id| Id::read(id).is_some()) else { continue };
            let reply = error(&id, INTERNAL_ERROR, &why);
            if found.method.is_some() {
                self.output.line(reply.as_bytes());
            } else {
                to_server.push(reply);
            }
        }
        to_server
    }
}

/// The name of a tool that a call may mean and that is not permitted. Programs differ in which of two equal members counts.
fn not_permitted(message: &Message<'_>, rules: &Rules) -> Option<String> {
    let params = message.json.raw_fields().filter(|(key, _)| key.string().is_some_and(|key| key == "params"));
    let names = params.flat_map(|(_, params)| {
        params
            .raw_fields()
            .filter(|(key, _)| key.string().is_some_and(|key| key == "name"))
            .map(|(_, name)| name)
            .collect::<Vec<_>>()
    });
    let mut names = names.filter_map(Json::string);
    names.find(|name| !rules.guard().permits(name)).map(std::borrow::Cow::into_owned)
}

/// Why a line is not passed on.
pub(super) fn too_long(bytes: u64, most: usize) -> String {
    format!("a message of {bytes} bytes is over the limit of {most} bytes (maxMessageBytes)")
}
