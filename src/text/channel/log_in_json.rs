//! A log inside JSON: one string, or objects with a member for the log, as an API or a tool of an MCP server prints it.
//! The strings come out as lines, without their escapes, while the document is read.
//!
//! Only the name of the current member is held, and the first bytes of a document in case it turns out not to be one.

mod values;

use super::unescaping::Unescaping;
use crate::budget::Count as _;

/// Members that hold a log.
const NAMES: [&str; 15] = [
    "log",
    "logs",
    "output",
    "stdout",
    "stderr",
    "text",
    "message",
    "content",
    "body",
    "logs_content",
    "log_content",
    "job_log",
    "raw_log",
    "out",
    "trace",
];
/// Parts of names of members that say how something ended.
const ENDINGS: [&str; 16] = [
    "exit",
    "status",
    "conclusion",
    "error",
    "fail",
    "signal",
    "timeout",
    "timedout",
    "timed_out",
    "cancel",
    "returncode",
    "return_code",
    "killed",
    "crash",
    "abort",
    "interrupt",
];
/// Whole names of members that hold a number above zero when something failed.
const CODES: [&str; 6] = ["code", "rc", "retcode", "ret_code", "ret", "errno"];
/// Ends of names of members whose word may report a bad end: any other word means nothing.
const OUTCOMES: [&str; 6] = ["result", "state", "outcome", "reason", "verdict", "phase"];
/// Parts of words that report a bad end.
const BAD: [&str; 9] = ["fail", "error", "cancel", "timed", "timeout", "kill", "abort", "crash", "interrupt"];
/// Parts of names of members that are true after a success.
const SUCCESSES: [&str; 6] = ["success", "passed", "ok", "completed", "succeeded", "successful"];
/// What members about an end hold when nothing failed.
const GOOD: [&str; 8] = ["0", "null", "success", "succeeded", "passed", "ok", "completed", ""];
/// How deep a document may be.
const DEPTH: usize = 64;
/// The most bytes of a name or a value that are read.
const WORD_BYTES: usize = 64;
/// The most bytes that are given back when a document turns out not to be one.
const SKIPPED_BYTES: usize = 4096;

/// Whether a line is an object of which a member reports a bad end.
pub(crate) fn reports_bad_end(line: &str) -> bool {
    if !line.starts_with('{') {
        return false;
    }
    let (mut document, mut text) = (LogInJson::default(), Vec::new());
    document.add(line.as_bytes(), &mut text);
    document.finish(&mut text);
    // An object that is cut off does not count.
    !document.found.broken && document.found.documents > 0 && document.found.doubt
}

/// Takes logs out of documents.
#[derive(Debug, Default)]
pub(super) struct LogInJson {
    state: State,
    /// The containers that are open.
    open: Vec<Container>,
    /// The name or the value that is being read.
    word: Vec<u8>,
    unescaping: Unescaping,
    /// Bytes of the document that are not a log.
    skipped: Vec<u8>,
    found: Found,
    /// Whether the present string is at the beginning of a line.
    newline: bool,
    /// The name of the last member that reports an end.
    member: String,
    /// The first member that reports a bad end: `exit_code: 1`.
    doubt: Option<String>,
}

/// What was found so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Found {
    /// Documents that ended.
    pub documents: usize,
    /// Strings of a log.
    pub strings: u64,
    /// How many of them have several lines.
    pub long: u64,
    /// Lines of the present string.
    lines: u64,
    /// The name of the first string.
    pub name: Option<&'static str>,
    /// Whether a member says that something failed, or has an end that is unclear.
    pub doubt: bool,
    /// Whether it is not a document.
    pub broken: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
enum State {
    /// Before a value.
    #[default]
    Value,
    /// Before a name or the end of an object.
    Name,
    /// Inside a name.
    InName,
    /// Between a name and its value.
    Colon,
    /// After a value.
    After,
    /// Inside a string that is a log.
    Log,
    /// Inside any other string.
    Other,
    /// Inside a number or a word.
    Word,
    /// There is no document: bytes pass unchanged.
    Raw,
}

/// An open array or object.
#[derive(Clone, Copy, Debug)]
struct Container {
    object: bool,
    /// The name of the log, if its strings are one.
    log: Option<&'static str>,
    /// What its present member says of an end.
    ending: Ending,
}

/// What a member says of how something ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// Nothing.
    No,
    /// It went well, when the value is true.
    Success,
    /// It went badly, when the value is such a word.
    Word,
    /// It went badly, unless the value is one of the good ones.
    Any,
}

