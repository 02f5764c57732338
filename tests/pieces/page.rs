//! Rows of the specification that `weir page` shows, through the binary.

use crate::support::desk::{Desk, parsed};
use serde_json::Value;

fn items(count: usize) -> String {
    let items: Vec<String> = (0..count).map(|id| format!("{{\"id\": {id}, \"n\": 1.50}}")).collect();
    format!("[{}]\n", items.join(", "))
}

fn ids(page: &Value) -> Vec<u64> {
    page["items"].as_array().unwrap().iter().map(|item| item["id"].as_u64().unwrap()).collect()
}

#[test]
fn row_us1_1_the_first_50_of_500_come_with_the_total_and_a_cursor() {
    let page = Desk::new().json(&["page"], items(500));
    assert_eq!((ids(&page), &page["totalCount"]), ((0..50).collect(), &500.into()));
    assert!(page["nextCursor"].is_string());
}

#[test]
fn row_us1_2_cursors_lead_through_all_items_once() {
    let desk = Desk::new();
    let mut page = desk.json(&["page"], items(500));
    let (mut seen, mut calls) = (ids(&page), 1);
    while let Some(cursor) = page["nextCursor"].as_str().map(str::to_owned) {
        page = desk.follow("page", &cursor);
        seen.extend(ids(&page));
        calls += 1;
    }
    assert_eq!((seen, calls), ((0..500).collect::<Vec<_>>(), 10));
}

#[test]
fn row_us1_3_a_small_list_is_printed_as_it_came() {
    for input in
        [items(10), "{\"a\": 1}\r\n{\"a\": 2}".into(), "{ \"items\" : [ 1.0 ] }".into(), String::new()]
    {
        assert_eq!(Desk::new().run(&["page"], &input).text(), input);
    }
    assert_eq!(Desk::new().run(&["page", "--path", ".x"], "{\"x\":[1, 2],\"y\":[]}").text(), "[1, 2]\n");
}

#[test]
fn row_us1_4_the_last_page_has_no_cursor() {
    let desk = Desk::new();
    let first = desk.json(&["page"], items(60));
    let last = desk.follow("page", first["nextCursor"].as_str().unwrap());
    assert_eq!((ids(&last), last.get("nextCursor")), ((50..60).collect(), None));
}

#[test]
fn row_fr_001_more_than_50_items_are_paged() {
    let desk = Desk::new();
    assert_eq!(desk.run(&["page"], items(50)).text(), items(50));
    assert_eq!(desk.json(&["page"], items(51))["items"].as_array().unwrap().len(), 50);
}

#[test]
fn row_fr_002_a_page_has_50_items_unless_up_to_200_are_asked_for() {
    let desk = Desk::new();
    assert_eq!(ids(&desk.json(&["page", "--limit", "200"], items(300))).len(), 200);
    assert_eq!(desk.run(&["page", "--limit", "201"], items(300)).code, 2);
    assert_eq!(ids(&desk.json(&["page", "--limit", "201", "--clamp"], items(300))).len(), 200);
    assert_eq!(
        ids(&desk.json(&["page", "--pages", "2-3", "--limit", "10"], items(300))),
        (10..30).collect::<Vec<_>>()
    );
}

#[test]
fn row_fr_003_a_cursor_needs_no_input_and_nothing_else() {
    let desk = Desk::new();
    let first = desk.json(
        &["page", "--limit", "7", "--fields", "id", "--path", ".rows"],
        format!("{{\"rows\":{},\"other\":[]}}", items(99)),
    );
    assert_eq!(first["items"][0].to_string(), "{\"id\":0}");
    let second = desk.follow("page", first["nextCursor"].as_str().unwrap());
    assert_eq!((ids(&second), second["items"][0].to_string()), ((7..14).collect(), "{\"id\":7}".into()));
}

