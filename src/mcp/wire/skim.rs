//! A look at a message whose line is not kept or is no JSON: which ids it has, in memory that does not grow.
//!
//! A line passes byte by byte. Only the members of the message itself are looked at, or those of each message of a
//! batch. Nothing is checked: what is found is a good guess, and enough to answer the one who waits.

use super::id::Id;
use crate::budget::Count as _;

/// Bytes of a key that matter: the longest one with each of its chars as an escape, and the quotes.
const KEY_BYTES: usize = 38;

/// Bytes of an id or of a method that are kept. One that is longer is not found.
const VALUE_BYTES: usize = 4096;

/// The most messages of a batch that are found.
const MOST_FOUND: usize = 1000;

/// What was found of one message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Skimmed {
    /// Its id as it is written.
    pub id: Option<String>,
    /// Its method, as it is written between its quotes.
    pub method: Option<String>,
    /// Whether it has a result or an error.
    pub is_answer: bool,
}

impl Skimmed {
    /// What its id is known by.
    #[must_use]
    pub fn key(&self) -> Option<Id> {
        self.id.as_deref().and_then(Id::read)
    }
}

/// What the next value at the level of the members is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Awaits {
    #[default]
    Key,
    Value,
}

/// The state of a look.
#[derive(Clone, Debug, Default)]
pub struct Skim {
    depth: usize,
    /// The depth of the members: 1, or 2 in a batch; 0 before the first bracket.
    level: usize,
    in_string: bool,
    escaped: bool,
    awaits: Awaits,
    key: Vec<u8>,
    value: Vec<u8>,
    message: Skimmed,
    found: Vec<Skimmed>,
    ended: bool,
    odd: bool,
}

impl Skim {
    /// What one line holds.
    #[must_use]
    pub fn of(line: &[u8]) -> Self {
        let mut skim = Self::default();
        skim.feed(line);
        skim
    }

    /// The messages found so far; the last one also when its end was not seen.
    #[must_use]
    pub fn found(&self) -> Vec<Skimmed> {
        let mut found = self.found.clone();
        if self.message != Skimmed::default() {
            found.push(self.message.clone());
        }
        found
    }

