//! Runs beside the agent's own output: their bytes and codes are as without weir, and the line's own shell prints one line for
//! each that did not pass.

use std::fs::{self, File};
use std::io::Read as _;
use std::os::unix::process::CommandExt as _;
use std::process::Stdio;
use std::time::{Duration, Instant};

#[cfg(target_os = "linux")]
use rustix::process::getpgid;
use rustix::process::{Pid, Signal, kill_process, kill_process_group, test_kill_process};
use weir::agents::Beside;

use crate::place::{Door, Place, Ran, executable, text};
use crate::signals::is_ignored;

const DOORS: [(Door, Door); 2] =
    [(Door::Plain, Door::StartFile), (Door::PlainSnapshot("bash"), Door::Stub("bash"))];

fn place() -> Place {
    Place::with(Beside::Reported)
}

/// Runs a line by a door, with a store; gives what it left without weir's lines, and these.
fn ran(place: &Place, door: Door, name: &str, line: &str) -> (Ran, Vec<String>) {
    let mut command = place.shell(door, name, line);
    command.env("WEIR_STORE", place.root().join("store"));
    let ran = place.to_its_end(command, name);
    let is_ours = |line: &&str| line.starts_with("weir: ");
    let (ours, rest): (Vec<&str>, Vec<&str>) = ran.err.split_inclusive('\n').partition(is_ours);
    let ours = ours.iter().map(|line| line.trim_end().to_owned()).collect();
    // The number of a process that bash says was killed.
    let is_plain = |word: &&str| word.parse::<u32>().is_err();
    let err = rest.iter().flat_map(|line| line.split(' ')).filter(is_plain).collect::<Vec<_>>().join(" ");
    (Ran { err, ..ran }, ours)
}

/// Runs a line by each door, and beside it without weir; gives weir's lines, which are the same by both.
#[track_caller]
fn reported(place: &Place, line: &str) -> Vec<String> {
    let both = DOORS.map(|(plain, door)| {
        let (without, none) = ran(place, plain, "plain", line);
        let (with, lines) = ran(place, door, "with", line);
        for name in ["plain", "with"] {
            fs::remove_file(place.root().join(format!("calls-{name}"))).ok();
            fs::remove_dir_all(place.root().join("work").join(name)).ok();
        }
        assert_eq!((&with, none), (&without, vec![]), "{door:?}: {line}");
        let end =
            |line: &String| line.rsplit_once("weir show ").map_or(line.clone(), |(text, _)| text.to_owned());
        lines.iter().map(end).collect::<Vec<String>>()
    });
    assert_eq!(both[0].len(), both[1].len(), "{line}: {both:?}");
    both[0].clone()
}

const FAILED: &str = "weir: FAILED 1 failed, 1 passed in 0.05 s (pytest; exit 1)";
const HIDDEN: &str = "; this line's exit 0 hides it";

fn hidden() -> String {
    format!("{FAILED}{HIDDEN}; all of it: ")
}

#[test]
fn a_failure_is_reported_wherever_its_output_goes() {
    let place = place();
    for line in [
        "pytest fail | tail -1",
        "pytest fail 2>&1 | grep -c nothing-of-that; echo \"${PIPESTATUS[*]}\"",
        "pytest fail |& cat",
        "pytest fail > f.txt 2>&1; tail -1 f.txt",
        "echo old > f.txt; pytest fail >> f.txt; cat f.txt",
        "{ echo first; pytest fail; } > f.txt; wc -l < f.txt",
        "x=$(pytest fail); echo \"$? ${#x}\"",
        "x=\"`pytest fail`\"; echo \"${#x}\"",
        "cat <(pytest fail)",
        "pytest fail | tee a.txt | tail -1",
        "for i in 1; do pytest fail | tail -1; done",
        "if pytest fail > f.txt; then echo a; else echo b; fi",
        "case x in x) pytest fail | tail -1 ;; esac",
        "f() { pytest fail; }; f | cat",
        "echo fail | xargs pytest | tail -1",
        "exec > all.txt; pytest fail; true",
        "cd / && pytest fail | tail -1",
        "set -x; pytest fail > f.txt; set +x",
        "set -eu; pytest fail | cat",
        "timeout 20 pytest fail | tail -1",
        "pytest fail > f.txt & wait; tail -1 f.txt",
        "set -m; pytest fail | tail -1; echo a | xargs echo",
    ] {
        assert_eq!(reported(&place, line), [hidden()], "{line}");
    }
}

