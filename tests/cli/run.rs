//! `weir run` through the binary: exit codes, arguments, descriptors, signals, time limits, streams.

use std::ffi::OsStr;
use std::fs;
use std::io::{Read as _, Write as _};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, test_kill_process};

use crate::support::Plain as _;
use crate::support::signals::is_ignored;

/// Longer than this nothing may take that does not wait for anything.
const SOON: Duration = Duration::from_secs(4);

fn weir() -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("weir"));
    command.plain();
    command.env("WEIR_STORE", "off");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs `options` and a line of shell.
fn run(options: &[&str], script: &str) -> Output {
    weir().arg("run").args(options).args(["--", "bash", "-c", script]).output().unwrap()
}

/// The answer and the exit code; standard error has to be empty.
#[track_caller]
fn answer(options: &[&str], script: &str) -> (String, i32) {
    let output = run(options, script);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    (String::from_utf8(output.stdout).unwrap(), output.status.code().unwrap())
}

/// A run in its own session, so that no terminal plays a part, that has printed its first line into a file.
struct Running {
    weir: Child,
    folder: tempfile::TempDir,
}

impl Running {
    /// The script says `$READY` when it is.
    fn start(options: &[&str], script: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let ready = folder.path().join("ready");
        let mut command = weir();
        command.env("READY", format!("echo $$ > {0}.new; mv {0}.new {0}", ready.display()));
        command.arg("run").args(options).args([
            "--",
            "bash",
            "-c",
            &format!("say() {{ eval \"$READY\"; }}; {script}"),
        ]);
        let running = Self { weir: command.process_group(0).spawn().unwrap(), folder };
        running.wait_for(|| ready.exists());
        running
    }

    /// The command's process.
    fn command(&self) -> Pid {
        let text = fs::read_to_string(self.folder.path().join("ready")).unwrap();
        Pid::from_raw(text.trim().parse().unwrap()).unwrap()
    }

    fn pid(&self) -> Pid {
        Pid::from_child(&self.weir)
    }

    fn send(&self, signal: Signal) {
        kill_process(self.pid(), signal).unwrap();
    }

    #[track_caller]
    fn wait_for(&self, reached: impl Fn() -> bool) {
        let begun = Instant::now();
        while !reached() {
            assert!(begun.elapsed() < Duration::from_secs(20), "it never came");
            sleep(Duration::from_millis(5));
        }
    }

    /// The answer and the exit code.
    fn end(self) -> (String, i32) {
        let output = self.weir.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        (String::from_utf8(output.stdout).unwrap(), output.status.code().unwrap())
    }
}

fn is_alive(process: Pid) -> bool {
    test_kill_process(process).is_ok()
}

/// The state of a process, `T` say when it is stopped (proc(5)).
fn state(process: Pid) -> String {
    let stat = fs::read_to_string(format!("/proc/{}/stat", process.as_raw_nonzero())).unwrap_or_default();
    stat.rsplit(") ").next().unwrap_or_default().chars().take(1).collect()
}

#[test]
fn the_exit_code_is_the_commands() {
    for code in 0..=255 {
        let (text, exit) = answer(&[], &format!("echo hi; exit {code}"));
        assert_eq!(exit, code);
        assert!(text.starts_with("hi\n") && text.contains(&format!("(exit {code}")), "{text}");
    }
}

#[test]
fn a_signal_that_ended_the_command_is_128_more_and_named_in_the_answer() {
    for (number, name) in [(9, "KILL"), (11, "SEGV"), (15, "TERM"), (6, "ABRT")] {
        let (text, exit) = answer(&[], &format!("echo all ok; ulimit -c 0; kill -{number} $$"));
        assert_eq!(exit, 128 + number);
        let verdict = format!("weir: FAILED (signal {name}, no failure recognised)\n");
        assert_eq!(text, format!("all ok\n{verdict}"));
        let (json, _) = answer(&["--format", "json"], &format!("ulimit -c 0; kill -{number} $$"));
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!((&json["verdict"], &json["exit"]), (&"failed".into(), &serde_json::Value::Null));
        assert_eq!(json["signal"], format!("SIG{name}"));
    }
}

