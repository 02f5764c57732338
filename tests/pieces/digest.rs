//! Rows of the specification that `weir digest` shows, through the binary.

use crate::support::desk::{Desk, parsed};
use serde_json::{Value, json};

/// A record whose text is `chars` chars long.
fn record(chars: usize) -> String {
    let rest = "{\"id\":7,\"name\":\"Zoë\",\"x\":\"\"}";
    format!(
        "{{\"id\":7,\"name\":\"Zoë\",\"x\":\"{}\"}}",
        "word ".repeat(chars).chars().take(chars - rest.chars().count()).collect::<String>()
    )
}

fn booking() -> String {
    json!({
        "id": 4711, "status": "confirmed", "guest": {"name": "Zoë", "email": "z@example.org", "notes": "n".repeat(2500)},
        "arrival": "2024-05-06", "departure": "2024-05-09", "total": 1234.5, "currency": "EUR",
        "financial": {"items": (0..200).map(|item| json!({"item": item, "price": 2.5})).collect::<Vec<_>>()},
        "description": "lorem ipsum ".repeat(300), "_links": {"self": "/b/4711"}, "debugTrace": "d".repeat(500),
        "channel": "web", "adults": 2, "children": 1, "house": "h"
    })
    .to_string()
}

fn words(value: &Value) -> Vec<String> {
    value.as_array().unwrap().iter().map(|word| word.as_str().unwrap().to_owned()).collect()
}

#[test]
fn row_us2_1_a_large_record_becomes_what_identifies_it_and_how_to_get_the_rest() {
    let desk = Desk::new();
    let digest = desk.json(&["digest"], booking());
    assert_eq!((&digest["summary"]["id"], &digest["summary"]["status"]), (&4711.into(), &"confirmed".into()));
    assert!(words(&digest["meta"]["howToGet"]).len() >= 3);
    // 2000 tokens are 6666 chars.
    assert_eq!(desk.run(&["digest"], record(6666)).text(), record(6666));
    assert_eq!(desk.json(&["digest"], record(6667))["summary"], json!({"id": 7, "name": "Zoë"}));
}

#[test]
fn row_us2_2_a_section_is_shown_whole_by_its_command() {
    let desk = Desk::new();
    let digest = desk.json(&["digest"], booking());
    let command =
        words(&digest["meta"]["howToGet"]).into_iter().find(|way| way.ends_with(".financial")).unwrap();
    let shown: Value = serde_json::from_str(&desk.obey(&command).text()).unwrap();
    assert_eq!(shown, serde_json::from_str::<Value>(&booking()).unwrap()["financial"]);
}

#[test]
fn row_us2_3_a_small_document_is_printed_as_it_came() {
    for input in ["{ \"b\": 1.0,\r\n \"a\": 2 }", "[1]\n", "\"x\"", "{\"a\":1}\n{\"a\":2}\n"] {
        assert_eq!(Desk::new().run(&["digest"], input).text(), input);
    }
}

#[test]
fn row_us2_4_what_was_used_and_what_is_left_make_the_budget() {
    for budget in ["500", "1k", "2000"] {
        let printed = Desk::new().run(&["digest", "-b", budget], booking());
        let meta = &parsed(&printed.text())["meta"];
        let number = |name: &str| meta[name].as_u64().unwrap();
        assert_eq!(number("budgetUsed") + number("budgetRemaining"), number("budget"));
        assert!((printed.text().chars().count() as u64 * 3).div_ceil(10) <= number("budget"));
    }
}

#[test]
fn row_fr_010_a_list_is_left_alone_up_to_4000_tokens() {
    // 4000 tokens are 13333 chars.
    let list = |chars: usize| {
        let items = vec![format!("{{\"id\":1,\"x\":\"{}\"}}", "word ".repeat(100)); 24].join(",");
        format!(
            "[{items},\"{}\"]",
            "word ".repeat(chars).chars().take(chars - items.len() - 5).collect::<String>()
        )
    };
    assert_eq!(list(13_333).len(), 13_333);
    let desk = Desk::new();
    assert_eq!(desk.run(&["digest"], list(13_333)).text(), list(13_333));
    let digest = desk.json(&["digest"], list(13_334));
    assert_eq!(digest["meta"]["items"]["total"], 25);
    assert!(desk.run(&["digest", "-b", "8k"], list(13_334)).text() == list(13_334));
}

