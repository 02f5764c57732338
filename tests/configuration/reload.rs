//! Settings that follow their file, and the records of it.

use serde_json::json;

use crate::desk::Desk;

#[test]
fn row_us3_1_a_larger_budget_is_obeyed_by_the_next_call() {
    let desk = Desk::new();
    let file = desk.write("weir.json", r#"{"tokenBudgetThreshold": 200, "defaultPageSize": 200}"#);
    let mut proxy = desk.proxy(&["--config", &file], &[]);
    let small = proxy.items();
    desk.write("weir.json", r#"{"tokenBudgetThreshold": 400, "defaultPageSize": 200}"#);
    let large = proxy.items();
    assert!(small < large && large < 60, "{small}, {large}");
}

#[test]
fn row_fr_026_a_reload_needs_no_restart_and_loses_no_call() {
    let desk = Desk::new();
    let file = desk.write("weir.yaml", "defaultPageSize: 10\n");
    let mut proxy = desk.proxy(&["--config", &file], &[]);
    for size in [10, 20, 30, 40, 9, 8] {
        desk.write("weir.yaml", &format!("defaultPageSize: {size}\n"));
        assert_eq!(proxy.items(), size);
    }
}

#[test]
fn row_us3_4_a_wrong_file_leaves_the_settings_and_is_reported() {
    let desk = Desk::new();
    let file = desk.write("weir.json", r#"{"defaultPageSize": 9}"#);
    let mut proxy = desk.proxy(&["--config", &file], &[]);
    assert_eq!(proxy.items(), 9);
    for text in [r#"{"defaultPageSize": -1}"#, r#"{"defaultPageSize": "#, ""] {
        desk.write("weir.json", text);
        assert_eq!(proxy.items(), 9, "{text}");
    }
    assert!(
        desk.reported("defaultPageSize must be a whole number").contains("the settings stay as they are")
    );
    desk.write("weir.json", r#"{"defaultPageSize": 12}"#);
    assert_eq!(proxy.items(), 12);
}

#[test]
fn row_nfr_r3_a_wrong_file_at_the_start_means_defaults_and_a_warning() {
    let desk = Desk::new();
    let file = desk.write("weir.json", r#"{"defaultPageSize": -1}"#);
    assert_eq!(desk.proxy(&["--config", &file], &[]).items(), 50);
    assert!(desk.reported("defaultPageSize").contains("weir uses the defaults"));
}

#[test]
fn row_nfr_o3_a_change_is_recorded_with_its_old_and_new_value() {
    let desk = Desk::new();
    let file = desk.write("weir.json", r#"{"itemBudget": 4000}"#);
    let mut proxy = desk.proxy(&["--config", &file], &[]);
    proxy.call("small");
    desk.write("weir.json", r#"{"itemBudget": 5000}"#);
    proxy.call("small");
    proxy.call("small");
    proxy.end();
    let events = desk.records("config_changed", 1);
    assert_eq!(events.len(), 1);
    assert_eq!(events[0]["changes"]["itemBudget"], json!([4000, 5000]));
    assert!(events[0]["time"].as_str().unwrap().ends_with('Z'));
}

#[test]
fn row_rk_4_observe_changes_nothing_and_records_what_would_be() {
    let desk = Desk::new();
    let mut proxy = desk.proxy(&["--mode", "observe"], &[]);
    assert_eq!(proxy.items(), 60);
    proxy.end();
    let record = &desk.records("call", 1)[0];
    assert_eq!((&record["outcome"], &record["wouldBe"]), (&json!("passed"), &json!("paginated")));
}

#[test]
fn row_us3_2_a_switch_holds_for_one_tool_alone() {
    let desk = Desk::new();
    let file = desk
        .write("weir.yaml", "tools: {other: {paginate: false, summarize: false}, 'te*': {chunk: false}}\n");
    let mut proxy = desk.proxy(&["--config", &file], &[]);
    assert_eq!(proxy.items(), 50);
    let text = proxy.call("text");
    assert!(text["content"][0]["text"].as_str().unwrap().ends_with("line 3000 of the text\n"));
}
