//! The answers of a line: their room, their last line, and what is kept for the next call.

use std::fs;

use crate::place::{Door, Place, text, verdicts};

/// Runs a line of an agent, with these variables besides; gives what it printed.
fn printed(place: &Place, name: &str, agent: &str, line: &str, variables: &[(&str, &str)]) -> String {
    let mut command = place.shell(Door::StartFile, name, line);
    command.env("WEIR_AGENT", agent).env("WEIR_STORE", place.root().join("store"));
    command.envs(variables.iter().copied());
    let out = place.root().join(format!("out-{name}"));
    command
        .stdout(fs::File::create(&out).unwrap())
        .stderr(fs::File::create(format!("{}.err", out.display())).unwrap());
    command.status().unwrap();
    let err = text(format!("{}.err", out.display()).as_ref());
    assert!(err.is_empty() || line.contains("weir show"), "{err}");
    text(&out)
}

#[test]
fn the_last_line_is_the_verdict_with_the_exit_code() {
    let place = Place::new();
    for (line, verdict) in [
        ("pytest", "weir: PASSED 3 passed in 0.02 s (pytest; exit 0)"),
        ("pytest fail", "weir: FAILED 1 failed, 1 passed in 0.05 s (pytest; exit 1)"),
        ("pytest --code 5", "weir: FAILED 3 passed"),
        ("pytest --long fail", "weir: FAILED "),
        ("npm run build", "weir: PASSED"),
    ] {
        let out = printed(&place, "a", "opencode", line, &[]);
        let last = out.lines().last().unwrap();
        assert!(last.starts_with(verdict) && last.contains("exit "), "{line}: {out}");
        fs::remove_dir_all(place.root().join("store")).ok();
    }
    let long = printed(&place, "a", "opencode", "pytest --long fail", &[]);
    assert!(long.contains("lines shown"), "{long}");
}

#[test]
fn a_run_that_passed_keeps_the_few_lines_that_belong_to_no_test() {
    let place = Place::new();
    let out = printed(&place, "a", "claude-code", "pytest --many --where", &[]);
    let tool = place.root().join("tools/pytest");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], format!("the program is {}", tool.display()));
    assert!(
        lines[1].starts_with("weir: 1 of 93 lines shown") && lines[1].contains("; rest: weir show "),
        "{out}"
    );
    assert!(lines[2].starts_with("weir: PASSED ") && lines[2].ends_with("(pytest; exit 0)"), "{out}");
    assert_eq!(lines.len(), 3);
}

#[test]
fn all_answers_of_a_line_together_stay_below_the_ceiling() {
    let place = Place::new();
    let line = "pytest --long fail; cargo test --long fail; npm test -- --long fail";
    for (agent, chars, lines) in [
        ("claude-code", 9_400, u64::MAX),
        ("codex", 9_400, 256),
        ("gemini-cli", 39_400, u64::MAX),
        ("opencode", 50_600, 2_000),
        ("copilot", 19_400, u64::MAX),
        ("qwen-code", 9_400, u64::MAX),
        ("nobody", 9_400, u64::MAX),
    ] {
        let out = printed(&place, agent, agent, line, &[]);
        assert_eq!(verdicts(&out).len(), 3, "{agent}: {out}");
        assert!(out.chars().count() <= chars, "{agent}: {} chars", out.chars().count());
        assert!(u64::try_from(out.lines().count()).unwrap() <= lines, "{agent}");
    }
    let lower = printed(&place, "low", "claude-code", line, &[("BASH_MAX_OUTPUT_LENGTH", "3000")]);
    assert!(lower.chars().count() <= 2_400, "{}", lower.chars().count());
    assert_eq!(verdicts(&lower).len(), 3);
}

#[test]
fn a_short_answer_leaves_its_room_to_the_next() {
    let place = Place::new();
    let after = |line: &str, name: &str| {
        let out = printed(&place, name, "claude-code", line, &[]);
        out.lines().filter(|line| line.contains("test_wave")).count()
    };
    let alone = after("pytest --long fail", "alone");
    let after_a_short_one = after("pytest; pytest --long fail", "short");
    let after_a_long_one = after("pytest --long fail >/dev/null; pytest --long fail", "raw");
    assert!(after_a_short_one * 10 >= alone * 9, "{alone} {after_a_short_one}");
    assert_eq!(alone, after_a_long_one);
    let files = fs::read_dir(place.folders.lines()).unwrap().count();
    assert_eq!(files, 3);
}

#[test]
fn what_was_left_out_is_there_for_the_next_call() {
    let place = Place::new();
    let out = printed(&place, "a", "codex", "pytest --long fail", &[]);
    let command = out.lines().find_map(|line| line.split("rest: ").nth(1)).unwrap().to_owned();
    assert!(command.starts_with("weir show "), "{out}");
    let shown =
        printed(&place, "a", "codex", &format!("{command} --lines 2:4; weir show last --lines 2:4"), &[]);
    assert_eq!(shown.matches("test_wave_").count(), 6, "{shown}");
}

#[test]
fn settings_that_cannot_be_read_are_no_reason_not_to_run() {
    let place = Place::new();
    let out = printed(&place, "a", "codex", "pytest", &[("WEIR_MODE", "nonsense")]);
    assert!(out.ends_with("3 passed in 0.02s\n") && verdicts(&out).is_empty(), "{out}");
}

#[test]
fn a_folder_that_cannot_be_written_to_is_no_trouble() {
    let place = Place::new();
    fs::write(place.folders.lines(), "").unwrap();
    let out = printed(&place, "a", "codex", "pytest; cargo test", &[]);
    assert_eq!(verdicts(&out).len(), 2, "{out}");
}
