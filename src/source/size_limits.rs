//! A limit of file sizes that the system sets.

use std::sync::Arc;

/// A limit on the size of files is an error of the write, not the end of the process.
pub fn outlive_size_limits() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let signal = rustix::process::Signal::XFSZ.as_raw();
        let _ = signal_hook::flag::register(signal, Arc::default());
    });
}
