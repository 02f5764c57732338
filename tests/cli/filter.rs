//! The main job through the binary: verdicts and exit codes, limits, footer, colours, JSON.

use std::fs;
use std::process::Command as Process;

use assert_cmd::Command;

use crate::support::Plain as _;

fn weir(words: &[&str]) -> Command {
    let mut command = Command::cargo_bin("weir").unwrap();
    clean(&mut command);
    command.args(words);
    command
}

fn clean(command: &mut Command) {
    command.plain();
    command.env("WEIR_STORE", "off");
}

/// The answer to `input` and the exit code.
pub(super) fn answer(words: &[&str], input: &str) -> (String, i32) {
    let output = weir(words).write_stdin(input).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{words:?}");
    (String::from_utf8(output.stdout).unwrap(), output.status.code().unwrap())
}

/// What `cargo test` prints for one binary with so many passing tests and these failing ones.
pub(super) fn cargo_test(passing: usize, failing: &[&str]) -> String {
    let mut log = format!(
        "     Running unittests src/lib.rs (target/debug/deps/demo-0123456789abcdef)\n\nrunning {} tests\n",
        passing + failing.len()
    );
    for number in 0..passing {
        log += &format!("test tests::case_{number} ... ok\n");
    }
    for name in failing {
        log += &format!("test {name} ... FAILED\n");
    }
    if !failing.is_empty() {
        log += "\nfailures:\n\n";
        for (number, name) in failing.iter().enumerate() {
            log += &format!(
                "---- {name} stdout ----\n\nthread '{name}' (77) panicked at src/lib.rs:{}:9:\n",
                number + 10
            );
            log += &format!(
                "the sum of {number} is wrong\nnote: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n\n"
            );
        }
        log += "\nfailures:\n";
        for name in failing {
            log += &format!("    {name}\n");
        }
    }
    let word = if failing.is_empty() { "ok" } else { "FAILED" };
    log += &format!(
        "\ntest result: {word}. {passing} passed; {} failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s\n\n",
        failing.len()
    );
    if !failing.is_empty() {
        log += "error: test failed, to rerun pass `--lib`\n";
    }
    log
}

fn verdict(answer: &str) -> &str {
    answer
        .lines()
        .filter_map(|line| line.strip_prefix("weir: "))
        .find(|line| ["PASSED", "FAILED", "INCOMPLETE", "UNKNOWN"].iter().any(|word| line.starts_with(word)))
        .unwrap_or_default()
}

#[test]
fn the_exit_code_is_the_verdicts_unless_exit_zero_is_asked_for() {
    let incomplete: String = cargo_test(50, &[]).lines().take(40).map(|line| format!("{line}\n")).collect();
    for (input, word, code) in [
        (cargo_test(50, &[]), "PASSED 50 passed", 0),
        (cargo_test(50, &["tests::adds"]), "FAILED 1 failed, 50 passed", 1),
        (incomplete, "INCOMPLETE", 3),
    ] {
        let (text, exit) = answer(&[], &input);
        assert!(verdict(&text).starts_with(word), "{text}");
        assert_eq!(exit, code, "{text}");
        assert_eq!(answer(&["--exit-zero"], &input), (text, 0));
    }
}

#[test]
fn what_was_printed_beside_a_failure_without_a_reason_is_shown() {
    let passing: String = (0..100).map(|at| format!("test a{at} ... ok\n")).collect();
    let log = format!("{passing}the harbour is closed\nconnection refused\ntest b ... FAILED\n");
    for mode in ["minimal", "standard"] {
        let (text, _) = answer(&["-m", mode], &log);
        assert!(text.contains("the harbour is closed\nconnection refused\n"), "{text}");
        assert!(text.contains("no reason found for the failure"), "{text}");
        assert!(!text.contains("... ok"), "{text}");
    }
}

#[test]
fn a_short_log_of_which_little_can_be_left_out_keeps_its_order() {
    let log = "$ make\nINFO: Found 1 target...\nERROR: /w/BUILD:106:8: Executing genrule //x:y failed (Exit 1): bash failed\n\
               cp: cannot stat 'tools': No such file or directory\nTarget //x:y failed to build\n\
               FAILED: Build did NOT complete successfully\n";
    let (text, _) = answer(&["-m", "minimal"], log);
    assert!(text.starts_with(log), "{text}");
}

#[test]
fn an_exit_status_without_a_failure_is_reported_and_fails() {
    let (text, exit) = answer(&["--child-exit", "65"], "0 failures\n");
    assert!(text.contains("exit 65, no failure recognised"), "{text}");
    assert!(verdict(&text).starts_with("FAILED"), "{text}");
    assert_eq!(exit, 1);
}