#[test]
fn t17_a_passing_log_of_a_crashed_command_is_a_failure() {
    let log = "running 1 test\\ntest a ... ok\\n\\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s\\n";
    let (text, exit) = answer(&[], &format!("printf '{log}'; ulimit -c 0; kill -SEGV $$"));
    assert_eq!(exit, 139);
    assert!(text.contains("weir: FAILED 1 passed"), "{text}");
    assert!(text.contains("signal SEGV, no failure recognised"), "{text}");
}

#[test]
fn the_verdict_never_changes_the_exit_code_and_the_exit_code_is_its_witness() {
    let (text, exit) = answer(&[], "echo 'test a ... FAILED'");
    assert_eq!(exit, 0);
    assert!(
        text.contains("weir: FAILED 1 failed") && text.contains("exit 0, but failures were recognised"),
        "{text}"
    );
    let (text, exit) = answer(&[], "echo 'test result: ok. 5 passed; 0 failed'; exit 1");
    assert_eq!(exit, 1);
    assert!(text.contains("weir: FAILED") && text.contains("exit 1, no failure recognised"), "{text}");
    // A run whose end was never seen: only the exit status can tell.
    let begun = "printf 'running 3 tests\\ntest a ... ok\\n'";
    let (text, exit) = answer(&[], begun);
    assert_eq!(exit, 0);
    assert!(!text.contains("INCOMPLETE"), "{text}");
    let (text, exit) = answer(&[], "for i in 1 2 3; do echo $i; done");
    assert_eq!((text.lines().last().unwrap(), exit), ("weir: PASSED (exit 0)", 0));
}

#[test]
fn a_command_that_is_not_there_is_127_and_one_that_cannot_be_run_126() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("no program");
    fs::write(&file, "#!/bin/sh\n").unwrap();
    for (program, code, begins, why) in [
        (OsStr::new("/nonexistent/program"), 127, "failed to run '/n", "no such file"),
        (
            OsStr::new("no-such-program-anywhere"),
            127,
            "there is no command 'no-such-program-anywhere'",
            "no such file",
        ),
        (file.as_os_str(), 126, "failed to run '/", "permission denied"),
        (folder.path().as_os_str(), 126, "failed to run '/", "permission denied"),
    ] {
        let output = weir().args(["run", "--"]).arg(program).output().unwrap();
        let printed = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(code), 0), "{printed}");
        assert!(
            printed.starts_with(&format!("weir: {begins}"))
                && printed.contains(why)
                && !printed.contains("os error"),
            "{printed}"
        );
        assert_eq!(printed.lines().count(), 1);
    }
}

#[test]
fn both_streams_are_one_in_the_order_in_which_they_were_written() {
    let script = "for i in 1 2 3 4 5; do echo out $i; echo err $i >&2; done";
    let expected: String = (1..=5).map(|i| format!("out {i}\nerr {i}\n")).collect();
    let (text, _) = answer(&[], script);
    assert!(text.starts_with(&expected), "{text}");
}

#[test]
fn t16_no_line_of_either_stream_is_lost_in_a_thousand_runs() {
    let rounds = || {
        for round in 0..250 {
            let script = "echo a; echo b >&2; echo c; echo d >&2";
            let output = weir().args(["run", "--", "sh", "-c", script]).output().unwrap();
            let text = String::from_utf8(output.stdout).unwrap();
            assert!(text.starts_with("a\nb\nc\nd\n"), "round {round}: {text}");
        }
    };
    std::thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(rounds))));
}

#[test]
fn the_answer_is_that_of_the_filter_and_obeys_the_same_options() {
    let log = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/cargo-test/few-failures.log");
    for options in [
        &["-m", "minimal"][..],
        &["-m", "verbose", "--max-line-chars", "80"],
        &["--format", "json", "--max-chars", "900"],
        &["--from", "cargo-test", "--color", "always", "--no-store"],
    ] {
        let filtered = weir()
            .args(options)
            .args(["--child-exit", "9"])
            .stdin(fs::File::open(log).unwrap())
            .output()
            .unwrap();
        let (text, exit) = answer(options, &format!("cat {log}; exit 9"));
        assert_eq!((text, exit), (String::from_utf8(filtered.stdout).unwrap(), 9), "{options:?}");
    }
}

