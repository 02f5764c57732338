//! How a command is started, so that it finds every signal as it would without us.

#[cfg(all(target_os = "linux", target_env = "gnu", not(weir_portable)))]
use std::os::unix::process::CommandExt as _;
use std::process::Command;

/// Has the command started by `fork` and `exec`, which leave every signal that we catch at its default. glibc's
/// `posix_spawn`, which the standard library prefers, leaves the two signals of its own threads (32 and 33) ignored in
/// what it starts (`__spawni_child`); a command that names its group is not started that way. The group stays as it is.
#[cfg(all(target_os = "linux", target_env = "gnu", not(weir_portable)))]
pub(super) fn begin_by_exec(command: &mut Command) {
    command.gid(rustix::process::getegid().as_raw());
}

#[cfg(not(all(target_os = "linux", target_env = "gnu", not(weir_portable))))]
pub(super) const fn begin_by_exec(_command: &mut Command) {}
