//! Signals that ask for the end, as events.

use std::sync::mpsc::Sender;

use super::output::Event;

/// Reports signals from now on.
///
/// # Errors
/// When the system refuses.
#[cfg(unix)]
pub fn report(events: Sender<Event>) -> std::io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGTERM, SIGINT, SIGHUP])?;
    std::thread::Builder::new().name("signals".to_owned()).stack_size(64 * 1024).spawn(move || {
        for signal in signals.forever() {
            if events.send(Event::Signal(signal)).is_err() {
                return;
            }
        }
    })?;
    Ok(())
}

/// There are none.
///
/// # Errors
/// Never.
#[cfg(windows)]
pub fn report(_: Sender<Event>) -> std::io::Result<()> {
    Ok(())
}