#[test]
fn nothing_is_printed_when_nothing_failed_or_nothing_is_understood() {
    let place = place();
    for line in [
        "pytest | tail -1",
        "pytest > f.txt; cat f.txt",
        "x=$(pytest); echo \"${#x}\"",
        "pytest fail > /dev/null",
        "pytest fail > /dev/null 2>&1; echo $?",
        "pytest fail 2>&1 >/dev/null | cat",
        "WEIR=off pytest fail | tail -1",
        "cargo metadata | cat",
        "other fail </dev/null | cat",
        "trap 'echo mine' EXIT; pytest fail | tail -1",
        "cat <<E | cat\nx\nE\npytest fail | tail -1",
        "exec 2> err.txt; pytest fail | tail -1",
        "echo 'a | b'",
    ] {
        assert_eq!(reported(&place, line), [""; 0], "{line}");
    }
}

#[test]
fn the_code_of_the_line_and_of_the_tool_are_right() {
    let place = place();
    let line = |line: &str| reported(&place, line).join("\n");
    assert_eq!(line("pytest fail | tail -1; exit 5"), format!("{FAILED}; all of it: "));
    assert_eq!(line("set -o pipefail; pytest fail | tail -1"), format!("{FAILED}; all of it: "));
    let odd = line("pytest --code 3 | tail -1; echo \"${PIPESTATUS[0]}\"");
    assert!(
        odd.starts_with("weir: FAILED 3 passed in 0.02 s (pytest; exit 3, ") && odd.contains(HIDDEN),
        "{odd}"
    );
    let killed = line("pytest --signal SEGV | tail -1; echo \"${PIPESTATUS[0]}\"");
    assert!(killed.contains("signal SEGV") && killed.contains("; exit 139; "), "{killed}");
    for signal in ["TERM", "KILL", "INT", "PIPE", "ABRT", "USR1"] {
        if signal == "INT" && is_ignored(Signal::INT) {
            continue;
        }
        let killed = line(&format!("pytest --signal {signal} > f.txt; echo \"$?\""));
        assert!(killed.contains(&format!("signal {signal}")), "{killed}");
    }
}

#[test]
fn the_same_command_counts_once_the_last_time() {
    let place = place();
    executable(
        &place.root().join("tools/make"),
        "#!/bin/sh\n[ -e done ] && exit 0\n: > done\necho 'make: *** [a] Error 1'\nexit 2\n",
    );
    assert_eq!(reported(&place, "make check > a.txt; make check > a.txt; echo $?"), [""; 0]);
    assert_eq!(reported(&place, "make check > a.txt; make check > /dev/null; echo $?").len(), 1);
    let other = reported(&place, "make check > a.txt; mkdir b; cd b; : > done; make check | cat");
    assert_eq!(other.len(), 1, "{other:?}");
    assert_eq!(reported(&place, "pytest fail | cat; pytest fail | cat"), [hidden()]);
    let many = reported(&place, "for i in 1 2 3 4 5; do pytest fail $i | tail -1; done");
    assert_eq!((many.len(), many[3].as_str()), (4, "weir: and 2 more runs beside this output did not pass"));
}

#[test]
fn an_answer_later_in_the_line_takes_a_report_back() {
    let place = place();
    let (ran, lines) = ran(&place, Door::StartFile, "a", "pytest fail | tail -1; pytest fail");
    assert!(lines.is_empty() && ran.out.contains("weir: FAILED 1 failed"), "{ran:?} {lines:?}");
}

