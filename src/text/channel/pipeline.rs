//! What is done to a stream, decided by its first bytes.
//!
//! The first [`WINDOW_BYTES`] are held until it is known what they are. Lines are looked at in the first [`AWAKE_BYTES`];
//! when nothing was found there, all that follows is passed on as it comes, without a look.

use super::lines::Lines;
use super::log_in_json::LogInJson;
use super::width;
use crate::text::Transcoder;

/// How many bytes are held for the decision.
const WINDOW_BYTES: usize = 64 * 1024;
/// In how many bytes something is looked for.
const AWAKE_BYTES: usize = 1024 * 1024;
/// The fewest strings of one line each that are a log.
const STRINGS: u64 = 3;

/// What the floors above know of first bytes.
#[derive(Clone, Copy, Debug)]
pub struct Judge {
    /// Whether they begin a document of a known kind, which is parsed as it is.
    pub is_document: fn(&[u8]) -> bool,
    /// Whether they are lines of a known run.
    pub is_run: fn(&[u8]) -> bool,
}

/// What was done to a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// What it is called: `mojibake:cp437`.
    pub name: String,
    /// To how many lines, records or strings.
    pub count: u64,
}

/// A stream on its way.
#[derive(Debug)]
pub struct Channel {
    judge: Judge,
    transcoder: Transcoder,
    state: State,
    /// Bytes that passed while it was looked for something.
    seen: usize,
    /// Text that was decoded just now.
    decoded: Vec<u8>,
    json: Option<LogInJson>,
    /// Text of a log in JSON.
    log: Vec<u8>,
    lines: Lines,
    /// Receipts of files before.
    before: Vec<Receipt>,
}

#[derive(Debug)]
enum State {
    /// The first bytes are held; those of a log in JSON once more behind it.
    Held(Vec<u8>),
    /// Lines are looked at.
    Awake,
    /// Nothing was found.
    Asleep,
}

impl Channel {
    /// Before the first byte.
    #[must_use]
    pub fn new(judge: Judge) -> Self {
        Self {
            judge,
            transcoder: Transcoder::default(),
            state: State::Held(Vec::new()),
            seen: 0,
            decoded: Vec::new(),
            json: None,
            log: Vec::new(),
            lines: Lines::default(),
            before: Vec::new(),
        }
    }

    /// Whether bytes of the stream may be passed on as they are.
    #[must_use]
    pub const fn is_asleep(&self) -> bool {
        matches!(self.state, State::Asleep) && !self.transcoder.is_at_work()
    }

    /// Whether something may still be found.
    #[must_use]
    pub const fn is_looking(&self) -> bool {
        !matches!(self.state, State::Asleep)
    }

    /// Takes the next bytes of the stream, and adds text that is ready.
    pub fn add(&mut self, bytes: &[u8], into: &mut Vec<u8>) {
        let mut decoded = std::mem::take(&mut self.decoded);
        decoded.clear();
        self.transcoder.add(bytes, &mut decoded);
        self.take(&decoded, into);
        self.decoded = decoded;
    }

    /// The stream or one of its files ended: adds all the rest. Another file may follow.
    pub fn finish(&mut self, into: &mut Vec<u8>) {
        let mut rest = Vec::new();
        self.transcoder.finish(&mut rest);
        self.take(&rest, into);
        self.decide(true, into);
        if let Some(mut json) = self.json.take() {
            let mut log = Vec::new();
            json.finish(&mut log);
            self.text(&log, into);
            self.json = Some(json);
            self.decide(true, into);
        }
        self.lines.flush(into);
        self.before = self.receipts();
        let (judge, before) = (self.judge, std::mem::take(&mut self.before));
        *self = Self { before, ..Self::new(judge) };
    }

