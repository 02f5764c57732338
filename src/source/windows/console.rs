//! Ctrl-C, Ctrl-Break and the closing of the console: counted, so that what was read is still answered.
//!
//! The console reaches every process that is attached to it, a command of ours too: nothing is handed on. Which of the
//! events it was is not known. Windows ends a process when its console closes or its session ends: as soon as the handler
//! returns, which that of `tokio` never does from these, and after 5 seconds in any case. They count twice, so that a command is ended
//! after one second, as after a second Ctrl-C.

use std::io;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};
use std::task::{Context, Wake, Waker};
use std::thread::{self, Thread};

use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_logoff, ctrl_shutdown};

static TIMES: AtomicU32 = AtomicU32::new(0);

/// Counts from now on, instead of ending the process. There is one handler in a process: later calls change nothing.
pub(super) fn listen() -> io::Result<()> {
    static HANDLER: OnceLock<Option<io::ErrorKind>> = OnceLock::new();
    let trouble = || count().err().map(|error| error.kind());
    HANDLER.get_or_init(trouble).map_or(Ok(()), |kind| Err(kind.into()))
}

/// A thread that waits for events.
struct Waiting(Thread);

impl Wake for Waiting {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

fn count() -> io::Result<()> {
    let (mut key, mut other_key) = (ctrl_c()?, ctrl_break()?);
    let (mut closing, mut leaving, mut shutdown) = (ctrl_close()?, ctrl_logoff()?, ctrl_shutdown()?);
    thread::Builder::new().spawn(move || {
        let waker = Waker::from(Arc::new(Waiting(thread::current())));
        let mut context = Context::from_waker(&waker);
        loop {
            let events = [
                (key.poll_recv(&mut context), 1),
                (other_key.poll_recv(&mut context), 1),
                (closing.poll_recv(&mut context), 2),
                (leaving.poll_recv(&mut context), 2),
                (shutdown.poll_recv(&mut context), 2),
            ];
            let came = events.iter().filter(|(event, _)| event.is_ready()).map(|(_, times)| *times).max();
            match came {
                Some(times) => drop(TIMES.fetch_add(times, Ordering::Relaxed)),
                None => thread::park(),
            }
        }
    })?;
    Ok(())
}

/// How often somebody asked for the end so far.
pub(super) fn times() -> u32 {
    TIMES.load(Ordering::Relaxed)
}