    /// Whether the brackets close, and nothing comes after them.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.ended && !self.odd
    }

    /// Looks at the next bytes of the line.
    pub fn feed(&mut self, bytes: &[u8]) {
        let mut at = 0_usize;
        while let Some(byte) = bytes.get(at) {
            if self.in_string && !self.escaped && !self.is_watched() {
                // A string that does not matter is skipped.
                let rest = bytes.get(at..).unwrap_or_default();
                let Some(next) = memchr::memchr2(b'"', b'\\', rest) else { return };
                at.up(next);
                self.take(bytes.get(at).copied().unwrap_or_default());
            } else {
                self.take(*byte);
            }
            at.up(1);
        }
    }

    /// Whether bytes here belong to a member of the message itself.
    fn is_watched(&self) -> bool {
        self.level > 0 && self.depth == self.level
    }

    fn take(&mut self, byte: u8) {
        if self.in_string {
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' => self.escaped = true,
                b'"' => self.in_string = false,
                _ => {}
            }
            return self.keep(byte);
        }
        match byte {
            b'"' => {
                self.in_string = true;
                self.keep(byte);
            }
            b'{' | b'[' => self.open(byte),
            b'}' | b']' => self.close(),
            b',' if self.is_watched() => self.member(),
            b':' if self.is_watched() => self.awaits = Awaits::Value,
            b' ' | b'\t' | b'\r' | b'\n' => {}
            _ => self.keep(byte),
        }
    }

    fn open(&mut self, byte: u8) {
        self.odd |= self.ended;
        self.depth.up(1);
        match (self.level, byte, self.depth) {
            (0, b'{', 1 | 2) => self.begin(),
            (0, b'{', _) => self.odd = true,
            _ if self.depth == self.level => self.begin(),
            // A value with brackets of its own begins.
            _ if self.level > 0 && self.depth == self.level.saturating_add(1) => self.value.clear(),
            _ => {}
        }
    }

    fn begin(&mut self) {
        self.level = self.depth;
        self.awaits = Awaits::Key;
        self.key.clear();
        self.value.clear();
        self.message = Skimmed::default();
    }

    fn close(&mut self) {
        if self.is_watched() {
            self.member();
            let message = std::mem::take(&mut self.message);
            if self.found.len() < MOST_FOUND {
                self.found.push(message);
            }
        }
        self.odd |= self.depth == 0;
        self.depth.down(1);
        self.ended |= self.depth == 0;
    }

    fn keep(&mut self, byte: u8) {
        self.odd |= self.depth == 0;
        if !self.is_watched() {
            return;
        }
        match self.awaits {
            Awaits::Key if self.key.len() < KEY_BYTES => self.key.push(byte),
            Awaits::Value if self.value.len() <= VALUE_BYTES => self.value.push(byte),
            Awaits::Key | Awaits::Value => {}
        }
    }

    /// A member ends.
    fn member(&mut self) {
        let value = Some(&self.value)
            .filter(|value| !value.is_empty() && value.len() <= VALUE_BYTES)
            .and_then(|value| String::from_utf8(value.clone()).ok());
        // A key may be written with escapes.
        let key = match self.key.strip_prefix(b"\"").and_then(|key| key.strip_suffix(b"\"")) {
            Some(key) if memchr::memchr(b'\\', key).is_none() => String::from_utf8_lossy(key),
            _ => serde_json::from_slice::<String>(&self.key).unwrap_or_default().into(),
        };
        match key.as_ref() {
            "id" => self.message.id = value,
            "method" => {
                self.message.method = value.map(|method| method.trim_matches('"').to_owned());
            }
            "result" | "error" => self.message.is_answer = true,
            _ => {}
        }
        self.awaits = Awaits::Key;
        self.key.clear();
        self.value.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(line: &str) -> Vec<(Option<String>, Option<String>, bool)> {
        let whole = Skim::of(line.as_bytes());
        let mut split = Skim::default();
        line.bytes().for_each(|byte| split.feed(&[byte]));
        assert_eq!(whole.found(), split.found(), "{line}");
        assert_eq!(whole.is_whole(), split.is_whole(), "{line}");
        whole.found().into_iter().map(|found| (found.id, found.method, found.is_answer)).collect()
    }

    #[test]
    fn the_id_is_found_wherever_it_is() {
        let text = |word: &str| Some(word.to_owned());
        for (line, id, method, is_answer) in [
            (r#"{"jsonrpc":"2.0","id":7,"result":{"id":8}}"#, text("7"), None, true),
            (r#"{"result":{"a":[{"id":1}],"b":"}\"id\":2"}, "id" : "a\"b" }"#, text(r#""a\"b""#), None, true),
            (r#"{"id":1e2,"method":"tools/call","params":{"id":3}}"#, text("1e2"), text("tools/call"), false),
            (r#"{"id":{"a":1},"error":{}}"#, None, None, true),
            (r#"{"id":1,"id":2,"result":NaN}"#, text("2"), None, true),
            (r#"{"result":{"id":8},"\u0069d":77}"#, text("77"), None, true),
            (
                r#"{"\u006d\u0065\u0074\u0068\u006f\u0064":"m","\u0069\u0064":"k"}"#,
                text("\"k\""),
                text("m"),
                false,
            ),
            (r#"{"\u0072\u0065\u0073\u0075\u006c\u0074":1,"id":3,"\"id":4,"id\"":5}"#, text("3"), None, true),
        ] {
            assert_eq!(found(line), [(id, method, is_answer)], "{line}");
        }
    }

    #[test]
    fn a_member_that_is_cut_off_tells_nothing() {
        assert_eq!(found(r#"{"result":"cut off, "id":5"#), []);
        assert_eq!(found(r#"{"id":5,"result":"cut off"#), [(Some("5".to_owned()), None, false)]);
    }

    #[test]
    fn each_message_of_a_batch_is_found() {
        let ids: Vec<_> = found(r#"[{"id":1,"result":[{"id":9}]},{"id":"2","error":{}}, {"method":"m"}]"#);
        assert_eq!(
            ids.iter().map(|found| found.0.as_deref()).collect::<Vec<_>>(),
            [Some("1"), Some("\"2\""), None]
        );
    }

    #[test]
    fn a_line_is_whole_when_its_brackets_close_and_nothing_follows() {
        for (line, whole) in [
            (r#"{"id":1,"result":NaN}"#, true),
            ("{\"id\":1}\r\n", true),
            (r#"{"id":1,"res"#, false),
            (r#"{"id":1}{"id":2}"#, false),
            (r#"{"id":1}}"#, false),
            ("banner", false),
            ("", false),
        ] {
            assert_eq!(Skim::of(line.as_bytes()).is_whole(), whole, "{line}");
        }
    }

    #[test]
    fn what_is_kept_of_a_long_line_is_bounded() {
        let mut skim = Skim::default();
        skim.feed(b"{\"id\":\"");
        (0..1000).for_each(|_| skim.feed(&[b'x'; 1000]));
        skim.feed(b"\",\"result\":1}");
        assert_eq!(skim.found()[0], Skimmed { id: None, method: None, is_answer: true });
        assert!(skim.value.capacity() <= 4 * VALUE_BYTES);
    }
}