    /// What was done so far.
    #[must_use]
    pub fn receipts(&self) -> Vec<Receipt> {
        let mut all = self.before.clone();
        let json = self.json.as_ref().map(LogInJson::found);
        let json = json.and_then(|found| Some((format!("json:{}", found.name?), found.strings)));
        for (name, count) in json.into_iter().chain(self.lines.receipts()) {
            match all.iter_mut().find(|each| each.name == name) {
                Some(each) => each.count = each.count.saturating_add(count),
                None => all.push(Receipt { name, count }),
            }
        }
        all
    }

    /// Whether anything was taken back so far, or is about to be.
    #[must_use]
    pub fn is_at_work(&self) -> bool {
        self.json.is_some() || !self.before.is_empty() || self.lines.receipts().next().is_some()
    }

    /// Whether something beside the log tells that not all went well.
    #[must_use]
    pub fn is_doubted(&self) -> bool {
        self.json.as_ref().is_some_and(|json| json.found().doubt)
    }

    /// Takes text of the stream.
    fn take(&mut self, text: &[u8], into: &mut Vec<u8>) {
        match &mut self.json {
            None => self.text(text, into),
            Some(json) => {
                let mut log = std::mem::take(&mut self.log);
                log.clear();
                json.add(text, &mut log);
                self.text(&log, into);
                self.log = log;
            }
        }
    }

    /// Takes text of the log.
    fn text(&mut self, text: &[u8], into: &mut Vec<u8>) {
        match &mut self.state {
            State::Asleep => into.extend_from_slice(text),
            State::Awake => {
                self.lines.add(text, into);
                self.seen = self.seen.saturating_add(text.len());
                if self.seen > AWAKE_BYTES && !self.is_at_work() {
                    self.lines.flush(into);
                    self.state = State::Asleep;
                }
            }
            State::Held(held) => {
                let room = WINDOW_BYTES.saturating_sub(held.len()).min(text.len());
                let (now, later) = text.split_at_checked(room).unwrap_or((text, &[]));
                held.extend_from_slice(now);
                if held.len() >= WINDOW_BYTES {
                    self.decide(false, into);
                    // What follows is read as it was decided.
                    if self.json.is_some() { self.take(later, into) } else { self.text(later, into) }
                }
            }
        }
    }

    /// Decides by the bytes that are held.
    fn decide(&mut self, ended: bool, into: &mut Vec<u8>) {
        let State::Held(held) = &mut self.state else { return };
        let held = std::mem::take(held);
        if (self.judge.is_document)(&held) {
            self.state = State::Asleep;
            into.extend_from_slice(&held);
            return;
        }
        if self.json.is_none() && self.is_log_in_json(&held) {
            self.json = Some(LogInJson::default());
            self.state = State::Held(Vec::new());
            return self.take(&held, into);
        }
        let end = if ended { held.len() } else { memchr::memrchr(b'\n', &held).unwrap_or(held.len()) };
        let found = std::str::from_utf8(held.get(..end).unwrap_or_default()).ok().and_then(width::find);
        if let Some(width) = found {
            self.lines.join(width);
        }
        self.state = State::Awake;
        self.text(&held, into);
    }

    /// Whether the first bytes are those of a document that holds a log.
    fn is_log_in_json(&self, held: &[u8]) -> bool {
        let first = held.trim_ascii_start().first();
        if !matches!(first, Some(b'{' | b'[' | b'"')) {
            return false;
        }
        let (mut json, mut log) = (LogInJson::default(), Vec::new());
        json.add(held, &mut log);
        let one = json.found();
        json.finish(&mut log);
        let found = json.found();
        if found.broken {
            return false;
        }
        // Of documents one behind the other each holds one: else they are lines of a tool.
        let documents = u64::try_from(one.documents).unwrap_or(u64::MAX);
        let all_long = documents <= 1 || (found.long == found.strings && found.strings >= documents);
        (found.long > 0 && all_long)
            || (found.strings >= STRINGS && one.documents <= 1 && (self.judge.is_run)(&log))
    }
}
