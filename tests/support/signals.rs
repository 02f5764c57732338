//! What the process that runs the tests hears, and therefore the commands that it starts.

use std::fs;

use rustix::process::Signal;

/// Whether the process that runs the tests ignores the signal, as under nohup(1): then weir goes on ignoring it, by the
/// mask in proc(5).
pub fn is_ignored(signal: Signal) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask >> (signal.as_raw() - 1) & 1 == 1
}
