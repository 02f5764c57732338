//! `weir pack`, through the binary.

use std::fmt::Write as _;
use std::fs;
use std::process::Output;

use crate::support::weir;
use serde_json::{Value, json};

/// weir pack with these words.
#[track_caller]
fn run(words: &[&str], input: &str) -> Output {
    let mut all = vec!["pack"];
    all.extend(words);
    weir(&all).env_remove("WEIR_BUDGET").write_stdin(input).output().unwrap()
}

/// The answer as JSON and what was printed on standard error.
#[track_caller]
fn packed(words: &[&str], chunks: &Value) -> (Value, String) {
    packed_text(words, &chunks.to_string())
}

#[track_caller]
fn packed_text(words: &[&str], input: &str) -> (Value, String) {
    let mut all = vec!["--format", "json"];
    all.extend(words);
    let output = run(&all, input);
    let reported = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{reported}");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.ends_with('\n') && text.lines().count() == 1, "{text}");
    (serde_json::from_str(&text).unwrap(), reported)
}

/// The text form and what was printed on standard error.
#[track_caller]
fn text(words: &[&str], chunks: &Value) -> (String, String) {
    let output = run(words, &chunks.to_string());
    assert_eq!(output.status.code(), Some(0));
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

/// What is refused, with exit 2 and without an answer.
#[track_caller]
fn refused(words: &[&str], input: &str) -> String {
    let output = run(words, input);
    assert_eq!((output.status.code(), String::from_utf8(output.stdout).unwrap().as_str()), (Some(2), ""));
    String::from_utf8(output.stderr).unwrap()
}

/// A number of chunks of so many chars, the best one first.
fn ch(number: usize, chars: usize) -> Value {
    (0..number)
        .map(|at| {
            let text: String =
                format!("{at:04}").chars().chain("lamp ".chars().cycle()).take(chars).collect();
            json!({ "id": format!("c{at}"), "text": text, "score": 20_000 - at })
        })
        .collect()
}

/// Chunks of these sizes in tokens, without scores.
fn sized(tokens: &[usize]) -> Value {
    let each = |(at, tokens): (usize, &usize)| json!({ "id": at, "text": "x".repeat(tokens * 4) });
    tokens.iter().enumerate().map(each).collect()
}

fn ids(answer: &Value) -> Vec<String> {
    let name = |chunk: &Value| chunk["id"].as_str().map_or_else(|| chunk["id"].to_string(), str::to_owned);
    answer["chunks"].as_array().unwrap().iter().map(name).collect()
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value}"))
}

/// The budget that a warning says would fit all.
fn enough(reported: &str) -> String {
    let words: Vec<&str> = reported.split_whitespace().collect();
    let at =
        words.iter().position(|word| *word == "--max-context-tokens").unwrap_or_else(|| panic!("{reported}"));
    assert_eq!(words[at + 2..], ["would", "fit", "all"], "{reported}");
    words[at + 1].to_owned()
}

#[test]
fn row_000_c1_the_chunks_of_one_query_are_capped() {
    let (answer, _) = packed(&[], &ch(20, 2800));
    assert_eq!((ids(&answer).len(), number(&answer["used"]["text"])), (11, 7700));
}

#[test]
fn row_000_c2_what_is_dropped_has_the_lowest_scores() {
    let (answer, _) = packed(&[], &ch(20, 2800));
    let dropped = answer["metadata"]["dropped"].as_array().unwrap();
    let highest = dropped.iter().map(|chunk| number(&chunk["score"])).max().unwrap();
    assert!(answer["chunks"].as_array().unwrap().iter().all(|chunk| number(&chunk["score"]) > highest));
}

#[test]
fn row_000_c3_ten_thousand_chunks_are_packed() {
    // How fast is a matter of `benches/pieces.rs`.
    let (answer, _) = packed(&[], &ch(10_000, 40));
    assert_eq!(ids(&answer).len(), 819);
    assert_eq!(number(&answer["metadata"]["dropped_count"]), 9181);
}

#[test]
fn row_000_c4_nothing_is_dropped_silently() {
    let (answer, reported) = packed(&["-b", "1000"], &ch(3, 2000));
    assert_eq!(answer["truncated"], true);
    assert!(
        reported.starts_with("weir: warning: 1 of 3 chunks dropped (500 tokens): budget 1; "),
        "{reported}"
    );
}

#[test]
fn row_000_d1_the_budget_is_8192_unless_the_option_or_the_variable_says_otherwise() {
    let budget = |words: &[&str], variable: &str| {
        let mut all = vec!["pack", "--format", "json"];
        all.extend(words);
        let output = weir(&all).env("WEIR_BUDGET", variable).write_stdin("[]").output().unwrap();
        serde_json::from_slice::<Value>(&output.stdout).unwrap()["budget"].clone()
    };
    assert_eq!(budget(&[], ""), 8192);
    assert_eq!(budget(&[], "5k"), 5000);
    assert_eq!(budget(&["-b", "6000"], "5k"), 6000);
    assert_eq!(budget(&["--budget", "6k"], ""), 6000);
    assert_eq!(budget(&["--max-context-tokens", "7000"], ""), 7000);
}

