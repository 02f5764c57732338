//! What was taken off lines before they were read, in JSON answers: it is named when room is left, so that no failure
//! loses its place.

use serde_json::{Map, Value, json};

use crate::budget::{Count as _, Ledger, Ruler};

/// Adds the names of what was taken off to the others, as long as they fit.
pub(super) fn add(answer: &mut Map<String, Value>, ledger: &Ledger, most: u64, ruler: Ruler) {
    let room = most.saturating_sub(ruler.measure(&Value::Object(answer.clone()).to_string()));
    let mut room = room.saturating_sub(1);
    let mut names = match answer.get("normalized") {
        Some(Value::Array(names)) => names.clone(),
        _ => {
            room.down(ruler.measure("\"normalized\":[],"));
            Vec::new()
        }
    };
    let known = names.len();
    for (name, _) in ledger.taken_off() {
        let name = json!(name);
        let cost = ruler.measure(&name.to_string()).saturating_add(1);
        if names.contains(&name) || cost > room {
            continue;
        }
        room.down(cost);
        names.push(name);
    }
    if names.len() > known {
        answer.insert("normalized".to_owned(), Value::Array(names));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Limits;

    #[test]
    fn names_are_added_as_long_as_they_fit() {
        let mut ledger = Ledger::default();
        ledger.take_off("prefix:stamp", 7);
        ledger.take_off("level", 7);
        ledger.take_off("prefix:stamp", 2);
        let answer = |most: u64, answer: Value| {
            let Value::Object(mut map) = answer else { return String::new() };
            let limits = Limits { chars: most, lines: 9, line_chars: 99 };
            add(&mut map, &ledger, most, Ruler::new(limits, None));
            Value::Object(map).to_string()
        };
        let own = json!({ "normalized": ["json:log", "level"] });
        assert_eq!(answer(100, own.clone()), r#"{"normalized":["json:log","level","prefix:stamp"]}"#);
        assert_eq!(answer(100, json!({ "a": 1 })), r#"{"a":1,"normalized":["prefix:stamp","level"]}"#);
        let whole = r#"{"a":1,"normalized":["prefix:stamp","level"]}"#.len() as u64;
        for most in 8..whole {
            let text = answer(most, json!({ "a": 1 }));
            assert!(text == r#"{"a":1}"# || (text.len() as u64) < most, "{text}");
        }
        assert_eq!(answer(10, own.clone()), own.to_string());
    }
}
