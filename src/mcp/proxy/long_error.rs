//! An error whose text is longer than anybody reads: both ends of it stay, and its code.

use crate::budget::Count as _;
use crate::mcp::wire::{Splice, range_of};
use crate::text::json::{Json, string};

/// Bytes of an error, as it is written, that pass as they are.
const MOST_BYTES: usize = 40 * 1024;

/// Chars of a long message that stay at its beginning, and at its end.
const END_CHARS: usize = 4000;

/// Depth of brackets that every client can read.
pub const MOST_DEPTH: usize = 128;

/// A bounded error in the place of a long one, or of one that is nested too deep to be read.
#[must_use]
pub fn bounded(error: Json<'_>) -> Option<String> {
    let deep = depth(error.text()) > MOST_DEPTH;
    if error.text().len() <= MOST_BYTES && !deep {
        return None;
    }
    let mut splice = Splice::new(error.text());
    let mut parts: Vec<_> = error
        .raw_fields()
        .filter_map(|(key, value)| Some((key.string()?, range_of(error.text(), value.text())?, value)))
        .filter_map(|(key, range, value)| match (key.as_ref(), value.string()) {
            ("code", _) => None,
            ("message", Some(message)) => Some((range, cut(&message))),
            // What else there is goes only when it is what makes the error long.
            _ if value.text().len() > MOST_BYTES / 8 || depth(value.text()) >= MOST_DEPTH => {
                Some((range, format!("\"weir: left out, {} bytes\"", value.text().len())))
            }
            _ => None,
        })
        .collect();
    parts.sort_by_key(|(range, _)| range.start);
    for (range, other) in parts {
        splice.replace(range, &other);
    }
    let text = splice.finish();
    if text.len() <= MOST_BYTES {
        return Some(text);
    }
    // Many members or escapes: what every error has is enough.
    let code = error.get("code").filter(|code| code.is_scalar() && code.text().len() < 100);
    let message = error.get("message").and_then(Json::string).unwrap_or_default();
    Some(format!("{{\"code\":{},\"message\":{}}}", code.map_or("-32603", Json::text), cut(&message)))
}

/// A message with both of its ends, as a string of JSON.
fn cut(message: &str) -> String {
    let mut text = String::new();
    let mut ends = message.char_indices();
    let head = ends.nth(END_CHARS).map(|(at, _)| at);
    let tail = ends.nth_back(END_CHARS.saturating_sub(1)).map(|(at, _)| at);
    match head.zip(tail) {
        Some((head, tail)) if message.len() > MOST_BYTES / 4 => {
            let (first, last) = (message.get(..head), message.get(tail..));
            let between = tail.saturating_sub(head);
            string(
                &format!(
                    "{}\nweir: {between} of {} bytes of this message left out here\n{}",
                    first.unwrap_or_default(),
                    message.len(),
                    last.unwrap_or_default()
                ),
                &mut text,
            );
        }
        _ => string(message, &mut text),
    }
    text
}

/// How deep the brackets of a checked text go.
#[must_use]
pub fn depth(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut depth, mut deepest) = (0_usize, 0_usize);
    let mut at = 0_usize;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => {
                let rest = text.get(at..).unwrap_or_default();
                at.up(Json::first(rest).map_or(1, |string| string.text().len()));
                continue;
            }
            b'[' | b'{' => {
                depth.up(1);
                deepest = deepest.max(depth);
            }
            b']' | b'}' => depth.down(1),
            _ => {}
        }
        at.up(1);
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> serde_json::Value {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn a_short_error_stays_as_it_is() {
        assert_eq!(bounded(Json::parse(r#"{"code":-32020,"message":"no","data":{"k":1.0}}"#).unwrap()), None);
    }

    #[test]
    fn a_long_message_keeps_both_ends_and_the_code() {
        let text = format!(
            r#"{{ "message":"first {} last","data":{{"k":1.0}}, "code":-32050}}"#,
            "é\\n".repeat(50_000)
        );
        let cut = bounded(Json::parse(&text).unwrap()).unwrap();
        assert!(cut.len() < MOST_BYTES && cut.contains("1.0"), "{}", cut.len());
        let error = read(&cut);
        let message = error["message"].as_str().unwrap();
        assert!(message.starts_with("first é\n") && message.ends_with(" last") && message.contains("weir: "));
        assert_eq!(error["code"], -32050);
    }

    #[test]
    fn large_data_goes_and_the_message_stays() {
        let text = format!(r#"{{"code":1,"message":"why","data":"{}"}}"#, "x".repeat(1_000_000));
        let error = read(&bounded(Json::parse(&text).unwrap()).unwrap());
        assert_eq!(error["message"], "why");
        assert_eq!(error["data"], "weir: left out, 1000002 bytes");
    }

    #[test]
    fn data_that_nobody_can_read_goes() {
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        let text = format!(r#"{{"code":1,"message":"why","data":{deep}}}"#);
        assert_eq!(read(&bounded(Json::parse(&text).unwrap()).unwrap())["message"], "why");
    }

    #[test]
    fn an_error_of_many_members_is_bounded_too() {
        let members: String = (0..20_000).map(|number| format!(r#","m{number}":"x""#)).collect();
        let text = format!(r#"{{"code":7,"message":"why"{members}}}"#);
        assert_eq!(bounded(Json::parse(&text).unwrap()).unwrap(), r#"{"code":7,"message":"why"}"#);
        let text = format!(r#""{}""#, "x".repeat(100_000));
        assert_eq!(bounded(Json::parse(&text).unwrap()).unwrap(), r#"{"code":-32603,"message":""}"#);
    }

    #[test]
    fn depth_counts_brackets_outside_of_strings() {
        for (text, deep) in [("1", 0), ("[]", 1), (r#"{"a":["[[[\"[",[{}]]}"#, 4), (r#"["a",[],[]]"#, 2)] {
            assert_eq!(depth(text), deep, "{text}");
        }
    }
}
