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
    /// Lines among which the width of a console was not looked for yet, and the longest line of all others.
    recent: Vec<u8>,
    longest: usize,
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
            recent: Vec::new(),
            longest: 0,
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
                // The same whatever is read at once.
                let room =
                    WINDOW_BYTES.saturating_sub(self.seen.checked_rem(WINDOW_BYTES).unwrap_or_default());
                let (now, later) = text.split_at_checked(room).unwrap_or((text, &[]));
                self.lines.add(now, into);
                self.seen = self.seen.saturating_add(now.len());
                let looks = self.seen <= AWAKE_BYTES;
                if looks && !self.lines.joins() {
                    self.recent.extend_from_slice(now);
                }
                if now.len() == room && looks {
                    let recent = std::mem::take(&mut self.recent);
                    if !self.lines.joins() {
                        self.measure(&recent, false);
                    }
                    if self.seen >= AWAKE_BYTES && !self.is_at_work() {
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
        self.state = State::Awake;
        self.measure(&held, ended);
        self.text(&held, into);
    }

    /// Looks for the width of a console in a text. The lines that passed before are at most as long.
    fn measure(&mut self, text: &[u8], ended: bool) {
        let end = if ended { text.len() } else { memchr::memrchr(b'\n', text).unwrap_or(text.len()) };
        let Ok(text) = std::str::from_utf8(text.get(..end).unwrap_or_default()) else { return };
        self.longest = self.longest.max(width::longest(text));
        if let Some(width) = width::find(text).filter(|width| width.columns >= self.longest.min(width.most()))
        {
            self.lines.join(width);
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    const JUDGE: Judge = Judge { is_document: |bytes| bytes.starts_with(b"<"), is_run: |_| true };

    /// What a channel makes of bytes that are read in such pieces, and its receipts.
    fn restored(bytes: &[u8], piece: usize) -> (String, Vec<String>) {
        let (mut channel, mut into) = (Channel::new(JUDGE), Vec::new());
        for piece in bytes.chunks(piece) {
            channel.add(piece, &mut into);
        }
        channel.finish(&mut into);
        let receipts = channel.receipts().into_iter().map(|each| format!("{} {}", each.name, each.count));
        (String::from_utf8(into).unwrap(), receipts.collect())
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
        // Ticks in page 437, broken at 80 columns, behind a record, in UTF-16.
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
            (format!("{{\"id\":7,\"log\":\"{quoted}\"}}"), "json:log 1"),
            (format!("[ {{ \"logs\" : [\"{quoted}\"] , \"ok\": [true, null, -1.5e3] }} ]\n"), "json:logs 1"),
            (
                format!("{{\"result\":{{\"content\":[{{\"type\":\"text\",\"text\":\"{quoted}\"}}]}}}}"),
                "json:text 1",
            ),
        ] {
            let expected = (log.clone(), vec![name.to_owned()]);
            assert_eq!(all(text.as_bytes()), expected, "{text}");
        }
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
    fn what_goes_on_behind_a_document_is_read_too() {
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
        ] {
            assert!(!doubted(&format!("{{\"log\":\"a\\nb\\nc\",{good}}}")), "{good}");
        }
    }
}
