//! Runs the stages over the bytes of a stream; its first bytes decide which.
//!
//! First bytes are held only while they may be those of a document or of lines with a prefix, at most [`WINDOW_BYTES`].
//! Lines are checked in the first [`AWAKE_BYTES`]; when nothing is found there, all that follows passes without a check.

use super::doubled::Doubled;
use super::first_lines::{FIRST_BYTES, PROMPTS, commands, first_lines, is_enough};
use super::hosts::Hosts;
use super::lines::Lines;
use super::log_in_json::LogInJson;
use super::stage::{Receipts, Stage};
use super::watch::{Passed, Watch};
use crate::budget::Count as _;
use crate::text::Transcoder;

/// How many bytes are held for the decision.
const WINDOW_BYTES: usize = 64 * 1024;
/// In how many bytes lines are checked.
const AWAKE_BYTES: usize = 512 * 1024;
/// How many strings of one line each are a log, at least.
const STRINGS: u64 = 3;

/// How many documents may be around a log, one inside the other: a tool's answer inside that of its server.
const LAYERS: usize = 2;

/// A byte order mark, which may be before everything.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// What the layers above know of first bytes.
#[derive(Clone, Copy, Debug)]
pub struct Judge {
    /// Whether they begin a document of a known kind, which is parsed unchanged.
    pub is_document: fn(&[u8]) -> bool,
    /// Whether they are lines of a known run.
    pub is_run: fn(&[u8]) -> bool,
}

/// The state of a stream.
#[derive(Debug)]
pub struct Channel {
    judge: Judge,
    transcoder: Transcoder,
    state: State,
    /// How many bytes passed while lines were checked.
    seen: usize,
    watch: Watch,
    began: bool,
    /// Text that was decoded just now.
    decoded: Vec<u8>,
    /// The documents around the log, the outer one first.
    json: Vec<LogInJson>,
    doubled: Option<Doubled>,
    before: Option<Hosts>,
    lines: Lines,
    /// The receipts of the files before.
    others: Receipts,
    /// The member of a document in a file before that reports a bad end.
    doubt: Option<String>,
    /// Whether the changes in a file before may have hidden something.
    doubted: bool,
}

#[derive(Debug)]
enum State {
    /// The first bytes are held; after a document, the first bytes of its log are held again.
    Held(Vec<u8>),
    /// Lines are checked.
    Awake,
    /// Nothing was found, and all passes.
    Asleep,
}

/// What the first bytes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layer {
    Json,
    Doubled,
    Before,
    Lines,
}

impl Channel {
    /// A channel before its first byte.
    #[must_use]
    pub fn new(judge: Judge) -> Self {
        Self {
            judge,
            transcoder: Transcoder::default(),
            state: State::Held(Vec::new()),
            seen: 0,
            watch: Watch::default(),
            began: false,
            decoded: Vec::new(),
            json: Vec::new(),
            doubled: None,
            before: None,
            lines: Lines::default(),
            others: Receipts::default(),
            doubt: None,
            doubted: false,
        }
    }

    /// Whether bytes of the stream may be passed on unchanged.
    #[must_use]
    pub const fn is_asleep(&self) -> bool {
        matches!(self.state, State::Asleep)
            && !self.transcoder.is_at_work()
            && self.json.is_empty()
            && self.doubled.is_none()
            && self.before.is_none()
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
        // Only the first mark is not part of the text.
        if self.transcoder.is_decoding() && !self.began && decoded.starts_with(MARK) {
            decoded.splice(..0, MARK.iter().copied());
        }
        self.began |= !decoded.is_empty();
        self.take(0, &decoded, into);
        self.decoded = decoded;
    }

    /// The stream or one of its files ended: adds all the rest. Another file may follow.
    pub fn finish(&mut self, into: &mut Vec<u8>) {
        let mut rest = Vec::new();
        self.transcoder.finish(&mut rest);
        self.take(0, &rest, into);
        self.decide(into);
        let mut at = 0_usize;
        while let Some(json) = self.json.get_mut(at) {
            let mut log = Vec::new();
            json.finish(&mut log);
            at.up(1);
            self.take(at, &log, into);
            self.decide(into);
        }
        if let Some(mut doubled) = self.doubled.take() {
            let mut text = Vec::new();
            doubled.finish(&mut text);
            self.doubled = Some(doubled);
            self.strip(&text, into);
            self.decide(into);
        }
        if let Some(mut before) = self.before.take() {
            let mut text = Vec::new();
            before.finish(&mut text);
            self.before = Some(before);
            self.text(&text, into);
            self.decide(into);
        }
        let lines = &mut self.lines;
        self.watch.finish(&mut |passed| pass(passed, lines, into));
        self.lines.flush(into);
        let (others, doubt) = (self.receipts(), self.doubt().map(str::to_owned));
        *self = Self { others, doubt, doubted: self.is_in_doubt(), ..Self::new(self.judge) };
    }