impl LogInJson {
    pub(super) const fn found(&self) -> Found {
        self.found
    }

    /// The first member that reports a bad end, with what it holds.
    pub(super) fn doubt(&self) -> Option<&str> {
        self.doubt.as_deref()
    }

    /// Takes the next bytes, and adds what is a log.
    pub(super) fn add(&mut self, bytes: &[u8], into: &mut Vec<u8>) {
        let mut left = bytes;
        while let Some((byte, rest)) = left.split_first() {
            match self.state {
                State::Raw => {
                    into.extend_from_slice(left);
                    return;
                }
                // Most of a log is read in large pieces.
                State::Log if self.unescaping.is_settled() => {
                    let end = memchr::memchr2(b'"', b'\\', left).unwrap_or(left.len());
                    let (plain, more) = left.split_at_checked(end).unwrap_or((left, &[]));
                    if !plain.is_empty() {
                        into.extend_from_slice(plain);
                        self.newline = plain.ends_with(b"\n");
                        left = more;
                        continue;
                    }
                }
                _ => {}
            }
            left = rest;
            if self.state != State::Log && self.skipped.len() < SKIPPED_BYTES {
                self.skipped.push(*byte);
            }
            self.byte(*byte, into);
        }
    }

    /// The input ended.
    pub(super) fn finish(&mut self, into: &mut Vec<u8>) {
        match self.state {
            State::Log => self.end_log(into),
            State::Word => self.end_word(),
            _ => {}
        }
        let (found, doubt) = (self.found, self.doubt.take());
        *self = Self { found, doubt, ..Self::default() };
    }

    fn byte(&mut self, byte: u8, into: &mut Vec<u8>) {
        match self.state {
            State::Log => {
                if self.unescaping.is_idle() && byte == b'"' {
                    self.end_log(into);
                    self.value_ended();
                    return;
                }
                let before = into.len();
                if self.unescaping.add(byte, into) == Some(b'\n') {
                    self.found.lines.up(1);
                }
                if into.len() > before {
                    self.newline = into.ends_with(b"\n");
                }
            }
            State::InName | State::Other => {
                if self.unescaping.is_idle() && byte == b'"' {
                    if self.state == State::InName {
                        self.name_ended();
                    } else {
                        self.end_word();
                        self.value_ended();
                    }
                    return;
                }
                let mut decoded = Vec::new();
                if byte == b'\\' || !self.unescaping.is_idle() {
                    self.unescaping.add(byte, &mut decoded);
                } else {
                    decoded.push(byte);
                }
                if self.word.len() < WORD_BYTES {
                    self.word.append(&mut decoded);
                }
            }
            State::Word if byte.is_ascii_alphanumeric() || b"+-.".contains(&byte) => self.keep(byte),
            State::Word => {
                self.end_word();
                self.value_ended();
                if !byte.is_ascii_whitespace() {
                    self.between(byte, into);
                }
            }
            _ if byte.is_ascii_whitespace() => {
                // Lines after a document begin where it ended.
                if self.state == State::Value && self.open.is_empty() && byte == b'\n' {
                    self.skipped.clear();
                }
            }
            _ => self.between(byte, into),
        }
    }

    fn keep(&mut self, byte: u8) {
        if self.word.len() < WORD_BYTES {
            self.word.push(byte);
        }
    }

    /// Reads a byte between strings and words.
    fn between(&mut self, byte: u8, into: &mut Vec<u8>) {
        let top = self.open.last().copied();
        match (self.state, byte) {
            (State::Value, b'{') => {
                self.opens(Container { object: true, log: None, ending: Ending::No }, into)
            }
            (State::Value, b'[') => {
                let (log, ending) = top.map_or((None, Ending::No), |top| (top.log, top.ending));
                self.opens(Container { object: false, log, ending }, into);
            }
            (State::Value, b'"') => {
                let log = top.map_or(Some("string").filter(|_| self.found.documents == 0), |top| top.log);
                match log {
                    Some(name) => {
                        self.found.name.get_or_insert(name);
                        (self.found.lines, self.newline) = (0, true);
                        self.state = State::Log;
                    }
                    None if top.is_none() => self.breaks(into),
                    None => self.begins(State::Other),
                }
            }
            (State::Value, b']') if top.is_some_and(|top| !top.object) => self.closes(),
            (State::Value, b'-' | b'0'..=b'9' | b't' | b'f' | b'n') if top.is_some() => {
                self.begins(State::Word);
                self.keep(byte);
            }
            (State::Name, b'"') => self.begins(State::InName),
            (State::Name, b'}') => self.closes(),
            (State::Colon, b':') => self.state = State::Value,
            (State::After, b',') => {
                self.state = if top.is_some_and(|top| top.object) { State::Name } else { State::Value };
            }
            (State::After, b'}') if top.is_some_and(|top| top.object) => self.closes(),
            (State::After, b']') if top.is_some_and(|top| !top.object) => self.closes(),
            _ => self.breaks(into),
        }
    }

