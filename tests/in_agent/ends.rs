//! How a tool that is wrapped ends when somebody ends it, weir or their group.

use std::fs::File;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Child, ExitStatus};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, getpgid, kill_process, kill_process_group, test_kill_process};

use crate::place::{Door, Place, text, verdicts};
use crate::signals::is_ignored;

/// A tool that sleeps, and weir in front of it.
struct Running {
    place: Place,
    weir: Child,
    tool: Pid,
}

fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < Duration::from_secs(20), "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

impl Running {
    /// In a session of its own. bash becomes the link, which becomes weir.
    fn start(line: &str) -> Self {
        let place = Place::new();
        let mut command = place.shell(Door::StartFile, "a", line);
        let out = File::create(place.root().join("out")).unwrap();
        command.stdout(out.try_clone().unwrap()).stderr(out).process_group(0);
        let weir = command.spawn().unwrap();
        let pid = place.root().join("pid-a");
        until("the tool does not run", || pid.exists());
        let tool = Pid::from_raw(text(&pid).trim().parse().unwrap()).unwrap();
        Self { place, weir, tool }
    }

    fn weir(&self) -> Pid {
        Pid::from_child(&self.weir)
    }

    /// Waits for both; gives how weir ended and what it printed.
    fn ended(mut self) -> (ExitStatus, String) {
        let status = self.weir.wait().unwrap();
        until("the tool still runs", || test_kill_process(self.tool).is_err());
        (status, text(&self.place.root().join("out")))
    }
}

#[test]
fn the_tool_is_in_the_group_of_the_shell() {
    let running = Running::start("exec pytest --sleep");
    assert_ne!(running.weir(), running.tool);
    assert_eq!(getpgid(Some(running.tool)).unwrap(), running.weir());
    kill_process_group(running.weir(), Signal::TERM).unwrap();
    let (status, out) = running.ended();
    assert_eq!((status.code(), verdicts(&out).len()), (Some(143), 1), "{out}");
}

#[test]
fn a_signal_for_weir_alone_reaches_the_tool() {
    for signal in [Signal::TERM, Signal::HUP] {
        // What ignores a signal here, `nohup` say, has it ignored below, too.
        if is_ignored(signal) {
            continue;
        }
        let running = Running::start("exec pytest --sleep");
        kill_process(running.weir(), signal).unwrap();
        let (status, out) = running.ended();
        assert_eq!(status.code(), Some(128 + signal.as_raw()));
        assert!(verdicts(&out)[0].contains("interrupted"), "{out}");
    }
}

#[test]
fn a_tool_that_an_interrupt_ended_ends_weir_by_it() {
    if is_ignored(Signal::INT) {
        return;
    }
    let running = Running::start("exec pytest --sleep");
    kill_process(running.weir(), Signal::INT).unwrap();
    let (status, out) = running.ended();
    assert_eq!((status.signal(), verdicts(&out).len()), (Some(Signal::INT.as_raw()), 1), "{out}");
    let running = Running::start("exec pytest --sleep");
    kill_process(running.tool, Signal::INT).unwrap();
    assert_eq!(running.ended().0.signal(), Some(Signal::INT.as_raw()));
}

#[cfg(target_os = "linux")]
#[test]
fn the_tool_ends_with_weir_and_with_its_group() {
    let running = Running::start("exec pytest --sleep");
    kill_process(running.weir(), Signal::KILL).unwrap();
    assert_eq!(running.ended().0.signal(), Some(Signal::KILL.as_raw()));
    let running = Running::start("pytest --sleep; true");
    kill_process_group(running.weir(), Signal::KILL).unwrap();
    assert_eq!(running.ended().0.signal(), Some(Signal::KILL.as_raw()));
}

#[cfg(target_os = "linux")]
#[test]
fn what_a_line_ignores_stays_ignored() {
    let ignored = |line: &str| {
        let running = Running::start(line);
        let status = text(format!("/proc/{}/status", running.tool.as_raw_nonzero()).as_ref());
        kill_process(running.tool, Signal::KILL).unwrap();
        running.ended();
        status.lines().find(|line| line.starts_with("SigIgn:")).unwrap().to_owned()
    };
    for line in ["trap '' INT QUIT HUP; exec", "exec", "trap '' INT; exec"] {
        let wrapped = ignored(&format!("{line} pytest --sleep"));
        let raw = ignored(&format!("export WEIR=off; {line} pytest --sleep"));
        assert_eq!(wrapped, raw, "{line}");
    }
}