#[test]
fn row_fr_011_every_command_that_is_printed_works() {
    let desk = Desk::new();
    let odd = format!(
        "{{\"id\":1,\"odd key\":{{\"it's\":\"{0}\"}},\"a.b\":[\"{0}\"],\"text\":\"{0}\"}}",
        "x y ".repeat(900)
    );
    let digest = desk.json(&["digest"], &odd);
    let ways = words(&digest["meta"]["howToGet"]);
    assert_eq!(ways.len(), 3);
    let original: Value = serde_json::from_str(&odd).unwrap();
    for (way, key) in ways.iter().zip(["odd key", "a.b", "text"]) {
        let line = way.strip_prefix("weir ").unwrap().split_once(" --path ").unwrap();
        let id = line.0.strip_prefix("show ").unwrap();
        let shown = desk.at(None, &["show", id, "--path", line.1.trim_matches('\'')], None);
        assert_eq!(serde_json::from_str::<Value>(&shown.text()).unwrap(), original[key], "{way}");
    }
    let file = desk.file("record.json", odd.as_bytes());
    let unstored = desk.json(&["digest", "--no-store", &file], "");
    let way = &words(&unstored["meta"]["howToGet"])[2];
    let shown = parsed(&desk.obey(&way.replace("-- ", "")).text());
    assert_eq!(shown["summary"]["text"], original["text"]);
}

#[test]
fn row_fr_013_chars_count_a_quarter_and_a_fifth_more() {
    let meta = &Desk::new().json(&["digest"], record(7001))["meta"];
    assert_eq!((&meta["estimatedTokens"], &meta["estimator"]), (&2101.into(), &"chars4-margin20".into()));
}

#[test]
fn row_fr_015_the_fields_that_are_listed_are_kept_and_the_rest_is_not() {
    let keep = "id,status,guest.name,arrival,departure,total,currency";
    let printed = Desk::new().run(&["digest", "--keep", keep, "-b", "1k"], booking());
    let summary = &parsed(&printed.text())["summary"];
    let expected = json!({"id": 4711, "status": "confirmed", "guest": {"name": "Zoë"}, "arrival": "2024-05-06", "departure": "2024-05-09", "total": 1234.5, "currency": "EUR"});
    assert_eq!(*summary, expected);
    assert!(printed.out.len() * 10 <= booking().len() * 4, "{}", printed.out.len());
}

#[test]
fn row_fr_016_identifying_fields_survive() {
    let names = [
        "id",
        "uuid",
        "key",
        "name",
        "title",
        "status",
        "state",
        "type",
        "url",
        "user_id",
        "orderStatus",
        "html_url",
    ];
    let fields: Vec<String> = names
        .iter()
        .map(|name| format!("\"{name}\":\"{name}-1\",\"x_{name}_x\":\"{}\"", "y".repeat(900)))
        .collect();
    let digest = Desk::new().json(&["digest", "--keep", "nothing"], format!("{{{}}}", fields.join(",")));
    let kept: Vec<&String> = digest["summary"].as_object().unwrap().keys().collect();
    let mut expected = names.to_vec();
    expected.sort_unstable();
    let mut kept: Vec<&str> = kept.into_iter().map(String::as_str).collect();
    kept.sort_unstable();
    assert_eq!(kept, expected);
}

#[test]
fn row_fr_017_fields_are_chosen_by_paths_and_unknown_ones_are_reported() {
    let desk = Desk::new();
    let digest = desk.json(&["digest", "--fields", "id,financial.items.item,nope"], booking());
    assert_eq!(digest["summary"]["financial"]["items"][199], json!({"item": 199}));
    assert_eq!(digest["summary"].as_object().unwrap().len(), 2);
    assert_eq!(digest["meta"]["unknownFields"], json!([".nope"]));
}

#[test]
fn row_fr_018_long_text_is_clipped_with_its_count_and_a_command() {
    let desk = Desk::new();
    let notes = "é".repeat(2034);
    let digest =
        desk.json(&["digest", "--keep", "notes", "-b", "500"], format!("{{\"id\":1,\"notes\":\"{notes}\"}}"));
    let text = digest["summary"]["notes"].as_str().unwrap();
    let (shown, rest) = text.split_once("... [+1834 chars: ").unwrap();
    assert_eq!(shown, "é".repeat(200));
    let all: String = serde_json::from_str(&desk.obey(rest.trim_end_matches(']')).text()).unwrap();
    assert_eq!(all, notes);
    let short = desk.json(
        &["digest", "--keep", "notes", "-b", "500", "--max-text", "10"],
        format!("{{\"id\":1,\"notes\":\"{notes}\"}}"),
    );
    assert!(short["summary"]["notes"].as_str().unwrap().contains("[+2024 chars"));
}

