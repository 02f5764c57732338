//! A command and what it started, as far as they share our process group: who gets a signal on a terminal.
//!
//! The group itself cannot get it, for others may be in it, the script that started us say. Linux shows the family
//! (proc(5)); elsewhere `ps` does.

use rustix::process::Pid;

use crate::budget::Count as _;

/// More processes than this are not distinguished from others.
const MOST: usize = 4096;

/// The command and its living descendants in this group.
pub(super) fn family(command: Pid, group: Pid) -> Vec<Pid> {
    let mut others: Vec<(Pid, Pid)> = members(group);
    let mut family = vec![command];
    let mut next = 0;
    while let Some(parent) = family.get(next).copied() {
        next.up(1);
        others.retain(|(process, its_parent)| {
            let child = *its_parent == parent && *process != command;
            if child && family.len() < MOST {
                family.push(*process);
            }
            !child
        });
    }
    family
}

/// Those of the processes that are still alive and in this group.
pub(super) fn remaining(processes: &[Pid], group: Pid) -> Vec<Pid> {
    let members = members(group);
    processes.iter().copied().filter(|each| members.iter().any(|(member, _)| member == each)).collect()
}

/// The living processes of a group, each with its parent.
#[cfg(all(target_os = "linux", not(weir_portable)))]
fn members(group: Pid) -> Vec<(Pid, Pid)> {
    let Ok(processes) = std::fs::read_dir("/proc") else { return Vec::new() };
    processes
        .flatten()
        .filter_map(|entry| {
            let process = entry.file_name().to_str().and_then(pid)?;
            let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
            let (parent, its_group) = parent_and_group(&stat)?;
            (its_group == group).then_some((process, parent))
        })
        .take(MOST)
        .collect()
}

/// From the fields of `/proc/PID/stat`: PID (NAME) STATE PARENT GROUP. None of one that is dead.
#[cfg(all(target_os = "linux", not(weir_portable)))]
fn parent_and_group(stat: &str) -> Option<(Pid, Pid)> {
    let (_, fields) = stat.rsplit_once(") ")?;
    let mut fields = fields.split(' ');
    if matches!(fields.next()?, "Z" | "X") {
        return None;
    }
    Some((fields.next().and_then(pid)?, fields.next().and_then(pid)?))
}

fn pid(digits: &str) -> Option<Pid> {
    Pid::from_raw(digits.parse().ok()?)
}

/// The same as `ps` reports it (POSIX); nobody where there is none.
#[cfg(not(all(target_os = "linux", not(weir_portable))))]
fn members(group: Pid) -> Vec<(Pid, Pid)> {
    use std::process::{Command, Stdio};
    let mut ps = Command::new("ps");
    ps.args(["-A", "-o", "pid=", "-o", "ppid=", "-o", "pgid=", "-o", "stat="]);
    let printed =
        ps.stdin(Stdio::null()).stderr(Stdio::null()).output().map(|done| done.stdout).unwrap_or_default();
    let of_the_group = |line: &str| {
        let (process, parent, its_group) = process(line)?;
        (its_group == group).then_some((process, parent))
    };
    String::from_utf8_lossy(&printed).lines().filter_map(of_the_group).collect()
}

/// A process, its parent and its group in a row of `ps`. None of one that is dead.
#[cfg(any(test, not(all(target_os = "linux", not(weir_portable)))))]
fn process(row: &str) -> Option<(Pid, Pid, Pid)> {
    let mut fields = row.split_ascii_whitespace();
    let mut next = || fields.next().and_then(pid);
    let (process, parent, group) = (next()?, next()?, next()?);
    (!fields.next()?.starts_with('Z')).then_some((process, parent, group))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::process::{getpgrp, getpid};

    fn number(pid: i32) -> Pid {
        Pid::from_raw(pid).unwrap()
    }

    #[test]
    fn a_row_of_ps_has_process_parent_group_and_state() {
        assert_eq!(process("    7     1   8 Ss+"), Some((number(7), number(1), number(8))));
        for row in ["", "PID PPID PGID STAT", "7 1 8", "7 1 8 Z", "7 0 8 S"] {
            assert_eq!(process(row), None, "{row}");
        }
    }

    #[test]
    #[cfg(all(target_os = "linux", not(weir_portable)))]
    fn parent_and_group_are_after_a_name_that_may_hold_anything() {
        let expected = Some((number(7), number(8)));
        assert_eq!(parent_and_group("12 (a) b) (c) S 7 8 9 0"), expected);
        assert_eq!(parent_and_group("12 (sh) R 7 8 9"), expected);
        for stat in ["", "12 (sh)", "12 (sh) Z 7 8 9", "12 (sh) S x 8 9", "12 (sh) S 7"] {
            assert_eq!(parent_and_group(stat), None, "{stat}");
        }
    }

    #[test]
    fn a_family_is_a_process_with_its_children_and_theirs() {
        let mut child =
            std::process::Command::new("sh").args(["-c", "sh -c 'sleep 30; true' & wait"]).spawn().unwrap();
        let command = Pid::from_child(&child);
        let begun = std::time::Instant::now();
        while family(command, getpgrp()).len() < 3 && begun.elapsed().as_secs() < 10 {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let found = family(command, getpgrp());
        assert_eq!((found.len(), found.first(), found.contains(&getpid())), (3, Some(&command), false));
        assert_eq!(family(command, command), [command]);
        for process in &found {
            rustix::process::kill_process(*process, rustix::process::Signal::KILL).unwrap();
        }
        child.wait().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(50));
        assert_eq!(remaining(&found, getpgrp()), []);
        assert_eq!(remaining(&[getpid()], getpgrp()), [getpid()]);
    }
}
