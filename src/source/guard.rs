//! Ends a command that weir runs when weir itself is killed, so that nobody is left behind.
//!
//! Who is killed by SIGKILL can do nothing any more, so somebody else waits for it: a shell in a group of its own that reads
//! from a pipe which only we hold. It closes without a word when we die, and the shell kills the command's group. The system's
//! own way (`PR_SET_PDEATHSIG`) has to be asked for in the command before it begins, in unsafe code, and reaches the command
//! alone, not what it started. Who has left the group is not reached.

use std::io::Write as _;
use std::process::{Child, Command, Stdio};

use std::os::unix::process::CommandExt as _;

use rustix::process::Pid;

/// What waits: a line means that all went well.
const SCRIPT: &str = "read -r line || kill -9 -\"$1\"";

/// The shell that waits.
#[derive(Debug)]
pub(super) struct Guard(Child);

impl Guard {
    /// Begins to wait, for the sake of this group. Without a shell nobody does.
    pub(super) fn over(group: Pid) -> Option<Self> {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", SCRIPT, "weir-guard", &group.as_raw_nonzero().to_string()]);
        shell.env_clear().current_dir("/").process_group(0);
        shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        shell.spawn().ok().map(Self)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        if let Some(mut pipe) = self.0.stdin.take() {
            let _ = pipe.write_all(b"\n");
        }
        // It ends by itself, at once; whoever waits for other children does not meet it.
        let _ = self.0.wait();
    }
}
