//! A session whose lines are of any kind: what goes on is JSON, whatever came. The fuzz target uses this file, too.

use std::io::Write;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};

use weir::mcp::harden::Keeping;
use weir::mcp::proxy::{Caller, Event, Journal, Session, Settings, Setup, Stream, ToClient, ToServer};

/// What the client got.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Checks that a line that goes on is one that a client can read.
#[track_caller]
fn is_readable(line: &str) {
    let read: Result<serde::de::IgnoredAny, _> = serde_json::from_str(line);
    assert!(read.is_ok(), "{read:?}: {line}");
    assert!(!line.trim_end_matches(['\r', '\n']).contains('\n'), "{line}");
}

/// A session, and what its client got.
pub struct Sides {
    session: Session,
    written: Written,
    _events: Receiver<Event>,
}

impl Sides {
    /// Nothing was sent yet.
    pub fn new() -> Self {
        let (written, (events, waiting)) = (Written::default(), channel());
        let setup = Setup {
            settings: Settings::Fixed(Arc::default()),
            keeping: Keeping::default(),
            session: "any".to_owned(),
            server: "any".to_owned(),
            timeout: None,
            journal: Journal::default(),
        };
        let output = Box::new(Stream(Box::new(written.clone())));
        let session = Session::new(setup, output, Box::new(std::io::sink()), events);
        Self { session, written, _events: waiting }
    }

    /// Takes a line: one that begins with a tab is the server's, any other one is the client's.
    pub fn line(&self, line: &[u8]) {
        match line.split_first() {
            Some((b'\t', line)) => {
                let text = String::from_utf8_lossy(line);
                match self.session.from_server(&text) {
                    ToClient::AsIs => is_readable(&text),
                    ToClient::Instead(other) => is_readable(&other),
                    ToClient::Nothing => {}
                }
            }
            _ => {
                if let ToServer::Instead(other, _) = self.session.from_client(line, &Caller::default()) {
                    is_readable(&other);
                }
            }
        }
    }

    /// Checks what the client got from weir itself.
    pub fn end(self) {
        let written = String::from_utf8(self.written.0.lock().unwrap().clone()).expect("answers are text");
        written.lines().for_each(is_readable);
    }
}