#[test]
fn below_a_tool_that_is_reported_nothing_else_is() {
    let place = place();
    executable(&place.root().join("tools/make"), "#!/bin/sh\npytest fail\npytest fail > f.txt\nexit 2\n");
    assert_eq!(reported(&place, "make check 2>&1 | tail -1").len(), 1);
}

#[test]
fn all_of_a_run_is_stored_for_the_next_call() {
    let place = place();
    let (_, lines) = ran(&place, Door::StartFile, "a", "pytest fail | tail -1");
    let id = lines[0].rsplit_once("weir show ").unwrap().1;
    let (shown, _) = ran(
        &place,
        Door::StartFile,
        "b",
        &format!("weir show {id} --lines 1:99; weir show last --lines 1:2"),
    );
    assert!(shown.out.contains("assert 1 == 2") && shown.out.contains("FAILURES"), "{shown:?}");
    // No answer was printed, so that it comes first, and what it leaves out after that.
    let (first, _) = ran(&place, Door::StartFile, "d", &format!("weir show {id}"));
    let rest = first.out.lines().find_map(|line| line.split_once("rest: ")).unwrap().1;
    assert!(first.out.contains("assert 1 == 2") && first.out.contains("weir: FAILED 1 failed"), "{first:?}");
    assert_eq!(rest, format!("weir show {id} --from 1"));
    let (left, _) = ran(&place, Door::StartFile, "e", rest);
    assert!(left.out.contains("FAILURES") && !left.out.contains("weir: FAILED"), "{left:?}");
    let mut command = place.shell(Door::StartFile, "c", "pytest fail | tail -1");
    command.env("WEIR_STORE", "off");
    assert_eq!(place.to_its_end(command, "c").err, format!("{FAILED}{HIDDEN}\n"));
}

#[test]
fn the_files_of_lines_go_with_them() {
    let place = place();
    for line in ["pytest fail | tail -1", "pytest | tail -1", "echo a | cat"] {
        let _ = reported(&place, line);
    }
    // The shell below prints what ran in it.
    let (_, lines) = ran(&place, Door::StartFile, "a", "bash -c 'pytest fail | cat'; pytest fail | cat");
    assert_eq!(lines.len(), 2, "{lines:?}");
    let left: Vec<String> = fs::read_dir(place.folders.lines())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.contains("beside"))
        .collect();
    assert_eq!(left, [""; 0]);
}

#[test]
fn notes_are_in_another_folder_when_their_own_cannot_be_written() {
    let place = place();
    fs::write(place.folders.lines(), "").unwrap();
    let temporary = place.root().join("tmp");
    fs::create_dir(&temporary).unwrap();
    let mut command = place.shell(Door::StartFile, "a", "pytest fail | tail -1");
    command.env("TMPDIR", &temporary);
    assert_eq!(place.to_its_end(command, "a").err, format!("{FAILED}{HIDDEN}\n"));
    assert_eq!(fs::read_dir(&temporary).unwrap().count(), 0);
    let mut command = place.shell(Door::StartFile, "b", "pytest fail | tail -1");
    command.env("TMPDIR", "/nowhere");
    // In memory, where the system has such a folder.
    let expected =
        if std::path::Path::new("/dev/shm").is_dir() { format!("{FAILED}{HIDDEN}\n") } else { String::new() };
    assert_eq!(place.to_its_end(command, "b").err, expected);
}

