//! What becomes of a line of the client: it goes to the server as it is. Only calls of the get tool are answered here.
//!
//! Garbage goes on, too: it is the server's to judge. A request is entered in the table of waiting calls before it is
//! sent, so that its answer finds it.

use std::time::Instant;

use super::in_flight::Call;
use super::journal::Level;
use super::session::Session;
use crate::mcp::wire::{INTERNAL_ERROR, Id, Message, Shape, Skim, error, result, shape};
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
}

/// What becomes of one message.
enum Taken {
    Passes(Option<Id>),
    Answered(String),
}

impl Session {
    /// Decides about a line of the client, and answers what is not for the server.
    pub fn from_client(&self, line: &[u8]) -> ToServer {
        let begun = Instant::now();
        let text = String::from_utf8_lossy(line);
        match shape(&text) {
            Shape::One(message) => match self.request(&message, begun) {
                Taken::Passes(id) => ToServer::AsIs(id.into_iter().collect()),
                Taken::Answered(reply) => {
                    self.output.line(reply.as_bytes());
                    ToServer::Nothing
                }
            },
            Shape::Batch(batch) => self.requests(batch, begun),
            Shape::NotJson => ToServer::AsIs(self.half_read(line, begun)),
            Shape::Other | Shape::Blank => ToServer::AsIs(Vec::new()),
        }
    }

    fn request(&self, message: &Message<'_>, begun: Instant) -> Taken {
        let Some(method) = message.method.as_deref() else { return Taken::Passes(None) };
        let Some(id) = message.id else {
            if method == "notifications/cancelled"
                && let Some(id) = message.param("requestId")
            {
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
        if method == "tools/call"
            && rules.changes_anything()
            && tool.as_deref().is_some_and(|tool| tool == self.facts.get_name())
        {
            let answer = self.guarding.get(&self.facts, message.param("arguments"), modern, &rules);
            return Taken::Answered(result(id.text(), &answer));
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
        };
        self.enter(Id::of(id), call)
    }

    fn enter(&self, id: Id, call: Call) -> Taken {
        let written = call.id.clone();
        match self.in_flight.add(id.clone(), call) {
            Ok(()) => Taken::Passes(Some(id)),
            Err(why) => Taken::Answered(error(&written, INTERNAL_ERROR, &why)),
        }
    }

    fn requests(&self, batch: Json<'_>, begun: Instant) -> ToServer {
        let (mut ids, mut kept, mut replies) = (Vec::new(), Vec::new(), Vec::new());
        for element in batch.elements() {
            match self.request(&Message::of(element), begun) {
                Taken::Passes(id) => {
                    ids.extend(id);
                    kept.push(element.text());
                }
                Taken::Answered(reply) => replies.push(reply),
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
    fn half_read(&self, line: &[u8], begun: Instant) -> Vec<Id> {
        let skim = Skim::of(line);
        if !skim.is_whole() {
            return Vec::new();
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
            };
            match self.enter(id, call) {
                Taken::Passes(id) => ids.extend(id),
                Taken::Answered(reply) => self.output.line(reply.as_bytes()),
            }
        }
        ids
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

/// Why a line is not passed on.
pub(super) fn too_long(bytes: u64, most: usize) -> String {
    format!("a message of {bytes} bytes is over the limit of {most} bytes (maxMessageBytes)")
}
