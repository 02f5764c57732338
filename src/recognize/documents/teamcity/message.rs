//! One service message: `##teamcity[testFailed name='x' message='a|nb']`.
//!
//! Source: "Service Messages" of TeamCity's documentation, and what IntelliJ's reporters, Catch2, PHPUnit and
//! teamcity-messages make of it: blanks round `=`, double quotes, and values that go on to the end of a cut line.

/// What a service message begins with.
pub const BEGINS: &str = "##teamcity[";
/// The most attributes of one message that are read.
const ATTRIBUTES: usize = 32;

/// A service message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message<'a> {
    /// Its kind, `testFailed`.
    pub kind: &'a str,
    attributes: Vec<(&'a str, String)>,
    /// Whether its bracket was closed: of a cut line it is not.
    pub whole: bool,
}

impl Message<'_> {
    /// The decoded value of an attribute, empty when it is not there.
    pub fn get(&self, key: &str) -> &str {
        self.attributes.iter().find(|(name, _)| *name == key).map_or("", |(_, value)| value.as_str())
    }
}

/// Reads the message that the text begins with.
pub fn parse(text: &str) -> Option<Message<'_>> {
    let rest = text.strip_prefix(BEGINS)?;
    let end = rest.bytes().position(|byte| !byte.is_ascii_alphanumeric() && byte != b'.' && byte != b'_')?;
    let (kind, mut rest) = rest.split_at_checked(end)?;
    let begins = kind.starts_with(|first: char| first.is_ascii_alphabetic());
    if !begins || !rest.starts_with([' ', ']', '\t']) {
        return None;
    }
    let mut message = Message { kind, ..Message::default() };
    loop {
        rest = rest.trim_start();
        if rest.starts_with(']') {
            message.whole = true;
            return Some(message);
        }
        // A value without a key: `##teamcity[progressMessage 'text']`.
        let (key, after) =
            if rest.starts_with(['\'', '"']) { ("", rest) } else { rest.split_once('=').unwrap_or(("", "")) };
        let after = after.trim_start();
        let Some(quote) = after.chars().next().filter(|first| matches!(first, '\'' | '"')) else {
            return Some(message);
        };
        let (value, after) = value(after.get(1..).unwrap_or(""), quote);
        if message.attributes.len() < ATTRIBUTES {
            message.attributes.push((key.trim(), value));
        }
        let Some(after) = after else { return Some(message) };
        rest = after;
    }
}

/// Decodes a value up to its quote; what follows, when the quote is there.
fn value(text: &str, quote: char) -> (String, Option<&str>) {
    let mut value = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['|', quote]) {
        let (plain, after) = rest.split_at_checked(at).unwrap_or((rest, ""));
        value.push_str(plain);
        let Some(after) = after.strip_prefix('|') else {
            return (value, after.get(quote.len_utf8()..));
        };
        let Some(escaped) = after.chars().next() else { return (value, None) };
        rest = after.get(escaped.len_utf8()..).unwrap_or("");
        match escaped {
            'n' | 'l' | 'p' => value.push('\n'),
            // A line end of Windows is one with its newline.
            'r' => {}
            'x' => value.push(' '),
            '0' => match code_point(rest) {
                Some((char, after)) => {
                    value.push(char);
                    rest = after;
                }
                None => value.push_str("|0"),
            },
            other => value.push(other),
        }
    }
    value.push_str(rest);
    (value, None)
}

/// `xABCD` of `|0xABCD`.
fn code_point(text: &str) -> Option<(char, &str)> {
    let (digits, rest) = text.strip_prefix('x')?.split_at_checked(4)?;
    let number = u32::from_str_radix(digits, 16).ok()?;
    let char = char::from_u32(number).filter(|char| !char.is_control());
    Some((char.unwrap_or('\u{fffd}'), rest))
}