    fn begins(&mut self, state: State) {
        self.word.clear();
        self.state = state;
    }

    /// A name was read. Decides whether it is the name of a log, or says how something ended.
    fn name_ended(&mut self) {
        let name = self.word.to_ascii_lowercase();
        let contains = |part: &&str| memchr::memmem::find(&name, part.as_bytes()).is_some();
        let is_in = |names: &[&str]| names.iter().any(|each| *each.as_bytes() == *name);
        if let Some(top) = self.open.last_mut() {
            top.log = NAMES.into_iter().find(|each| *each.as_bytes() == *self.word);
            top.ending = match top.log {
                Some(_) => Ending::No,
                None if ENDINGS.iter().any(contains) => Ending::Any,
                None if is_in(&CODES) => Ending::Any,
                None if is_in(&SUCCESSES) => Ending::Success,
                None if OUTCOMES.iter().any(|end| name.ends_with(end.as_bytes())) => Ending::Word,
                None => Ending::No,
            };
            if top.ending != Ending::No {
                self.member = String::from_utf8_lossy(&self.word).into_owned();
            }
        }
        self.state = State::Colon;
    }

    /// A value that is not a log was read.
    fn end_word(&mut self) {
        let ending = self.open.last().map_or(Ending::No, |top| top.ending);
        let value = self.word.to_ascii_lowercase();
        let good = match ending {
            Ending::No => return,
            Ending::Success => value != b"false",
            Ending::Word => !BAD.iter().any(|bad| memchr::memmem::find(&value, bad.as_bytes()).is_some()),
            Ending::Any => {
                value == b"false" || GOOD.iter().any(|good| *good.as_bytes() == *value) || self.is_answered()
            }
        };
        if !good {
            let value = String::from_utf8_lossy(&self.word).into_owned();
            self.doubts(&value);
        }
    }

    /// Whether the value is an HTTP status without an error, under a name for a status.
    fn is_answered(&self) -> bool {
        let status = ["status", "code"].iter().any(|end| self.member.to_ascii_lowercase().ends_with(end));
        status
            && !self.member.to_ascii_lowercase().contains("exit")
            && self.word.len() == 3
            && self.word.starts_with(b"2")
    }

    /// The present member reports a bad end.
    fn doubts(&mut self, value: &str) {
        self.found.doubt = true;
        let member = &self.member;
        self.doubt.get_or_insert_with(|| format!("{member}: {value}"));
    }

    fn end_log(&mut self, into: &mut Vec<u8>) {
        let before = into.len();
        self.unescaping.finish(into);
        // What was added before may have been taken out of `into` already.
        if !self.newline || into.len() > before {
            into.push(b'\n');
        }
        self.found.strings.up(1);
        self.found.long.up(u64::from(self.found.lines > 1));
    }

    /// What was read is not a document after all.
    fn breaks(&mut self, into: &mut Vec<u8>) {
        self.found.broken |= self.found.documents == 0 || !self.open.is_empty();
        self.state = State::Raw;
        self.open.clear();
        into.append(&mut self.skipped);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_that_reports_a_bad_end_is_understood() {
        for line in [
            r#"{"event":"exit","exit_code":1}"#,
            r#"{"log":"","status":"failed"}"#,
            r#"{"log":"moored","interrupted":true}"#,
            r#"{"buildResult":"FAILURE"}"#,
            r#"{"terminationReason":"timeout"}"#,
            r#"{"completed":false}"#,
            r#"{"phase":"Failed"}"#,
        ] {
            assert!(reports_bad_end(line), "{line}");
        }
        for line in [
            r#"{"event":"exit","exit_code":0}"#,
            r#"{"log":"it failed","stream":"stderr"}"#,
            r#"{"interrupted":false,"completed":true}"#,
            r#"{"terminationReason":"exit"}"#,
            r#"{"phase":"Running"}"#,
            r#"{"exit_code":1"#,
            "exit_code: 1",
        ] {
            assert!(!reports_bad_end(line), "{line}");
        }
    }
}
