//! `docs/`: a dashboard for Grafana and rules for Prometheus. Both are read, and name only metrics that weir prints.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::Value;

use crate::desk::Desk;
use crate::stats::{mixed, stats, write};

fn docs(name: &str) -> String {
    std::fs::read_to_string(format!("{}/docs/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// The metrics that are named in an expression.
fn metrics(expression: &str) -> BTreeSet<String> {
    let words = expression.split(|char: char| !char.is_ascii_alphanumeric() && char != '_');
    words.filter(|word| word.starts_with("weir_")).map(str::to_owned).collect()
}

/// The samples that weir prints.
fn printed() -> BTreeSet<String> {
    let desk = Desk::new();
    let mut records = mixed();
    records[0]["estErrorPct"] = 12.5.into();
    write(&desk, &records);
    let text = stats(&desk, &["--format", "prom"]).out;
    let samples = text.lines().filter(|line| !line.starts_with('#'));
    samples.map(|line| line.split(['{', ' ']).next().unwrap().to_owned()).collect()
}

/// Whether brackets are in pairs: a mistake in an expression that is often made.
fn is_balanced(expression: &str) -> bool {
    let mut open = Vec::new();
    for char in expression.chars() {
        match char {
            '(' => open.push(')'),
            '[' => open.push(']'),
            '{' => open.push('}'),
            ')' | ']' | '}' if open.pop() != Some(char) => return false,
            _ => {}
        }
    }
    open.is_empty()
}

#[test]
fn the_dashboard_names_metrics_that_are_printed() {
    let dashboard: Value = serde_json::from_str(&docs("grafana-dashboard.json")).unwrap();
    let printed = printed();
    let panels = dashboard["panels"].as_array().unwrap();
    assert!(panels.len() >= 8 && dashboard["title"].is_string() && dashboard["schemaVersion"].is_number());
    let mut ids = BTreeSet::new();
    for panel in panels {
        assert!(ids.insert(panel["id"].as_u64().unwrap()), "two panels of one number: {panel}");
        let place = &panel["gridPos"];
        assert!(place["x"].as_u64().unwrap() + place["w"].as_u64().unwrap() <= 24, "{panel}");
        for target in panel["targets"].as_array().unwrap() {
            let expression = target["expr"].as_str().unwrap();
            let named = metrics(expression);
            assert!(!named.is_empty() && is_balanced(expression), "{expression}");
            assert!(named.is_subset(&printed), "{expression}: {:?}", named.difference(&printed));
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rules {
    groups: Vec<Group>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    name: String,
    rules: Vec<Rule>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rule {
    alert: String,
    expr: String,
    #[serde(rename = "for")]
    lasting: String,
    labels: std::collections::BTreeMap<String, String>,
    annotations: std::collections::BTreeMap<String, String>,
}

#[test]
fn the_rules_name_metrics_that_are_printed() {
    let rules: Rules = serde_saphyr::from_str(&docs("prometheus-rules.yml")).unwrap();
    let printed = printed();
    let mut names = BTreeSet::new();
    for group in &rules.groups {
        assert_eq!(group.name, "weir");
        assert!(group.rules.len() >= 4);
        for rule in &group.rules {
            assert!(names.insert(rule.alert.clone()), "two alerts are called {}", rule.alert);
            let named = metrics(&rule.expr);
            assert!(!named.is_empty() && is_balanced(&rule.expr), "{}", rule.expr);
            assert!(named.is_subset(&printed), "{}: {:?}", rule.expr, named.difference(&printed));
            let (number, unit) = rule.lasting.split_at(rule.lasting.len() - 1);
            assert!(
                number.parse::<u32>().is_ok() && ["s", "m", "h", "d"].contains(&unit),
                "{}",
                rule.lasting
            );
            assert!(rule.labels.contains_key("severity") && rule.annotations.contains_key("summary"));
        }
    }
}
