//! What goes on beside an answer, through the binary: progress on standard error, the comparison with the last run, and
//! the ceilings of readers.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use crate::support::Plain as _;

/// Longer than this nothing may take, on a machine with much else to do.
const LONG: Duration = Duration::from_secs(60);

fn weir(store: &str) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("weir"));
    command.plain();
    command.env("WEIR_STORE", store).env("TERM", "dumb");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The lines of a stream as they come.
fn lines(stream: impl std::io::Read + Send + 'static) -> Receiver<(Instant, String)> {
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            if sender.send((Instant::now(), line)).is_err() {
                break;
            }
        }
    });
    lines
}

/// A weir that is fed line by line.
struct Fed {
    weir: Child,
    input: Option<ChildStdin>,
    printed: Receiver<(Instant, String)>,
    answered: Receiver<(Instant, String)>,
}

impl Fed {
    fn with(words: &[&str]) -> Self {
        let mut weir = weir("off").args(words).stdin(Stdio::piped()).spawn().unwrap();
        let (input, printed) = (weir.stdin.take(), lines(weir.stderr.take().unwrap()));
        let answered = lines(weir.stdout.take().unwrap());
        Self { weir, input, printed, answered }
    }

    fn feed(&mut self, text: &str) {
        self.input.as_mut().unwrap().write_all(text.as_bytes()).unwrap();
    }

    /// Everything else that it says, and what it answers.
    fn end(mut self) -> (Vec<String>, String) {
        drop(self.input.take());
        self.weir.wait().unwrap();
        let printed = self.printed.iter().map(|(_, line)| line).collect();
        (printed, self.answered.iter().map(|(_, line)| line + "\n").collect())
    }
}

#[test]
fn r17_a_failure_is_on_standard_error_as_soon_as_its_line_came() {
    let mut delays = Vec::new();
    for _ in 0..20 {
        let mut fed = Fed::with(&["--progress", "always"]);
        fed.feed("running 3 tests\ntest a ... ok\n");
        std::thread::sleep(Duration::from_millis(20));
        let fed_at = Instant::now();
        fed.feed("test tide::falls ... FAILED\n");
        let (came, line) = fed.printed.recv_timeout(LONG).unwrap();
        assert_eq!(line, "FAIL tide::falls");
        delays.push(came.duration_since(fed_at));
        fed.feed("test b ... ok\n");
        let (printed, answer) = fed.end();
        assert_eq!(printed, [""; 0]);
        assert!(answer.contains("weir: FAILED 1 failed, 2 passed"), "{answer}");
    }
    // The machine may be busy; the quickest shows what we add.
    assert!(delays.iter().min().unwrap() < &Duration::from_millis(100), "{delays:?}");
}

#[test]
fn a_failure_after_a_prefix_that_is_not_known_yet_waits_for_no_further_line() {
    for prefix in ["quay> ", "2026-01-02 03:04:05 INFO  [main] "] {
        let mut fed = Fed::with(&["--progress", "always"]);
        for line in ["running 3 tests", "test a ... ok", "test tide::falls ... FAILED"] {
            fed.feed(&format!("{prefix}{line}\n"));
        }
        let (_, line) = fed.printed.recv_timeout(LONG).unwrap();
        assert_eq!(line, "FAIL tide::falls");
        fed.end();
    }
}

#[test]
fn r17_the_failures_of_a_section_that_closed_are_answered_at_once() {
    let mut fed = Fed::with(&["--progress", "never"]);
    let mut log = "running 200 tests\n".to_owned();
    for number in 0..199 {
        log += &format!("test t::case_{number} ... ok\n");
    }
    log += "test t::falls ... FAILED\n\nfailures:\n\n---- t::falls stdout ----\nthread 't::falls' panicked at src/t.rs:3:5:\nlow water\n\n\nfailures:\n    t::falls\n\ntest result: FAILED. 199 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s\n\n";
    fed.feed(&log);
    fed.feed("     Running unittests src/main.rs (target/debug/deps/x-0123456789abcdef)\n\nrunning 1 test\n");
    let (_, line) = fed.answered.recv_timeout(LONG).unwrap();
    assert_eq!(line, "---- t::falls stdout ----");
    assert!(fed.weir.try_wait().unwrap().is_none());
    fed.end();
}

#[test]
fn the_answer_comes_as_soon_as_the_input_ends() {
    let mut delays = Vec::new();
    for size in [1, 20_000] {
        let log = format!("running 2 tests\ntest a ... FAILED\n{}", "test b ... ok\n".repeat(size));
        let quickest = (0..10).map(|_| {
            let mut fed = Fed::with(&["--progress", "always"]);
            fed.feed(&log);
            let (_, line) = fed.printed.recv_timeout(LONG).unwrap();
            assert_eq!(line, "FAIL a");
            // All that was fed is read before the end comes.
            std::thread::sleep(Duration::from_millis(100));
            let ended_at = Instant::now();
            drop(fed.input.take());
            fed.answered.iter().last().unwrap().0.duration_since(ended_at)
        });
        delays.push(quickest.min().unwrap());
    }
    assert!(delays.iter().all(|delay| delay < &Duration::from_millis(20)), "{delays:?}");
}

/// `cargo test --test cli -- --ignored half_a_minute`
#[test]
#[ignore = "takes half a minute"]
fn a_plain_line_comes_after_half_a_minute_without_one() {
    let begun = Instant::now();
    let mut fed = Fed::with(&["--progress", "always"]);
    fed.feed("running 3 tests\ntest tide::rises ... ok\n");
    let (_, line) = fed.printed.recv_timeout(LONG).unwrap();
    assert_eq!(line, "weir: 30 s, 1 passed, 0 failed; last tide::rises");
    let waited = begun.elapsed();
    assert!((29..=33).contains(&waited.as_secs()), "{waited:?}");
    fed.feed("test b ... ok\ntest c ... ok\n\ntest result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 31.00s\n");
    let (printed, answer) = fed.end();
    assert_eq!(printed, [""; 0]);
    assert!(answer.contains("weir: PASSED 3 passed"), "{answer}");
}

