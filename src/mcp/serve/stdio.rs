//! One client over the standard streams, from its first line to the end.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;

use super::own::Own;
use super::talk::{CALLS_OF_ONE, Talk};
use crate::config::TIMER;
use crate::mcp::proxy::{Caller, Event, Session, Setup, Stream, Streams, report_signals, survive};
use crate::mcp::upstream::SIGNAL;
use crate::mcp::wire::{Got, Lines};

/// Serves one client; gives the exit status.
///
/// # Errors
/// When no thread can be started.
pub fn serve(own: Arc<Own>, setup: Setup, streams: Streams) -> io::Result<i32> {
    let Streams { input, output, strays } = streams;
    let (events, waiting) = channel();
    report_signals(events.clone())?;
    let talk =
        Talk::new(own, Session::new(setup, Box::new(Stream(output)), strays, events.clone()), CALLS_OF_ONE);
    let reading = Arc::clone(&talk);
    thread::Builder::new().name("client".to_owned()).spawn(move || {
        survive(|| lines(&reading, input));
        let _ = events.send(Event::ClientEnded);
    })?;
    let status = wait(&talk, &waiting);
    talk.end();
    Ok(status)
}

fn wait(talk: &Talk, waiting: &Receiver<Event>) -> i32 {
    loop {
        match waiting.recv_timeout(TIMER) {
            Ok(Event::Signal(signal)) => return SIGNAL.saturating_add(signal),
            Ok(Event::ClientEnded | Event::ClientGone) | Err(RecvTimeoutError::Disconnected) => return 0,
            Ok(Event::ServerSilent) => {}
            Err(RecvTimeoutError::Timeout) => talk.session().look(),
        }
    }
}

fn lines(talk: &Arc<Talk>, input: impl Read) {
    let mut lines = Lines::new(input);
    loop {
        match lines.next(talk.most_bytes()) {
            Ok(Got::Line(line) | Got::Rest(line)) => talk.line(line, &Caller::default()),
            Ok(Got::TooLong(skim, bytes)) => talk.too_long(skim, bytes),
            Ok(Got::End) | Err(_) => return,
        }
    }
}
