//! What holds for any context, any window and any estimator that counts chars.

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{Asked, Context, Format, MemoryScore, Options, Window, compile};

fn options(window: u64, keep_last: usize) -> Options {
    Options {
        window: Window::Tokens(window),
        budgets: Asked::default(),
        keep_last,
        task: None,
        now: None,
        memory_score: MemoryScore::Product,
        estimator: "quarter".to_owned(),
    }
}

fn quarter(text: &str) -> u64 {
    u64::try_from(text.chars().count()).unwrap().div_ceil(4)
}

/// Ids of results that have no call before them.
fn orphans(messages: &[Value]) -> Vec<String> {
    let mut called = BTreeSet::new();
    let mut orphans = Vec::new();
    for message in messages {
        for call in message["tool_calls"].as_array().into_iter().flatten() {
            called.insert(call["id"].as_str().unwrap().to_owned());
        }
        for block in message["content"].as_array().into_iter().flatten() {
            let text = |field: &str| block[field].as_str().map(str::to_owned);
            called.extend(text("id").filter(|_| block["type"] == "tool_use"));
            orphans.extend(text("tool_use_id").filter(|id| !called.contains(id)));
        }
        orphans.extend(message["tool_call_id"].as_str().map(str::to_owned).filter(|id| !called.contains(id)));
    }
    orphans
}

fn message() -> impl Strategy<Value = Value> {
    let id = || (0_u8..6).prop_map(|id| format!("c{id}"));
    let text = || {
        (0_usize..200, 0_u8..4).prop_map(|(words, kind)| {
            ["a word of it. ", "one, two; ", "test a::b ... FAILED\n", "\u{e9}\u{4e2d} "][usize::from(kind)]
                .repeat(words)
        })
    };
    prop_oneof![
        text().prop_map(|text| json!({"role": "user", "content": text})),
        (prop::collection::vec(id(), 0..3), text()).prop_map(|(ids, text)| {
            let calls: Vec<Value> =
                ids.iter().map(|id| json!({"id": id, "name": "f", "arguments": json!({"a": text}).to_string()})).collect();
            json!({"role": "assistant", "content": text, "tool_calls": calls})
        }),
        (id(), text()).prop_map(|(id, text)| json!({"role": "tool", "tool_call_id": id, "content": text})),
        (prop::collection::vec(id(), 1..3), text()).prop_map(|(ids, text)| {
            let blocks: Vec<Value> = ids
                .iter()
                .flat_map(|id| [json!({"type": "thinking", "thinking": text}), json!({"type": "tool_use", "id": id, "name": "f", "input": {"a": text}})])
                .collect();
            json!({"role": "assistant", "content": blocks})
        }),
        (prop::collection::vec(id(), 1..3), text()).prop_map(|(ids, text)| {
            let blocks: Vec<Value> = ids
                .iter()
                .map(|id| json!({"type": "tool_result", "tool_use_id": id, "content": [{"type": "text", "text": text}, {"type": "image"}]}))
                .collect();
            json!({"role": "user", "content": blocks})
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn no_result_loses_its_call_and_no_section_passes_its_budget(
        messages in prop::collection::vec(message(), 0..24),
        window in 0_u64..6000,
        keep_last in 0_usize..6,
    ) {
        let context = Context::read(json!({"history": messages})).unwrap();
        let compiled = compile(context, &options(window, keep_last), &quarter).unwrap();
        let event = &compiled.event;
        prop_assert!(event.total <= window);
        prop_assert!(event.sections.history.after <= event.sections.history.budget);
        let context = compiled.context();
        let there = context["history"].as_array().unwrap();
        prop_assert_eq!(orphans(there), Vec::<String>::new());
        // What was counted is what comes out.
        let again = Context::read(context.clone()).unwrap();
        let again = compile(again, &options(1_000_000, 6), &quarter).unwrap();
        prop_assert!(again.event.sections.history.before <= event.sections.history.budget);
    }

    #[test]
    fn no_text_makes_a_reader_of_conversations_panic(text in "\\PC{0,40}", line in "[{}\\[\\]\":,a-z0-9\n]{0,80}") {
        for format in Format::ALL {
            let _ = format.read(&text);
            let _ = format.read(&line);
        }
    }
}

#[test]
fn a_talk_never_passes_the_window_at_any_of_1000_turns() {
    let message = |number: usize| match number % 3 {
        0 => json!({"role": "user", "content": format!("Look at pier {number}. It was dark.")}),
        1 => json!({"role": "assistant", "tool_calls": [{"id": format!("c{number}"), "name": "look"}]}),
        _ => {
            json!({"role": "tool", "tool_call_id": format!("c{}", number - 1), "content": format!("pier {number} is lit")})
        }
    };
    let mut history: Vec<Value> = Vec::new();
    let mut totals = Vec::new();
    for number in 0..1000 {
        history.push(message(number));
        // The work grows with the square of the turns: of those after the first hundred, every 30th.
        if number > 100 && number % 30 != 0 {
            continue;
        }
        let context = Context::read(json!({"history": history})).unwrap();
        let compiled = compile(context, &options(1000, 3), &quarter).unwrap();
        assert!(compiled.event.total <= 1000 && compiled.event.sections.history.after <= 500, "{number}");
        totals.push(compiled.event.total);
    }
    // No cliff: once full, it stays nearly full.
    let full = totals.iter().position(|total| *total > 480).unwrap();
    assert!(totals[full..].iter().all(|total| *total > 400), "{:?}", &totals[full..]);
}
