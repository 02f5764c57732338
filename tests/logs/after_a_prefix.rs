//! A log that was taken out of something else is read as if it was alone: after a logger's time and level, a container's
//! name, the numbers of lines, a quote's mark.

use crate::support::answer;

const PYTEST: &str = include_str!("../../testdata/pytest/all-kinds.txt");
const CARGO: &str = include_str!("../../testdata/cargo-test/few-failures.log");
const GO: &str = include_str!("../../testdata/go/pass-verbose.txt");
const DIED: &str = include_str!("../../testdata/cargo-test/crash-without-totals.log");
const LINT: &str = "src/quay.py:1:1: F401 'json' imported but unused\nsrc/quay.py:5:16: F821 undefined name 'moor'\n\
                    src/sail.py:9:16: F821 undefined name 'reef'\n";

/// A run of which the failed test is reported by a dot first.
const DOTS: &str = "============================= test session starts ==============================\n\
    platform linux -- Python 3.11.7, pytest-8.3.4, pluggy-1.5.0\nrootdir: /harbour\ncollected 100 items\n\n\
    test_quay.py ..F..................................................................... [ 72%]\n\
    ............................                                             [100%]\n\n\
    =================================== FAILURES ===================================\n\
    __________________________________ test_moors __________________________________\n\n    \
    def test_moors():\n>       assert 1 == 2\nE       assert 1 == 2\n\ntest_quay.py:3: AssertionError\n\
    =========================== short test summary info ============================\n\
    FAILED test_quay.py::test_moors - assert 1 == 2\n\
    ========================= 1 failed, 99 passed in 0.12s =========================\n";

/// Makes another line of the line of this number, from 1.
type Wrap<'a> = &'a dyn Fn(usize, &str) -> String;

/// What the answer's verdict line says up to its brackets.
fn verdict(input: &str) -> String {
    let answer = answer::answer(&["-m", "minimal"], input);
    if answer.verdict().is_empty() { String::new() } else { format!("weir: {}", answer.numbers()) }
}

/// Each line as `wrap` makes it, which is reported its number from 1.
fn wrapped(text: &str, wrap: impl Fn(usize, &str) -> String) -> String {
    text.lines().enumerate().map(|(index, line)| wrap(index + 1, line) + "\n").collect()
}

fn after(prefix: &str, text: &str) -> String {
    wrapped(text, |_, line| format!("{prefix}{line}"))
}

/// The line as a string of JSON.
fn json(line: &str) -> String {
    line.replace('\\', "\\\\").replace('"', "\\\"").replace('\t', "\\t").replace('\u{1b}', "\\u001b")
}

