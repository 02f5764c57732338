//! `weir config`, and what the configuration says of the other commands.

use serde_json::json;

use crate::desk::Desk;

#[test]
fn row_us3_3_the_documented_defaults_are_printed_and_obeyed() {
    let desk = Desk::new();
    let shown = desk.run(&["config", "show", "--format", "json"]);
    assert_eq!((shown.code, shown.err.as_str()), (0, ""));
    let defaults = [
        ("mode", json!("enforce")),
        ("profile", json!("mcp")),
        ("defaultPageSize", json!(50)),
        ("maxPageSize", json!(200)),
        ("tokenBudgetThreshold", json!(4000)),
        ("itemBudget", json!(2000)),
        ("chunkSize", json!(2000)),
        ("chunkMaxLines", json!(200)),
        ("hardBytes", json!(16_000)),
        ("cursorTtlSeconds", json!(600)),
        ("rollout", json!(100)),
        ("estimator", json!("chars4-margin20")),
    ];
    for (key, value) in defaults {
        assert_eq!(shown.json()[key], value, "{key}");
    }
    assert_eq!(desk.proxy(&[], &[]).items(), 50);
}

#[test]
fn row_fr_024_every_variable_of_a_number_is_obeyed_and_listed() {
    let desk = Desk::new();
    let numbers = [
        ("WEIR_DEFAULT_PAGE_SIZE", "defaultPageSize", 11),
        ("WEIR_MAX_PAGE_SIZE", "maxPageSize", 99),
        ("WEIR_TOKEN_BUDGET_THRESHOLD", "tokenBudgetThreshold", 5000),
        ("WEIR_ITEM_BUDGET", "itemBudget", 700),
        ("WEIR_CHUNK_SIZE", "chunkSize", 800),
        ("WEIR_CHUNK_MAX_LINES", "chunkMaxLines", 30),
        ("WEIR_HARD_BYTES", "hardBytes", 9000),
        ("WEIR_CURSOR_TTL_SECONDS", "cursorTtlSeconds", 60),
        ("WEIR_ROLLOUT", "rollout", 25),
    ];
    let help = desk.run(&["proxy", "--help"]).out;
    let file = desk.write("c.json", r#"{"defaultPageSize": 20, "rollout": 5}"#);
    for (variable, key, value) in numbers {
        let word = value.to_string();
        let shown =
            desk.with(&["config", "show", "--config", &file, "--format", "json"], &[(variable, &word)], "");
        assert_eq!(shown.json()[key], value, "{variable}: {}", shown.err);
        assert!(help.contains(variable), "{variable} is not in the help of weir proxy");
    }
    let wrong = desk.with(&["config", "show"], &[("WEIR_ROLLOUT", "all")], "");
    assert_eq!(
        (wrong.code, wrong.err.as_str()),
        (2, "weir: WEIR_ROLLOUT must be a whole number from 0 to 100, not 'all'\n")
    );
}

#[test]
fn row_fr_025_yaml_and_json_of_one_content_are_shown_equal() {
    let desk = Desk::new();
    let yaml = desk.write("a.yaml", "# note\ndefaultPageSize: 20\nstrip: ['_links']\ntools:\n  \"list_*\": {rollout: 25}\n  b: {enabled: false}\n");
    let json = desk.write("b.json", r#"{"tools": {"list_*": {"rollout": 25}, "b": {"enabled": false}}, "strip": ["_links"], "defaultPageSize": 20}"#);
    for form in ["json", "yaml"] {
        let shown =
            [&yaml, &json].map(|file| desk.run(&["config", "show", "--config", file, "--format", form]).out);
        assert!(shown[0] == shown[1] && shown[0].contains("list_*"), "{shown:?}");
        let again = desk.write(&format!("again.{form}"), &shown[0]);
        assert_eq!(desk.run(&["config", "show", "--config", &again, "--format", form]).out, shown[0]);
    }
}

#[test]
fn row_fr_027_the_keys_are_the_documented_ones() {
    let desk = Desk::new();
    let text = r#"{"defaultPageSize": 7, "maxPageSize": 9, "tokenBudgetThreshold": 500, "chunkSize": 300, "tools": {"a": {"paginate": false, "summarize": false, "chunk": false, "filter": false}}}"#;
    let file = desk.write("a.json", text);
    let shown = desk.run(&["config", "show", "--config", &file, "--format", "json"]).json();
    let written: serde_json::Value = serde_json::from_str(text).unwrap();
    for (key, value) in written.as_object().unwrap() {
        assert_eq!(shown[key], *value);
    }
    let mut proxy = desk.proxy(&["--config", &file], &[]);
    assert_eq!(proxy.items(), 7);
}

#[test]
fn row_fr_028_a_wrong_file_is_refused_with_field_line_and_nearest_key() {
    let desk = Desk::new();
    for (text, reported) in [
        (r#"{"maxPageSize": 0}"#, "maxPageSize"),
        ("{\n\"defaultPagesize\": 5}", "line 2: defaultPagesize is unknown; did you mean 'defaultPageSize'?"),
        (r#"{"tools": {"x": {"paginat": true}}}"#, "tools.x.paginat is unknown; did you mean 'paginate'?"),
        (r#"{"mode": "enfroce"}"#, "did you mean 'enforce'?"),
        ("{", "line 1: is not JSON"),
        ("[]", "must be a map of settings, not a list"),
    ] {
        let done = desk.run(&["config", "check", &desk.write("a.json", text)]);
        assert_eq!((done.code, done.out.as_str()), (2, ""), "{text}");
        assert!(done.err.contains(reported) && done.err.contains("a.json"), "{text}: {}", done.err);
    }
    let good = desk.write("a.json", r#"{"defaultPageSize": 10}"#);
    let done = desk.run(&["config", "check", &good]);
    assert_eq!((done.code, done.out), (0, format!("'{good}' is valid\n")));
}

#[test]
fn row_nfr_s3_values_out_of_their_bounds_are_refused() {
    let desk = Desk::new();
    for (text, field) in [
        ("defaultPageSize: 300", "defaultPageSize"),
        ("tokenBudgetThreshold: many", "tokenBudgetThreshold"),
        ("rollout: 101", "rollout"),
        ("chunkSize: -1", "chunkSize"),
        ("cursorTtlSeconds: 1.5", "cursorTtlSeconds"),
        ("hardBytes: 2000000", "hardBytes"),
        ("telemetry: {sample: 2}", "telemetry.sample"),
        ("estimator: guess", "estimator"),
        ("store: http://x", "store"),
        ("tools: {x: {sort: up}}", "tools.x.sort"),
        ("models: {m: {ratio: 1}}", "models.m.ratio"),
        ("filter: {maxChars: 5}", "filter.maxChars"),
        ("pack: {budget: 0}", "pack.budget"),
    ] {
        let done = desk.run(&["config", "check", &desk.write("a.yaml", text)]);
        assert!(done.code == 2 && done.err.contains(&format!("line 1: {field} ")), "{text}: {}", done.err);
    }
}

#[test]
fn row_ke_2_the_estimator_is_named_where_the_budget_is() {
    let desk = Desk::new();
    let file = desk.write("a.yaml", "estimator: class\nitemBudget: 300\n");
    let shown = desk.run(&["config", "show", "--config", &file, "--format", "json"]).json();
    assert_eq!((&shown["estimator"], &shown["itemBudget"]), (&json!("class"), &json!(300)));
}

#[test]
fn row_as_8_settings_are_deployed_apart_from_the_server() {
    let desk = Desk::new();
    desk.write(".config/weir/weir.yaml", "defaultPageSize: 20\n");
    assert_eq!(desk.run(&["config", "path"]).out, format!("{}\n", desk.word(".config/weir/weir.yaml")));
    assert_eq!(desk.proxy(&[], &[]).items(), 20);
    let other = desk.write("other.json", r#"{"defaultPageSize": 9}"#);
    assert_eq!(desk.proxy(&[], &[("WEIR_CONFIG", &other)]).items(), 9);
    assert_eq!(desk.proxy(&[], &[("WEIR_CONFIG", &other), ("WEIR_DEFAULT_PAGE_SIZE", "11")]).items(), 11);
    // What lies in a project is not obeyed.
    let project = Desk::new();
    project.write("weir.yaml", "defaultPageSize: 3\n");
    project.write("weir/weir.yaml", "defaultPageSize: 3\n");
    assert_eq!(project.proxy(&[], &[]).items(), 50);
}

#[test]
fn row_000_r3_a_profile_is_shown_as_data() {
    let desk = Desk::new();
    let profile = |name: &str| desk.run(&["config", "show", "--profile", name, "--format", "json"]).json();
    assert_eq!(profile("rules")["pack"]["budget"], 8192);
    assert_eq!(profile("rag")["pack"]["policy"], "greedy");
    assert_eq!(profile("soft-landing")["defaultPageSize"], 200);
    assert_eq!(profile("codex")["hardBytes"], 10_000);
}

#[test]
fn row_000_n3_the_budget_of_the_file_is_obeyed_and_an_option_beats_it() {
    let desk = Desk::new();
    desk.write(".config/weir/weir.yaml", "pack: {budget: 4096}\n");
    let items: String =
        (0..5).map(|each| format!("{{\"text\": \"{each} {}\"}}\n", "word ".repeat(2400))).collect();
    let used = |words: &[&str], variables: &[(&str, &str)]| {
        let done = desk.with(&[&["pack", "--format", "json"], words].concat(), variables, &items);
        done.out.len()
    };
    let by_file = used(&[], &[]);
    let by_variable = used(&[], &[("WEIR_BUDGET", "8192")]);
    let by_option = used(&["-b", "16k"], &[("WEIR_BUDGET", "8192")]);
    assert!(by_file < by_variable && by_variable < by_option, "{by_file} {by_variable} {by_option}");
}

#[test]
fn row_004_d13_a_models_window_and_ratio_come_from_the_file() {
    let desk = Desk::new();
    desk.write(
        ".config/weir/weir.json",
        r#"{"models": {"own-model": {"raw": 50000, "ratio": 0.5}, "gpt-4o": {"ratio": 0.1}}}"#,
    );
    let window = |words: &[&str]| {
        let done = desk.with(&[&["compile"], words].concat(), &[], r#"{"system": []}"#);
        let text = done.out.clone() + &done.err;
        assert_eq!(done.code, 0, "{text}");
        done.json()["window"].clone()
    };
    assert_eq!(window(&["--model", "own-model"]), 25_000);
    assert_eq!(window(&["--model", "own-model", "--ratio", "0.2"]), 10_000);
    assert_eq!(window(&["--model", "gpt-4o"]), 12_800);
}

#[test]
fn the_filter_obeys_mode_and_limits_of_the_file_and_options_beat_them() {
    let desk = Desk::new();
    desk.write(".config/weir/weir.yaml", "filter: {mode: minimal, maxLines: 12}\n");
    let log: String = (0..500).map(|line| format!("line {line}\n")).collect();
    let lines = |words: &[&str], variables: &[(&str, &str)]| {
        desk.with(&[&["--no-store"], words].concat(), variables, &log).out.lines().count()
    };
    assert!((4..=12).contains(&lines(&[], &[])));
    // What nobody recognises has few lines, however much room there is.
    assert!((20..=40).contains(&lines(&[], &[("WEIR_MAX_LINES", "120")])));
    assert!((4..=8).contains(&lines(&["--max-lines", "8"], &[("WEIR_MAX_LINES", "120")])));
}

#[test]
fn a_wrong_file_costs_the_filter_a_warning_and_no_answer() {
    let desk = Desk::new();
    desk.write(".config/weir/weir.json", r#"{"filter": {"mode": "tiny"}}"#);
    let done = desk.with(&[], &[("WEIR_STORE", "off")], "x\n");
    assert_eq!((done.code, done.out.as_str()), (0, "x\n"));
    assert!(
        done.err.starts_with("weir: warning: ") && done.err.contains("filter.mode cannot be 'tiny'"),
        "{}",
        done.err
    );
    assert_eq!(done.err.lines().count(), 1);
    assert_eq!(desk.run(&["config", "show"]).code, 2);
}