#[test]
fn row_000_d2_the_highest_score_is_first_and_ties_keep_their_order() {
    let chunk = |id: &str, score: f64| json!({ "id": id, "text": id, "score": score });
    let (a, b, c, d) = (chunk("a", 0.9), chunk("b", 0.5), chunk("c", 0.5), chunk("d", 0.1));
    let order = |chunks: Value| ids(&packed(&[], &chunks).0);
    assert_eq!(order(json!([d, b, a, c])), ["a", "b", "c", "d"]);
    assert_eq!(order(json!([a, c, d, b])), ["a", "c", "b", "d"]);
}

#[test]
fn row_000_d3_prefix_ends_at_the_first_that_does_not_fit() {
    let chunks = sized(&[5000, 4000, 100]);
    assert_eq!(ids(&packed(&["--policy", "prefix"], &chunks).0), ["0"]);
    assert_eq!(ids(&packed(&[], &chunks).0), ["0"]);
    assert_eq!(ids(&packed(&["--policy", "greedy"], &chunks).0), ["0", "2"]);
}

#[test]
fn row_000_d4_no_chunk_is_split() {
    let chunks =
        json!([{ "text": "é\u{0}\r\n\t\u{1b}[1m 堰 \"quoted\" \\ end", "n": 1.0 }, { "content": "" }]);
    let (answer, _) = packed(&[], &chunks);
    assert_eq!(answer["chunks"][0]["text"], chunks[0]["text"]);
    assert_eq!(answer["chunks"][1]["content"], "");
    let (answer, _) = packed(&["-b", "1200"], &ch(9, 1001));
    for chunk in answer["chunks"].as_array().unwrap() {
        assert!(ch(9, 1001).as_array().unwrap().iter().any(|given| given["text"] == chunk["text"]));
    }
}

#[test]
fn row_000_d5_drops_are_reported_and_an_exact_fit_is_silent() {
    let (answer, reported) = packed(&[], &sized(&[4096, 4096]));
    assert_eq!((&answer["truncated"], reported.as_str()), (&json!(false), ""));
    let (answer, reported) = packed(&[], &sized(&[4096, 4097]));
    assert_eq!((&answer["truncated"], reported.lines().count()), (&json!(true), 1));
}

#[test]
fn row_000_d6_a_chunk_is_estimated_by_a_quarter_of_its_chars_rounded_down() {
    let (answer, _) = packed(&[], &json!([{ "text": "abc" }, { "text": "abcd" }, { "text": "éééé" }]));
    let estimates: Vec<u64> =
        answer["chunks"].as_array().unwrap().iter().map(|chunk| number(&chunk["est_tokens"])).collect();
    assert_eq!((estimates, &answer["estimator"]), (vec![0, 1, 1], &json!("chars4-floor")));
}

#[test]
fn row_000_r1_sixteen_chunks_of_500_tokens_fit() {
    let (answer, _) = packed(&[], &ch(20, 2000));
    assert_eq!((ids(&answer).len(), number(&answer["used"]["text"])), (16, 8000));
    assert_eq!(number(&answer["remaining"]), 192);
}

#[test]
fn row_000_r2_the_caller_may_raise_the_budget() {
    let (answer, reported) = packed(&["-b", "32768"], &ch(20, 2000));
    assert_eq!((ids(&answer).len(), reported.as_str()), (20, ""));
}

#[test]
fn row_000_p1_the_bound_is_documented() {
    let help = String::from_utf8(run(&["--help"], "").stdout).unwrap();
    assert!(help.contains("8192"), "{help}");
}

#[test]
fn row_000_p2_the_most_relevant_is_first() {
    let (answer, _) = packed(&[], &json!([{ "text": "a", "score": -3 }, { "text": "b", "score": 7.5 }]));
    assert_eq!(answer["chunks"][0]["score"], 7.5);
}

#[test]
fn row_000_p3_the_text_form_tells_of_truncation_too() {
    let (shown, reported) = text(&[], &ch(20, 2000));
    let expected = "weir: packed 16 of 20 chunks, 8000 of 8192 tokens; dropped 4 (2000 tokens): budget 4";
    assert_eq!(shown.lines().last(), Some(expected));
    assert!(
        reported.starts_with("weir: warning: 4 of 20 chunks dropped (2000 tokens): budget 4; "),
        "{reported}"
    );
    let (shown, reported) = text(&[], &ch(2, 20));
    assert_eq!((shown.contains("weir:"), reported.as_str()), (false, ""));
}