#[test]
fn a_run_after_a_prefix_is_read_as_one_that_is_alone() {
    let clock = |line: usize| format!("10:{:02}:{:02}", line / 60 % 60, line % 60);
    for log in [PYTEST, CARGO, GO, DIED, LINT] {
        let alone = verdict(log);
        let each: [(&str, Wrap<'_>); 18] = [
            ("log4j", &|at, line| format!("2026-01-02 {},123 INFO  [main] {line}", clock(at))),
            ("logging", &|at, line| format!("2026-01-02 {},123 - INFO - {line}", clock(at))),
            ("root", &|_, line| format!("INFO:root:{line}")),
            ("level", &|_, line| format!("[INFO] {line}")),
            ("klog", &|at, line| format!("I0102 {}.123456     123 quay.go:12] {line}", clock(at))),
            ("pairs", &|_, line| format!("level=info unit=quay msg=\"{}\"", json(line))),
            ("object", &|_, line| format!("{{\"level\":\"info\",\"msg\":\"{}\"}}", json(line))),
            ("docker", &|_, line| format!("{{\"log\":\"{}\\n\",\"stream\":\"stdout\"}}", json(line))),
            ("heroku", &|at, line| format!("2026-01-02T{}.000000+00:00 app[run.1]: {line}", clock(at))),
            ("fly", &|at, line| format!("2026-01-02T{}Z app[148e] ams [info] {line}", clock(at))),
            ("stern", &|_, line| format!("quay-5d8f main {line}")),
            ("cat -n", &|at, line| format!("{at:6}\t{line}")),
            ("grep -n", &|at, line| format!("build.log:{at}:{line}")),
            ("number", &|at, line| format!("{at}: {line}")),
            ("quote", &|_, line| format!("> {line}")),
            ("bar", &|_, line| format!("| {line}")),
            ("hash", &|_, line| format!("# {line}")),
            ("label", &|_, line| format!("py311: {line}")),
        ];
        for (name, wrap) in each {
            // A header of pytest is read after any word and a colon; and a text after a file and a line is a sign by itself.
            if (name == "label" && log == PYTEST) || (name == "grep -n" && log == GO) {
                continue;
            }
            let input = wrapped(log, wrap);
            if log == LINT {
                // Its first line says of a failure, and was reported before anything was known of the prefix.
                assert!(verdict(&input).starts_with("weir: FAILED"), "{name}");
                continue;
            }
            assert_eq!(verdict(&input), alone, "{name}");
            // A wrapper says something first.
            assert_eq!(verdict(&format!("Opening the log of quay\n{input}")), alone, "{name}");
        }
    }
}

#[test]
fn a_failure_on_the_first_line_has_its_name() {
    let go = "--- FAIL: TestQuay (0.00s)\n    quay_test.go:7: got 1\nFAIL\nFAIL\tharbour/quay\t0.1s\n";
    for (log, name, failed) in [(LINT, "src/quay.py:1:1", 3), (go, "TestQuay", 1)] {
        let clock = wrapped(log, |at, line| format!("10:00:{at:02}  {line}"));
        let others = ["", "app-1  | ", "[build] ", "web: ", "> "].map(|prefix| (prefix, after(prefix, log)));
        for (prefix, input) in others.into_iter().chain([("clock", clock)]) {
            let (answer, _) = answer::json(&[], &*input);
            let names: Vec<_> =
                answer["failures"].as_array().unwrap().iter().map(|each| &each["id"]).collect();
            assert_eq!(
                (answer["verdict"].as_str(), names.len()),
                (Some("failed"), failed),
                "{prefix}{answer}"
            );
            assert_eq!(names[0], name, "{prefix}");
            // What was judged before it was known what it is counts once.
            let lines = u64::try_from(log.lines().count()).unwrap();
            assert_eq!(answer["seen"]["lines"].as_u64(), Some(lines), "{prefix}");
            assert_eq!(answer["counts"]["failed"].as_u64(), Some(failed as u64), "{prefix}");
            let strange = answer::json(&[], input.replacen(name, &format!("\u{200b}{name}"), 1)).0;
            assert_eq!(strange["escaped"], 1, "{prefix}{strange}");
            let text = answer::answer(&[], &*input).text;
            assert_eq!(text.matches(name).count(), 1, "{prefix}{text}");
        }
    }
}

#[test]
fn a_process_that_died_on_the_first_line_has_its_name() {
    let log = format!("==1234==ERROR: AddressSanitizer: heap-use-after-free on address 0x1\n{DOTS}");
    let alone = verdict(&log);
    for prefix in ["app-1  | ", "web: ", "> ", "app[run.1]: ", "INFO: "] {
        assert_eq!(verdict(&after(prefix, &log)), alone, "{prefix}");
    }
}

#[test]
fn what_is_read_wherever_it_is_in_a_line_is_no_evidence_against_a_prefix() {
    let gradle = ":compileJava\n:processResources NO-SOURCE\n:classes\n:compileTestJava\n:processTestResources NO-SOURCE\n\
                  :testClasses\n:test\n\nharbour.QuayTest > moors FAILED\n    java.lang.AssertionError: no\n        \
                  at harbour.QuayTest.moors(QuayTest.java:7)\n\n3 tests completed, 1 failed\n:test FAILED\n";
    let npm = "npm error code ETARGET\nnpm error notarget No matching version found for quay@9.9.9.\n\
               npm error notarget In most cases you or one of your dependencies are requesting\n\
               npm error notarget a package version that doesn't exist.\n";
    for log in [gradle, DOTS, npm] {
        let reported = |input: &str| {
            let (answer, code) = answer::json(&[], input);
            let names = answer["failures"].as_array().unwrap().iter();
            (answer["counts"].clone(), names.map(|each| each["id"].clone()).collect::<Vec<_>>(), code)
        };
        let alone = reported(log);
        assert_eq!((alone.1.len(), alone.2), (1, 1), "{alone:?}");
        for prefix in ["app-1  | ", "web: ", "> ", "app[run.1]: ", "INFO: "] {
            assert_eq!(reported(&after(prefix, log)), alone, "{prefix}");
        }
    }
}

#[test]
fn of_a_name_right_after_a_logger_the_prefix_is_no_part() {
    let (answer, _) = answer::json(&[], after("INFO:root:", LINT));
    let names: Vec<_> = answer["failures"].as_array().unwrap().iter().map(|each| &each["id"]).collect();
    // What was reported before it was known stays as it was reported, and is reported once.
    assert_eq!(names, ["INFO:root:src/quay.py:1:1", "src/quay.py:5:16", "src/sail.py:9:16"]);
}

#[test]
fn lines_without_the_prefix_are_what_they_are() {
    let log4j = "2026-01-02 10:00:00,123 INFO  [main] ";
    let passed = after(log4j, GO);
    assert!(verdict(&passed).starts_with("weir: PASSED"));
    for last in ["Segmentation fault (core dumped)\n", "error: the machine went away, exit code 255\n"] {
        assert!(!verdict(&format!("{passed}{last}")).contains("PASSED"), "{last}");
    }
    // The rest of the run comes without it, and so does a further run.
    let lines: Vec<&str> = PYTEST.lines().collect();
    let (first, rest) = lines.split_at(30);
    let half = after(log4j, &first.join("\n")) + &rest.join("\n") + "\n";
    assert_eq!(verdict(&half), verdict(PYTEST));
    assert!(verdict(&format!("{passed}{CARGO}")).starts_with("weir: FAILED"));
}

#[test]
fn the_level_of_an_error_stays_worth_showing() {
    let level = |at: usize| if at.is_multiple_of(40) { "ERROR" } else { "INFO " };
    let input = wrapped(&"the tide\n".repeat(200), |at, line| {
        format!("2026-01-02 10:00:00 {} [main] {line} {at}", level(at))
    });
    let alone = answer::answer(&["-m", "minimal"], &*input);
    assert!(alone.text.contains("ERROR [main] the tide 40"), "{}", alone.text);
    let run = after("2026-01-02 10:00:00 INFO  [main] ", LINT);
    let both = answer::answer(&["-m", "standard"], format!("{run}{input}"));
    assert!(both.text.contains("the tide 80"), "{}", both.text);
}

#[test]
fn an_applications_log_before_and_amid_a_run_stays_one() {
    let app = wrapped(&"the tide turns\n".repeat(60), |at, line| {
        format!(
            "2026-01-02 10:00:{:02},123 {} [main] {line}",
            at % 60,
            if at.is_multiple_of(7) { "ERROR" } else { "INFO " }
        )
    });
    for log in [PYTEST, CARGO, DIED, LINT] {
        let (alone, input) = (verdict(log), format!("{app}{log}{app}"));
        assert_eq!(verdict(&input), alone);
        let amid = log.lines().map(|line| format!("{line}\n")).collect::<Vec<_>>();
        let (first, rest) = amid.split_at(amid.len() / 2);
        let shown = answer::answer(&["-m", "verbose"], format!("{}{app}{}", first.concat(), rest.concat()));
        assert!(!shown.text.contains("\nthe tide turns"), "{}", shown.text);
    }
}

#[test]
fn what_a_tool_that_nobody_knows_prints_after_a_word_proves_nothing() {
    for line in ["check: moors ... ok", "quay | PASS moors", "* moors: passed", "  all tests passed"] {
        let input = format!("{}\n", line).repeat(40);
        assert!(!verdict(&input).contains("PASSED"), "{line}");
    }
}

#[test]
fn the_first_line_with_a_clock_loses_it_as_the_others_do() {
    let input = wrapped("the tide turns\nmoored\n", |at, line| format!("10:00:0{at}  {line}"));
    let answer = answer::answer(&["-m", "minimal"], input);
    assert!(answer.text.starts_with("the tide turns\nmoored\n"), "{}", answer.text);
}

#[test]
fn a_message_of_several_lines_is_several_lines() {
    let lines: Vec<String> = CARGO.lines().map(json).collect();
    let input = wrapped(&(lines.join("\\n") + "\n"), |_, line| format!("{{\"msg\":\"{line}\"}}"));
    let first = "{\"msg\":\"opens\"}\n".repeat(3);
    assert_eq!(verdict(&format!("{first}{input}")), verdict(CARGO));
}

#[test]
fn what_failed_after_a_prefix_is_not_cured_by_the_next_run() {
    let each: [Wrap<'_>; 5] = [
        &|_, line| format!("> {line}"),
        &|at, line| format!("{at:6}\t{line}"),
        &|_, line| format!("stdout: {line}"),
        &|_, line| format!("2026-01-02 10:00:00,123 INFO  [main] {line}"),
        &|_, line| format!("{{\"msg\":\"{}\"}}", json(line)),
    ];
    // All of a run that failed, and the last of its lines.
    let lines: Vec<&str> = CARGO.lines().collect();
    let last = lines.split_at(lines.len() - 12).1.join("\n");
    for failed in [PYTEST, CARGO, &last, LINT] {
        for wrap in each {
            let prefixed = wrapped(failed, wrap);
            for next in [GO.to_owned(), wrapped(GO, wrap)] {
                let both = verdict(&format!("{prefixed}\n{next}"));
                assert!(!both.contains("PASSED"), "{prefixed}");
            }
        }
    }
}

#[test]
fn what_is_left_of_colours_is_no_text() {
    let log = "\u{1b}[1m\u{1b}[46m RUN \u{1b}[49m\u{1b}[22m \u{1b}[36mv3.0.5 \u{1b}[39m\u{1b}[90m/harbour\u{1b}[39m\n\n \
               \u{1b}[32m\u{2713}\u{1b}[39m quay.test.js\u{1b}[2m > \u{1b}[22mmoors\u{1b}[32m 2\u{1b}[2mms\u{1b}[22m\u{1b}[39m\n \
               \u{1b}[31m\u{d7}\u{1b}[39m quay.test.js\u{1b}[2m > \u{1b}[22msails\u{1b}[32m 3\u{1b}[2mms\u{1b}[22m\u{1b}[39m\n\
               \u{1b}[31m   \u{2192} expected 1 to be 2\u{1b}[39m\n\n\u{1b}[2m Test Files \u{1b}[22m \
               \u{1b}[1m\u{1b}[31m1 failed\u{1b}[39m\u{1b}[22m\u{1b}[90m (1)\u{1b}[39m\n\
               \u{1b}[2m      Tests \u{1b}[22m \u{1b}[1m\u{1b}[31m1 failed\u{1b}[39m\u{1b}[22m\u{1b}[2m | \u{1b}[22m\
               \u{1b}[1m\u{1b}[32m1 passed\u{1b}[39m\u{1b}[22m\u{1b}[90m (2)\u{1b}[39m\n";
    let alone = answer::answer(&[], log).text;
    assert_eq!(verdict(log), "weir: FAILED 1 failed, 1 passed");
    for escape in ["", "^[", "\\u001b", "\\033", "\\x1b", "\u{2190}"] {
        assert_eq!(verdict(&log.replace('\u{1b}', escape)), verdict(log), "{escape}");
    }
    assert!(
        answer::answer(&["-m", "minimal"], log.replace('\u{1b}', "")).text.contains("quay.test.js > sails"),
        "{alone}"
    );
}

#[test]
fn a_run_that_was_set_in_is_read_and_proves_a_pass_where_all_lines_are() {
    let reported = |input: &str| {
        let (answer, code) = answer::json(&[], input);
        let names = answer["failures"].as_array().unwrap().iter();
        (answer["counts"].clone(), names.map(|each| each["id"].clone()).collect::<Vec<_>>(), code)
    };
    for log in [DOTS, PYTEST, CARGO] {
        let alone = reported(log);
        for blanks in ["  ", "    ", "\t"] {
            assert_eq!(reported(&after(blanks, log)), alone, "{blanks:?}");
        }
    }
    let pass = DOTS.replace("..F..", ".....").split_once("\n\n====").unwrap().0.to_owned();
    let pass = format!(
        "{pass}\n\n============================= 100 passed in 0.12s ==============================\n"
    );
    assert!(verdict(&pass).starts_with("weir: PASSED 100 passed"), "{}", verdict(&pass));
    let set_in = after("    ", &pass);
    assert!(verdict(&set_in).starts_with("weir: PASSED 100 passed"), "{}", verdict(&set_in));
    // Another runner printed it.
    let inside = format!("{set_in}tide: closes\n");
    assert!(verdict(&inside).starts_with("weir: UNKNOWN 100 passed"), "{}", verdict(&inside));
}

#[test]
fn words_are_no_prefix() {
    for prefix in ["Running ", "test ", "FAILED: "] {
        assert!(!verdict(&after(prefix, GO)).contains("PASSED"), "{prefix:?}");
    }
}