#[test]
fn a_reader_that_left_ends_the_tool_as_without_weir() {
    let place = place();
    executable(
        &place.root().join("tools/make"),
        "#!/bin/sh\nprintf 'one\ntest_sea.py::test_tide FAILED\n'\nsleep 1\nwhile echo more 2>/dev/null; do :; done\nexit 3\n",
    );
    let begun = Instant::now();
    // It is read as one: a failure that is printed when the reader has left may not be.
    let lines = reported(&place, "make check | head -1; echo back");
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(begun.elapsed() < Duration::from_secs(20));
    // How it ended has no meaning.
    assert!(
        lines.iter().all(|line| line.contains("; its reader left before the end") && !line.contains("exit")),
        "{lines:?}"
    );
    // Nobody writes: who waits for the reader to leave has to notice.
    executable(&place.root().join("tools/make"), "#!/bin/sh\necho one\nexec sleep 30\n");
    let mut command = place.shell(Door::StartFile, "a", "make check | head -1; echo back");
    command.stdout(File::create(place.root().join("out")).unwrap()).stderr(Stdio::null()).process_group(0);
    let mut line = command.spawn().unwrap();
    std::thread::sleep(Duration::from_millis(800));
    kill_process_group(Pid::from_child(&line), Signal::TERM).unwrap();
    line.wait().unwrap();
}

#[test]
fn a_run_that_outlives_its_line_says_nothing_and_holds_nothing() {
    let place = place();
    let begun = Instant::now();
    let mut command = place.shell(Door::StartFile, "a", "pytest --sleep > f.txt 2>&1 & echo started");
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut line = command.spawn().unwrap();
    let (mut out, mut err) = (String::new(), String::new());
    line.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    line.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    line.wait().unwrap();
    assert_eq!((out.as_str(), err.as_str()), ("started\n", ""));
    assert!(begun.elapsed() < Duration::from_secs(15), "the line waited");
    let pid = place.root().join("pid-a");
    until("the tool does not run", || pid.exists());
    let tool = Pid::from_raw(text(&pid).trim().parse().unwrap()).unwrap();
    kill_process(tool, Signal::TERM).unwrap();
    until("the tool still runs", || test_kill_process(tool).is_err());
}

#[test]
fn what_a_tool_leaves_behind_still_prints_and_is_not_waited_for() {
    let place = place();
    executable(
        &place.root().join("tools/make"),
        "#!/bin/sh\n(sleep 2; echo late) &\necho 'make: *** [a] Error 1'\nexit 2\n",
    );
    let (ran, lines) =
        ran(&place, Door::StartFile, "a", "make check > >(cat > f.txt); echo \"$?\"; sleep 3; cat f.txt");
    assert_eq!(ran.out, "2\nmake: *** [a] Error 1\nlate\n");
    assert_eq!(lines.len(), 1, "{lines:?}");
}

fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < Duration::from_secs(20), "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Starts a line in a group of its own; gives the shell, and weir and the tool when that runs.
fn running(place: &Place, line: &str) -> (std::process::Child, Pid, Pid) {
    let mut command = place.shell(Door::StartFile, "a", line);
    command.stdout(File::create(place.root().join("out")).unwrap());
    command.stderr(File::create(place.root().join("err")).unwrap()).process_group(0);
    let shell = command.spawn().unwrap();
    let pid = place.root().join("pid-a");
    until("the tool does not run", || pid.exists());
    let tool: i32 = text(&pid).trim().parse().unwrap();
    let status = text(format!("/proc/{tool}/status").as_ref());
    let parent = status.lines().find_map(|line| line.strip_prefix("PPid:")).unwrap().trim().parse().unwrap();
    (shell, Pid::from_raw(parent).unwrap(), Pid::from_raw(tool).unwrap())
}

/// A tool that counts signals, until somebody lets it go.
#[cfg(target_os = "linux")]
const COUNTS: &str = "#!/bin/sh
trap 'echo got >> \"$CALLS\"' TERM USR1
echo $$ > \"$PID.new\"; mv \"$PID.new\" \"$PID\"
while [ ! -e go ]; do sleep 0.05; done
exit 2
";

