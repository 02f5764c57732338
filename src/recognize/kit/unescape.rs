//! Entities of XML: the five named ones and character numbers. Any other stays as it is; nothing is expanded.

/// The longest entity between `&` and `;`, in bytes.
const LONGEST: usize = 10;

/// The char of the entity `name` (without `&` and `;`).
pub fn entity(name: &str) -> Option<char> {
    match name {
        "amp" => return Some('&'),
        "lt" => return Some('<'),
        "gt" => return Some('>'),
        "quot" => return Some('"'),
        "apos" => return Some('\''),
        _ => {}
    }
    let number = name.strip_prefix('#')?;
    let code = match number.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16).ok()?,
        None => number.parse().ok()?,
    };
    char::from_u32(code)
}

/// The text with its entities decoded.
pub fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        let end = after.bytes().take(LONGEST.saturating_add(1)).position(|byte| byte == b';');
        let name = end.and_then(|end| after.get(..end));
        match name.and_then(|name| entity(name).map(|decoded| (name, decoded))) {
            Some((name, decoded)) => {
                out.push(decoded);
                rest = after.get(name.len().saturating_add(1)..).unwrap_or("");
            }
            None => {
                out.push('&');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_entities_are_decoded_and_others_stay() {
        assert_eq!(unescape("a &amp;&lt;&gt;&quot;&apos; &#65;&#x42; b"), "a &<>\"' AB b");
        assert_eq!(
            unescape("&lol9; & &;&#xD800; &#x110000; &é; a&"),
            "&lol9; & &;&#xD800; &#x110000; &é; a&"
        );
        assert_eq!(unescape("&amp;lt;"), "&lt;");
    }
}
