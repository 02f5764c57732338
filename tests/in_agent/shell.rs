//! `weir shell` and the start file: whose lines they change, and that nobody else's are.

use std::fs::File;
use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use crate::place::{Door, Place, verdicts};

/// Calls the stub with a line, and with this input.
fn stub(place: &Place, line: &str, input: &[u8]) -> Output {
    let mut command = place.shell(Door::Stub("bash"), "stub", "true");
    let program = command.get_program().to_owned();
    let mut stub = Command::new(program);
    stub.arg(line).current_dir(command.get_current_dir().unwrap()).env_clear();
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => stub.env(name, value),
            None => stub.env_remove(name),
        };
    }
    command = stub;
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input).unwrap();
    drop(stdin);
    child.wait_with_output().unwrap()
}

#[test]
fn hooks_and_servers_get_their_line_and_their_input_as_they_came() {
    let place = Place::new();
    for line in [
        "cat; echo \"out ${WEIR_OUT-unset} agent ${WEIR_AGENT-unset} $PATH\"",
        "exec env -u X sh -c 'cat; echo \"${WEIR_OUT-unset}\" \"${WEIR_LINE-unset}\"'",
    ] {
        let output = stub(&place, line, b"{\"tool\":\"Bash\"}\n");
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.starts_with("{\"tool\":\"Bash\"}\n") && text.contains("unset"), "{text}");
        assert!(!text.contains("agents/bin") && output.stderr.is_empty(), "{text}");
    }
    let output = stub(&place, "pytest fail", b"");
    assert_eq!(
        (output.status.code(), verdicts(&String::from_utf8_lossy(&output.stdout)).len()),
        (Some(1), 0)
    );
}

#[test]
fn a_line_of_the_agents_gets_the_variables_and_the_links() {
    let place = Place::new();
    let line = "echo \"$WEIR_AGENT $WEIR_OUT $WEIR_ERR\"; stat -Lc %d:%i /proc/$$/fd/1; echo \"${PATH%%:*}\"; command -v pytest";
    let ran = place.ran(Door::Stub("bash"), "a", line);
    let lines: Vec<&str> = ran.out.lines().collect();
    let words: Vec<&str> = lines[0].split(' ').collect();
    assert_eq!((words[0], words[1]), ("claude-code", lines[1]));
    assert_ne!(words[1], words[2]);
    let shims = place.folders.shims();
    assert_eq!(lines[2], shims.to_str().unwrap());
    assert_eq!(lines[3], shims.join("pytest").to_str().unwrap());
}

#[test]
fn a_line_that_is_as_long_as_one_can_be_runs_as_it_came() {
    let place = Place::new();
    let around = place.snapshot_line("bash", "").len();
    // The longest argument of Linux, its end included.
    let filling = "x".repeat(128 * 1024 - 1 - around - "pytest #".len());
    for line in [format!("pytest #{filling}"), format!("pytest #{}", &filling[200..])] {
        let (without, with) =
            (place.ran(Door::PlainSnapshot("bash"), "a", &line), place.ran(Door::Stub("bash"), "b", &line));
        assert_eq!((without.code, with.code), (Some(0), Some(0)), "{}", with.err);
        assert_eq!(without.calls, with.calls);
    }
}

#[test]
fn every_line_has_a_name_of_its_own() {
    let place = Place::new();
    let names: Vec<String> = [Door::Stub("bash"), Door::Stub("bash"), Door::StartFile, Door::StartFile]
        .into_iter()
        .map(|door| place.ran(door, "a", "echo \"$WEIR_LINE\"; bash -c 'echo \"$WEIR_LINE\"'").out)
        .collect();
    for (at, name) in names.iter().enumerate() {
        let (outer, inner) = name.trim_end().split_once('\n').unwrap();
        assert!(!outer.is_empty() && outer == inner, "{name}");
        assert!(!names[..at].contains(name), "{names:?}");
    }
}

#[test]
fn the_start_file_does_nothing_where_no_agent_is() {
    let place = Place::new();
    let ran = |change: &dyn Fn(&mut Command)| {
        let line = "echo \"${WEIR_AGENT-unset} ${WEIR_OUT+set} ${PATH%%:*}\"";
        let mut command = place.shell(Door::StartFile, "a", line);
        change(&mut command);
        let output = command.output().unwrap();
        assert!(output.stderr.is_empty());
        String::from_utf8(output.stdout).unwrap()
    };
    let tools = format!("{}/tools", place.root().display());
    let shims = place.folders.shims().display().to_string();
    assert_eq!(ran(&|command| _ = command.env_remove("WEIR_AGENT")), format!("unset  {tools}\n"));
    assert_eq!(ran(&|command| _ = command.env("WEIR", "off")), format!("codex  {tools}\n"));
    assert_eq!(ran(&|_| ()), format!("codex set {shims}\n"));
    let by_its_variable = ran(&|command| _ = command.env_remove("WEIR_AGENT").env("GEMINI_CLI", "1"));
    assert_eq!(by_its_variable, format!("gemini-cli set {shims}\n"));
}

#[test]
fn the_start_file_keeps_what_a_script_finds() {
    let place = Place::new();
    let script = "set -u; echo \"$# $1 $2\"; set -- ; echo $-; true; echo $?; for n in 3 4 5 6 7 8 9; do test ! -e /proc/$$/fd/$n || echo open $n; done";
    let ran = |door: Door| {
        let mut command = place.shell(door, "a", "");
        let mut bash = Command::new("bash");
        bash.args(["-eu", "-c", script, "name", "one", "two words"]).env_clear();
        for (name, value) in command.get_envs() {
            match value {
                Some(value) => bash.env(name, value),
                None => bash.env_remove(name),
            };
        }
        command = bash;
        let out = place.root().join("out");
        command.stdout(File::create(&out).unwrap()).stderr(Stdio::null()).stdin(Stdio::null());
        let status = command.status().unwrap();
        (status.code(), crate::place::text(&out))
    };
    assert_eq!(ran(Door::StartFile), ran(Door::Plain));
}

#[test]
fn a_call_with_no_line_is_wrong_usage() {
    let place = Place::new();
    for words in [vec!["shell"], vec!["shell", "a", "b"]] {
        let output = Command::new(place.weir()).args(&words).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).starts_with("weir: 'weir shell' takes one line"));
    }
}
