//! What is taken off lines before they are read leaves a receipt: in JSON and at the end of verbose's footer, in the order of the
//! stages, and nowhere else.

use crate::support::answer::weir;
use serde_json::Value;

const RUN: &str = "running 3 tests
test quay::moors ... ok
test quay::opens ... FAILED
test quay::closes ... ok

failures:

---- quay::opens stdout ----
thread 'quay::opens' panicked at src/quay.rs:7:5:
no berth

failures:
    quay::opens

test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s
";

fn before_each(prefix: &str, text: &str) -> String {
    text.lines().map(|line| format!("{prefix}{line}\n")).collect()
}

fn text(mode: &str, log: &str) -> String {
    let output = weir(&["-m", mode, "--no-store"]).write_stdin(log).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// The receipts of the answer in JSON, whose verdict and numbers are those of the run.
fn receipts(log: &str) -> Vec<String> {
    let output =
        weir(&["-m", "standard", "--format", "json", "--no-store"]).write_stdin(log).output().unwrap();
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&answer["counts"]["failed"], &answer["counts"]["passed"]), (&1.into(), &2.into()), "{log}");
    let names = answer["normalized"].as_array().into_iter().flatten();
    names.map(|name| name.as_str().unwrap().to_owned()).collect()
}

#[test]
fn each_stage_that_takes_something_off_says_so() {
    let stamp = "2026-03-04T05:06:07.1234567Z ";
    let step = format!("unit\tRun cargo test\t{stamp}");
    for (log, names) in [
        (before_each(stamp, RUN), vec!["prefix:stamp"]),
        (before_each("05:06:07 ", RUN), vec!["prefix:clock"]),
        (before_each(&step, RUN), vec!["prefix:gh-run"]),
        (before_each("web-1  | ", RUN), vec!["prefix:bars"]),
        (before_each("#12 3.456 ", RUN), vec!["prefix:buildkit"]),
        (before_each("unit: ", RUN).replace("unit: \n", "unit:\n"), vec!["prefix:learned"]),
        (before_each("[main] INFO  ", RUN), vec!["level"]),
        (before_each("    ", RUN), vec!["indent"]),
        (RUN.replace("ok\n", "[32mok[0m\n"), vec!["colours"]),
        (
            RUN.lines().map(|line| format!("{{\"log\":\"{line}\\n\",\"stream\":\"stdout\"}}\n")).collect(),
            vec!["message:json"],
        ),
        (before_each(&format!("remote: {stamp}"), RUN), vec!["prefix:remote", "prefix:stamp"]),
        (
            serde_json::to_string(&before_each(&format!("{step}web-1  | "), RUN)).unwrap(),
            vec!["json:string", "prefix:gh-run", "prefix:bars"],
        ),
    ] {
        assert_eq!(receipts(&log), names, "{log}");
    }
    assert_eq!(receipts(RUN), [""; 0]);
}

#[test]
fn receipts_are_at_the_end_of_verboses_footer_and_in_no_other_line() {
    let passes: String = (0..900).map(|n| format!("test quay::tide_{n} ... ok\n")).collect();
    let run = RUN.replace("3 tests\n", &format!("903 tests\n{passes}")).replace("2 passed", "902 passed");
    let log = before_each("#12 3.456 ", &run);
    let verbose = text("verbose", &log);
    let (above, footer) = verbose.trim_end().rsplit_once('\n').unwrap();
    assert!(footer.contains(" lines shown; "), "{verbose}");
    assert!(footer.ends_with("; restored 915 lines with a prefix (buildkit)"), "{verbose}");
    for mode in ["minimal", "standard"] {
        assert!(!text(mode, &log).contains("restored"), "{mode}");
    }
    assert!(!above.contains("restored"), "{verbose}");
}

#[test]
fn receipts_do_not_decide_whether_the_whole_input_is_the_answer() {
    let body = |mode: &str, log: &str| {
        let text = text(mode, log);
        text.lines().filter(|line| !line.starts_with("weir: ")).map(str::to_owned).collect::<Vec<_>>()
    };
    let mut whole = 0;
    for passes in [0, 1, 2, 4, 8, 12, 16, 24, 48] {
        let tests: String = (0..passes).map(|n| format!("test quay::tide_{n} ... ok\n")).collect();
        let run = RUN.replace("3 tests\n", &format!("{} tests\n{tests}", passes + 3));
        let run = run.replace("2 passed", &format!("{} passed", passes + 2));
        for mode in ["minimal", "standard", "verbose"] {
            let plain = body(mode, &run);
            assert_eq!(body(mode, &before_each("[10:00:42] ", &run)), plain, "{mode} {passes}");
            whole += usize::from(plain.len() == run.lines().count());
        }
    }
    // Both ways are among them.
    assert!((1..27).contains(&whole), "{whole}");
}