#[test]
fn row_fr_004_there_is_a_cursor_exactly_when_there_is_more() {
    for (count, more) in [(51, true), (100, true), (52, true)] {
        let desk = Desk::new();
        let first = desk.json(&["page"], items(count));
        assert_eq!(first["nextCursor"].is_string(), more);
        assert!(desk.follow("page", first["nextCursor"].as_str().unwrap()).get("nextCursor").is_none());
    }
    let unstored = Desk::new().json(&["page", "--no-store"], items(60));
    assert!(
        unstored.get("nextCursor").is_none()
            && unstored["meta"]["note"].as_str().unwrap().contains("--pages")
    );
}

#[test]
fn row_fr_005_the_total_is_exact_or_absent() {
    let desk = Desk::new();
    assert_eq!(desk.json(&["page"], items(77))["totalCount"], 77);
    let upstream = desk.json(&["page"], format!("{{\"data\":{},\"has_more\":true}}", items(77)));
    assert_eq!((upstream.get("totalCount"), &upstream["meta"]["upstreamHasMore"]), (None, &true.into()));
}

#[test]
fn row_fr_006_newest_comes_first_and_equal_stamps_keep_their_order() {
    let list: Vec<String> = (0..60)
        .map(|id| format!("{{\"id\":{id},\"created_at\":\"2024-01-{:02}T00:00:00Z\"}}", 1 + id % 2))
        .collect();
    let list = format!("[{}]", list.join(","));
    let desk = Desk::new();
    let page = desk.json(&["page"], &list);
    let expected: Vec<u64> =
        (0..60).filter(|id| id % 2 == 1).chain((0..60).filter(|id| id % 2 == 0)).take(50).collect();
    assert_eq!((ids(&page), &page["meta"]["sort"]), (expected, &".created_at:desc".into()));
    assert_eq!(ids(&desk.json(&["page", "--sort", "none"], &list)), (0..50).collect::<Vec<_>>());
    assert_eq!(ids(&desk.json(&["page", "--sort", "id:desc", "--limit", "3"], &list)), [59, 58, 57]);
}

#[test]
fn row_fr_007_a_cursor_leads_on_for_ten_minutes() {
    let desk = Desk::new();
    let first = parsed(&desk.at(Some(1_000_000), &["page"], Some(items(60).as_bytes())).text());
    let words = ["page", "--cursor", first["nextCursor"].as_str().unwrap()];
    assert_eq!(desk.at(Some(1_000_599), &words, None).code, 0);
    assert_eq!(desk.at(Some(1_000_601), &words, None).code, 3);
    let short =
        parsed(&desk.at(Some(1_000_000), &["page", "--ttl", "10"], Some(items(60).as_bytes())).text());
    let words = ["page", "--cursor", short["nextCursor"].as_str().unwrap()];
    assert_eq!(
        (desk.at(Some(1_000_010), &words, None).code, desk.at(Some(1_000_011), &words, None).code),
        (0, 3)
    );
}

#[test]
fn row_fr_008_what_is_wrong_is_printed_with_what_to_do() {
    let printed = Desk::new().run(&["page"], "{\"a\":[],\"b\":[]}");
    assert_eq!(printed.code, 2);
    assert_eq!(
        printed.err,
        "weir: standard input: the object has 2 arrays\nhint: --path says which: .a, .b\n"
    );
    let printed = Desk::new().run(&["page"], "[1,\n2,,");
    assert_eq!(
        (printed.code, printed.err.as_str()),
        (2, "weir: standard input: not JSON at line 2, column 3: this is not the beginning of a value\n")
    );
}

#[test]
fn row_fr_009_the_cost_is_known_before_the_list_is_read() {
    let page = Desk::new().json(&["page"], items(500));
    let chars = items(500).chars().count() as u64;
    assert_eq!(page["meta"]["estimatedTokens"], (chars * 3).div_ceil(10));
}

