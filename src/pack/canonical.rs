//! JSON in one form: keys sorted, no blanks, numbers as they are written, strings without needless escapes.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

/// `json` in that form. What cannot be read any deeper stays as it is written.
pub(super) fn canonical(json: &RawValue) -> String {
    let mut text = String::new();
    write(json, &mut text);
    text
}

fn write(json: &RawValue, out: &mut String) {
    let written = json.get();
    match written.bytes().next() {
        Some(b'{') => match serde_json::from_str::<BTreeMap<String, &RawValue>>(written) {
            Ok(members) => {
                out.push('{');
                for (at, (key, value)) in members.iter().enumerate() {
                    if at > 0 {
                        out.push(',');
                    }
                    out.push_str(&string(key));
                    out.push(':');
                    write(value, out);
                }
                out.push('}');
            }
            Err(_) => out.push_str(written),
        },
        Some(b'[') => match serde_json::from_str::<Vec<&RawValue>>(written) {
            Ok(elements) => {
                out.push('[');
                for (at, element) in elements.iter().enumerate() {
                    if at > 0 {
                        out.push(',');
                    }
                    write(element, out);
                }
                out.push(']');
            }
            Err(_) => out.push_str(written),
        },
        Some(b'"') => match serde_json::from_str::<String>(written) {
            Ok(text) => out.push_str(&string(&text)),
            Err(_) => out.push_str(written),
        },
        _ => out.push_str(written),
    }
}

fn string(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_sorted_at_every_depth_and_numbers_stay() {
        let json = r#"{ "b": [1.0, {"z": 12345678901234567890, "a": "\u00e9"}], "a": null }"#;
        let raw: &RawValue = serde_json::from_str(json).unwrap();
        assert_eq!(canonical(raw), r#"{"a":null,"b":[1.0,{"a":"é","z":12345678901234567890}]}"#);
    }
}
