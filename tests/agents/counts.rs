//! `weir stats --agents`: counted only where `--stats` was given, and what is counted.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use serde_json::Value;

use crate::home::{Called, Home, called};

/// A tool that prints a run with so many failures, and ends with 1.
const TOOL: &str = r#"#!/bin/sh
echo "============================= test session starts =============================="
echo "collected $1 items"
echo
echo "=================================== FAILURES ==================================="
i=0
while [ $i -lt $1 ]; do
  echo "______________________________ test_tide_$i ______________________________"
  echo
  echo "    def test_tide_$i():"
  echo ">       assert height($i) == $i"
  echo "E       assert 7 == $i"
  echo "E        +  where 7 = height($i)"
  echo
  echo "tests/test_tides.py:$i: AssertionError"
  i=$((i+1))
done
echo "========================= $1 failed in 0.01s =========================="
exit 1
"#;

fn run(home: &Home, line: &str) -> Called {
    let tool = home.root.join("tools/pytest");
    fs::create_dir_all(tool.parent().unwrap()).unwrap();
    fs::write(&tool, TOOL).unwrap();
    fs::set_permissions(&tool, fs::Permissions::from_mode(0o755)).unwrap();
    let start = home.home.join(".local/share/weir/agents/start.sh");
    let mut command = home.command("bash".as_ref(), &["-c", line]);
    command
        .env("PATH", format!("{}:/usr/bin:/bin", tool.parent().unwrap().display()))
        .envs([("BASH_ENV", start.to_str().unwrap()), ("WEIR_AGENT", "codex")]);
    called(command.output().unwrap())
}

fn counts(home: &Home) -> Value {
    let printed = home.well(&["stats", "--agents", "--format", "json"]).out;
    let all: Value = serde_json::from_str(&printed).unwrap();
    all["agents"][0].clone()
}

#[test]
fn nothing_is_counted_without_being_asked_for() {
    let home = Home::new();
    home.well(&["setup", "codex"]);
    assert!(run(&home, "pytest 3").out.contains("weir: FAILED 3 failed"));
    let refused = home.call(&["stats", "--agents"]);
    assert!(refused.code == 3 && refused.err.contains("--stats"), "{refused:?}");
    assert!(!home.has(".local/share/weir/agents/stats"));
}

#[test]
fn failures_that_the_agent_would_have_cut_out_are_counted_as_kept() {
    let home = Home::new();
    let before = home.files();
    home.well(&["setup", "codex", "--stats"]);
    let answer = run(&home, "pytest 60").out;
    assert!(answer.contains("weir: FAILED 60 failed"), "{answer}");
    run(&home, "pytest 2; pytest 2 | cat");
    let found = counts(&home);
    assert_eq!([&found["runs"], &found["truncations_avoided"], &found["failures"]], [2, 1, 62], "{found:#}");
    let number = |name: &str| found[name].as_u64().unwrap();
    assert!(number("failures_kept") > 5, "{found:#}\n{answer}");
    assert!(number("failures_kept") <= number("failures_hidden_by_agent"), "{found:#}");
    assert!(number("chars_seen") < number("chars_seen_without_weir"));
    assert!(number("chars_seen_without_weir") < number("chars_printed"));
    // What was asked for besides counts against it; nothing that a run printed is in the counts.
    let shown = run(&home, &format!("'{}' show last --failures > /dev/null", home.weir.display()));
    assert_eq!(shown.code, 0, "{shown:?}");
    assert_eq!(counts(&home)["shows"], 1);
    let text = home.well(&["stats", "--agents"]).out;
    assert!(text.starts_with("codex\n  failures kept  "), "{text}");
    let file = home.read(".local/share/weir/agents/stats/codex.jsonl");
    assert!(!file.contains("tide") && !file.contains("pytest"), "{file}");
    assert_eq!(home.call(&["stats", "--agents", "--until", "1d"]).code, 0);
    // A later setup without the option keeps it; --remove ends it.
    home.well(&["setup", "codex"]);
    assert_eq!(counts(&home)["runs"], 2);
    home.well(&["setup", "codex", "--remove"]);
    let mut after = home.files();
    after.retain(|path, _| !path.contains(".local/state"));
    assert_eq!(after, before);
}