#[test]
fn row_fr_012_what_was_used_and_what_is_left_make_the_budget() {
    let desk = Desk::new();
    for budget in ["500", "900", "4k"] {
        let printed = desk.run(&["page", "-b", budget], items(500));
        let meta = &parsed(&printed.text())["meta"];
        let number = |name: &str| meta[name].as_u64().unwrap();
        assert_eq!(number("budgetUsed") + number("budgetRemaining"), number("budget"));
        let real = (printed.text().chars().count() as u64 * 3).div_ceil(10);
        assert!(number("budgetUsed") == real || number("budgetUsed") == real + 1, "{real}");
    }
}

#[test]
fn row_ec_1_an_expired_or_changed_cursor_says_to_start_again() {
    let desk = Desk::new();
    let first = parsed(&desk.at(Some(1_000_000), &["page"], Some(items(60).as_bytes())).text());
    let cursor = first["nextCursor"].as_str().unwrap().to_owned();
    let mut changed = cursor.clone();
    changed.replace_range(10..11, if cursor.as_bytes()[10] == b'A' { "B" } else { "A" });
    for (now, cursor) in [(1_000_601, &cursor), (1_000_001, &changed)] {
        let printed = desk.at(Some(now), &["page", "--cursor", cursor], None);
        assert_eq!((printed.code, printed.out.len()), (3, 0));
        assert!(
            printed.err.contains("expired") && printed.err.contains("start again without a cursor"),
            "{}",
            printed.err
        );
    }
    assert_eq!(desk.at(Some(1_000_001), &["chunk", "--cursor", &cursor], None).code, 3);
    desk.run(&["show", "--purge", "--yes"], "");
    let gone = desk.at(Some(1_000_001), &["page", "--cursor", &cursor], None);
    assert!(gone.code == 3 && gone.err.contains("start again without a cursor"), "{gone:?}");
}

#[test]
fn row_ec_2_malformed_values_are_refused_by_name() {
    for (words, reported) in [
        (["--limit", "201"], "limit exceeds maximum of 200"),
        (["--cursor", "xx"], "invalid cursor format"),
        (["--limit", "0"], "limit must be at least 1"),
        (["--limit", "a"], "--limit must be a whole number, not 'a'"),
        (["--sort", ""], "--sort cannot be ''"),
        (["--pages", "3-1"], "--pages must be A or A-B, not '3-1'"),
        (["--path", ".."], "--path cannot be '..'"),
        (["-b", "499"], "budget must be at least 500 tokens here, not 499"),
        (["--ttl", "601"], "--ttl must be 1 to 600 seconds, not '601'"),
    ] {
        let printed = Desk::new().run(&["page", words[0], words[1]], "[]");
        assert!(printed.code == 2 && printed.err.starts_with(&format!("weir: {reported}")), "{printed:?}");
    }
}

#[test]
fn row_ec_5_pages_are_of_one_text_while_the_file_changes() {
    let desk = Desk::new();
    let file = desk.file("list.json", items(60).as_bytes());
    let first = desk.json(&["page", &file], "");
    desk.file("list.json", b"[]");
    let second = desk.follow("page", first["nextCursor"].as_str().unwrap());
    assert_eq!(ids(&second), (50..60).collect::<Vec<_>>());
}

#[test]
fn row_ec_6_a_stream_is_paged_as_it_was_when_it_was_read() {
    let desk = Desk::new();
    let lines: String = (0..120).map(|id| format!("{{\"id\":{id}}}\n")).collect();
    let first = desk.json(&["page"], &lines);
    desk.json(&["page"], format!("{lines}{{\"id\":120}}\n"));
    let second = desk.follow("page", first["nextCursor"].as_str().unwrap());
    assert_eq!((ids(&second), &second["totalCount"]), ((50..100).collect(), &120.into()));
}

#[test]
fn row_ke_1_a_cursor_tells_nothing() {
    use base64::Engine as _;
    let desk = Desk::new();
    let page = desk.json(&["page", "--fields", "id", "--sort", "id:asc"], items(60));
    let cursor = page["nextCursor"].as_str().unwrap();
    let bytes =
        base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(cursor.strip_prefix("w1.").unwrap()).unwrap();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let snapshot = page["meta"]["snapshot"].as_str().unwrap();
    assert!(["id", "asc", "page", snapshot].iter().all(|word| word.len() < 4 || !text.contains(word)));
    assert!(bytes.len() < 100);
}

