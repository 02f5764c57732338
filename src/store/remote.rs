//! A Redis as the store of several machines: one value for each kept text, which the server forgets by itself.
//!
//! One connection is held and made again when it breaks. A server that does not answer costs one short wait; for a few
//! seconds afterwards nobody asks it again.

use std::io::{Read as _, Write as _};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use redis::{Client, Commands as _, Connection, Expiry, RedisResult, SetExpiry, SetOptions};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::format::{Facts, base32, is_id};
use super::vault::{Keep, Kept, VaultError};

/// How long a connection may take.
const CONNECT: Duration = Duration::from_millis(300);
/// How long an answer may take.
const ANSWER: Duration = Duration::from_millis(1500);
/// How long a server in trouble is left alone.
const REST: Duration = Duration::from_secs(3);
/// What every key begins with.
const PREFIX: &str = "weir:1:";
/// Digits of an id.
const ID_CHARS: usize = 20;
/// How well a value is compressed.
const LEVEL: i32 = 3;
/// The most bytes of a value, once it is decompressed.
const MOST_BYTES: u64 = 1 << 30;

/// What is before text and records in a value.
#[derive(Serialize, Deserialize)]
struct Head {
    question: String,
    facts: Facts,
    text: usize,
}

/// The server, and how it fares.
pub(super) struct Remote {
    client: Client,
    line: Mutex<Line>,
}

/// The connection.
#[derive(Default)]
struct Line {
    connection: Option<Connection>,
    /// Until when nobody asks, and why.
    rests: Option<(Instant, String)>,
}

fn trouble(error: impl std::fmt::Display) -> VaultError {
    VaultError::Trouble(error.to_string())
}

impl Remote {
    pub(super) fn new(url: &str) -> Result<Self, VaultError> {
        // What the URL holds may be a password.
        let client = Client::open(url).map_err(|_| trouble("the URL of the Redis is none"))?;
        Ok(Self { client, line: Mutex::default() })
    }

    /// Asks the server. A connection that broke is made again, once.
    fn ask<T>(&self, ask: impl Fn(&mut Connection) -> RedisResult<T>) -> Result<T, VaultError> {
        let mut line = self.line.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some((until, why)) = &line.rests {
            if Instant::now() < *until {
                return Err(trouble(why));
            }
            line.rests = None;
        }
        if let Some(connection) = &mut line.connection {
            match ask(connection) {
                Ok(answer) => return Ok(answer),
                Err(error) if error.is_timeout() => return Err(line.rest(&error)),
                Err(_) => line.connection = None,
            }
        }
        let made = self.client.get_connection_with_timeout(CONNECT).and_then(|connection| {
            connection.set_read_timeout(Some(ANSWER))?;
            connection.set_write_timeout(Some(ANSWER))?;
            Ok(connection)
        });
        let answer = made.and_then(|mut connection| {
            let answer = ask(&mut connection)?;
            line.connection = Some(connection);
            Ok(answer)
        });
        answer.map_err(|error| line.rest(&error))
    }

    pub(super) fn keep(&self, kept: Keep<'_>, seconds: u32) -> Result<String, VaultError> {
        let head =
            Head { question: kept.question.to_owned(), facts: kept.facts.clone(), text: kept.text.len() };
        let mut head = serde_json::to_vec(&head).map_err(trouble)?;
        head.push(b'\n');
        let parts = [head.as_slice(), kept.text, kept.records];
        let mut hash = Sha256::new();
        let mut packer = zstd::Encoder::new(Vec::new(), LEVEL).map_err(trouble)?;
        for part in parts {
            hash.update(part);
            packer.write_all(part).map_err(trouble)?;
        }
        let packed = packer.finish().map_err(trouble)?;
        let id = base32(&hash.finalize(), ID_CHARS);
        let options = SetOptions::default().with_expiration(SetExpiry::EX(seconds.max(1).into()));
        self.ask(|connection| connection.set_options(key(&id), &packed, options.clone())).map(|(): ()| id)
    }

    /// Whether it answers.
    pub(super) fn check(&self) -> Result<(), VaultError> {
        self.ask(|connection| redis::cmd("PING").query::<String>(connection)).map(|_| ())
    }

    pub(super) fn get(&self, id: &str, seconds: u32) -> Result<Kept, VaultError> {
        if !is_id(id) {
            return Err(VaultError::Gone);
        }
        let time = || Expiry::EX(seconds.max(1).into());
        let packed: Option<Vec<u8>> = self.ask(|connection| connection.get_ex(key(id), time()))?;
        let packed = packed.ok_or(VaultError::Gone)?;
        let mut value = Vec::new();
        let read = zstd::Decoder::new(packed.as_slice()).map(|unpacked| unpacked.take(MOST_BYTES));
        read.and_then(|mut unpacked| unpacked.read_to_end(&mut value)).map_err(trouble)?;
        let end = memchr::memchr(b'\n', &value).ok_or(VaultError::Gone)?;
        let (head, rest) = value.split_at_checked(end).ok_or(VaultError::Gone)?;
        let head: Head = serde_json::from_slice(head).map_err(trouble)?;
        let (text, records) =
            rest.get(1..).and_then(|rest| rest.split_at_checked(head.text)).ok_or(VaultError::Gone)?;
        let (start, records) = (end.saturating_add(1), records.to_vec());
        let after = start.saturating_add(text.len());
        // The text is most of it: it stays where it is.
        value.truncate(after);
        value.drain(..start);
        Ok(Kept { text: value, question: head.question, records, facts: head.facts })
    }
}

impl Line {
    fn rest(&mut self, error: &redis::RedisError) -> VaultError {
        self.connection = None;
        let until = Instant::now().checked_add(REST);
        self.rests = until.map(|until| (until, error.to_string()));
        trouble(error)
    }
}

fn key(id: &str) -> String {
    format!("{PREFIX}{id}")
}