#[test]
fn a_report_that_the_command_writes_is_read_after_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let report = folder.path().join("junit.xml");
    let xml = "<testsuite tests=\"2\" failures=\"1\"><testcase name=\"a\"/><testcase name=\"b\"><failure message=\"broken\"/></testcase></testsuite>";
    let script = format!("sleep 0.2; echo '{xml}' > {}; exit 5", report.display());
    let (text, exit) = answer(&["--report", report.to_str().unwrap()], &script);
    assert_eq!(exit, 5);
    assert!(text.contains("weir: FAILED 1 failed, 1 passed") && text.contains("exit 5"), "{text}");
}

#[test]
fn a_report_that_is_older_than_the_command_is_not_believed() {
    let folder = tempfile::tempdir().unwrap();
    let report = folder.path().join("junit.xml");
    let xml = "<testsuite tests=\"1\"><testcase name=\"a\"/></testsuite>";
    fs::write(&report, xml).unwrap();
    let old = std::time::SystemTime::now() - Duration::from_secs(60);
    fs::File::options().append(true).open(&report).unwrap().set_modified(old).unwrap();
    let (text, exit) = answer(&["--report", report.to_str().unwrap()], "true");
    assert_eq!(exit, 0);
    assert!(text.contains("older than the start of the command"), "{text}");
    assert!(text.contains("weir: UNKNOWN (exit 0; text only)"), "{text}");
    let (text, _) =
        answer(&["--report", report.to_str().unwrap()], &format!("echo '{xml}' > {}", report.display()));
    assert!(text.contains("weir: PASSED 1 passed"), "{text}");
}

#[test]
fn arguments_arrive_as_they_were_typed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("words");
    let words: [&[u8]; 9] =
        [b"a b", b"'\"$`\\", b"line\nfeed", b"\xff\xfe", b"", b"--mode", b"--help", b"--", b"*"];
    let status = weir()
        .args(["run", "-m", "minimal", "--", "sh", "-c", "printf '%s\\0' \"$@\" > \"$0\""])
        .arg(&file)
        .args(words.map(OsStr::from_bytes))
        .status()
        .unwrap();
    assert!(status.success());
    let expected: Vec<u8> = words.iter().flat_map(|word| [*word, b"\0"].concat()).collect();
    assert_eq!(fs::read(&file).unwrap(), expected);
}

#[test]
fn standard_input_is_the_commands() {
    let mut child =
        weir().args(["run", "--", "sh", "-c", "cat; echo end"]).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"from outside\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().starts_with("from outside\nend\n"));
}

#[test]
#[cfg(target_os = "linux")]
fn the_command_finds_three_descriptors_whatever_we_were_given() {
    let shell = |line: &str| {
        let output = Command::new("bash")
            .env("WEIR_STORE", "off")
            .args(["-c", line])
            .arg(assert_cmd::cargo::cargo_bin("weir"))
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines().take_while(|line| !line.starts_with("weir:")).map(str::to_owned).collect::<Vec<_>>()
    };
    // The last one is that of the folder being listed.
    assert_eq!(shell("$0 run -- ls /proc/self/fd 5</dev/null 9</dev/null"), ["0", "1", "2", "3"]);
    // What was opened for the command is its own.
    assert_eq!(shell("$0 run -- cat <(echo first) <(echo second) 5</dev/null"), ["first", "second"]);
    let make =
        "MAKEFLAGS='-j2 --jobserver-auth=7,8' $0 run -- ls /proc/self/fd 7</dev/null 8</dev/null 9</dev/null";
    assert_eq!(shell(make), ["0", "1", "2", "3", "7", "8"]);
}