    /// What was done so far.
    #[must_use]
    pub fn receipts(&self) -> Receipts {
        let mut all = self.others.clone();
        for found in self.json.iter().map(LogInJson::found) {
            if let Some(name) = found.name {
                all.add(Stage::Document, &format!("json:{name}"), found.strings);
            }
        }
        all.add(Stage::Doubled, "doubled", self.doubled.as_ref().map_or(0, Doubled::lines));
        if let Some((name, lines)) = self.before.as_ref().map(Hosts::receipt) {
            all.add(Stage::Host, name, lines);
        }
        for (stage, name, count) in self.lines.receipts() {
            all.add(stage, &name, count);
        }
        all
    }

    /// Whether the text was changed so far, or is about to be.
    #[must_use]
    pub fn is_at_work(&self) -> bool {
        !self.json.is_empty()
            || self.doubled.is_some()
            || self.before.is_some()
            || !self.others.is_empty()
            || self.lines.receipts().next().is_some()
    }

    /// Whether the text was changed so that it may say less of failures. Numbers of lines are never text, so to take them
    /// off is safe.
    #[must_use]
    pub fn is_in_doubt(&self) -> bool {
        let counted = self.before.as_ref().is_some_and(Hosts::are_counters);
        let lines = self.lines.receipts().next().is_some();
        self.doubted
            || !self.json.is_empty()
            || self.doubled.is_some()
            || lines
            || (self.before.is_some() && !counted)
    }

    /// The member beside the log that says that not all went well: `exit_code: 1`.
    #[must_use]
    pub fn doubt(&self) -> Option<&str> {
        self.doubt.as_deref().or_else(|| self.json.iter().find_map(LogInJson::doubt))
    }

    /// Takes text of the stream inside of `layer` documents.
    fn take(&mut self, layer: usize, text: &[u8], into: &mut Vec<u8>) {
        match self.json.get_mut(layer) {
            None => self.undouble(text, into),
            Some(json) => {
                let mut log = Vec::new();
                json.add(text, &mut log);
                self.take(layer.saturating_add(1), &log, into);
            }
        }
    }

    /// Takes lines, which may have an empty one after each.
    fn undouble(&mut self, text: &[u8], into: &mut Vec<u8>) {
        match &mut self.doubled {
            None => self.strip(text, into),
            Some(doubled) => {
                let mut lines = Vec::new();
                doubled.add(text, &mut lines);
                self.strip(&lines, into);
            }
        }
    }

    /// Takes lines, which may have a prefix.
    fn strip(&mut self, text: &[u8], into: &mut Vec<u8>) {
        match &mut self.before {
            None => self.text(text, into),
            Some(before) => {
                let mut lines = Vec::new();
                before.add(text, &mut lines);
                self.text(&lines, into);
            }
        }
    }

    /// Takes the text of the log.
    fn text(&mut self, text: &[u8], into: &mut Vec<u8>) {
        match &mut self.state {
            State::Asleep => into.extend_from_slice(text),
            State::Awake => {
                let room = AWAKE_BYTES.saturating_sub(self.seen);
                if room == 0 {
                    return self.lines.add(text, into);
                }
                let (now, later) = text.split_at_checked(room).unwrap_or((text, &[]));
                self.seen.up(now.len());
                let lines = &mut self.lines;
                self.watch.add(now, &mut |passed| pass(passed, lines, into));
                if self.seen >= AWAKE_BYTES {
                    self.watch.finish(&mut |passed| pass(passed, lines, into));
                    if !self.is_at_work() {
                        self.lines.flush(into);
                        self.state = State::Asleep;
                    }
                }
                if !later.is_empty() {
                    self.text(later, into);
                }
            }
            State::Held(held) => {
                let room = WINDOW_BYTES.saturating_sub(held.len()).min(text.len());
                let (now, later) = text.split_at_checked(room).unwrap_or((text, &[]));
                held.extend_from_slice(now);
                let full = held.len() >= WINDOW_BYTES;
                if full || !self.may_be_something() {
                    // What follows is read by the decision.
                    match self.decide(into) {
                        Layer::Json => self.take(self.json.len().saturating_sub(1), later, into),
                        Layer::Doubled => self.undouble(later, into),
                        Layer::Before => self.strip(later, into),
                        Layer::Lines => self.text(later, into),
                    }
                }
            }
        }
    }

