//! Messages of weir's own server.

use std::sync::{Mutex, PoisonError};

use crate::budget::Count as _;
use crate::mcp::proxy::Session;
use crate::mcp::wire::{MODERN, NEWEST_WITH_SESSIONS, WITH_SESSIONS, error};
use crate::text::json::string;

/// A version that is not known.
const UNSUPPORTED_VERSION: i64 = -32022;

/// The instructions about the tools as a whole.
const INSTRUCTIONS: &str = "Runs tests and builds and reads large files, and answers in few words: every failure is in the answer, and nothing is left out without saying how to get it.";

fn info() -> String {
    format!("{{\"name\":\"weir\",\"version\":\"{}\"}}", env!("CARGO_PKG_VERSION"))
}

/// A version that is not known.
pub(super) fn unsupported(id: &str, requested: &str) -> String {
    let mut word = String::new();
    string(requested, &mut word);
    format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"error\":{{\"code\":{UNSUPPORTED_VERSION},\"message\":\"unsupported protocol version\",\"data\":{{\"supported\":[\"{MODERN}\"],\"requested\":{word}}}}}}}"
    )
}

/// What `initialize` is answered: the version that was asked for, or the newest.
pub(super) fn initialized(requested: &str) -> String {
    let version = WITH_SESSIONS.into_iter().find(|known| *known == requested).unwrap_or(NEWEST_WITH_SESSIONS);
    format!(
        "{{\"protocolVersion\":\"{version}\",\"capabilities\":{{\"tools\":{{}}}},\"serverInfo\":{},\"instructions\":\"{INSTRUCTIONS}\"}}",
        info()
    )
}

/// What `server/discover` is answered.
pub(super) fn discovered() -> String {
    format!(
        "{{\"supportedVersions\":[\"{MODERN}\"],\"capabilities\":{{\"tools\":{{}}}},\"instructions\":\"{INSTRUCTIONS}\",{CACHED},\"_meta\":{{\"io.modelcontextprotocol/serverInfo\":{}}}}}",
        info()
    )
}

/// What a result of the modern era says besides, when it may be kept for a while.
pub(super) const CACHED: &str = "\"resultType\":\"complete\",\"ttlMs\":60000,\"cacheScope\":\"private\"";

/// Where answers go.
#[derive(Clone, Debug)]
pub(super) enum Reply {
    /// To the client at once.
    Line,
    /// Into the one answer to several messages.
    Batch(std::sync::Arc<Gathering>),
}

/// The answers to several messages that came as one.
#[derive(Debug)]
pub(super) struct Gathering(Mutex<Gathered>);

#[derive(Debug)]
struct Gathered {
    lines: Vec<String>,
    /// How many are still to come.
    due: usize,
}

impl Gathering {
    /// Waits for so many answers.
    pub(super) fn new(due: usize) -> Self {
        Self(Mutex::new(Gathered { lines: Vec::new(), due }))
    }
}

impl Reply {
    /// Gives an answer; none for a message that gets none.
    pub(super) fn send(&self, session: &Session, line: Option<String>) {
        match self {
            Self::Line => {
                if let Some(line) = line {
                    session.output.line(line.as_bytes());
                }
            }
            Self::Batch(gathering) => {
                let mut gathered = gathering.0.lock().unwrap_or_else(PoisonError::into_inner);
                gathered.lines.extend(line);
                gathered.due.down(1);
                if gathered.due == 0 && !gathered.lines.is_empty() {
                    session.output.line(format!("[{}]", gathered.lines.join(",")).as_bytes());
                }
            }
        }
    }

    /// Gives an error.
    pub(super) fn error(&self, session: &Session, id: &str, code: i64, why: &str) {
        self.send(session, Some(error(id, code, why)));
    }
}
