use super::*;
use serde_json::Value;

fn how(path: &JsonPath) -> Option<String> {
    Some(format!("weir show abcdefgh --path '{path}'"))
}

fn request<'a>(budget: u64, strip: &'a Globs, fields: &'a [JsonPath], keep: &'a [JsonPath]) -> Request<'a> {
    Request {
        budget,
        item_budget: 2000,
        measure: &Estimator::Chars4Margin20,
        keep,
        fields,
        related: false,
        strip,
        max_text: 200,
        snapshot: Some("abcdefgh"),
        how: &how,
        most_bytes: usize::MAX,
        note: None,
        remark: None,
    }
}

fn digested(text: &str, request: &Request<'_>) -> Option<Value> {
    match digest(Json::parse(text).unwrap(), text, request) {
        Answer::Unchanged => None,
        Answer::Digest(answer) => {
            assert!(Estimator::Chars4Margin20.estimate(&answer) <= request.budget, "{answer}");
            Some(serde_json::from_str(&answer).unwrap())
        }
    }
}

fn paths(words: &[&str]) -> Vec<JsonPath> {
    words.iter().map(|word| JsonPath::parse(word).unwrap()).collect()
}

#[test]
fn a_large_record_becomes_what_identifies_it() {
    let text = format!(
        r#"{{"id":12345678901234567890,"name":"Zoë","note":"short","notes":"{}","financial":{{"total":{}}},"created_at":"2024"}}"#,
        "lorem ".repeat(500),
        "[1]"
    );
    let none = Globs::default();
    let found = digested(&text, &request(400, &none, &[], &[])).unwrap();
    assert_eq!(
        found["summary"].to_string(),
        r#"{"created_at":"2024","id":12345678901234567890,"name":"Zoë"}"#
    );
    let available: Vec<_> = found["meta"]["availableFields"]
        .as_array()
        .unwrap()
        .iter()
        .map(|field| field["path"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(available, [".note", ".notes", ".financial"]);
    assert_eq!(
        found["meta"]["howToGet"].to_string(),
        r#"["weir show abcdefgh --path '.notes'","weir show abcdefgh --path '.financial'"]"#
    );
    let meta = |name: &str| found["meta"][name].as_u64().unwrap();
    assert_eq!(meta("budgetUsed") + meta("budgetRemaining"), 400);
    assert_eq!(digested(&text, &request(4000, &none, &[], &[])), None);
}

#[test]
fn what_is_asked_for_is_kept_and_text_is_clipped_with_its_count() {
    let text =
        format!(r#"{{"id":1,"notes":"{}","a":{{"b":2,"c":"{}"}}}}"#, "x".repeat(2034), "y".repeat(3000));
    let none = Globs::default();
    let keep = paths(&["notes", "a.b"]);
    let found = digested(&text, &request(600, &none, &[], &keep)).unwrap();
    let clipped = format!("{}... [+1834 chars: weir show abcdefgh --path '.notes']", "x".repeat(200));
    assert_eq!(found["summary"], serde_json::json!({"id": 1, "notes": clipped, "a": {"b": 2}}));
    let fields = paths(&["a.b", "gone"]);
    let found = digested(&text, &request(600, &none, &fields, &[])).unwrap();
    assert_eq!(found["summary"], serde_json::json!({"a": {"b": 2}}));
    assert_eq!(found["meta"]["unknownFields"], serde_json::json!([".gone"]));
}

#[test]
fn fields_are_stripped_and_listed() {
    let globs = Globs::parse("debug*,*schema*");
    let found =
        digested(r#"{"id":1,"debugInfo":2,"x":{"jsonSchema":3,"y":4}}"#, &request(600, &globs, &[], &[]))
            .unwrap();
    assert_eq!(found["summary"], serde_json::json!({"id": 1, "x": {"y": 4}}));
    assert_eq!(found["meta"]["stripped"], serde_json::json!([".debugInfo", ".x.jsonSchema"]));
    assert_eq!(digested(r#"{"id":1}"#, &request(600, &globs, &[], &[])), None);
}

#[test]
fn a_document_without_identifying_fields_shows_what_its_parts_say() {
    let text = format!(
        r#"{{"data":{{"id":7,"x":"{}"}},"list":[{{"id":1}},{{"id":2}}],"bin":"{}"}}"#,
        "x".repeat(3000),
        "aB3/".repeat(100)
    );
    let none = Globs::default();
    let found = digested(&text, &request(500, &none, &[], &[])).unwrap();
    assert_eq!(
        found["summary"],
        serde_json::json!({"data": {"id": 7}, "list": [{"id": 1}, {"id": 2}], "bin": {"bytes": 300, "mime": "application/octet-stream"}})
    );
}

proptest::proptest! {
    #[test]
    fn identifying_fields_survive_in_any_order_within_any_budget(sizes in proptest::collection::vec(0_usize..900, 1..25), budget in 400_u64..3000, turned in 0_usize..25) {
        let mut fields: Vec<String> = sizes.iter().enumerate().map(|(at, size)| format!("\"field{at}x\":\"{}\"", "v".repeat(*size))).collect();
        fields.extend(["\"id\":1".to_owned(), "\"orderStatus\":\"open\"".to_owned()]);
        let turned = turned % fields.len();
        let document = |fields: &[String]| format!("{{{}}}", fields.join(", "));
        let none = Globs::default();
        let one = digested(&document(&fields), &request(budget, &none, &[], &[]));
        fields.rotate_left(turned);
        let two = digested(&document(&fields), &request(budget, &none, &[], &[]));
        proptest::prop_assert_eq!(one.as_ref().map(|one| one["summary"].clone()), two.as_ref().map(|two| two["summary"].clone()));
        if let Some(one) = one {
            proptest::prop_assert_eq!(&one["summary"]["id"], 1);
            proptest::prop_assert_eq!(&one["summary"]["orderStatus"], "open");
        }
    }

    #[test]
    fn any_document_has_a_digest_within_the_budget(depth in 0_usize..200, width in 0_usize..400, size in 0_usize..300, budget in 400_u64..2000) {
        let inner = format!("{}{}{}", "{\"a\":[".repeat(depth), "1", "]}".repeat(depth));
        let text = format!("[{}]", (0..width).map(|at| format!("{{\"id\":{at},\"漢{at}\":\"{}\",\"d\":{inner}}}", "漢".repeat(size))).collect::<Vec<_>>().join(","));
        let none = Globs::default();
        if let Answer::Digest(answer) = digest(Json::parse(&text).unwrap(), &text, &request(budget, &none, &[], &[])) {
            proptest::prop_assert!(Estimator::Chars4Margin20.estimate(&answer) <= budget);
            proptest::prop_assert!(answer.len() <= HARD_BYTES || Estimator::Class.estimate(&answer) <= budget);
            proptest::prop_assert!(Json::parse(&answer).is_ok());
        }
    }
}