/// The names of the packages that weir is built of.
fn packages() -> String {
    let output = std::process::Command::new(env!("CARGO"))
        .args(["tree", "--offline", "--edges", "normal", "--prefix", "none", "--manifest-path"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
#[cfg_attr(windows, ignore = "needs cargo")]
fn row_000_p4_there_is_no_tokenizer_in_weir() {
    let packages = packages();
    assert!(packages.contains("serde_json v"), "{packages}");
    for name in ["bpe", "tiktoken", "tokenizers", "sentencepiece"] {
        assert!(!packages.lines().any(|line| line.starts_with(name)), "{name}");
    }
}

#[test]
fn row_000_n1_all_estimates_can_be_seen_and_readme_tells_how_wrong_they_are() {
    let output = weir(&["tokens", "--est", "all"]).write_stdin("some words").output().unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().lines().count() >= 3);
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/pieces.md")).unwrap();
    assert!(page.contains("| kind | texts | `chars4-ceil` | `class` |"));
}

#[test]
fn row_000_n2_the_warning_names_the_budget_that_fits_all_and_it_does() {
    for (words, chunks) in [
        (&["--format", "json"][..], ch(20, 2801)),
        (&[], ch(20, 2803)),
        (&["--cite"], ch(30, 2801)),
        (&["--cite", "--format", "json"], ch(30, 2801)),
        (&["--sep", ""], ch(30, 2799)),
        (&["--est", "class", "--sep", "-"], ch(30, 2799)),
    ] {
        let (_, reported) = text(words, &chunks);
        let enough = enough(&reported);
        let mut all = words.to_vec();
        all.extend(["--max-context-tokens", &enough]);
        let (shown, reported) = text(&all, &chunks);
        assert_eq!(reported, "", "{words:?} {enough}");
        assert!(!shown.contains("weir:") && !shown.contains("\"truncated\":true"), "{words:?}");
    }
}

#[test]
fn row_000_u1_another_budget_is_the_same_form() {
    let keys = |words: &[&str]| {
        packed(words, &ch(20, 2000)).0.as_object().unwrap().keys().cloned().collect::<Vec<_>>()
    };
    assert_eq!(keys(&[]), keys(&["-b", "4096"]));
}

#[cfg(unix)] // needs a POSIX shell
#[test]
fn row_000_u2_a_command_may_count() {
    let (answer, _) = packed(&["--est", "exec:echo 1"], &ch(20, 4000));
    assert_eq!((ids(&answer).len(), number(&answer["used"]["text"])), (20, 20));
    assert_eq!(answer["estimator"], "exec:echo 1");
}

#[test]
fn row_000_a1_unlimited_is_refused() {
    assert!(refused(&["-b", "0"], "[]").starts_with("weir: budget must be >= 1\n"));
}

#[test]
fn row_000_a2_4096_is_no_default_but_can_be_asked_for() {
    assert_eq!(packed(&[], &json!([])).0["budget"], 8192);
    assert_eq!(packed(&["-b", "4096"], &json!([])).0["budget"], 4096);
}

#[test]
fn row_000_a3_16384_is_no_default_but_can_be_asked_for() {
    assert_eq!(packed(&["-b", "16384"], &json!([])).0["budget"], 16384);
}

#[test]
fn row_000_a4_an_exact_tokenizer_is_no_default() {
    assert_eq!(packed(&[], &json!([])).0["estimator"], "chars4-floor");
}

#[test]
fn row_000_e1_a_first_chunk_that_is_too_large_leaves_none() {
    let (answer, reported) = packed(&[], &sized(&[9000, 10]));
    assert_eq!((ids(&answer).len(), &answer["truncated"]), (0, &json!(true)));
    assert!(
        reported.contains("; the first alone needs 9000 tokens and there is room for 8192; "),
        "{reported}"
    );
}

#[test]
fn row_000_e2_an_empty_input_is_empty_and_a_bad_chunk_is_named() {
    for empty in ["[]", "", "\n"] {
        let (answer, reported) = packed_text(&[], empty);
        assert_eq!(
            (&answer["chunks"], &answer["truncated"], reported.as_str()),
            (&json!([]), &json!(false), "")
        );
    }
    let first = |reported: String| reported.lines().next().unwrap().to_owned();
    let place = "weir: standard input: .[1]";
    let reported = |input| first(refused(&[], input));
    assert_eq!(reported(r#"[{"text":"a"},{"id":1}]"#), format!("{place}: a chunk must have a text"));
    assert_eq!(reported("{\"text\":\"a\"}\n[]\n"), format!("{place}: a chunk must be an object"));
    assert_eq!(reported(r#"[{"text":"a"},{"text":1}]"#), format!("{place}.text: must be a string"));
    assert_eq!(
        reported(r#"[{"text":"a"},{"text":"b","score":"1"}]"#),
        format!("{place}.score: must be a finite number")
    );
    assert_eq!(
        reported(r#"[{"text":"a"},{"text":"b","score":1e999}]"#),
        format!("{place}.score: must be a finite number")
    );
    assert!(
        reported(r#"[{"text":"a"},{"text":"b","score":NaN}]"#)
            .starts_with(&format!("{place}: not JSON at line 1, column "))
    );
    assert!(
        reported(r#"[{"text":"a","score":1},{"text":"b"}]"#).starts_with(&format!("{place}.score: missing"))
    );
}

/// Chunks with a citation each, of so many tokens.
fn cited(number: usize, tokens: usize) -> Value {
    let mut chunks = ch(number, tokens * 4);
    for (at, chunk) in chunks.as_array_mut().unwrap().iter_mut().enumerate() {
        chunk["source"] = json!("graph");
        chunk["identifier"] = json!(format!("doc{:03}", at % 1000));
        chunk["metadata"] = json!({ "page": 10, "a": "b" });
    }
    chunks
}

#[test]
fn row_002_c1_the_cap_is_the_same_for_5_and_for_500_chunks() {
    for number_of_chunks in [5, 500] {
        let (answer, _) = packed(&["--cite"], &cited(number_of_chunks, 150));
        let used = number(&answer["used"]["text"]) + number(&answer["used"]["citations"]);
        assert!(used + 64 <= 8000);
    }
}

#[test]
fn row_002_c2_longer_citations_leave_room_for_fewer_chunks() {
    let mut long = cited(500, 150);
    for chunk in long.as_array_mut().unwrap() {
        chunk["metadata"] = json!({ "page": "p".repeat(400) });
    }
    let short = ids(&packed(&["--cite"], &cited(500, 150)).0).len();
    assert!(ids(&packed(&["--cite"], &long).0).len() < short);
}

#[test]
#[cfg_attr(windows, ignore = "needs cargo")]
fn row_002_c3_tokenizers_are_only_after_their_feature() {
    let manifest = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")).unwrap();
    let manifest: serde_json::Value = toml::from_str(&manifest).unwrap();
    assert_eq!(manifest["dependencies"]["bpe-openai"]["optional"], true);
    assert!(!packages().contains("bpe-openai"));
}

#[test]
fn row_002_f1_the_cost_is_known_before() {
    for budget in ["200", "1k", "4000"] {
        let (answer, _) = packed(&["--cite", "-b", budget], &cited(100, 30));
        let used = number(&answer["used"]["text"]) + number(&answer["used"]["citations"]);
        assert!(used + number(&answer["reserve"]) <= number(&answer["budget"]));
    }
}

/// The lines under `Sources:`.
fn sources(shown: &str) -> Vec<&str> {
    let (_, sources) = shown.split_once("\nSources:\n").unwrap_or_else(|| panic!("{shown}"));
    sources.lines().take_while(|line| line.starts_with("- ")).map(|line| &line[2..]).collect()
}

#[test]
fn row_002_f2_sources_are_those_of_the_admitted() {
    let (shown, _) = text(&["--cite", "-b", "400"], &cited(9, 100));
    let listed = sources(&shown);
    assert_eq!(listed, ["c0 graph doc000", "c1 graph doc001", "c2 graph doc002"]);
    for (at, _) in listed.iter().enumerate() {
        assert!(shown.contains(&format!("{at:04}lamp")));
    }
    assert!(!shown.contains("0003lamp"));
}

#[test]
fn row_002_f3_any_estimator_can_be_named_and_none_needs_a_network() {
    for name in ["chars4-floor", "chars4-ceil", "chars4-margin20", "class"] {
        let (answer, _) = packed(&["--cite", "--est", name], &cited(9, 100));
        assert_eq!(answer["estimator"], name);
    }
    assert!(refused(&["--est", "gpt"], "[]").starts_with("weir: unknown estimator 'gpt'"));
}

#[test]
fn row_002_f4_an_option_comes_before_the_variable() {
    let budget = |words: &[&str]| {
        let mut all = vec!["pack", "--cite", "--format", "json"];
        all.extend(words);
        let output = weir(&all).env("WEIR_BUDGET", "3k").write_stdin("[]").output().unwrap();
        serde_json::from_slice::<Value>(&output.stdout).unwrap()["budget"].clone()
    };
    assert_eq!((budget(&[]), budget(&["-b", "2k"])), (json!(3000), json!(2000)));
}

#[test]
fn row_002_f5_the_same_input_gives_the_same_answer() {
    let chunks = cited(60, 150).to_string();
    let first = run(&["--cite", "--format", "json"], &chunks).stdout;
    for _ in 0..20 {
        assert_eq!(run(&["--cite", "--format", "json"], &chunks).stdout, first);
    }
}

#[test]
fn row_002_f6_drops_are_reported_in_the_text_on_standard_error_and_in_json() {
    let chunks = cited(60, 250);
    let (shown, reported) = text(&["--cite"], &chunks);
    assert!(shown.lines().last().unwrap().starts_with("weir: packed "), "{shown}");
    assert!(reported.contains(" of 60 chunks dropped "), "{reported}");
    assert!(number(&packed(&["--cite"], &chunks).0["metadata"]["dropped_count"]) > 0);
}

#[test]
fn row_002_o1_everything_cannot_be_asked_for() {
    for word in ["0", "-1", "all", "unlimited"] {
        refused(&["--cite", "-b", word], "[]");
    }
}

#[test]
fn row_002_o2_no_citation_is_cut() {
    let (shown, _) = text(&["--cite", "-b", "300"], &cited(40, 20));
    let whole: Vec<String> = (0..sources(&shown).len()).map(|at| format!("c{at} graph doc{at:03}")).collect();
    assert!(whole.len() > 3);
    assert_eq!(sources(&shown), whole);
}

#[test]
fn row_002_o3_top_k_alone_is_no_bound() {
    let (answer, reported) = packed(&["--cite", "--top-k", "5"], &cited(9, 2000));
    assert_eq!(ids(&answer).len(), 3);
    let reasons: Vec<&str> = answer["metadata"]["dropped"]
        .as_array()
        .unwrap()
        .iter()
        .map(|dropped| dropped["reason"].as_str().unwrap())
        .collect();
    assert_eq!(reasons, ["budget", "budget", "top_k", "top_k", "top_k", "top_k"]);
    assert!(reported.contains("): budget 2, top_k 4; "), "{reported}");
    let again = packed(&["--cite", "--top-k", "5", "-b", &enough(&reported)], &cited(9, 2000)).0;
    assert_eq!(ids(&again).len(), 5);
}

#[test]
fn row_002_o4_greedy_passes_over_what_does_not_fit() {
    let (answer, _) = packed(&["--cite"], &sized(&[5000, 4000, 100]));
    assert_eq!((ids(&answer), &answer["policy"]), (vec!["0".to_owned(), "2".to_owned()], &json!("greedy")));
}

#[test]
fn row_002_k1_the_budget_of_citing_is_8000() {
    assert_eq!(packed(&["--cite"], &json!([])).0["budget"], 8000);
    assert_eq!(packed(&["--profile", "rag"], &json!([])).0["budget"], 8000);
}

#[test]
fn row_002_k2_four_chars_are_a_token_rounded_up() {
    let (answer, _) = packed(&["--cite"], &json!([{ "text": "abcde" }]));
    assert_eq!(answer["chunks"][0]["est_tokens"], 2);
}

#[test]
fn row_002_k3_64_tokens_are_kept() {
    assert_eq!(packed(&["--cite"], &json!([])).0["reserve"], 64);
    assert_eq!(packed(&["--cite", "--reserve", "100"], &json!([])).0["reserve"], 100);
    assert_eq!(packed(&[], &json!([])).0["reserve"], 0);
}

#[test]
fn row_002_k4_a_citation_costs_its_source_identifier_and_metadata() {
    // "graph" 5, "doc7" 4, {"a":"é","page":10} 19: 28 chars, 7 tokens; one more char is 8.
    let chunk = |identifier: &str| {
        format!(
            "{{\"text\":\"abcd\",\"source\":\"graph\",\"identifier\":\"{identifier}\",\n\"metadata\":{{ \"page\": 10, \"a\": \"\\u00e9\" }}}}"
        )
    };
    let cost =
        |identifier| packed_text(&["--cite"], &chunk(identifier)).0["chunks"][0]["citation_tokens"].clone();
    assert_eq!((cost("doc7"), cost("doc77")), (json!(7), json!(8)));
}

/// Files in a folder of their own, and their paths.
fn files(texts: &[(&str, &[u8])]) -> (tempfile::TempDir, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let write = |(name, text): &(&str, &[u8])| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let paths = texts.iter().map(write).collect();
    (folder, paths)
}

#[test]
fn row_002_s1_several_files_are_one_list_and_keep_their_sources() {
    let (_folder, paths) = files(&[
        ("graph.json", br#"[{"id":1,"text":"one","source":"graph"}]"#),
        ("vector.jsonl", b"{\"id\":2,\"text\":\"two\",\"source\":\"vector\"}\n{\"id\":3,\"text\":\"three\",\"source\":\"vector\"}\n"),
        ("web.json", br#"{"id":4,"text":"four","source":"web"}"#),
    ]);
    let words: Vec<&str> = paths.iter().map(String::as_str).collect();
    let (answer, _) = packed_text(&[&["--cite"], &words[..]].concat(), "");
    let sources: Vec<&str> =
        answer["chunks"].as_array().unwrap().iter().map(|chunk| chunk["source"].as_str().unwrap()).collect();
    assert_eq!(sources, ["graph", "vector", "vector", "web"]);
    fs::write(&paths[1], "{\"text\":\"a\"}\n{}\n").unwrap();
    assert!(refused(&words, "").contains("vector.jsonl': .[1]: a chunk must have a text"));
}

#[test]
fn row_002_s2_the_order_of_the_input_is_kept_or_scores_decide() {
    let chunk = |id: &str, score: f64| json!({ "id": id, "text": id, "score": score });
    let (a, b) = (chunk("a", 1.0), chunk("b", 2.0));
    let order = |chunks: Value, by: &str| {
        let (answer, _) = packed(&["--cite", "--order", by], &chunks);
        assert_eq!(answer["order"], by);
        ids(&answer)
    };
    assert_eq!(order(json!([a, b]), "input"), ["a", "b"]);
    assert_eq!(order(json!([b, a]), "input"), ["b", "a"]);
    assert_eq!(order(json!([a, b]), "score"), ["b", "a"]);
    assert_eq!(order(json!([b, a]), "score"), ["b", "a"]);
}

#[test]
fn row_002_s3_a_chunk_is_admitted_up_to_the_budget_less_what_is_kept() {
    let admitted = |tokens| ids(&packed(&["--cite"], &sized(&[tokens])).0).len();
    assert_eq!([7935, 7936, 7937].map(admitted), [1, 1, 0]);
}

#[test]
fn row_002_s4_the_drops_are_counted() {
    let (answer, _) = packed(&["--cite"], &cited(60, 250));
    let metadata = &answer["metadata"];
    let kept = ids(&answer).len() as u64;
    assert_eq!(kept + number(&metadata["dropped_count"]), 60);
    assert_eq!(metadata["dropped"].as_array().unwrap().len() as u64, number(&metadata["dropped_count"]));
    let sum: u64 =
        metadata["dropped"].as_array().unwrap().iter().map(|dropped| number(&dropped["est_tokens"])).sum();
    assert_eq!(sum, number(&metadata["dropped_total_tokens"]));
    assert_eq!(sum, (60 - kept) * 250);
}

#[test]
fn row_002_s5_what_remains_is_reported() {
    let (answer, _) = packed(&["--cite"], &sized(&[1000]));
    assert_eq!(number(&answer["remaining"]), 8000 - 64 - 1000);
}

#[test]
fn row_002_s6_the_text_with_its_sources_stays_within_the_budget() {
    for (number_of_chunks, tokens, budget) in
        [(5, 100, 8000_u64), (500, 30, 8000), (500, 3, 900), (80, 1, 300), (9, 9, 70)]
    {
        for reserve in ["64", "0"] {
            let words = ["--cite", "--reserve", reserve, "-b", &budget.to_string()];
            let (shown, _) = text(&words, &cited(number_of_chunks, tokens));
            let estimate = (shown.chars().count() as u64).div_ceil(4);
            assert!(estimate <= budget, "{estimate} of {budget}: {shown}");
        }
    }
}

#[test]
fn row_002_v1_five_chunks_respect_the_budget() {
    let (answer, reported) = packed(&["--cite"], &cited(5, 1500));
    let used = number(&answer["used"]["text"]) + number(&answer["used"]["citations"]);
    assert!(used + 64 <= 8000 && ids(&answer).len() == 5, "{reported}");
}

#[test]
fn row_002_v2_five_hundred_chunks_respect_the_budget() {
    let (answer, _) = packed(&["--cite"], &cited(500, 1500));
    let used = number(&answer["used"]["text"]) + number(&answer["used"]["citations"]);
    assert!(used + 64 <= 8000 && ids(&answer).len() == 5);
}

#[test]
fn row_002_v3_the_admitted_are_the_same_in_every_run() {
    let chunks = cited(100, 333);
    let first = ids(&packed(&["--cite", "--order", "input"], &chunks).0);
    assert!((0..20).all(|_| ids(&packed(&["--cite", "--order", "input"], &chunks).0) == first));
}

#[test]
fn row_002_v4_the_metadata_of_drops_is_that_of_the_input() {
    let chunks = cited(100, 333);
    let (answer, _) = packed(&["--cite"], &chunks);
    let kept = ids(&answer);
    let dropped = chunks
        .as_array()
        .unwrap()
        .iter()
        .filter(|chunk| !kept.contains(&chunk["id"].as_str().unwrap().to_owned()));
    let costs: Vec<u64> =
        dropped.map(|chunk| (chunk["text"].as_str().unwrap().chars().count() as u64).div_ceil(4)).collect();
    assert_eq!(number(&answer["metadata"]["dropped_count"]), costs.len() as u64);
    assert_eq!(number(&answer["metadata"]["dropped_total_tokens"]), costs.iter().sum::<u64>());
}

#[test]
fn row_002_v5_random_input_respects_the_budget_with_all_that_is_kept() {
    // Through the binary; 10000 inputs are tried in `tests/properties/pack.rs`.
    let mut state = 7_u64;
    let mut random = |most: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % most
    };
    for _ in 0..40 {
        let chunks: Value = (0..random(60))
            .map(|at| {
                let (text, source) = ("lämp ".repeat(random(300) as usize), "s".repeat(random(90) as usize));
                json!({ "id": at, "text": text, "source": source, "metadata": { "n": random(1 << 30) } })
            })
            .collect();
        let (budget, reserve) = (1 + random(9000), random(100));
        let (answer, _) =
            packed(&["--cite", "-b", &budget.to_string(), "--reserve", &reserve.to_string()], &chunks);
        let used = number(&answer["used"]["text"]) + number(&answer["used"]["citations"]);
        assert!(used == 0 || used + reserve <= budget);
    }
}

#[test]
fn row_002_q1_the_cost_is_capped_with_whole_citations_and_reported_drops() {
    let (shown, reported) = text(&["--cite", "-b", "1k"], &cited(30, 100));
    assert!((shown.chars().count() as u64).div_ceil(4) <= 1000);
    let texts = (0..30).filter(|at| shown.contains(&format!("{at:04}lamp"))).count();
    assert_eq!(sources(&shown).len(), texts);
    assert!(shown.contains("weir: packed ") && reported.contains("dropped"));
}

#[test]
fn row_002_n1_how_much_is_left_free_is_reported() {
    let (answer, _) = packed(&["--cite"], &cited(30, 1000));
    assert!(number(&answer["remaining"]) < 1100);
}

#[test]
fn row_002_n2_chinese_chunks_cost_more_by_class() {
    let chunks: Value =
        (0..40).map(|at| json!({ "id": at, "text": "堰是一道低矮的坝".repeat(50) })).collect();
    let admitted = |est| ids(&packed(&["--cite", "--est", est], &chunks).0).len();
    assert!(admitted("class") < admitted("chars4-ceil"));
}

#[test]
fn row_002_n4_the_id_of_the_input_is_in_the_footer() {
    let (shown, _) =
        text(&["--cite"], &json!([{ "id": "faq-7", "text": "a", "source": "faq.md", "identifier": "7" }]));
    assert_eq!(shown, "a\n\nSources:\n- faq-7 faq.md 7\n");
}

#[test]
fn row_002_r1_scores_are_kept_and_their_order_can_be_asserted() {
    let (answer, _) = packed_text(&[], r#"[{"text":"a","score":1.50e1}]"#);
    assert_eq!(answer["chunks"][0]["score"], 15.0);
    let output = run(&["--format", "json"], r#"[{"text":"a","score":1.50e1}]"#);
    assert!(String::from_utf8(output.stdout).unwrap().contains("\"score\":1.50e1,"));
    assert_eq!(
        run(&["--assert-order"], r#"[{"text":"a","score":2},{"text":"b","score":2}]"#).status.code(),
        Some(0)
    );
    let output = run(&["--assert-order"], r#"[{"text":"a","score":1},{"text":"b","score":2}]"#);
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(1), &b""[..]));
    let reported = "weir: scores do not descend: standard input: .[1].score is higher than the one before\n";
    assert_eq!(String::from_utf8(output.stderr).unwrap(), reported);
}

#[test]
fn a_chunk_comes_out_as_it_went_in() {
    let input = r#"[ { "z": 1.0, "big": 123456789012345678901234567890,
        "text": "a\u00e9\/", "nested": { "b": [ 1e2 , null ], "a": " x  y " } } ]"#;
    let output = String::from_utf8(run(&["--format", "json"], input).stdout).unwrap();
    let expected = r#"{"z":1.0,"big":123456789012345678901234567890,"text":"a\u00e9\/","nested":{"b":[1e2,null],"a":" x  y "},"rank":1,"est_tokens":0,"citation_tokens":0}"#;
    assert!(output.contains(expected), "{output}");
}

#[test]
fn packing_what_was_packed_gives_the_same_chunks() {
    let (first, _) = packed(&["-b", "2k"], &ch(20, 2000));
    let (second, reported) = packed(&["-b", "2k"], &first["chunks"]);
    assert_eq!((&second["chunks"], reported.as_str()), (&first["chunks"], ""));
}

#[test]
fn an_exact_duplicate_is_dropped_without_a_warning() {
    let chunk = |id: &str, score: f64| json!({ "id": id, "text": "same", "score": score });
    let (answer, reported) = packed(&[], &json!([chunk("a", 0.5), chunk("b", 0.7), chunk("a", 0.9)]));
    assert_eq!((ids(&answer), reported.as_str()), (vec!["a".to_owned(), "b".to_owned()], ""));
    assert_eq!(
        (&answer["truncated"], &answer["metadata"]["dropped"][0]["reason"]),
        (&json!(false), &json!("duplicate"))
    );
    assert_eq!(answer["metadata"]["dropped"][0]["rank"], 3);
}

#[test]
fn answers_follow_the_schema() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/pack/schema/weir.pack.1.json");
    let schema = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for (words, chunks) in [
        (&[][..], json!([])),
        (&["--cite", "--top-k", "3"], cited(9, 3000)),
        (
            &["--order", "input", "--est", "class"],
            json!([{ "text": "a" }, { "text": "a" }, { "text": "b", "score": 1 }]),
        ),
    ] {
        let (answer, _) = packed(words, &chunks);
        let errors: Vec<String> = validator.iter_errors(&answer).map(|error| error.to_string()).collect();
        assert_eq!(errors, [""; 0], "{answer}");
    }
}

#[test]
fn no_answer_is_longer_than_the_ceiling_whatever_the_estimator_says() {
    let words = ["-b", "1m", "--policy", "greedy"];
    for form in ["text", "json"] {
        let mut all = words.to_vec();
        all.extend(["--format", form, "--est", "chars4-floor"]);
        let output = run(&all, &ch(2000, 1500).to_string());
        assert!(output.stdout.len() <= 1_000_000 && output.stdout.len() > 900_000, "{}", output.stdout.len());
        let reported = String::from_utf8(output.stderr).unwrap();
        assert!(reported.trim_end().ends_with("; no answer is longer than 1000000 bytes"), "{reported}");
    }
    let mut many = String::new();
    for at in 0..30_000 {
        let _ =
            writeln!(many, "{{\"id\":\"a-rather-long-identifier-{at}\",\"text\":\"{}\"}}", "x".repeat(40));
    }
    let (answer, _) = packed_text(&["-b", "1"], &many);
    let metadata = &answer["metadata"];
    let listed = metadata["dropped"].as_array().unwrap().len() as u64;
    assert!(listed > 1000 && listed + number(&metadata["dropped_unlisted"]) == 30_000);
}

#[test]
fn the_text_form_lets_nothing_through_that_a_terminal_obeys() {
    let (shown, _) = text(&[], &json!([{ "text": "a\u{1b}[2Jb\r\nweir: PASSED 3 passed\n\u{202e}c" }]));
    assert_eq!(shown, "a<U+001B>[2Jb\n\\weir: PASSED 3 passed\n<U+202E>c\n");
}

#[test]
fn a_separator_is_between_texts_and_costs() {
    let chunks = json!([{ "text": "aaaa" }, { "text": "bbbb" }]);
    assert_eq!(text(&["--sep", "\\n--\\n"], &chunks).0, "aaaa\n--\nbbbb\n");
    assert_eq!(text(&[], &chunks).0, "aaaa\n\nbbbb\n");
    let (shown, reported) = text(&["-b", "30", "--sep", &"-".repeat(200)], &chunks);
    assert!(!shown.contains("bbbb") && reported.contains("dropped"), "{shown}");
}

#[test]
fn whole_files_are_packed_in_their_order_with_a_line_that_names_each() {
    let (_folder, paths) = files(&[("one", b"first\n"), ("two", &[b'x'; 400]), ("three", b"third")]);
    let head = |at: usize| format!("==> {} <==\n", paths[at]);
    let output = run(&["--files", "-b", "1k"], &format!("{}\n{}\r\n", paths[2], paths[0]));
    let expected = format!("{}third\n\n{}first\n", head(2), head(0));
    assert_eq!(String::from_utf8(output.stdout).unwrap(), expected);
    let output = run(&["--files", "-b", "100", &paths[0], &paths[1], &paths[2]], "");
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(shown.contains("third") && !shown.contains("xxxx"), "{shown}");
    assert!(shown.contains("): too_large 1\n"), "{shown}");
    let nul = format!("{}\0{}\0", paths[0], paths[2]);
    assert!(String::from_utf8(run(&["--files"], &nul).stdout).unwrap().ends_with("third\n"));
}

#[test]
fn files_that_cannot_be_shown_are_reported_with_their_reason() {
    let large = vec![b'a'; 1_000_001];
    let (folder, paths) = files(&[("text", b"hello"), ("image", b"\x89PNG\0\0"), ("large", &large)]);
    let missing = folder.path().join("missing").to_str().unwrap().to_owned();
    let list = [&paths[1], &paths[2], &missing, &paths[0], &paths[0]].map(String::as_str).join("\n");
    let (answer, reported) = packed_text(&["--files"], &list);
    let reasons: Vec<&Value> =
        answer["metadata"]["dropped"].as_array().unwrap().iter().map(|dropped| &dropped["reason"]).collect();
    assert_eq!(reasons, ["binary", "too_large", "unreadable", "duplicate"]);
    assert_eq!(answer["chunks"][0]["text"], "hello");
    assert!(
        reported
            .contains("4 of 5 files dropped (1 tokens): too_large 1, binary 1, unreadable 1, duplicate 1"),
        "{reported}"
    );
    assert!(!reported.contains("would fit all"), "{reported}");
}