    /// Whether the held bytes may turn out to be a document with a log, or lines with a prefix.
    fn may_be_something(&self) -> bool {
        let State::Held(held) = &self.state else { return false };
        let text = held.strip_prefix(MARK).unwrap_or(held).trim_ascii_start();
        let Some(first) = text.first() else { return true };
        let (commands, document) = text.split_at_checked(commands(text)).unwrap_or((&[], text));
        let Some(first) = (if commands.is_empty() { Some(first) } else { document.first() }) else {
            return commands.len() < FIRST_BYTES;
        };
        if !commands.is_empty() && PROMPTS.iter().any(|prompt| prompt.starts_with(document)) {
            return true;
        }
        let text = if b"{[\"".contains(first) { document } else { text };
        let json = match first {
            b'{' | b'"' => true,
            b'[' => text
                .get(1..)
                .unwrap_or_default()
                .trim_ascii_start()
                .first()
                .is_none_or(|next| b"{[\"".contains(next)),
            _ => false,
        };
        if json && self.json.len() < LAYERS && self.doubled.is_none() && self.before.is_none() {
            let (mut json, mut log) = (LogInJson::default(), Vec::new());
            json.add(text, &mut log);
            let found = json.found();
            let none = found.documents > 0 && found.long == 0 && found.strings < STRINGS;
            return !found.broken && !none;
        }
        if self.before.is_some() {
            return false;
        }
        match memchr::memchr(b'\n', text) {
            None => text.len() < FIRST_BYTES,
            Some(_) => {
                (self.doubled.is_none() && Doubled::may_be(text))
                    || (first_lines(text).is_some_and(|lines| lines.len() == text.len()) && !is_enough(text))
            }
        }
    }

    /// Decides by the held bytes, and passes them to the first stage that was found.
    fn decide(&mut self, into: &mut Vec<u8>) -> Layer {
        let State::Held(held) = &mut self.state else { return Layer::Lines };
        let held = std::mem::take(held);
        if held.trim_ascii_start().starts_with(b"<") || (self.judge.is_document)(&held) {
            self.state = State::Asleep;
            into.extend_from_slice(&held);
            return Layer::Lines;
        }
        let text = held.strip_prefix(MARK).unwrap_or(&held);
        let layers = LAYERS.saturating_sub(self.json.len());
        let (commands, document) = text.split_at_checked(commands(text)).unwrap_or((&[], text));
        if self.doubled.is_none() && self.before.is_none() && self.is_log_in_json(document, layers) {
            into.extend_from_slice(commands);
            let text = document;
            self.json.push(LogInJson::default());
            self.take(self.json.len().saturating_sub(1), text, into);
            return Layer::Json;
        }
        if self.doubled.is_none()
            && self.before.is_none()
            && let Some(doubled) = Doubled::find(text)
        {
            self.doubled = Some(doubled);
            self.undouble(text, into);
            return Layer::Doubled;
        }
        if self.before.is_none()
            && let Some(before) = first_lines(text.trim_ascii_start()).and_then(Hosts::find)
        {
            self.before = Some(before);
            self.strip(text, into);
            return Layer::Before;
        }
        self.state = State::Awake;
        if self.transcoder.is_decoding() {
            self.watch.hold_all();
        }
        self.text(&held, into);
        Layer::Lines
    }

    /// Whether the first bytes are those of a document that holds a log, perhaps inside of up to `layers` more documents.
    fn is_log_in_json(&self, held: &[u8], layers: usize) -> bool {
        let first = held.trim_ascii_start().first();
        let Some(inner) = layers.checked_sub(1) else { return false };
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
        // When there are several documents, each holds a log: else they are lines of a tool.
        let documents = u64::try_from(one.documents).unwrap_or(u64::MAX);
        let all_long = documents <= 1 || (found.long == found.strings && found.strings >= documents);
        (found.long > 0 && all_long)
            || (found.strings >= STRINGS && one.documents <= 1 && (self.judge.is_run)(&log))
            || (one.documents <= 1 && self.is_log_in_json(&log, inner))
    }
}