#[test]
fn row_rk_2_several_pages_come_at_once_within_the_budget() {
    let desk = Desk::new();
    let page = desk.json(&["page", "--pages", "1-3", "-b", "8k"], items(500));
    assert_eq!(ids(&page), (0..150).collect::<Vec<_>>());
    let less = desk.json(&["page", "--pages", "1-3", "-b", "600"], items(500));
    assert_eq!(less["meta"]["limitedBy"], "budget");
    let next = desk.follow("page", less["nextCursor"].as_str().unwrap());
    assert_eq!(ids(&next)[0], ids(&less).len() as u64);
}

#[test]
fn an_item_larger_than_a_page_is_reported_and_can_be_had() {
    let desk = Desk::new();
    let input = format!("{{\"id\":1,\"x\":\"{}\"}}\n{{\"id\":2}}\n", "x".repeat(20_000));
    let page = desk.json(&["page"], &input);
    assert_eq!(page["items"][1].to_string(), "{\"id\":2}");
    let large = &page["items"][0]["weir.oversized"];
    let shown = desk.obey(large["howToGet"].as_str().unwrap());
    assert!(shown.text().starts_with("{\"id\":1,\"x\":\"xxx"), "{shown:?}");
}

#[test]
fn secrets_are_hidden_before_the_first_page_and_in_the_store() {
    let desk = Desk::new();
    let token = format!("ghp_{}", "a1B2c3D4e5F6".repeat(3));
    let list: Vec<String> = (0..60)
        .map(|id| format!("{{\"id\":{id},\"t\":\"{token}\",\"password\":\"hunter2!\\\"x9\"}}"))
        .collect();
    let input = format!("[{}]", list.join(","));
    let page = desk.json(&["page"], &input);
    let next = desk.follow("page", page["nextCursor"].as_str().unwrap());
    for page in [page.to_string(), next.to_string()] {
        assert!(!page.contains(&token) && page.contains("[redacted:"), "{page}");
    }
    assert!(desk.json(&["page", "--no-redact"], &input).to_string().contains(&token));
}

#[test]
fn the_text_form_is_a_line_for_each_item() {
    let printed = Desk::new().run(&["page", "--format", "text", "--limit", "2"], items(3));
    assert_eq!(printed.text(), "{\"id\":0,\"n\":1.50}\n{\"id\":1,\"n\":1.50}\n");
    assert!(printed.err.contains("items 1 to 2 of 3; next: weir page --cursor w1."), "{}", printed.err);
}

#[test]
fn the_order_of_keys_changes_no_page_but_its_own_items() {
    let desk = Desk::new();
    let one = desk.json(&["page"], format!("{{\"a\":{},\"total\":1}}", items(60)));
    let two = desk.json(&["page"], format!("{{\"total\":1,\"a\":{}}}", items(60)));
    assert_eq!(one["items"], two["items"]);
}

#[test]
fn what_is_stored_for_pages_is_no_run_and_has_no_failures() {
    let desk = Desk::new();
    let page = desk.json(&["page"], items(60));
    let id = page["meta"]["snapshot"].as_str().unwrap();
    let list = desk.run(&["show"], "").text().to_owned();
    let list = list.lines().nth(1).unwrap_or_default();
    assert!(list.starts_with(id) && list.contains("  data  ") && !list.contains("failed"), "{list}");
    for form in [&["--failures"][..], &["--failures", "--format", "json"], &["--failure", "x"]] {
        let printed = desk.run(&[&["show", id], form].concat(), "");
        assert_eq!((printed.code, printed.text().as_str()), (2, ""), "{form:?}");
        assert_eq!(
            printed.err,
            format!("weir: '{id}' is not a run, and has no failures\nhint: 'weir show {id}' shows it\n")
        );
    }
}
