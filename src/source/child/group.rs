//! Who gets the signals that we get.

use std::fs::File;

use rustix::process::getpgrp;

/// Who gets a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    /// The command's own group, all of it.
    Own,
    /// The command and what it started; the terminal sends its own signals to our whole group by itself.
    Shared,
    /// The command itself, which is in our group: whoever signals only us signals it, as if it was there instead of us.
    Alone,
}

impl Group {
    /// Shared when our group is the foreground group of a terminal.
    pub(super) fn choose() -> Self {
        match File::open("/dev/tty").map(|terminal| rustix::termios::tcgetpgrp(&terminal)) {
            Ok(Ok(front)) if front == getpgrp() => Self::Shared,
            _ => Self::Own,
        }
    }
}