/// `cargo test --test cli -- --ignored half_a_minute`
#[test]
#[ignore = "takes half a minute"]
fn a_ci_sees_after_half_a_minute_that_a_command_runs_unless_it_is_to_be_quiet() {
    let script =
        "echo running 2 tests; echo test tide::rises ... ok; echo test tide::falls ... FAILED; sleep 32";
    let begin = |options: &[&str]| {
        let command = [&["run"], options, &["--", "sh", "-c", script]].concat();
        weir("off").args(command).env("CI", "true").spawn().unwrap()
    };
    let (plain, quiet) = (begin(&[]), begin(&["--quiet"]));
    let printed = |child: Child| String::from_utf8(child.wait_with_output().unwrap().stderr).unwrap();
    assert_eq!(printed(plain), "weir: 30 s, 1 passed, 1 failed\n");
    assert_eq!(printed(quiet), "");
}

#[test]
fn the_whole_output_is_saved_without_its_secrets_packed_as_its_name_says() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let mut log =
        String::from("running 20000 tests\nexport GITHUB_TOKEN=ghp_16C7e42F292c6912E7710c838347Ae178B4a\n");
    (0..20_000).for_each(|number| log += &format!("test tide::rises_{number} ... ok\n"));
    log += "no end of a line";
    fs::write(path("in.log"), &log).unwrap();
    let hidden = log.replace("ghp_16C7e42F292c6912E7710c838347Ae178B4a", "[redacted:secret]");
    let save = |name: &str, options: &[&str]| {
        let (file, log) = (path(name), path("in.log"));
        let words = [&["run", "--save", &*file], options, &["--", "cat", &*log]].concat();
        assert!(weir("off").args(words).output().unwrap().stderr.is_empty());
        fs::read(path(name)).unwrap()
    };
    // What was there before is gone.
    fs::write(path("out.log"), "old").unwrap();
    let saved = String::from_utf8(save("out.log", &[])).unwrap();
    assert!(saved == hidden, "{}", &saved[..200]);
    assert!(save("open.log", &["--no-redact"]) == log.as_bytes());
    let mut unpacked = String::new();
    flate2::read::GzDecoder::new(&*save("out.log.gz", &[])).read_to_string(&mut unpacked).unwrap();
    assert!(unpacked == hidden);
    assert!(zstd::decode_all(&*save("out.log.zst", &[])).unwrap() == hidden.as_bytes());
    // weir reads again what it saved.
    let again = weir("off").arg(path("out.log.gz")).output().unwrap();
    assert!(String::from_utf8(again.stdout).unwrap().contains("20000 passed"));
}

#[test]
fn a_file_that_cannot_be_saved_to_is_exit_74_before_anything_runs_and_no_input_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let mark = format!("touch {}", at("mark"));
    let output = weir("off").args(["run", "--save", &at(""), "--", "sh", "-c", &mark]).output().unwrap();
    let printed = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(74), "{printed}");
    assert!(printed.starts_with("weir: failed to write the output to ") && !Path::new(&at("mark")).exists());
    fs::write(at("in.log"), "a\n").unwrap();
    let output = weir("off").args([&at("in.log"), "--save", &at("in.log")]).output().unwrap();
    assert_eq!((output.status.code(), fs::read_to_string(at("in.log")).unwrap().as_str()), (Some(2), "a\n"));
    if cfg!(target_os = "linux") {
        // Trouble on the way is reported, and the command is no worse for it.
        let words = ["run", "--save", "/dev/full", "--", "sh", "-c", "echo; echo running 1 test; exit 3"];
        let output = weir("off").args(words).output().unwrap();
        assert_eq!(output.status.code(), Some(3));
        assert!(
            String::from_utf8(output.stderr).unwrap().contains("failed to write the output to '/dev/full'")
        );
    }
}

/// pytest's `-v` tells of a failure where its test runs, in a block, and in its closing list: by three spellings of its name.
#[cfg(unix)]
#[test]
fn no_failure_of_a_session_that_tells_of_it_three_times_is_reported_twice() {
    let session = "\
============================= test session starts ==============================
collecting ... collected 3 items

pier/test_quay.py::TestQuay::test_moors FAILED                           [ 33%]
pier/test_quay.py::test_lifts[a b] FAILED                                [ 66%]
pier/test_quay.py::test_falls PASSED                                     [100%]

=================================== FAILURES ===================================
_____________________________ TestQuay.test_moors ______________________________

>       assert 1 == 2
E       assert 1 == 2

pier/test_quay.py:4: AssertionError
________________________________ test_lifts[a b] ________________________________

>       assert 2 == 3
E       assert 2 == 3

pier/test_quay.py:9: AssertionError
=========================== short test summary info ============================
FAILED pier/test_quay.py::TestQuay::test_moors - assert 1 == 2
FAILED pier/test_quay.py::test_lifts[a b] - assert 2 == 3
========================= 2 failed, 1 passed in 0.02s ==========================
";
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("session.txt");
    std::fs::write(&log, session).unwrap();
    // Line by line, so that each is judged before the next comes.
    let script = "while IFS= read -r line; do printf '%s\\n' \"$line\"; sleep 0.01; done < \"$0\"; exit 1";
    let output = weir("off")
        .args(["run", "--no-compare", "--progress", "always", "--", "sh", "-c", script])
        .arg(&log)
        .output()
        .unwrap();
    let printed = String::from_utf8(output.stderr).unwrap();
    let failures: Vec<&str> = printed.lines().filter(|line| line.starts_with("FAIL ")).collect();
    assert_eq!(
        failures,
        ["FAIL pier/test_quay.py::TestQuay::test_moors", "FAIL pier/test_quay.py::test_lifts[a b]"]
    );
    let answer = String::from_utf8(output.stdout).unwrap();
    assert!(answer.contains("weir: FAILED 2 failed, 1 passed"), "{answer}");
}

