//! Secrets that are hidden: in what is shortened, and in small answers when that is asked for.

use super::write::plain;
use crate::budget::Count as _;
use crate::mcp::wire::{Splice, range_of};
use crate::store::redact;
use crate::text::json::{Json, Kind};

/// A word on hidden secrets; nothing when there is none.
pub(super) fn remark(count: u64) -> Option<String> {
    let are = if count == 1 { "secret is" } else { "secrets are" };
    (count > 0).then(|| format!("{count} {are} hidden; the setting redact shows them"))
}

/// A result without the secrets of its texts and of its structured content, and how many were hidden; nothing when there
/// are none. Everything else stays as it is written.
pub(super) fn without(result: &str, method: &str) -> Option<(String, u64)> {
    let outer = Json::first(result.trim_start())?;
    let json = if method == "tasks/get" { outer.get("result")? } else { outer };
    let mut hidden = Hidden { whole: result, parts: Vec::new(), count: 0 };
    for (key, value) in json.raw_fields() {
        match key.string().unwrap_or_default().as_ref() {
            "content" | "contents" => value.elements().for_each(|block| hidden.block(block)),
            "structuredContent" => {
                let found = redact::document(value.text());
                hidden.put(value, found.filter(|(text, _)| Json::parse(text).is_ok()));
            }
            _ => {}
        }
    }
    if hidden.count == 0 {
        return None;
    }
    hidden.parts.sort_by_key(|(range, _)| range.start);
    let mut splice = Splice::new(result);
    hidden.parts.into_iter().for_each(|(range, text)| splice.replace(range, &text));
    Some((splice.finish(), hidden.count))
}

/// What is put in the place of parts of a result.
struct Hidden<'a> {
    whole: &'a str,
    parts: Vec<(std::ops::Range<usize>, String)>,
    count: u64,
}

impl Hidden<'_> {
    fn put(&mut self, value: Json<'_>, found: Option<(String, u64)>) {
        if let (Some((text, count)), Some(range)) = (found, range_of(self.whole, value.text())) {
            self.parts.push((range, text));
            self.count.up(count.max(1));
        }
    }

    fn block(&mut self, block: Json<'_>) {
        for (key, value) in block.raw_fields() {
            match key.string().unwrap_or_default().as_ref() {
                "text" => self.text(value),
                "resource" => {
                    let texts =
                        value.raw_fields().filter(|(key, _)| key.string().is_some_and(|key| key == "text"));
                    texts.for_each(|(_, text)| self.text(text));
                }
                _ => {}
            }
        }
    }

    fn text(&mut self, value: Json<'_>) {
        if value.kind() != Kind::String {
            return;
        }
        let Some(text) = value.string() else { return };
        let found = redact::document(&text).map(|(text, count)| {
            let mut word = String::new();
            plain(&text, &mut word);
            (word, count)
        });
        self.put(value, found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "ghp_0123456789abcdefABCDEF0123456789abcd";

    #[test]
    fn secrets_of_texts_and_of_structured_content_go_and_nothing_else_is_touched() {
        let result = format!(
            r#"{{ "content":[{{"type":"text","text":"a \u00e9 {SECRET}"}},{{"type":"resource","resource":{{"uri":"f://x","text":"{SECRET}"}}}}], "structuredContent":{{"n":1.0,"token":"{SECRET}"}},"_meta":{{"x":"{SECRET}"}}}}"#
        );
        let (hidden, count) = without(&result, "tools/call").unwrap();
        assert_eq!((hidden.matches(SECRET).count(), count), (1, 3), "{hidden}");
        assert!(hidden.starts_with(r#"{ "content":[{"type":"text","text":"a é [redacted"#), "{hidden}");
        assert!(
            hidden.contains(r#""structuredContent":{"n":1.0,"token":"[redacted"#)
                && Json::parse(&hidden).is_ok()
        );
        assert_eq!(without(r#"{"content":[{"type":"text","text":"plain"}]}"#, "tools/call"), None);
    }
}
