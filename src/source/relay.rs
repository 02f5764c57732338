//! The signals that concern a command that we run: caught here, so that it gets them too.
//!
//! A command has to find every signal as it is by default, and a caught one is: starting a program forgets handlers.
//! SIGHUP stays ignored when it is ignored already, for us and for the command: `nohup` asks for that.

use std::io;
use std::os::fd::BorrowedFd;

use rustix::process::Signal;
use signal_hook::consts::SIGCHLD;

use super::signals::Caught;

/// Signals that ask the command to end, in the order in which they are looked at.
const ENDING: [Signal; 4] = [Signal::TERM, Signal::HUP, Signal::QUIT, Signal::INT];

/// Signals that stop the command and let it go on.
const PAUSING: [Signal; 2] = [Signal::TSTP, Signal::CONT];

/// Signals whose meaning is the command's own.
const ITS_OWN: [Signal; 2] = [Signal::USR1, Signal::USR2];

/// What came in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum News {
    /// The command is to end.
    End(Signal),
    /// The command is to stop, and so are we.
    Stop,
    /// The command is to go on.
    Continue,
    /// The command knows what this means.
    ItsOwn(Signal),
}

/// Catches signals while it lives.
#[derive(Debug)]
pub(super) struct Relay {
    caught: Vec<Heard>,
    /// Comes when the command ends.
    ended: Caught,
}

#[derive(Debug)]
struct Heard {
    signal: Signal,
    caught: Caught,
    /// How many times were passed on.
    reported: u32,
}

impl Relay {
    /// Begins to catch them: before the command starts, so that none is lost. What is ignored and `besides` may stay ignored
    /// does.
    pub(super) fn install(besides: &[Signal]) -> io::Result<Self> {
        let mut caught = Vec::new();
        for signal in ENDING.into_iter().chain(PAUSING).chain(ITS_OWN) {
            let may_stay_ignored =
                signal == Signal::HUP || ITS_OWN.contains(&signal) || besides.contains(&signal);
            if may_stay_ignored && is_ignored(signal) {
                continue;
            }
            caught.push(Heard { signal, caught: Caught::new(signal.as_raw())?, reported: 0 });
        }
        Ok(Self { caught, ended: Caught::new(SIGCHLD)? })
    }

    /// Catches nothing but the end of the command.
    pub(super) fn of_the_end() -> io::Result<Self> {
        Ok(Self { caught: Vec::new(), ended: Caught::new(SIGCHLD)? })
    }

    /// Everything that came since the last time.
    pub(super) fn news(&mut self) -> Vec<News> {
        self.ended.times();
        let mut news = Vec::new();
        for heard in &mut self.caught {
            let times = heard.caught.times();
            for _ in heard.reported..times {
                news.push(match heard.signal {
                    Signal::TSTP => News::Stop,
                    Signal::CONT => News::Continue,
                    signal if ITS_OWN.contains(&signal) => News::ItsOwn(signal),
                    signal => News::End(signal),
                });
            }
            heard.reported = times;
        }
        news
    }

    /// What becomes readable when a signal comes.
    pub(super) fn descriptors(&self) -> impl Iterator<Item = BorrowedFd<'_>> {
        self.caught.iter().map(|heard| heard.caught.descriptor()).chain([self.ended.descriptor()])
    }
}

/// Whether the process was started with this signal ignored.
#[cfg(all(target_os = "linux", not(weir_portable)))]
fn is_ignored(signal: Signal) -> bool {
    std::fs::read_to_string("/proc/self/status").is_ok_and(|status| says_ignored(&status, signal))
}

/// The same where the system does not show it: what we start has it ignored as well, and outlives it.
#[cfg(not(all(target_os = "linux", not(weir_portable))))]
fn is_ignored(signal: Signal) -> bool {
    use std::process::{Command, Stdio};
    let mut shell = Command::new("/bin/sh");
    shell.arg("-c").arg(format!("kill -{} $$", signal.as_raw()));
    shell.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    shell.status().is_ok_and(|status| status.success())
}

/// Whether `SigIgn:` in a `/proc/PID/status` (proc(5)) has the bit of `signal`.
#[cfg(all(target_os = "linux", not(weir_portable)))]
fn says_ignored(status: &str, signal: Signal) -> bool {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    let bit = u32::try_from(signal.as_raw()).unwrap_or(0).saturating_sub(1);
    mask.checked_shr(bit).is_some_and(|rest| rest & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::super::signals::tests::{raise, turn};
    use super::*;

    #[test]
    fn every_signal_is_reported_once_for_each_time_it_came() {
        let _turn = turn();
        let mut relay = Relay::install(&[]).unwrap();
        assert_eq!(relay.news(), []);
        raise(2);
        raise(2);
        raise(15);
        raise(18);
        assert_eq!(
            relay.news(),
            [News::End(Signal::TERM), News::End(Signal::INT), News::End(Signal::INT), News::Continue]
        );
        assert_eq!(relay.news(), []);
    }

    #[test]
    #[cfg(all(target_os = "linux", not(weir_portable)))]
    fn an_ignored_signal_is_a_bit_of_the_status() {
        let status = "Name:\tweir\nSigBlk:\tffffffffffffffff\nSigIgn:\t0000000000001001\nSigCgt:\t0\n";
        assert!(says_ignored(status, Signal::HUP) && says_ignored(status, Signal::PIPE));
        assert!(!says_ignored(status, Signal::INT) && !says_ignored("", Signal::HUP));
    }
}