#[test]
fn off_a_terminal_nothing_is_shown_unless_it_is_asked_for() {
    for words in [&[][..], &["--progress", "auto"], &["--progress", "never"]] {
        let mut fed = Fed::with(words);
        fed.feed("running 1 test\ntest a ... FAILED\n");
        let (printed, answer) = fed.end();
        assert_eq!(printed, [""; 0]);
        assert!(answer.contains("weir: FAILED 1 failed"), "{answer}");
    }
}

#[test]
fn progress_changes_no_byte_of_the_answer() {
    let log = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/cargo-test/few-failures.log");
    let with = |when: &str| {
        let output = weir("off").args(["--progress", when, log]).output().unwrap();
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let (answer, printed) = with("always");
    assert_eq!(printed.lines().filter(|line| line.starts_with("FAIL ")).count(), 5, "{printed}");
    assert_eq!(with("never"), (answer, String::new()));
}

#[test]
fn a_name_from_hostile_input_is_printed_safely_without_secrets_and_not_for_ever() {
    let mut fed = Fed::with(&["--progress", "always"]);
    fed.feed("running 9 tests\n");
    fed.feed("test \u{1b}]0;title\u{7}evil\u{202e} ... FAILED\n");
    fed.feed("test login[ghp_16C7e42F292c6912E7710c838347Ae178B4a] ... FAILED\n");
    fed.feed(&format!("test {} ... FAILED\n", "long".repeat(2000)));
    for number in 0..1000 {
        fed.feed(&format!("test t{number} ... FAILED\n"));
    }
    let (printed, _) = fed.end();
    assert!(printed.len() <= 201, "{}", printed.len());
    assert!(printed.iter().all(|line| line.chars().count() <= 210), "{printed:?}");
    let all = printed.join("\n");
    assert!(!all.contains('\u{1b}') && !all.contains('\u{202e}') && !all.contains("ghp_16C7"), "{all}");
    assert!(all.contains("evil") && all.contains("[redacted:"), "{all}");
}

#[test]
fn a_standard_error_that_is_closed_full_or_stuck_changes_nothing() {
    let shell = |streams: &str| {
        let line = format!(
            "for i in $(seq 3000); do echo \"test t$i ... FAILED\"; done | \"$0\" --progress always -m minimal {streams}; echo code $?"
        );
        let output = Command::new("bash")
            .env("WEIR_STORE", "off")
            .args(["-c", &line])
            .arg(assert_cmd::cargo::cargo_bin("weir"))
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let answer = shell("2>/dev/null");
    assert!(answer.contains("weir: FAILED 3000 failed") && answer.ends_with("code 1\n"), "{answer}");
    assert_eq!(shell("2>&-"), answer);
    if cfg!(target_os = "linux") {
        assert_eq!(shell("2>/dev/full"), answer);
    }
    // A pipe that is full and that nobody reads.
    let (reader, mut writer) = std::io::pipe().unwrap();
    rustix::fs::fcntl_setfl(&writer, rustix::fs::OFlags::NONBLOCK).unwrap();
    while writer.write(&[b'x'; 4096]).is_ok() {}
    rustix::fs::fcntl_setfl(&writer, rustix::fs::OFlags::empty()).unwrap();
    let mut child = weir("off")
        .args(["--progress", "always", "-m", "minimal"])
        .stdin(Stdio::piped())
        .stderr(writer)
        .spawn()
        .unwrap();
    let begun = Instant::now();
    let log: String = (0..3000).map(|number| format!("test t{number} ... FAILED\n")).collect();
    child.stdin.take().unwrap().write_all(log.as_bytes()).unwrap();
    let mut text = String::new();
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert!(text.contains("weir: FAILED 3000 failed") && begun.elapsed() < LONG, "{text}");
    drop(reader);
}

/// What a terminal shows of this line of shell, `$W` being weir.
#[cfg(target_os = "linux")]
fn on_a_terminal(line: &str) -> String {
    let weir = assert_cmd::cargo::cargo_bin("weir");
    let output = Command::new("script")
        .args(["-qec", &line.replace("$W", weir.to_str().unwrap()), "/dev/null"])
        .env("SHELL", "/bin/bash")
        .env("WEIR_STORE", "off")
        .env("TERM", "xterm")
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .output()
        .expect("script(1) of util-linux");
    String::from_utf8(output.stdout).unwrap()
}

/// The text that stays on a terminal: what was drawn over is gone.
#[cfg(target_os = "linux")]
fn stays(shown: &str) -> String {
    let rows = shown.split('\n').map(|row| row.rsplit("\u{1b}[2K").next().unwrap_or(row).replace('\r', ""));
    rows.collect::<Vec<_>>().join("\n")
}

#[cfg(target_os = "linux")]
const SLOW: &str =
    "sh -c 'echo running 2 tests; echo test a ... FAILED; sleep 1; echo test tide::rises ... ok; sleep 1'";

#[test]
#[cfg(target_os = "linux")]
fn a_bar_on_a_terminal_is_gone_when_the_answer_comes() {
    for line in [format!("$W run -- {SLOW}"), format!("{SLOW} | $W")] {
        let shown = on_a_terminal(&line);
        assert!(shown.contains("1 passed, 1 failed  tide::rises"), "{shown:?}");
        assert!(shown.contains("FAIL a "), "{shown:?}");
        let stays = stays(&shown);
        assert!(
            stays.contains(
                "running 2 tests\ntest a ... FAILED\ntest tide::rises ... ok\nweir: FAILED 1 failed, 1 passed"
            ),
            "{stays:?}"
        );
    }
    let quiet = on_a_terminal(&format!("$W run --progress never -- {SLOW}"));
    assert!(!quiet.contains('\u{1b}'), "{quiet:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn marks_on_a_line_without_an_end_are_counted_and_are_no_question() {
    let unittest = "printf ..; sleep 1.5; printf F; sleep 0.5; printf 's\\n\\nRan 4 tests in 2.0s\\n\\nFAILED (failures=1, skipped=1)\\n'; exit 1";
    let shown = on_a_terminal(&format!("$W run -- sh -c \"{unittest}\""));
    for numbers in ["2 passed, 0 failed", "2 passed, 1 failed"] {
        assert!(shown.contains(numbers), "{numbers}: {shown:?}");
    }
    // The bar is the last thing before the answer, which has the marks once.
    assert!(!stays(&shown).contains("..F") || stays(&shown).matches("..F").count() == 1, "{shown:?}");
    let row = ".".repeat(63);
    let phpunit = format!("printf '{row} 63 / 70 (90%%)\\n'; sleep 0.5; printf ..; sleep 0.5; echo");
    let shown = on_a_terminal(&format!("$W run -- sh -c \"{phpunit}\""));
    assert!(shown.contains("63 passed, 0 failed") && shown.contains("65 passed, 0 failed"), "{shown:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_bar_says_of_how_many_and_a_question_is_shown_while_it_waits() {
    let shown = on_a_terminal(&format!("$W run -- {SLOW}"));
    assert!(shown.contains("2 of 2, 1 passed, 1 failed"), "{shown:?}");
    let asked = on_a_terminal(
        "$W run -- sh -c 'echo begun; printf \"Password for x: \"; sleep 2.5; echo; echo done'",
    );
    let question = asked.find("Password for x: ").expect("a question");
    // It comes before the answer, and no bar is drawn after it while it waits.
    let after = &asked[question + "Password for x: ".len()..];
    assert!(after.starts_with("\r\n") || after.starts_with('\n'), "{asked:?}");
    assert!(stays(after).contains("begun\nPassword for x: \ndone\nweir: PASSED"), "{asked:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_person_gets_the_colours_of_the_tool_and_nothing_else_of_its_sequences() {
    let script = r"printf '\033]0;title\007running 2 tests\n\033[1;31mtest a ... FAILED\033[0m\ntest \033[32mb\033[m ... ok\033[5n\n'; exit 1";
    let line = |options: &str, to: &str| {
        format!("NO_COLOR= $W run --progress never {options} -- sh -c \"{script}\" {to}")
    };
    let shown = on_a_terminal(&line("", ""));
    assert!(shown.contains("\u{1b}[1;31mtest a ... FAILED\u{1b}[0m"), "{shown:?}");
    assert!(shown.contains("test \u{1b}[32mb\u{1b}[m ... ok\u{1b}[0m"), "{shown:?}");
    assert!(!shown.contains("title") && !shown.contains("[5n"), "{shown:?}");
    // Whoever wants none gets none, and a pipe gets none.
    for line in [line("--color never", ""), line("", "| cat")] {
        let shown = on_a_terminal(&line);
        assert!(!shown.contains('\u{1b}') && shown.contains("test a ... FAILED"), "{shown:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn where_a_tool_prints_no_colours_a_person_gets_those_of_weir() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let text = "=== FAILURES ===\n____ test_a ____\n\n    def test_a():\n>       assert f() == 2\nE       assert 1 == 2\nE         - 2\nE         + 1\n\ntests/test_a.py:4: AssertionError\n=== short test summary info ===\nFAILED tests/test_a.py::test_a - assert 1 == 2\n=== 1 failed, 2 passed in 0.02s ===\n";
    fs::write(&log, text).unwrap();
    let line = |options: &str, before: &str| {
        format!(
            "NO_COLOR= {before} $W run --progress never {options} -- sh -c 'cat {}; exit 1'",
            log.display()
        )
    };
    let shown = on_a_terminal(&line("", ""));
    for (color, line) in [
        ("1;31", "____ test_a ____"),
        ("31", "E       assert 1 == 2"),
        ("31", "E         - 2"),
        ("32", "E         + 1"),
        ("0;36", "tests/test_a.py:4"),
    ] {
        assert!(shown.contains(&format!("\u{1b}[{color}m{line}\u{1b}[0m")), "{line}: {shown:?}");
    }
    for line in [
        line("--color never", ""),
        line("", "NO_COLOR=1"),
        line("", "FORCE_COLOR=0"),
        line("", "") + " | cat",
    ] {
        let plain = on_a_terminal(&line);
        assert!(!plain.contains('\u{1b}') && plain.contains("E         + 1"), "{plain:?}");
    }
    assert!(on_a_terminal(&(line("", "FORCE_COLOR=1") + " | cat")).contains("\u{1b}[31mE"));
    // A tool that prints colours on a terminal only has its own ones.
    let script = folder.path().join("tool");
    fs::write(
        &script,
        "test -t 1 && printf '\\033[35mtest a ... FAILED\\033[m\\n' || echo no terminal; exit 1\n",
    )
    .unwrap();
    let run = |options: &str| {
        on_a_terminal(&format!("NO_COLOR= $W run --progress never {options} sh {}", script.display()))
    };
    assert!(run("--pty").contains("\u{1b}[35mtest a ... FAILED") && run("").contains("no terminal"));
}

#[test]
#[cfg(target_os = "linux")]
fn failures_are_apart_for_a_person_and_not_for_a_program() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    fs::write(&log, many_failures().replace("broke ", "b ")).unwrap();
    let line = format!("$W run --progress never -- cat {}", log.display());
    let blank = |text: &str| text.replace('\r', "").matches("\n\n").count();
    let (person, program) = (on_a_terminal(&line), on_a_terminal(&format!("{line} | cat")));
    assert!(blank(&person) > 5, "{person}");
    assert_eq!(blank(&program), 0, "{program}");
    // Nothing is lost for it.
    let named = |text: &str| text.matches("water::breaks_").count();
    assert!(named(&person) + 20 >= named(&program), "{person}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_bar_and_an_answer_that_begins_early_do_not_mix() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let mut text = "running 200 tests\n".to_owned();
    for number in 0..199 {
        text += &format!("test t::case_{number} ... ok\n");
    }
    text += "test t::falls ... FAILED\n\nfailures:\n\n---- t::falls stdout ----\nthread 't::falls' panicked at src/t.rs:3:5:\nlow water\n\n\nfailures:\n    t::falls\n\ntest result: FAILED. 199 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s\n\n";
    fs::write(&log, text).unwrap();
    let shown = on_a_terminal(&format!(
        "sh -c 'sleep 0.4; cat {0}; echo; echo running 1 test; sleep 1; echo test z ... ok' | $W",
        log.display()
    ));
    let stays = stays(&shown);
    let block = "---- t::falls stdout ----\nthread 't::falls' panicked at src/t.rs:3:5:\nlow water\n";
    assert!(stays.contains(block), "{stays:?}");
    assert!(shown.matches("passed, ").count() > 3, "{shown:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn on_a_busy_machine_neither_a_line_nor_the_bar_is_in_an_answer() {
    use std::sync::atomic::{AtomicBool, Ordering};
    static OVER: AtomicBool = AtomicBool::new(false);
    let busy: Vec<_> = (0..4)
        .map(|_| {
            std::thread::spawn(|| {
                while !OVER.load(Ordering::Relaxed) {
                    std::hint::black_box(0);
                }
            })
        })
        .collect();
    let mut faults = Vec::new();
    for _ in 0..6 {
        let shown = on_a_terminal(
            "$W run -m minimal -- sh -c 'echo running 150 tests; for i in $(seq 150); do echo test t$i ... FAILED; done; sleep 0.3; for i in $(seq 151 170); do echo test t$i ... FAILED; done'",
        );
        let stays = stays(&shown);
        let answer = stays.lines().skip_while(|line| line.starts_with("FAIL ") || line.is_empty());
        let answer: Vec<&str> = answer.collect();
        let own = |line: &&str| {
            line.starts_with("FAIL ") || line.contains("passed, ") && !line.starts_with("weir:")
        };
        if answer.iter().any(own) || !answer.last().is_some_and(|line| line.starts_with("weir: ")) {
            faults.push(stays.clone());
        }
    }
    OVER.store(true, Ordering::Relaxed);
    busy.into_iter().for_each(|thread| thread.join().unwrap());
    assert!(faults.is_empty(), "{} of 6: {}", faults.len(), faults[0]);
}

// The last run.

struct Store {
    folder: tempfile::TempDir,
}

impl Store {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("store")
    }

    fn weir(&self) -> Command {
        let mut weir = weir(self.path().to_str().unwrap());
        weir.current_dir(self.folder.path());
        weir
    }

    /// Runs a command that prints a log of this run.
    fn run(&self, options: &[&str], log: &str) -> Output {
        let file = self.folder.path().join("log");
        fs::write(&file, log).unwrap();
        self.weir().arg("run").args(options).args(["--", "cat", "log"]).output().unwrap()
    }

    fn printed(&self, options: &[&str], log: &str) -> String {
        let output = self.run(options, log);
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        String::from_utf8(output.stdout).unwrap()
    }

    fn remembered(&self) -> Vec<PathBuf> {
        let files = fs::read_dir(self.path()).into_iter().flatten().map(|entry| entry.unwrap().path());
        let is_last =
            |path: &PathBuf| path.file_name().unwrap().to_str().is_some_and(|name| name.starts_with("last-"));
        files.filter(is_last).collect()
    }
}

/// A run in which these fail, as one test binary.
fn run_of(failing: &[&str]) -> String {
    let all = ["a", "b", "c", "d"];
    let mut log =
        "     Running unittests src/lib.rs (target/debug/deps/x-0123456789abcdef)\n\nrunning 4 tests\n"
            .to_owned();
    for name in all {
        log += &format!("test {name} ... {}\n", if failing.contains(&name) { "FAILED" } else { "ok" });
    }
    let word = if failing.is_empty() { "ok" } else { "FAILED" };
    let (failed, passed) = (failing.len(), all.len() - failing.len());
    log + &format!(
        "\ntest result: {word}. {passed} passed; {failed} failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s\n"
    )
}

#[test]
fn r11_a_run_that_fixes_one_test_and_breaks_another_says_both() {
    let store = Store::new();
    let first = store.printed(&[], &run_of(&["a", "c"]));
    assert!(!first.contains("still failing"), "{first}");
    let second = store.printed(&[], &run_of(&["b", "c"]));
    assert!(second.contains("; new 1, fixed 1)"), "{second}");
    assert!(second.contains("test b ... FAILED") && second.contains("test c ... FAILED"), "{second}");
    let passed = store.printed(&[], &run_of(&[]));
    assert!(passed.contains("; fixed 2)"), "{passed}");
    let again = store.printed(&[], &run_of(&[]));
    assert!(!again.contains("fixed"), "{again}");
}

#[test]
fn what_did_not_run_again_is_not_fixed() {
    let store = Store::new();
    store.run(&[], &run_of(&["a", "c"]));
    let begun = "     Running unittests src/lib.rs (target/debug/deps/x-0123456789abcdef)\n\nrunning 4 tests\ntest a ... FAILED\n";
    let broken = store.printed(&[], begun);
    assert!(broken.contains("; still failing 1, not seen 1"), "{broken}");
    let whole = store.printed(&[], &run_of(&["c"]));
    assert!(whole.contains("; fixed 1)"), "{whole}");
    let other = "     Running tests/voyage.rs (target/debug/deps/voyage-0123456789abcdef)\n\nrunning 1 test\ntest z ... FAILED\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s\n";
    let other = store.printed(&[], other);
    assert!(other.contains("; new 1, not seen 1"), "{other}");
}

#[test]
fn a_test_that_was_fixed_is_fixed_however_many_parts_the_run_has() {
    let binary = |number: usize, failing: usize| {
        let name = format!("case_{number}");
        crate::support::runs::cargo_test(&format!("tests/{name}.rs"), 2, &[("breaks", "no")][..failing])
            .replace("harbour-", &format!("{name}-"))
    };
    let go = |number: usize, failing: usize| {
        if failing == 0 {
            return format!("ok  \texample.com/dam/p{number}\t0.01s\n");
        }
        format!(
            "--- FAIL: TestBreaks (0.00s)\n    dam_test.go:3: low\nFAIL\nFAIL\texample.com/dam/p{number}\t0.01s\n"
        )
    };
    let parts: [&dyn Fn(usize, usize) -> String; 2] = [&binary, &go];
    for part in parts {
        let run = |failing: &[usize]| -> String {
            (0..260).map(|number| part(number, usize::from(failing.contains(&number)))).collect()
        };
        let store = Store::new();
        store.printed(&[], &run(&[3, 199, 258]));
        let second = store.printed(&[], &run(&[3]));
        assert!(second.contains("; fixed 2)"), "{second}");
        // Of a run that ended early the rest was not seen.
        let store = Store::new();
        store.printed(&[], &run(&[3, 199, 258]));
        let early: String = (0..200).map(|number| part(number, usize::from(number == 3))).collect();
        let second = store.printed(&[], &early);
        assert!(second.contains("; fixed 1, not seen 1)"), "{second}");
    }
}

#[test]
fn removing_all_runs_forgets_the_last_runs_and_removing_one_does_not() {
    let store = Store::new();
    let long = format!("{}{}", "noise\n".repeat(500), run_of(&["a", "c"]));
    let show = |words: &[&str]| {
        let output = store.weir().arg("show").args(words).output().unwrap();
        assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
        String::from_utf8(output.stdout).unwrap()
    };
    let answer = store.printed(&["-m", "minimal"], &long);
    let id = answer.trim_end().rsplit(' ').next().unwrap();
    assert_eq!(show(&["--purge", id]), "weir: removed 1 stored run\n");
    let answer = store.printed(&["-m", "minimal"], &long);
    assert!(answer.contains("; still failing 2)"), "{answer}");
    assert_eq!(
        show(&["--purge", "--yes"]),
        "weir: removed 1 stored run, forgot the last runs of 1 command\n"
    );
    assert_eq!(fs::read_dir(store.path()).unwrap().count(), 0);
    let answer = store.printed(&["-m", "minimal"], &long);
    assert!(!answer.contains("still failing"), "{answer}");
}

#[test]
fn new_failures_come_first_and_none_is_hidden() {
    let store = Store::new();
    let log = |from: usize| -> String {
        let mut log = "running 400 tests\n".to_owned();
        for number in 0..400 {
            let word = if number >= from { "FAILED" } else { "ok" };
            log += &format!("test t::case_{number} ... {word}\n");
        }
        let failed = 400 - from;
        log + &format!(
            "\ntest result: FAILED. {from} passed; {failed} failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s\n"
        )
    };
    let old = log(300)
        .replace("case_399 ... FAILED", "case_399 ... ok")
        .replace("300 passed; 100", "301 passed; 99");
    store.run(&["-m", "minimal"], &old);
    let answer = store.printed(&["-m", "minimal"], &log(300));
    assert!(answer.contains("; new 1)"), "{answer}");
    assert!(answer.lines().next().unwrap().contains("case_399"), "{answer}");
    for number in 300..400 {
        assert!(answer.contains(&number.to_string()), "{number}: {answer}");
    }
}

#[test]
fn without_comparison_nothing_is_printed_and_nothing_remembered() {
    let store = Store::new();
    store.run(&["--no-compare"], &run_of(&["a"]));
    assert_eq!(store.remembered(), Vec::<PathBuf>::new());
    store.run(&[], &run_of(&["a"]));
    assert_eq!(store.remembered().len(), 1);
    for options in [&["--no-compare"][..], &["--no-store"]] {
        let answer = store.printed(options, &run_of(&["b"]));
        assert!(!answer.contains("still failing"), "{options:?}: {answer}");
    }
    let answer = store.printed(&[], &run_of(&["a"]));
    assert!(answer.contains("; still failing 1)"), "{answer}");
}

#[test]
fn a_named_log_is_compared_and_an_unnamed_one_is_not() {
    let store = Store::new();
    let filter = |words: &[&str], log: &str| {
        let mut child = store.weir().args(words).stdin(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(log.as_bytes()).unwrap();
        String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
    };
    let plain = filter(&[], &run_of(&["a"]));
    filter(&["--name", "unit"], &run_of(&["a"]));
    assert_eq!(filter(&[], &run_of(&["a"])), plain);
    let named = filter(&["--name", "unit"], &run_of(&["a", "b"]));
    assert!(named.contains("; new 1)"), "{named}");
    let other = filter(&["--name", "other"], &run_of(&["a", "b"]));
    assert!(!other.contains("still failing"), "{other}");
}

#[test]
fn another_folder_or_command_has_a_last_run_of_its_own() {
    let store = Store::new();
    store.run(&[], &run_of(&["a"]));
    fs::create_dir(store.folder.path().join("sub")).unwrap();
    let elsewhere = store
        .weir()
        .current_dir(store.folder.path().join("sub"))
        .args(["run", "--", "cat", "log"])
        .output()
        .unwrap();
    assert!(!String::from_utf8(elsewhere.stdout).unwrap().contains("still failing"));
    let other = store.weir().args(["run", "--", "cat", "./log"]).output().unwrap();
    assert!(!String::from_utf8(other.stdout).unwrap().contains("still failing"));
}

#[test]
fn a_damaged_or_foreign_memory_is_none_and_is_written_anew() {
    let store = Store::new();
    store.run(&[], &run_of(&["a"]));
    let file = store.remembered().remove(0);
    for damage in [&b""[..], b"weir last 1\n", &[0xff; 5000], b"weir last 2\nx\n"] {
        fs::write(&file, damage).unwrap();
        let answer = store.printed(&[], &run_of(&["a"]));
        assert!(!answer.contains("still failing"), "{answer}");
        let answer = store.printed(&[], &run_of(&["a"]));
        assert!(answer.contains("; still failing 1)"), "{answer}");
    }
}

#[test]
fn the_json_says_the_same_and_fits_its_schema() {
    let store = Store::new();
    store.run(&[], &run_of(&["a", "c"]));
    let answer = store.printed(&["--format", "json"], &run_of(&["b", "c"]));
    let json: serde_json::Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(
        json["compared"],
        serde_json::json!({ "new": 1, "fixed": 1, "still_failing": 1, "not_seen": 0 })
    );
    let failures: Vec<_> = json["failures"]
        .as_array()
        .unwrap()
        .iter()
        .map(|each| (each["id"].as_str(), each["new"].as_bool()))
        .collect();
    assert_eq!(failures, [(Some("b"), Some(true)), (Some("c"), Some(false))]);
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/render/schema/weir.filter.1.json");
    let schema: serde_json::Value = serde_json::from_str(&fs::read_to_string(schema).unwrap()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    assert!(validator.is_valid(&json), "{json}");
}

// Times of tests.

#[test]
fn the_slowest_tests_are_reported_and_what_became_much_slower() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store");
    let log = |milliseconds: u64| {
        let tests: String = (1..=20)
            .map(|number| format!("    \u{2713} rises {number} ({} ms)\n", number * milliseconds))
            .collect();
        format!(
            "FAIL ./tide.test.js\n  tide\n{tests}    \u{2715} falls (7 ms)\n\n  \u{25cf} tide \u{203a} falls\n\n    no\n\nTests:       1 failed, 20 passed, 21 total\n"
        )
    };
    let run = |milliseconds: u64, format: &str| {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin("weir"));
        command.env("WEIR_STORE", &store).env("WEIR_FIT", "off").current_dir(folder.path());
        command.args(["--name", "tide", "--slowest", "2", "--format", format, "-m", "minimal"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(log(milliseconds).as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
        String::from_utf8(output.stdout).unwrap()
    };
    let first: serde_json::Value = serde_json::from_str(&run(10, "json")).unwrap();
    assert_eq!(first["slowest"].as_array().unwrap().len(), 2, "{first}");
    assert_eq!(first["slowest"][0]["duration_ms"], 200);
    assert!(first["slowest"][0]["id"].as_str().unwrap().ends_with("rises 20"), "{first}");
    assert_eq!(first["failures"][0]["duration_ms"], 7);
    assert!(first.get("compared").is_none());
    let text = run(100, "text");
    assert!(text.contains("weir: slow 2.0 s ") && text.contains("weir: slow 1.9 s "), "{text}");
    assert!(text.contains("weir: slower 2.0 s, last time 200 ms: "), "{text}");
    assert!(text.contains("slower 11"), "{text}");
    let again: serde_json::Value = serde_json::from_str(&run(300, "json")).unwrap();
    assert_eq!(again["compared"]["slower"][0]["last_ms"], 2000, "{again}");
    let schema = format!("{}/src/render/schema/weir.filter.1.json", env!("CARGO_MANIFEST_DIR"));
    let schema: serde_json::Value = serde_json::from_str(&fs::read_to_string(schema).unwrap()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<String> = validator.iter_errors(&again).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?}");
}

// The ceilings of readers.

#[test]
fn an_answer_fits_its_reader_in_every_mode_whatever_its_letters() {
    let name = "größe_和_😀";
    let mut log = "running 3000 tests\n".to_owned();
    for number in 0..3000 {
        log += &format!("test module::{name}{number} ... FAILED\n");
    }
    log += "\nfailures:\n\n";
    for number in 0..3000 {
        log += &format!(
            "---- module::{name}{number} stdout ----\nthread 'x' panicked at src/größe.rs:{number}:1:\n和和和和和和和和和和和和和和和和和和和和和\n\n"
        );
    }
    for (reader, chars, bytes, lines) in [
        ("claude-code", 9_900, usize::MAX, usize::MAX),
        ("codex", usize::MAX, 10_000, usize::MAX),
        ("copilot", 20_000, usize::MAX, usize::MAX),
        ("gemini-cli", 40_000, usize::MAX, usize::MAX),
        ("opencode", usize::MAX, 51_200, 2_000),
        ("qwen-code", 10_000, usize::MAX, usize::MAX),
        ("github-summary", usize::MAX, 1_000_000, usize::MAX),
    ] {
        for mode in ["minimal", "standard", "verbose"] {
            for format in ["text", "json"] {
                let mut child = weir("off")
                    .args(["--fit", reader, "-m", mode, "--format", format, "--color", "always"])
                    .stdin(Stdio::piped())
                    .spawn()
                    .unwrap();
                child.stdin.take().unwrap().write_all(log.as_bytes()).unwrap();
                let text = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
                let what = format!("{reader} {mode} {format}: {} bytes", text.len());
                assert!(text.chars().count() <= chars && text.len() <= bytes, "{what}");
                assert!(text.lines().count() <= lines, "{what}");
                assert!(text.contains("3000"), "{what}");
                // What is there is used.
                assert!(text.len() > 3500, "{what}");
            }
        }
    }
}

#[test]
fn a_run_that_passed_fits_its_reader_and_ends_with_the_last_line() {
    let mut log = "running 1 test\ntest moors ... ok\n".to_owned();
    for number in 0..4000 {
        log += &format!("warning: the größe of rope {number} is not known\n");
    }
    log +=
        "\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s\n";
    for (reader, chars, bytes, lines) in [
        ("claude-code", 30_000, usize::MAX, usize::MAX),
        ("codex", usize::MAX, 10_000, usize::MAX),
        ("copilot", 20_000, usize::MAX, usize::MAX),
        ("gemini-cli", 40_000, usize::MAX, usize::MAX),
        ("opencode", usize::MAX, 51_200, 2_000),
        ("qwen-code", 10_000, usize::MAX, usize::MAX),
    ] {
        let mut child =
            weir("off").args(["--fit", reader, "-m", "verbose"]).stdin(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(log.as_bytes()).unwrap();
        let text = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
        let what = format!("{reader}: {} bytes", text.len());
        assert!(
            text.chars().count() <= chars && text.len() <= bytes && text.lines().count() <= lines,
            "{what}"
        );
        assert!(text.len() > 7000 && text.contains("weir: PASSED 1 passed"), "{what}");
        assert!(text.lines().last().is_some_and(|last| last.starts_with("weir: ")), "{what}");
    }
}

/// A log of 400 failures, each with more to tell than there is room for.
fn many_failures() -> String {
    let mut log = "running 400 tests\n".to_owned();
    for number in 0..400 {
        log += &format!("test water::breaks_{number} ... FAILED\n");
    }
    log += "\nfailures:\n\n";
    for number in 0..400 {
        let word = |number: u32| -> String {
            number.to_string().bytes().map(|digit| char::from(digit + 49)).collect()
        };
        let (name, why) = (
            format!("water::breaks_{number}"),
            format!("the dam {} of {}", word(number), word(number * 7919)),
        );
        log += &format!(
            "---- {name} stdout ----\nthread '{name}' panicked at src/water.rs:{number}:5:\n{why} {}\n\n",
            "broke ".repeat(20)
        );
    }
    log + "\ntest result: FAILED. 0 passed; 400 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s\n"
}

#[test]
fn what_a_failing_command_prints_is_shorter_for_a_reader_that_keeps_less_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("log");
    fs::write(&file, many_failures()).unwrap();
    for (end, reader, least, most) in [
        ("exit 3", "claude-code", 5_000, 9_900),
        ("exit 0", "claude-code", 20_000, 30_000),
        ("exit 3", "qwen-code", 5_000, 10_000),
        ("exit 3", "off", 30_000, 40_000),
    ] {
        let script = format!("cat '{}'; {end}", file.display());
        let output = weir("off").args(["run", "--fit", reader, "--", "sh", "-c", &script]).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let chars = text.chars().count();
        assert!((least..=most).contains(&chars), "{reader} {end}: {chars}");
        // Nobody cuts the end off.
        assert!(text.lines().next_back().unwrap().starts_with("weir: "), "{text}");
    }
}

#[test]
fn a_reader_is_found_by_its_variable_unless_that_is_turned_off() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("log");
    fs::write(&file, many_failures()).unwrap();
    let chars = |variables: &[(&str, &str)], words: &[&str]| {
        let mut command = weir("off");
        command.envs(variables.iter().copied()).args(words).arg(&file);
        String::from_utf8(command.output().unwrap().stdout).unwrap().chars().count()
    };
    let all = chars(&[], &[]);
    assert!(all > 30_000, "{all}");
    assert!((5_000..=9_900).contains(&chars(&[("CLAUDECODE", "1")], &[])));
    assert!((10_001..=20_000).contains(&chars(&[("COPILOT_CLI", "1")], &[])));
    // An option comes first, a word turns it off, and two readers are none.
    assert!(chars(&[("COPILOT_CLI", "1")], &["--fit", "codex"]) <= 10_000);
    assert_eq!(chars(&[("CLAUDECODE", "1"), ("WEIR_FIT", "off")], &[]), all);
    assert_eq!(chars(&[("CLAUDECODE", "1")], &["--fit", "off"]), all);
    assert_eq!(chars(&[("CLAUDECODE", "1"), ("GEMINI_CLI", "1")], &[]), all);
    assert_eq!(chars(&[("CLAUDECODE", "")], &[]), all);
}

#[test]
fn an_unknown_reader_is_refused_and_the_variable_counts() {
    let output = weir("off").args(["--fit", "codexx", "--help"]).output().unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().contains("claude-code"));
    let output = weir("off").args(["--fit", "codexx"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let printed = String::from_utf8(output.stderr).unwrap();
    assert!(printed.starts_with("weir: --fit cannot be 'codexx'\nhint: did you mean 'codex'?"), "{printed}");
    let log: String = (0..2000).map(|number| format!("{number}: a line of nobody at all\n")).collect();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("log");
    fs::write(&file, log).unwrap();
    let output = weir("off").env("WEIR_FIT", "codex").arg(&file).output().unwrap();
    assert!(output.stdout.len() <= 10_000);
}
