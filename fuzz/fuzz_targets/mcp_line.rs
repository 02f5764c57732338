//! Lines of a client and of a server, in any order and however they are split.
#![no_main]

use std::io::Write;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};

use libfuzzer_sys::fuzz_target;
use weir::mcp::harden::Keeping;
use weir::mcp::proxy::{Journal, Session, Settings, Setup, ToClient, ToServer};
use weir::mcp::wire::{Got, Lines, Skim};

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

/// Whether a line that goes on is one that a client can read.
fn is_readable(line: &str) {
    let read: Result<serde::de::IgnoredAny, _> = serde_json::from_str(line);
    assert!(read.is_ok() && !line.trim_end_matches(['\r', '\n']).contains('\n'), "{line}");
}

fuzz_target!(|bytes: &[u8]| {
    let (written, (events, _waiting)) = (Written::default(), channel());
    let setup = Setup {
        settings: Settings::Fixed(Arc::default()),
        keeping: Keeping::default(),
        session: "fuzz".to_owned(),
        server: "fuzz".to_owned(),
        timeout: None,
        journal: Journal::default(),
    };
    let session = Session::new(setup, Box::new(written.clone()), Box::new(std::io::sink()), events);
    let mut lines = Lines::new(bytes);
    loop {
        match lines.next(4096).expect("bytes can be read") {
            Got::Line(line) | Got::Rest(line) => match line.split_first() {
                // A line that begins with a tab is the server's, any other one is the client's.
                Some((b'\t', line)) => {
                    let text = String::from_utf8_lossy(line);
                    match session.from_server(&text) {
                        ToClient::AsIs => is_readable(&text),
                        ToClient::Instead(other) => is_readable(&other),
                        ToClient::Nothing => {}
                    }
                }
                _ => match session.from_client(line) {
                    ToServer::Instead(other, _) => is_readable(&other),
                    ToServer::AsIs(_) | ToServer::Nothing => {}
                },
            },
            Got::TooLong(skim, _) => drop(Skim::found(skim)),
            Got::End => break,
        }
    }
    for line in String::from_utf8(written.0.lock().unwrap().clone()).expect("answers are text").lines() {
        is_readable(line);
    }
});