#[test]
#[cfg(target_os = "linux")]
fn the_command_finds_default_signals() {
    let output =
        weir().args(["run", "--", "grep", "-E", "^Sig(Blk|Ign|Cgt):", "/proc/self/status"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    for name in ["SigBlk", "SigIgn", "SigCgt"] {
        let mask = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(":\t")).unwrap();
        // Whatever the tests were started with: INT, QUIT, PIPE, TERM, CHLD, CONT and TSTP.
        let ours: u64 = [2, 3, 13, 15, 17, 18, 20].iter().map(|signal| 1 << (signal - 1)).sum();
        assert_eq!(u64::from_str_radix(mask, 16).unwrap() & ours, 0, "{text}");
    }
}

#[test]
fn a_closed_pipe_ends_what_the_command_runs_as_everywhere() {
    let (text, _) = answer(&[], "yes | head -1; echo ${PIPESTATUS[0]}");
    assert!(text.starts_with("y\n141\n"), "{text}");
}

#[test]
fn r7_much_output_on_either_stream_blocks_nothing_and_loses_nothing() {
    for to in ["1", "2"] {
        let begun = Instant::now();
        let script = format!(
            "yes 'a line of no weight' | head -c 30000000 >&{to}; echo 'test last ... FAILED' >&{to}; exit 5"
        );
        let (text, exit) = answer(&["-m", "minimal"], &script);
        assert_eq!(exit, 5);
        assert!(text.contains("test last ... FAILED") && begun.elapsed() < Duration::from_secs(60), "{text}");
    }
}

#[test]
fn r6_bytes_that_are_no_text_change_nothing_for_the_command() {
    let (text, exit) = answer(
        &["-m", "minimal"],
        "printf 'bad \\xff\\xc3\\x28 byte\\n'; yes ok | head -200000; echo 'test after ... FAILED'; exit 6",
    );
    assert_eq!(exit, 6);
    assert!(text.contains("test after ... FAILED"), "{text}");
}

#[test]
fn a_command_that_closes_its_output_is_waited_for() {
    let begun = Instant::now();
    let (text, exit) = answer(&[], "echo x; exec >&- 2>&-; sleep 1; exit 9");
    assert_eq!(exit, 9);
    assert!(text.starts_with("x\n") && begun.elapsed() >= Duration::from_secs(1), "{text}");
}

#[test]
fn r18_a_background_process_that_holds_the_output_does_not_hold_us() {
    let begun = Instant::now();
    let (text, exit) = answer(&[], "sleep 30 & echo $!; exit 3");
    assert!(begun.elapsed() < SOON);
    assert_eq!(exit, 3);
    assert!(
        text.contains("exit 3, no failure recognised; a background process still holds the output"),
        "{text}"
    );
    // It is left alone.
    let left = Pid::from_raw(text.lines().next().unwrap().parse().unwrap()).unwrap();
    assert!(is_alive(left));
    kill_process(left, Signal::KILL).unwrap();
}

#[test]
fn a_background_process_that_prints_without_end_does_not_hold_us() {
    let begun = Instant::now();
    let (text, exit) = answer(&[], "yes & exit 4");
    assert!(begun.elapsed() < Duration::from_secs(10));
    assert_eq!(exit, 4);
    assert!(text.contains("a background process still holds the output"), "{text}");
}

#[test]
fn a_time_limit_ends_the_whole_group_with_124() {
    let begun = Instant::now();
    let (text, exit) = answer(&["--timeout", "300ms"], "sleep 30 & echo begun; sleep 30");
    assert_eq!(exit, 124);
    assert!(begun.elapsed() < SOON);
    assert_eq!(
        text,
        "begun\nweir: INCOMPLETE interrupted (exit 124, no failure recognised; timed out after 0.3 s)\n"
    );
    let (text, exit) = answer(&["--timeout", "1m"], "echo in time");
    assert_eq!(exit, 0);
    assert!(text.starts_with("in time\nweir: PASSED"), "{text}");
}

#[test]
fn what_a_command_prints_and_returns_after_its_time_is_kept_and_reported() {
    let (text, exit) = answer(
        &["--timeout", "0.3s"],
        "trap 'echo cleaned; exit 0' TERM; while :; do read -t 0.05 <> <(:); done",
    );
    assert_eq!(exit, 124);
    assert!(text.starts_with("cleaned\nweir: INCOMPLETE") && text.contains("timed out"), "{text}");
}

#[test]
fn a_signal_reaches_the_command_whose_last_words_and_code_are_kept() {
    for (signal, name) in
        [(Signal::INT, "INT"), (Signal::TERM, "TERM"), (Signal::HUP, "HUP"), (Signal::QUIT, "QUIT")]
    {
        if is_ignored(signal) {
            continue;
        }
        let running = Running::start(
            &[],
            &format!("trap 'echo trapped {name}; exit 7' {name}; echo go; say; while :; do sleep 0.05; done"),
        );
        let begun = Instant::now();
        running.send(signal);
        let (text, exit) = running.end();
        assert_eq!(exit, 7, "{text}");
        assert!(
            text.starts_with("go\n") && text.contains(&format!("trapped {name}\nweir: INCOMPLETE")),
            "{text}"
        );
        assert!(text.contains("weir: INCOMPLETE interrupted (exit 7") && begun.elapsed() < SOON, "{text}");
    }
}

#[test]
fn a_command_that_an_interrupt_ended_makes_us_end_by_it_and_no_failure_is_reported() {
    if is_ignored(Signal::INT) {
        return;
    }
    // The shell itself takes no signal for its own while a program of its last line ends: it has gone before.
    let running = Running::start(&[], "echo go; (sleep 0.5; say) & exec sleep 40");
    running.send(Signal::INT);
    let output = running.weir.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!((output.status.signal(), output.status.code()), (Some(2), None), "{text}");
    assert!(text.contains("weir: INCOMPLETE interrupted"), "{text}");
    // A command that ends by itself with such a code is reported by its code.
    assert_eq!(answer(&[], "exit 130").1, 130);
}

#[test]
fn nobody_is_left_when_we_or_our_group_are_killed() {
    for whole_group in [false, true] {
        let running = Running::start(&[], "sleep 40 & echo $! > \"${READY##* }.child\"; say; wait");
        let command = running.command();
        let child = fs::read_to_string(running.folder.path().join("ready.child")).unwrap();
        let child = Pid::from_raw(child.trim().parse().unwrap()).unwrap();
        assert!(is_alive(command) && is_alive(child));
        if whole_group {
            rustix::process::kill_process_group(running.pid(), Signal::KILL).unwrap();
        } else {
            running.send(Signal::KILL);
        }
        let gone = |process| !is_alive(process) || state(process) == "Z";
        running.wait_for(|| gone(command) && gone(child));
    }
}

#[test]
fn what_a_command_leaves_after_on_purpose_stays() {
    let (text, exit) = answer(&[], "sleep 40 > /dev/null 2>&1 & echo $!");
    assert_eq!(exit, 0);
    let left = Pid::from_raw(text.lines().next().unwrap().parse().unwrap()).unwrap();
    sleep(Duration::from_millis(200));
    assert!(is_alive(left));
    kill_process(left, Signal::KILL).unwrap();
}

#[test]
fn a_signal_of_the_commands_own_reaches_it_and_nobody_else() {
    for (signal, name) in [(Signal::USR1, "USR1"), (Signal::USR2, "USR2")] {
        let running = Running::start(
            &[],
            &format!(
                "trap 'echo heard; heard=1' {name}; sleep 1 & say; while [ -z \"$heard\" ]; do sleep 0.05; done; wait $! && echo slept"
            ),
        );
        running.send(signal);
        let (text, exit) = running.end();
        assert_eq!(exit, 0, "{text}");
        assert!(text.starts_with("heard\nslept\nweir: PASSED") && !text.contains("interrupted"), "{text}");
    }
}

#[test]
fn a_signal_ends_the_whole_group() {
    for (signal, code) in [(Signal::TERM, 143), (Signal::HUP, 129)] {
        if is_ignored(signal) {
            continue;
        }
        let running = Running::start(&[], "echo go; sleep 40 & echo $!; sleep 40 & echo $!; say; wait");
        let command = running.command();
        running.send(signal);
        let (text, exit) = running.end();
        assert_eq!(exit, code, "{text}");
        let left: Vec<Pid> =
            text.lines().filter_map(|line| Pid::from_raw(line.parse().ok()?)).chain([command]).collect();
        assert_eq!(left.len(), 3, "{text}");
        sleep(Duration::from_millis(100));
        assert!(left.iter().all(|process| !is_alive(*process) || state(*process) == "Z"), "{text}");
    }
}

#[test]
fn what_ignores_the_signal_and_outlives_the_command_is_ended_too() {
    let running = Running::start(&[], "(trap '' INT TERM; echo $BASHPID; say; sleep 40; sleep 40) & wait");
    let stubborn = running.command();
    running.send(Signal::TERM);
    let begun = Instant::now();
    let (text, exit) = running.end();
    assert_eq!((exit, begun.elapsed() < SOON), (143, true), "{text}");
    let stubborn = text.lines().next().and_then(|line| Pid::from_raw(line.parse().ok()?)).unwrap_or(stubborn);
    sleep(Duration::from_millis(100));
    assert!(!is_alive(stubborn) || state(stubborn) == "Z", "{text}");
}

#[test]
fn a_command_that_obeys_no_signal_is_killed_soon_after_the_second() {
    let running = Running::start(&[], "trap '' INT TERM; echo stubborn; say; while :; do sleep 0.05; done");
    running.send(Signal::TERM);
    sleep(Duration::from_millis(200));
    running.send(Signal::TERM);
    let begun = Instant::now();
    let (text, exit) = running.end();
    assert_eq!((exit, begun.elapsed() < SOON), (137, true));
    assert!(text.contains("stubborn\n") && text.contains("INCOMPLETE interrupted (signal KILL)"), "{text}");
}

#[test]
fn a_third_signal_leaves_no_time() {
    let running = Running::start(&[], "trap '' INT; say; while :; do sleep 0.05; done");
    let begun = Instant::now();
    for _ in 0..3 {
        running.send(Signal::INT);
        sleep(Duration::from_millis(50));
    }
    assert_eq!(running.end().1, 137);
    assert!(begun.elapsed() < Duration::from_millis(950));
}

#[test]
#[cfg(target_os = "linux")]
fn x13_a_stop_stops_both_and_both_go_on_a_hundred_times() {
    let running = Running::start(&[], "echo go; say; for i in $(seq 300); do sleep 0.01; done; echo end");
    let command = running.command();
    for _ in 0..100 {
        running.send(Signal::TSTP);
        running.wait_for(|| state(running.pid()) == "T" && state(command) == "T");
        running.send(Signal::CONT);
        running.wait_for(|| state(running.pid()) != "T" && state(command) != "T");
    }
    let (text, exit) = running.end();
    assert_eq!(exit, 0);
    assert!(text.starts_with("go\nend\nweir: PASSED") && !text.contains("interrupted"), "{text}");
}

#[test]
fn a_hang_up_that_is_ignored_stays_ignored_for_both() {
    let folder = tempfile::tempdir().unwrap();
    let ready = folder.path().join("ready");
    let line =
        format!("trap '' HUP; exec \"$0\" run -- sh -c 'echo > {}; sleep 1; echo end'", ready.display());
    let child = Command::new("sh")
        .env("WEIR_STORE", "off")
        .args(["-c", &line])
        .arg(assert_cmd::cargo::cargo_bin("weir"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    while !ready.exists() && begun.elapsed() < Duration::from_secs(10) {
        sleep(Duration::from_millis(5));
    }
    kill_process(Pid::from_child(&child), Signal::HUP).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8(output.stdout).unwrap().starts_with("end\n"));
}

#[test]
fn a_chatty_command_does_not_outlive_us() {
    let running = Running::start(&[], "say; exec yes");
    let command = running.command();
    running.send(Signal::KILL);
    let begun = Instant::now();
    while is_alive(command) && state(command) != "Z" {
        assert!(begun.elapsed() < SOON);
        sleep(Duration::from_millis(10));
    }
    assert_eq!(running.weir.wait_with_output().unwrap().status.signal(), Some(9));
}

#[test]
fn a_reader_that_leaves_closes_the_commands_pipe_and_its_code_stays() {
    let mut child = weir().args(["run", "-m", "verbose", "--", "bash", "-c", "yes; exit 8"]).spawn().unwrap();
    drop(child.stdout.take());
    let mut printed = String::new();
    child.stderr.take().unwrap().read_to_string(&mut printed).unwrap();
    assert_eq!((child.wait().unwrap().code(), printed), (Some(8), String::new()));
}

#[test]
fn faulty_standard_streams_harm_neither_the_command_nor_its_code() {
    let shell = |line: &str| {
        let output = Command::new("bash")
            .env("WEIR_STORE", "off")
            .args(["-c", line])
            .arg(assert_cmd::cargo::cargo_bin("weir"))
            .output()
            .unwrap();
        (
            output.status.code(),
            String::from_utf8(output.stdout).unwrap(),
            String::from_utf8(output.stderr).unwrap(),
        )
    };
    let folder = tempfile::tempdir().unwrap();
    let done = folder.path().join("done");
    let command = format!("-- sh -c 'seq 100; echo > {}; exit 7'", done.display());
    for streams in ["<&-", ">&-", "2>&-", "2>/dev/full", "<&- >&- 2>&-"] {
        let (code, ..) = shell(&format!("$0 run {command} {streams}"));
        assert_eq!((code, done.exists()), (Some(7), true), "{streams}");
        fs::remove_file(&done).unwrap();
    }
    if cfg!(target_os = "linux") {
        let (code, _, printed) = shell(&format!("$0 run {command} >/dev/full"));
        assert_eq!((code, done.exists()), (Some(7), true));
        assert!(
            printed.starts_with("weir: failed to write the answer: ") && printed.lines().count() == 1,
            "{printed}"
        );
        assert_eq!(shell("$0 run -- true >/dev/full").0, Some(74));
    }
}

#[test]
fn with_pty_a_command_prints_to_a_terminal_and_its_bytes_are_the_same() {
    let script = "for i in 0 1 2; do test -t $i && echo $i; done; stty size <&1; printf 'a\\r\\nb\\033[31mc\\033[m\\n'; exit 3";
    let out = |options: &[&str]| {
        let output = weir().arg("run").args(options).args(["--", "sh", "-c", script]).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (code, text) = out(&["--pty"]);
    assert_eq!(
        (code, text.lines().take(5).collect::<Vec<_>>().join(" ")),
        (Some(3), "1 2 50 200 a bc".to_owned())
    );
    let (code, text) = out(&[]);
    assert_eq!(
        (code, text.lines().next()),
        (Some(3), Some("stty: 'standard input': Inappropriate ioctl for device"))
    );
    // It ends as without: by itself, by a signal, by its time, whoever holds the terminal.
    for (words, expected) in [
        (&["--", "sh", "-c", "seq 30000"][..], 0),
        (&["--", "sh", "-c", "kill -9 $$"], 137),
        (&["--timeout", "200ms", "--", "sleep", "9"], 124),
        (&["--", "sh", "-c", "sleep 9 & echo hi"], 0),
        (&["--", "no-such-program-here"], 127),
    ] {
        let begun = std::time::Instant::now();
        let output = weir().args(["run", "--pty"]).args(words).output().unwrap();
        assert_eq!(output.status.code(), Some(expected), "{words:?} {output:?}");
        assert!(begun.elapsed() < Duration::from_secs(8), "{words:?}");
    }
}

/// What a terminal shows of a run that is started there and hears these keys; `Ctrl-C` is `\\x03`.
#[cfg(target_os = "linux")]
fn on_a_terminal(words: &str, keys: &[&str]) -> String {
    let weir = assert_cmd::cargo::cargo_bin("weir");
    let line = format!("NO_COLOR=1 {} run {words}; echo code $?", weir.display());
    let mut script = Command::new("script")
        .args(["-qec", &line, "/dev/null"])
        .env("SHELL", "/bin/bash")
        .env("TERM", "dumb")
        .env("WEIR_STORE", "off")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("script(1) of util-linux");
    let mut input = script.stdin.take().unwrap();
    for key in keys {
        sleep(Duration::from_millis(700));
        input.write_all(key.as_bytes()).unwrap();
    }
    let output = script.wait_with_output().unwrap();
    drop(input);
    String::from_utf8(output.stdout).unwrap().replace('\r', "")
}

#[test]
#[cfg(target_os = "linux")]
fn x14_on_a_terminal_the_command_can_read_it() {
    let shown = on_a_terminal("-- sh -c 'read x </dev/tty; echo got $x'", &["hello\n"]);
    assert!(shown.contains("\ngot hello\nweir: PASSED") && shown.contains("\ncode 0\n"), "{shown}");
}

#[test]
#[cfg(target_os = "linux")]
fn on_a_terminal_the_command_hears_one_interrupt_for_each_that_was_typed() {
    let command = "-- bash -c 'trap \"echo heard\" INT; for i in 1 2 3; do sleep 0.5; done; exit 5'";
    let shown = on_a_terminal(command, &["\x03"]);
    assert_eq!(shown.matches("heard").count(), 1, "{shown}");
    assert!(shown.contains("weir: INCOMPLETE interrupted (exit 5"), "{shown}");
}

#[test]
#[cfg(target_os = "linux")]
fn on_a_terminal_a_time_limit_leaves_nobody_after() {
    let mark = format!("3{}.5", std::process::id());
    let shown = on_a_terminal(&format!("--timeout 0.3s -- sh -c 'sleep {mark}; true'"), &[]);
    assert!(shown.contains("timed out after 0.3 s)\n") && shown.contains("\ncode 124\n"), "{shown}");
    let found = Command::new("pgrep").args(["-f", &format!("^sleep {mark}")]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&found.stdout), "");
}

#[test]
fn few_descriptors_are_enough() {
    let output = Command::new("bash")
        .env("WEIR_STORE", "off")
        .args(["-c", "ulimit -n 32; $0 run -- sh -c 'echo \"test few ... FAILED\"; exit 1'"])
        .arg(assert_cmd::cargo::cargo_bin("weir"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stdout).unwrap().contains("test few ... FAILED"));
}

#[test]
fn wrong_usage_runs_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("made");
    for options in [&["--modes", "x"][..], &["--timeout", "soon"], &["--child-exit", "1"], &["-m", "large"]] {
        let output = weir().arg("run").args(options).arg("--").arg("touch").arg(&file).output().unwrap();
        assert_eq!(
            (output.status.code(), output.stdout.len(), file.exists()),
            (Some(2), 0, false),
            "{options:?}"
        );
    }
    let output = weir().args(["run", "-m", "minimal"]).output().unwrap();
    assert_eq!(
        (output.status.code(), String::from_utf8(output.stderr).unwrap().as_str()),
        (
            Some(2),
            "weir: missing COMMAND\nhint: the command follows the options, as in 'weir run cargo test'\n"
        )
    );
}

#[test]
fn a_command_runs_without_dashes_before_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("made");
    let output = weir().args(["run", "touch"]).arg(&file).output().unwrap();
    assert_eq!((output.status.code(), file.exists()), (Some(0), true));
    // From its first word on all options are the command's.
    let output =
        weir().args(["run", "-m", "minimal", "printf", "%s|", "-m", "--", "--help"]).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "-m|--|--help|\nweir: PASSED (exit 0)\n");
}

#[test]
fn the_help_of_run_names_its_options_its_codes_and_examples() {
    for words in [["run", "--help"], ["help", "run"]] {
        let help = String::from_utf8(weir().args(words).output().unwrap().stdout).unwrap();
        for part in ["Limits:", "Input:", "Output:", "Command:", "How it ends:", "Exit codes:", "Examples:"] {
            assert!(help.lines().any(|line| line == part), "{words:?}: {part}");
        }
        for word in ["--timeout <DURATION>", "--mode <MODE>", "124 ", "126 ", "127 ", "weir run cargo test"] {
            assert!(help.contains(word), "{words:?}: {word}");
        }
        assert!(help.is_ascii() && help.lines().all(|line| line.len() <= 100), "{help}");
    }
}
