use super::*;
use crate::source::signals::tests::{raise, turn};
use crate::source::start::found;
use std::path::PathBuf;

fn spawn(script: &str, limit: Option<Duration>, grace: Duration) -> Child {
    let command = ["sh", "-c", script].map(OsString::from);
    let mut child = Child::with(&command, Terms { limit, ..Terms::default() }, grace, Group::Own).unwrap();
    child.answer = None;
    child
}

/// Everything that it prints, and what follows.
fn all(child: &mut Child) -> (String, Got) {
    let mut text = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        match child.read(&mut buffer).unwrap() {
            Got::Bytes(count) => text.extend_from_slice(&buffer[..count]),
            got => return (String::from_utf8(text).unwrap(), got),
        }
    }
}

fn how(child: &Child) -> How {
    child.ending().unwrap().how
}

#[test]
fn both_streams_come_in_the_order_in_which_they_were_written() {
    let _turn = turn();
    let mut child = spawn("for i in 1 2 3; do echo out $i; echo err $i >&2; done; exit 4", None, GRACE);
    let expected = "out 1\nerr 1\nout 2\nerr 2\nout 3\nerr 3\n";
    assert_eq!(all(&mut child), (expected.to_owned(), Got::End));
    assert_eq!(child.ending(), Some(Ending { how: How::Exited(4), left_open: false }));
    assert_eq!(how(&child).status(), 4);
}

#[test]
fn a_background_process_that_holds_the_output_is_left_running() {
    let _turn = turn();
    let begun = Instant::now();
    let mut child = spawn("sleep 3 & echo done; exit 3", None, GRACE);
    assert_eq!(all(&mut child), ("done\n".to_owned(), Got::End));
    assert!(begun.elapsed() < Duration::from_secs(2));
    assert_eq!(child.ending(), Some(Ending { how: How::Exited(3), left_open: true }));
}

#[test]
fn what_was_in_the_pipe_when_the_command_ended_is_read_however_late() {
    let _turn = turn();
    let mut child = spawn("sleep 3 & seq 5000", None, GRACE);
    std::thread::sleep(LINGER.checked_mul(2).unwrap());
    let (text, got) = all(&mut child);
    assert_eq!((text.lines().count(), got), (5000, Got::End));
}

#[test]
fn a_command_that_runs_too_long_is_ended_with_its_whole_group() {
    let _turn = turn();
    let begun = Instant::now();
    let limit = Duration::from_millis(200);
    let mut child = spawn("(trap '' TERM; sleep 5) & echo go; sleep 5", Some(limit), GRACE);
    assert_eq!(all(&mut child), ("go\n".to_owned(), Got::Signal(15)));
    assert!(begun.elapsed() < Duration::from_secs(3));
    assert_eq!(child.ending(), Some(Ending { how: How::TimedOut(limit), left_open: false }));
    assert_eq!(how(&child).status(), 124);
}

#[test]
fn a_command_that_ignores_every_request_is_killed_when_the_grace_is_over() {
    let _turn = turn();
    let mut child = spawn("trap '' INT TERM; echo stubborn; sleep 20", None, Duration::from_millis(100));
    let mut buffer = [0; 64];
    assert_eq!(child.read(&mut buffer).unwrap(), Got::Bytes(9));
    raise(2);
    assert_eq!(all(&mut child), (String::new(), Got::Signal(2)));
    assert_eq!(how(&child), How::Killed(9));
}

#[test]
fn a_command_without_an_interpreter_line_is_a_script_of_the_shell() {
    use std::os::unix::fs::PermissionsExt as _;
    let _turn = turn();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("script");
    std::fs::write(&path, "echo \"$1\"; exit 6\n").unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut child = Child::spawn(&[path.into_os_string(), OsString::from("a b")], Terms::default()).unwrap();
    assert_eq!(all(&mut child), ("a b\n".to_owned(), Got::End));
    assert_eq!(how(&child), How::Exited(6));
}

#[test]
fn a_bare_name_is_looked_for_in_the_path_and_a_path_is_taken_as_it_is() {
    assert!(found(&OsString::from("sh")).is_absolute());
    assert_eq!(found(&OsString::from("./sh")), PathBuf::from("./sh"));
    assert_eq!(found(&OsString::from("no such program")), PathBuf::from("no such program"));
}

#[test]
fn the_kinds_of_trouble_with_starting_are_distinguished() {
    let _turn = turn();
    let kind = |program: &str| Child::spawn(&[OsString::from(program)], Terms::default()).unwrap_err().kind();
    assert_eq!(kind("/nonexistent/program"), io::ErrorKind::NotFound);
    assert_eq!(kind("/"), io::ErrorKind::PermissionDenied);
    assert_eq!(Child::spawn(&[], Terms::default()).unwrap_err().kind(), io::ErrorKind::InvalidInput);
}

#[test]
#[cfg(all(target_os = "linux", not(weir_portable)))]
fn in_a_shared_group_what_the_command_started_is_ended_with_it() {
    let _turn = turn();
    let command = ["sh", "-c", "sleep 20; true"].map(OsString::from);
    let limit = Duration::from_millis(200);
    let begun = Instant::now();
    let mut child =
        Child::with(&command, Terms { limit: Some(limit), ..Terms::default() }, GRACE, Group::Shared)
            .unwrap();
    child.answer = None;
    assert_eq!(all(&mut child), (String::new(), Got::Signal(15)));
    assert_eq!(child.ending(), Some(Ending { how: How::TimedOut(limit), left_open: false }));
    assert!(begun.elapsed() < Duration::from_secs(3));
}

#[test]
fn in_a_shared_group_the_signals_of_a_terminal_are_not_sent_twice() {
    let _turn = turn();
    let script = "trap 'echo interrupted' INT; echo go; sleep 0.5; sleep 0.5";
    let command = ["sh", "-c", script].map(OsString::from);
    let mut child = Child::with(&command, Terms::default(), GRACE, Group::Shared).unwrap();
    child.answer = None;
    assert_eq!(child.read(&mut [0; 64]).unwrap(), Got::Bytes(3));
    raise(2);
    assert_eq!(all(&mut child), (String::new(), Got::Signal(2)));
    assert_eq!(how(&child), How::Exited(0));
}

#[test]
fn a_command_beside_others_reads_nothing_and_ends_with_its_group_when_it_is_asked_to() {
    let _turn = turn();
    let folder = tempfile::tempdir().unwrap();
    let script = "cat; pwd; echo key:$PWD_KEY; trap '' TERM; (trap '' TERM; sleep 20) & sleep 20; sleep 20";
    let command = ["sh", "-c", script].map(OsString::from);
    let stop = Stop::new().unwrap();
    let errand = Errand {
        command: &command,
        folder: folder.path(),
        hidden: &["PATH_THAT_IS_NOT_SET"],
        limit: None,
        stop: Arc::clone(&stop),
    };
    let begun = Instant::now();
    let mut child = Child::beside(&errand).unwrap();
    let asking = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        stop.ask();
    });
    let (text, got) = all(&mut child);
    let here = folder.path().canonicalize().unwrap();
    assert_eq!(text, format!("{}\nkey:\n", here.display()));
    assert_eq!((got, how(&child)), (Got::Signal(15), How::Killed(9)));
    assert!(begun.elapsed() < Duration::from_secs(5));
    asking.join().unwrap();
}