#[test]
fn row_fr_019_fields_for_machines_are_stripped_and_listed() {
    let input = r#"{"id":1,"jsonSchema":{"a":1},"debugInfo":2,"_links":{},"x":{"debug":1,"y":2}}"#;
    let digest = Desk::new().json(&["digest", "--strip", "production"], input);
    assert_eq!(digest["summary"], json!({"id": 1, "x": {"y": 2}}));
    assert_eq!(digest["meta"]["stripped"], json!([".jsonSchema", ".debugInfo", "._links", ".x.debug"]));
    assert_eq!(Desk::new().run(&["digest", "--strip", "zzz"], input).text(), input);
}

#[test]
fn row_ec_3_bytes_are_a_net_below_an_estimate_that_is_wrong() {
    // Under the budget by its chars, and far over it by any tokenizer.
    let list: Vec<String> =
        (0..20).map(|id| format!("{{\"id\":{id},\"name\":\"{}\"}}", "漢字".repeat(250))).collect();
    let list = format!("[{}]", list.join(","));
    assert!((list.chars().count() * 3).div_ceil(10) < 4000);
    let printed = Desk::new().run(&["digest"], &list);
    assert!(printed.out.len() <= 10_000, "{}", printed.out.len());
    parsed(&printed.text());
    let printed = Desk::new().run(&["digest", "--est", "exec:false", "-b", "2000"], booking());
    assert!(
        printed.code == 0 && printed.out.len() <= 2000 && printed.err.contains("bytes are counted instead"),
        "{printed:?}"
    );
}

#[test]
fn row_ec_4_what_has_no_summary_is_reported_by_size_and_kind() {
    let desk = Desk::new();
    let blob = format!(
        "{{\"id\":1,\"image\":\"data:image/png;base64,{}\",\"bytes\":\"{}\"}}",
        "iVBORw0KGgoA".repeat(800),
        "aB3/".repeat(500)
    );
    let digest = desk.json(&["digest", "--keep", "image,bytes"], &blob);
    assert_eq!(digest["summary"]["image"], json!({"bytes": 7200, "mime": "image/png"}));
    assert_eq!(digest["summary"]["bytes"], json!({"bytes": 1500, "mime": "application/octet-stream"}));
    let deep = format!("{{\"a\":{}{}}}", "[".repeat(200_000), "]".repeat(200_000));
    let digest = desk.json(&["digest"], &deep);
    assert_eq!(
        digest["meta"]["availableFields"][0],
        json!({"path": ".a", "type": "array", "bytes": 400_000})
    );
    let binary = desk.json(&["digest"], b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".as_slice());
    assert_eq!(binary["summary"], json!({"bytes": 16, "mime": "image/png"}));
}

#[test]
fn row_ke_3_a_digest_is_what_identifies_and_how_to_get_the_rest() {
    let list: Vec<String> =
        (0..300).map(|id| format!("{{\"id\":{id},\"body\":\"{}\"}}", "b".repeat(300))).collect();
    let desk = Desk::new();
    let digest = desk.json(&["digest"], list.join("\n"));
    assert_eq!(digest["summary"][9], json!({"id": 9}));
    let way = &words(&digest["meta"]["howToGet"])[0];
    assert!(desk.obey(way).text().starts_with("\"bbb"), "{way}");
}

#[test]
fn what_is_no_json_is_refused_with_its_place() {
    let printed = Desk::new().run(&["digest"], "{\"a\": }");
    assert_eq!(
        (printed.code, printed.err.as_str()),
        (2, "weir: standard input: not JSON at line 1, column 7: this is not the beginning of a value\n")
    );
    assert_eq!(Desk::new().run(&["digest"], "").code, 2);
    for words in [["--max-text", "7"], ["-b", "499"], ["--fields", "a..b"], ["--item-budget", "1"]] {
        assert_eq!(Desk::new().run(&["digest", words[0], words[1]], "{}").code, 2, "{words:?}");
    }
}

#[test]
fn the_order_of_keys_does_not_change_what_is_kept() {
    let mut fields: Vec<String> =
        (0..40).map(|at| format!("\"f{at}\":\"{}\"", "v".repeat(at * 20))).collect();
    fields.extend(["\"id\":1".to_owned(), "\"name\":\"n\"".to_owned(), "\"created_at\":\"2024\"".to_owned()]);
    let desk = Desk::new();
    let summary =
        |fields: &[String]| desk.json(&["digest"], format!("{{{}}}", fields.join(",")))["summary"].clone();
    let first = summary(&fields);
    for turn in [1, 7, 20] {
        fields.rotate_left(turn);
        assert_eq!(summary(&fields), first);
    }
}
