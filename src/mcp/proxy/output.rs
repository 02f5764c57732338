//! What goes to the client: whole lines, from whichever thread has one.

use std::io::{self, Write};
use std::sync::mpsc::Sender;
use std::sync::{Mutex, PoisonError};

use crate::mcp::upstream::Refusal;

/// Something that `run` waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The client sends nothing more.
    ClientEnded,
    /// The client does not read any more.
    ClientGone,
    /// The server prints nothing more.
    ServerSilent,
    /// Somebody asks for the end, by a signal.
    Signal(i32),
}

/// Where lines for the client go, each followed by a flush.
pub trait Outlet: Write + Send {
    /// The server refuses a request; the line answers it otherwise. Gives whether the client gets to know.
    fn refuse(&mut self, line: &str, refusal: &Refusal) -> bool;
}

/// A stream of bytes: there are lines alone.
pub struct Stream(pub Box<dyn Write + Send>);

impl std::fmt::Debug for Stream {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Stream")
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.write_all(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Outlet for Stream {
    fn refuse(&mut self, _: &str, _: &Refusal) -> bool {
        false
    }
}

/// The way to the client.
pub struct Output {
    /// None when the client does not read any more.
    writer: Mutex<Option<Box<dyn Outlet>>>,
    events: Sender<Event>,
}

impl std::fmt::Debug for Output {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Output")
    }
}

impl Output {
    /// Writes to `writer`, and reports when nobody reads there.
    pub fn new(writer: Box<dyn Outlet>, events: Sender<Event>) -> Self {
        Self { writer: Mutex::new(Some(writer)), events }
    }

    /// The server refuses a request, which is answered by this line where a refusal is nothing.
    pub fn refuse(&self, line: &str, refusal: &Refusal) {
        let is_known = {
            let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
            writer.as_mut().is_some_and(|open| open.refuse(line, refusal))
        };
        if !is_known {
            self.line(line.as_bytes());
        }
    }

    /// Writes a line. It may have its line end already.
    pub fn line(&self, line: &[u8]) {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(open) = writer.as_mut() else { return };
        let end: &[u8] = if line.ends_with(b"\n") { b"" } else { b"\n" };
        let written = open.write_all(line).and_then(|()| open.write_all(end)).and_then(|()| open.flush());
        if written.is_err() {
            *writer = None;
            let _ = self.events.send(Event::ClientGone);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::mpsc::channel;

    use super::*;

    #[derive(Clone, Default)]
    struct Shared(std::sync::Arc<Mutex<Vec<u8>>>);

    impl Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn every_line_ends_once() {
        let (written, (events, _waiting)) = (Shared::default(), channel());
        let output = Output::new(Box::new(Stream(Box::new(written.clone()))), events);
        output.line(b"a\n");
        output.line(b"b");
        output.line(b"c\r\n");
        assert_eq!(*written.0.lock().unwrap(), b"a\nb\nc\r\n");
    }

    #[test]
    fn a_client_that_left_is_reported_once() {
        struct Closed;
        impl Write for Closed {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let (events, waiting) = channel();
        let output = Output::new(Box::new(Stream(Box::new(Closed))), events);
        output.line(b"a\n");
        output.line(b"b\n");
        assert_eq!(waiting.try_iter().collect::<Vec<_>>(), [Event::ClientGone]);
    }
}
