//! A command and everything that it starts, as one job object of Windows.
//!
//! The job ends all of its processes when its last handle is closed, and we hold the only one: it ends them too when
//! we are killed ourselves. A process belongs to it from just after its start. What it starts before that, which takes
//! it longer than us to look, would stay outside.

use std::io;
use std::os::windows::io::AsRawHandle as _;
use std::process::Child;

use win32job::{ExtendedLimitInfo, Job as Handle};

/// A job whose processes end with it.
#[derive(Debug)]
pub(super) struct Job(Handle);

impl Job {
    /// Makes a job of a process that was just started.
    pub(super) fn of(process: &Child) -> io::Result<Self> {
        let mut limits = ExtendedLimitInfo::new();
        limits.limit_kill_on_job_close();
        let job = Handle::create_with_limit_info(&limits)?;
        job.assign_process(process.as_raw_handle().expose_provenance().cast_signed())?;
        Ok(Self(job))
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