/// Passes on what may pass.
fn pass(passed: Passed<'_>, lines: &mut Lines, into: &mut Vec<u8>) {
    match passed {
        Passed::Text(text) => lines.add(text, into),
        Passed::Join(width, starts) => lines.join(width, starts),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const JUDGE: Judge = Judge { is_document: |bytes| bytes.starts_with(b"<"), is_run: |_| true };

    /// What a channel makes of bytes that are read in pieces of this size, and its receipts.
    fn restored(bytes: &[u8], piece: usize) -> (String, Vec<String>) {
        let (mut channel, mut into) = (Channel::new(JUDGE), Vec::new());
        for piece in bytes.chunks(piece) {
            channel.add(piece, &mut into);
        }
        channel.finish(&mut into);
        let receipts = channel.receipts();
        let receipts = receipts.iter().map(|each| format!("{} {}", each.name, each.count)).collect();
        (String::from_utf8(into).unwrap(), receipts)
    }

    fn all(bytes: &[u8]) -> (String, Vec<String>) {
        let whole = restored(bytes, usize::MAX);
        for piece in [1, 7, 1000, 70_000] {
            assert!(restored(bytes, piece) == whole, "{piece}");
        }
        whole
    }

    fn utf16(text: &str) -> Vec<u8> {
        format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect()
    }

    #[test]
    fn a_clean_log_passes_as_it_is() {
        for text in ["", "a", "a\r\n\nb", " \u{2713} ok\n", &"line of a log \u{2713}\r\n".repeat(9000)] {
            assert_eq!(all(text.as_bytes()), (text.to_owned(), Vec::new()));
            assert_eq!(all(&utf16(text)), (text.to_owned(), Vec::new()));
        }
        let bytes = b"a\xff\nb\xe2\n".repeat(20_000);
        let mut into = Vec::new();
        let mut channel = Channel::new(JUDGE);
        channel.add(&bytes, &mut into);
        channel.finish(&mut into);
        assert!(into == bytes && channel.receipts().is_empty());
    }

    #[test]
    fn a_document_below_the_command_that_printed_it_is_read() {
        let log = "{\"log\": \"FAIL a.test.ts\\n  no rope\\n\"}\n";
        for commands in
            ["$ curl -s https://quay.example/logs\n", "+ sleep 1\n+ curl -s https://quay.example/logs\n"]
        {
            let (text, receipts) = all(format!("{commands}{log}").as_bytes());
            assert_eq!(
                (text.as_str(), receipts.len()),
                (format!("{commands}FAIL a.test.ts\n  no rope\n").as_str(), 1)
            );
            let plain = format!("{commands}no rope\n");
            assert_eq!(all(plain.as_bytes()), (plain.clone(), Vec::new()));
        }
    }

    #[test]
    fn a_long_log_is_not_looked_at_for_ever() {
        let mut channel = Channel::new(JUDGE);
        let mut into = Vec::new();
        let text = "line of a log\n".repeat(AWAKE_BYTES / 14 + 2);
        channel.add(text.as_bytes(), &mut into);
        assert!(channel.is_asleep() && into == text.as_bytes());
        channel.finish(&mut into);
        assert!(!channel.is_asleep());
    }

    #[test]
    fn all_of_it_is_taken_back_at_once() {
        // Ticks in page 437, broken at 80 columns, after a record, in UTF-16.
        let line = |n: usize| {
            format!(
                "    \u{393}\u{a3}\u{f4} harbour{n}/src/moors_at_the_northern_pier_of_the_old_town/under_full_sail_{n}.test.ts (3 tests) 12ms"
            )
        };
        let mut text = "node.exe :  RUN  v3 /quay\r\nAt line:1 char:1\r\n+ npx vitest\r\n+ ~~~\r\n    + CategoryInfo          : NotSpecified: ( RUN  v3 /quay:String) [], RemoteException\r\n    + FullyQualifiedErrorId : NativeCommandError\r\n \r\n".to_owned();
        let mut clean = " RUN  v3 /quay\r\n".to_owned();
        for n in 1..2000 {
            let chars: Vec<char> = line(n).chars().collect();
            for piece in chars.chunks(90) {
                text.extend(piece);
                text.push_str("\r\n");
            }
            clean.push_str(&line(n).replace("\u{393}\u{a3}\u{f4}", "\u{2713}"));
            clean.push_str("\r\n");
        }
        let (restored, receipts) = all(&utf16(&text));
        assert_eq!(restored, clean);
        assert_eq!(receipts, ["wrapped:90 1999", "powershell 1", "mojibake:cp437 1999"]);
    }

    #[test]
    fn a_log_is_taken_out_of_json_whatever_holds_it() {
        let log = "running 2 tests\ntest a ... ok\ntest \\\"b\\\" \u{2713} ... FAILED\n";
        let quoted = log.replace('\n', "\\n").replace('\u{2713}', "\\u2713");
        let log = log.replace("\\\"", "\"");
        for (text, name) in [
            (format!("\"{quoted}\""), "json:string 1"),
            (format!("\u{feff} \"{quoted}\""), "json:string 1"),
            (format!("{{\"id\":7,\"log\":\"{quoted}\"}}"), "json:log 1"),
            (format!("{{\n  \"id\": 7 ,\n  \"log\": \"{quoted}\",\n  \"urls\": false\n}}\n"), "json:log 1"),
            (format!("[ {{ \"logs\" : [\"{quoted}\"] , \"ok\": [true, null, -1.5e3] }} ]\n"), "json:logs 1"),
            (
                format!("{{\"result\":{{\"content\":[{{\"type\":\"text\",\"text\":\"{quoted}\"}}]}}}}"),
                "json:text 1",
            ),
        ] {
            let expected = (log.clone(), vec![name.to_owned()]);
            assert_eq!(all(text.as_bytes()), expected, "{text}");
        }
        // The answer of a tool inside that of its server.
        let inside = serde_json::to_string(&format!("{{\"id\":7,\"logs_content\":\"{quoted}\"}}")).unwrap();
        let (text, receipts) = all(format!("{{\"content\":[{{\"text\":{inside}}}]}}").as_bytes());
        assert_eq!((text, receipts), (log, vec!["json:text 1".to_owned(), "json:logs_content 1".to_owned()]));
        let events = "[{\"message\":\"a\"},{\"message\":\"b\"},{\"message\":\"c\"}]";
        assert_eq!(all(events.as_bytes()).0, "a\nb\nc\n");
    }

    #[test]
    fn other_json_stays_as_it_is() {
        for text in [
            "{\"level\":\"info\",\"message\":\"a\\nb\\nc\"}\n{\"level\":\"info\",\"message\":\"d\"}\n",
            "{\"log\":\"one line\"}",
            "[1,2,3]",
            "[INFO] \"log\"\n",
            "{\"log\":\"a\\nb\\nc\",]}",
            "<a log=\"b\"/>",
            "{",
            "\"",
        ] {
            assert_eq!(all(text.as_bytes()), (text.to_owned(), Vec::new()));
        }
    }

    #[test]
    fn what_goes_on_after_a_document_is_read_too() {
        let text = "{\"log\":\"a\\nb\\nc\\n\"}\nerror: d\n";
        assert_eq!(all(text.as_bytes()).0, "a\nb\nc\nerror: d\n");
    }

    #[test]
    fn a_member_that_tells_of_a_bad_end_is_a_doubt() {
        let doubted = |text: &str| {
            let mut json = LogInJson::default();
            json.add(text.as_bytes(), &mut Vec::new());
            json.found().doubt
        };
        for bad in [
            "\"exit_code\":1",
            "\"isError\":true",
            "\"success\":false",
            "\"error\":\"x\"",
            "\"conclusion\":\"failure\"",
            "\"error\":{\"code\":1}",
            "\"code\":1",
            "\"exit_code\":255",
            "\"signal\":\"SIGTERM\"",
            "\"state\":\"failed\"",
            "\"jobs\":[{\"result\":\"FAILURE\"}]",
        ] {
            assert!(doubted(&format!("{{\"log\":\"a\\nb\\nc\",{bad}}}")), "{bad}");
        }
        for good in [
            "\"exit_code\":0",
            "\"isError\":false",
            "\"success\":true",
            "\"error\":null",
            "\"error\":\"\"",
            "\"conclusion\":\"success\"",
            "\"id\":7",
            "\"code\":null",
            "\"status\":200",
            "\"state\":\"open\"",
        ] {
            assert!(!doubted(&format!("{{\"log\":\"a\\nb\\nc\",{good}}}")), "{good}");
        }
    }
}
