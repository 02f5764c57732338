//! A command and everything that it starts, as one job object of Windows.
//!
//! The job ends all of its processes when its last handle is closed, and we hold the only one: it ends them too when
//! we are killed ourselves. A process belongs to it from just after its start. What it starts before that, which takes
//! it longer than us to look, would stay outside. A process that has ended by then belongs to none.

use std::io;
use std::os::windows::io::AsRawHandle as _;
use std::process::Child;
use std::time::{Duration, Instant};

use win32job::{ExtendedLimitInfo, Job as Handle};

/// How long a process that no job takes may need to be seen as ended: one that is ending is refused already.
const ENDING: Duration = Duration::from_millis(100);

/// A job whose processes end with it.
#[derive(Debug)]
pub(super) struct Job(Handle);

impl Job {
    /// Makes a job of a process that was just started: none when it has ended already.
    pub(super) fn of(process: &mut Child) -> io::Result<Option<Self>> {
        let mut limits = ExtendedLimitInfo::new();
        limits.limit_kill_on_job_close();
        let job = Handle::create_with_limit_info(&limits)?;
        match job.assign_process(process.as_raw_handle().expose_provenance().cast_signed()) {
            Ok(()) => Ok(Some(Self(job))),
            Err(_) if has_ended(process)? => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Ends every process of it.
    pub(super) fn kill(self) {
        drop(self);
    }

    /// Lets what was left in the background live on, as it would without us.
    pub(super) fn let_go(self) {
        let _ = self.0.set_extended_limit_info(&ExtendedLimitInfo::new());
    }
}

/// Whether a process has ended, or does within [`ENDING`].
fn has_ended(process: &mut Child) -> io::Result<bool> {
    let begun = Instant::now();
    loop {
        if process.try_wait()?.is_some() {
            return Ok(true);
        }
        if begun.elapsed() >= ENDING {
            return Ok(false);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}
