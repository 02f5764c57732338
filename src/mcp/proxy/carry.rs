//! Lines from one side to the other, until the one who sends them ends.

use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::client::ToServer;
use super::server::ToClient;
use super::session::Session;
use crate::mcp::upstream::Server;
use crate::mcp::wire::{Got, Id, Lines, Shape, shape};

/// Does a job whose faults end the job alone; they are reported where they happen.
pub fn survive(job: impl FnOnce()) {
    let _ = catch_unwind(AssertUnwindSafe(job));
}

/// Carries what the client sends.
pub fn client_lines(session: &Session, server: &Server, input: impl Read) {
    let mut lines = Lines::new(input);
    loop {
        let most = session.most_bytes();
        match lines.next(most) {
            Ok(Got::Line(line) | Got::Rest(line)) => client_line(session, server, line, &[]),
            Ok(Got::TooLong(skim, bytes)) => {
                for reply in session.too_long_for_server(skim, bytes, most) {
                    let _ = server.send((reply + "\n").as_bytes(), &[], &[]);
                }
            }
            Ok(Got::End) | Err(_) => return,
        }
    }
}

/// Carries one line of the client, with headers for a server over HTTP.
pub fn client_line(session: &Session, server: &Server, line: &[u8], headers: &[(String, String)]) {
    match session.from_client(line) {
        ToServer::AsIs(ids) => send(session, server, line, &ids, headers),
        ToServer::Instead(other, ids) => send(session, server, (other + "\n").as_bytes(), &ids, headers),
        ToServer::Nothing => {}
    }
}

/// Sends a line. Requests in it that cannot arrive are answered.
fn send(session: &Session, server: &Server, line: &[u8], ids: &[Id], headers: &[(String, String)]) {
    if server.send(line, ids, headers).is_ok() {
        return;
    }
    for call in ids.iter().filter_map(|id| session.in_flight.take(id)) {
        session.fail(&call, "the upstream server does not read any more");
    }
}

/// Carries what the server prints.
pub fn server_lines(session: &Session, server: &Server, printed: impl Read) {
    let mut lines = Lines::new(printed);
    loop {
        let most = session.most_bytes();
        match lines.next(most) {
            Ok(Got::Line(line)) => to_client(session, &String::from_utf8_lossy(line)),
            Ok(Got::Rest(rest)) => {
                // Half a line is nothing to a client; a whole message without its line end is one.
                let rest = String::from_utf8_lossy(rest);
                match shape(&rest) {
                    Shape::One(_) | Shape::Batch(_) => to_client(session, &rest),
                    Shape::Other | Shape::Blank | Shape::NotJson => session.stray(rest.as_bytes()),
                }
            }
            Ok(Got::TooLong(skim, bytes)) => {
                for reply in session.too_long_for_client(skim, bytes, most) {
                    let _ = server.send((reply + "\n").as_bytes(), &[], &[]);
                }
            }
            Ok(Got::End) | Err(_) => return,
        }
    }
}

/// Gives the client a line of the server, or what there is instead.
pub fn to_client(session: &Session, line: &str) {
    match session.from_server(line) {
        ToClient::AsIs => session.output.line(line.as_bytes()),
        ToClient::Instead(other) => session.output.line(other.as_bytes()),
        ToClient::Nothing => {}
    }
}