#[test]
fn the_mode_of_the_environment_is_obeyed_and_an_option_beats_it() {
    let names: Vec<String> = (0..400).map(|number| format!("tests::group_{number}::fails")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let input = cargo_test(1000, &names);
    let chars = |words: &[&str], mode: Option<&str>| {
        let mut command = weir(words);
        if let Some(mode) = mode {
            command.env("WEIR_MODE", mode);
        }
        let output = command.write_stdin(input.clone()).output().unwrap();
        String::from_utf8(output.stdout).unwrap().chars().count()
    };
    assert!(chars(&[], Some("minimal")) <= 5000);
    let standard = chars(&[], None);
    assert!(standard > 5000 && standard <= 40_000);
    assert_eq!(chars(&["-m", "standard"], Some("minimal")), standard);
    assert!(chars(&["--max-chars", "700"], None) <= 700);
}

#[test]
fn every_answer_keeps_the_limits_footer_included() {
    let names: Vec<String> = (0..1000).map(|number| format!("tests::fails_{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let input = cargo_test(10, &names);
    for (chars, lines, line_chars) in
        [(400, 4, 60), (401, 5, 61), (5000, 100, 200), (1_000_000, 1_000_000, 1_000_000)]
    {
        let numbers = [chars, lines, line_chars].map(|number: usize| number.to_string());
        let words = ["--max-chars", &numbers[0], "--max-lines", &numbers[1], "--max-line-chars", &numbers[2]];
        let (text, exit) = answer(&words, &input);
        assert_eq!(exit, 1);
        assert!(text.chars().count() <= chars && text.lines().count() <= lines, "{words:?}");
        assert!(text.lines().all(|line| line.chars().count() <= line_chars), "{words:?}");
        assert!(text.len() <= 1_000_000);
    }
}

#[test]
#[cfg_attr(windows, ignore = "needs a POSIX shell")]
fn a_cut_answer_ends_in_one_footer_whose_command_works() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("it's a log"), cargo_test(500, &["tests::adds"])).unwrap();
    let output = weir(&["-m", "minimal", "--max-line-chars", "400", "it's a log"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let footers: Vec<_> = text.lines().filter(|line| line.contains(" lines shown; ")).collect();
    assert_eq!(footers, [text.lines().last().unwrap()]);
    let (_, command) = footers[0].split_once("rest: ").unwrap();
    let more = Process::new("bash")
        .args(["-c", &command.replacen("weir", "\"$0\"", 1)])
        .arg(assert_cmd::cargo::cargo_bin("weir"))
        .current_dir(folder.path())
        .env("WEIR_STORE", "off")
        .output()
        .unwrap();
    let more = String::from_utf8(more.stdout).unwrap();
    assert!(more.contains("test tests::case_499 ... ok") && !text.contains("case_499"), "{command}");
    assert!(!more.contains("-m verbose"), "{more}");
}

#[test]
fn a_footer_offers_no_command_for_standard_input() {
    let (text, _) = answer(&["-m", "minimal"], &cargo_test(500, &["tests::adds"]));
    let footer = text.lines().last().unwrap();
    assert!(footer.contains(" lines shown") && !footer.contains("rest:"), "{footer}");
}

#[test]
fn no_line_passes_its_limit_because_of_its_colours() {
    let long = format!("the sum of {} is wrong", "many numbers and ".repeat(20));
    let input = cargo_test(100, &["tests::adds"]).replace("the sum", &long);
    for limit in ["60", "72", "80", "200"] {
        let (text, _) = answer(&["--color", "always", "--max-line-chars", limit], &input);
        let widest = text.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(widest <= limit.parse().unwrap() && text.contains('\u{1b}'), "{limit}: {widest} {text:?}");
    }
}

#[test]
fn lines_are_coloured_only_when_wanted_and_are_the_same_without_colours() {
    let input = cargo_test(100, &["tests::adds"]).replace("the sum", "\u{1b}[31mthe sum\u{1b}[0m");
    let (plain, _) = answer(&["--color", "never"], &input);
    assert!(!plain.contains('\u{1b}'));
    assert_eq!(answer(&[], &input).0, plain);
    let (colored, _) = answer(&["--color", "always"], &input);
    assert!(colored.contains('\u{1b}'));
    for (line, color) in [("---- tests::adds stdout ----", "1;31"), ("weir: FAILED 1 failed", "31")] {
        assert!(colored.contains(&format!("\u{1b}[{color}m{line}")), "{colored:?}");
    }
    assert!(colored.contains("\u{1b}[0;36msrc/lib.rs:"), "{colored:?}");
    let bare = regex::Regex::new("\u{1b}\\[[0-9;]*m").unwrap().replace_all(&colored, "").into_owned();
    assert_eq!(bare, plain);
    let with = |name: &str, value: &str| {
        let output = weir(&[]).env(name, value).write_stdin(input.clone()).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(with("NO_COLOR", "1"), plain);
    assert_eq!(with("CLICOLOR_FORCE", "1"), colored);
    assert_eq!(with("FORCE_COLOR", "1"), colored);
    assert_eq!(with("FORCE_COLOR", "0"), plain);
    assert_eq!(with("WEIR_COLOR", "always"), colored);
}

#[test]
fn json_is_one_line_with_the_promised_keys() {
    let (text, exit) = answer(&["--format", "json"], &cargo_test(100, &["tests::adds"]));
    assert_eq!((exit, text.lines().count()), (1, 1));
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["schema"], "weir.filter/1");
    assert_eq!(json["verdict"], "failed");
    assert_eq!(json["counts"]["failed"], 1);
    assert_eq!(json["counts"]["passed"], 100);
    assert_eq!(json["truncated"], false);
    for key in [
        "counts",
        "exit",
        "signal",
        "sections",
        "failures",
        "named",
        "unlisted",
        "warnings",
        "notes",
        "mode",
        "limits",
        "seen",
        "kept",
        "cut",
        "clipped",
        "escaped",
        "redacted",
        "interrupted",
        "est_tokens",
    ] {
        assert!(json.get(key).is_some(), "{key}: {text}");
    }
    let (other, _) = answer(&["--format", "json"], "a\nb\n");
    let other: serde_json::Value = serde_json::from_str(&other).unwrap();
    assert_eq!(other["limits"], json["limits"]);
}

#[test]
fn a_report_that_is_missing_is_a_warning_in_the_answer() {
    let (text, exit) = answer(&["--report", "no-such-report.xml"], &cargo_test(100, &[]));
    assert!(text.contains("no-such-report.xml") && text.contains("text only"), "{text}");
    assert!(text.contains("\nweir: UNKNOWN 100 passed") && !text.contains("PASSED"), "{text}");
    assert_eq!(exit, 3);
}

#[test]
fn where_a_line_is_too_narrow_the_message_is_worth_more_than_the_path() {
    let file =
        "/home/user/project/packages/harbour/source/components/warehouse/of/the/third/pier/cart.test.js";
    let error = "the harbour master counted three crates where the manifest of the ship named four";
    let one = |number: u32| {
        format!(
            "  {number}) cart totals {number}:\n     Error: {error} in hold {number}\n      at Context.<anonymous> ({file}:3:4)\n\n"
        )
    };
    let list: String = (1..=8).map(one).collect();
    let input = format!("\n\n  cart\n\n  0 passing (1ms)\n  8 failing\n\n{list}");
    let (text, _) = answer(&["--max-lines", "12"], &input);
    let line = format!("weir: FAIL cart totals 2 (…/cart.test.js:3): Error: {error} in hold 2\n");
    assert!(text.contains(&line), "{text}");
    // With room for both the path is whole.
    let (text, _) = answer(&["--max-lines", "12", "--max-line-chars", "300"], &input);
    assert!(
        text.contains(&format!("weir: FAIL cart totals 2 ({file}:3): Error: {error} in hold 2\n")),
        "{text}"
    );
}

/// So many failures of PHPUnit in two files below one folder.
fn phpunit(failures: usize) -> String {
    let points = "F".repeat(failures);
    let mut log = format!(
        "PHPUnit 9.6.7 by Sebastian Bergmann and contributors.\n\n{points}  {failures} / {failures} (100%)\n\nTime: 00:00.003, Memory: 6.00 MB\n\nThere were {failures} failures:\n\n"
    );
    for number in 1..=failures {
        let folder = if number % 2 == 0 { "cart" } else { "till" };
        log.push_str(&format!("{number}) CartTest::testHolds{number}\nFailed asserting that {number} is 0.\n\n/home/user/harbour/tests/{folder}/CartTest.php:{number}\n\n"));
    }
    log.push_str(&format!("FAILURES!\nTests: {failures}, Assertions: {failures}, Failures: {failures}.\n"));
    log
}

#[test]
fn the_folder_of_all_places_is_left_out_where_not_every_failure_has_room_for_its_reason() {
    let few = crate::support::answer(&["-m", "minimal"], phpunit(15)).text;
    assert!(
        few.contains("/home/user/harbour/tests/cart/CartTest.php:2") && !few.contains('\u{2026}'),
        "{few}"
    );
    let many = crate::support::answer(&["-m", "minimal"], phpunit(45)).text;
    let lines: Vec<&str> = many.lines().filter(|line| line.starts_with("weir: FAIL ")).collect();
    let left_out =
        lines.iter().all(|line| line.contains("(\u{2026}/cart/") || line.contains("(\u{2026}/till/"));
    assert!(lines.len() > 10 && left_out, "{many}");
    assert_eq!(many.matches("Failed asserting that ").count(), 45, "{many}");
    assert!((1..=45).all(|number| many.contains(&format!("testHolds{number}"))), "{many}");
}