#[cfg(target_os = "linux")]
#[test]
fn a_signal_reaches_the_tool_once_whoever_it_is_for() {
    for line in ["trap '' TERM USR1; make check | cat", "make check | cat"] {
        for signal in [Signal::TERM, Signal::USR1] {
            // A group is told of it together with the rest of the line, which it ends.
            let for_the_group = line.starts_with("trap");
            let place = place();
            executable(&place.root().join("tools/make"), COUNTS);
            // The line's own trap is in the way of weir's: here another shell is around it.
            let line = if for_the_group { "bash -c 'make check > f.txt'; true > g.txt" } else { line };
            let (mut shell, weir, tool) = running(&place, line);
            assert_ne!(weir, Pid::from_child(&shell));
            if for_the_group {
                kill_process_group(getpgid(Some(tool)).unwrap(), signal).unwrap();
            } else {
                kill_process(weir, signal).unwrap();
            }
            let calls = place.root().join("calls-a");
            until("no signal came", || text(&calls).contains("got"));
            std::thread::sleep(Duration::from_millis(400));
            assert_eq!(text(&calls).matches("got").count(), 1, "{signal:?} {line}");
            fs::write(place.root().join("work/a/go"), "").unwrap();
            until("the tool still runs", || test_kill_process(tool).is_err());
            shell.wait().unwrap();
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_tool_is_in_the_group_of_the_shell_and_ends_with_weir() {
    let place = place();
    let (mut shell, weir, tool) = running(&place, "pytest --sleep | cat");
    assert_eq!(getpgid(Some(tool)).unwrap(), Pid::from_child(&shell));
    kill_process(weir, Signal::KILL).unwrap();
    until("the tool still runs", || test_kill_process(tool).is_err());
    shell.wait().unwrap();
}

#[test]
fn settings_that_cannot_be_read_are_no_reason_not_to_run() {
    let place = place();
    let mut command = place.shell(Door::StartFile, "a", "pytest fail | tail -1; echo \"${PIPESTATUS[0]}\"");
    command.env("WEIR_MODE", "nonsense");
    let ran = place.to_its_end(command, "a");
    assert_eq!((ran.out.as_str(), ran.err.as_str()), ("1 failed, 1 passed in 0.05s\n1\n", ""));
}

#[test]
fn an_ignored_signal_stays_ignored() {
    if is_ignored(Signal::HUP) {
        return;
    }
    let place = place();
    let (mut shell, weir, tool) = running(&place, "nohup pytest --sleep | cat");
    kill_process(weir, Signal::HUP).unwrap();
    std::thread::sleep(Duration::from_millis(200));
    assert!(test_kill_process(tool).is_ok());
    kill_process(weir, Signal::TERM).unwrap();
    until("the tool still runs", || test_kill_process(tool).is_err());
    shell.wait().unwrap();
}

#[test]
fn a_large_output_goes_on_whole() {
    let place = place();
    executable(&place.root().join("tools/make"), "#!/bin/sh\nseq 1 60000\nexit 2\n");
    let lines = reported(&place, "make check | md5sum; make check | tail -1; make check | wc -c");
    assert_eq!(lines.len(), 1, "{lines:?}");
}

#[test]
fn a_report_begins_a_line_when_the_output_is_a_file_that_does_not_end_with_one() {
    let place = place();
    for (line, before) in
        [("pytest fail | tr -d '\\n' | tail -c 3", "05s"), ("pytest fail | tail -c 4", "05s\n")]
    {
        let mut command = place.shell(Door::Stub("bash"), "b", line);
        let out = place.root().join("both");
        let file = File::create(&out).unwrap();
        command.stdout(file.try_clone().unwrap()).stderr(file);
        command.status().unwrap();
        let printed = text(&out);
        let report = printed.strip_prefix(before).map(|rest| rest.trim_start_matches('\n'));
        assert!(report.is_some_and(|report| report.starts_with("weir: FAILED")), "{printed}");
        assert!(printed.contains("\nweir: FAILED") && !printed.contains("\n\n"), "{printed}");
    }
}
