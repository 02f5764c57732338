//! Lines from one side to the other, until the one who sends them ends.

use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::apart;
use super::caller::Caller;
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
pub fn client_lines(session: &Arc<Session>, server: &Arc<Server>, input: impl Read) {
    let mut lines = Lines::new(input);
    loop {
        let most = session.most_bytes();
        match lines.next(most) {
            Ok(Got::Line(line) | Got::Rest(line)) => {
                client_line(session, server, line, &Caller::default(), Loss::Answered);
            }
            Ok(Got::TooLong(skim, bytes)) => {
                for reply in session.too_long_for_server(skim, bytes, most) {
                    let _ = server.send((reply + "\n").as_bytes(), &[], &[]);
                }
            }
            Ok(Got::End) | Err(_) => return,
        }
    }
}

/// What becomes of requests that cannot arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// They are answered by an error.
    Answered,
    /// They are forgotten, and whoever sends them gets to know: another server may take them.
    Reported,
}

/// Carries one line of the client. Gives whether it is taken care of; a loss that is answered is.
pub fn client_line(
    session: &Arc<Session>,
    server: &Arc<Server>,
    line: &[u8],
    caller: &Caller,
    loss: Loss,
) -> bool {
    match session.from_client(line, caller) {
        ToServer::AsIs(ids) => send(session, server, line, (&ids, caller), loss),
        ToServer::Instead(other, ids) => {
            send(session, server, (other + "\n").as_bytes(), (&ids, caller), loss)
        }
        ToServer::Nothing => true,
        ToServer::Apart(apart) => {
            apart::begin(session, server, *apart, caller, loss);
            true
        }
        ToServer::Late(_) if loss == Loss::Reported => false,
        ToServer::Late(reply) => {
            session.output.line(reply.as_bytes());
            true
        }
    }
}

/// Sends a call that weir made of another one of the client's. What is lost is answered: the client waits apart.
pub fn forward(session: &Arc<Session>, server: &Arc<Server>, line: &str, caller: &Caller, _: Loss) {
    let text = format!("{line}\n");
    let taken = client_line(session, server, text.as_bytes(), caller, Loss::Answered);
    debug_assert!(taken, "what is answered is taken care of");
}

/// Sends a line with these requests in it.
pub(super) fn send(
    session: &Session,
    server: &Server,
    line: &[u8],
    (ids, caller): (&[Id], &Caller),
    loss: Loss,
) -> bool {
    server.keep_headers(|| session.file_headers());
    if server.send(line, ids, &caller.headers).is_ok() {
        if let Some((calls, why)) = session.in_flight.sent(ids) {
            calls.iter().for_each(|call| session.fail(call, &why));
        }
        return true;
    }
    let lost = ids.iter().filter_map(|id| session.in_flight.take(id));
    match loss {
        Loss::Reported => lost.count() == 0,
        Loss::Answered => {
            lost.for_each(|call| session.fail(&call, "the upstream server does not read any more"));
            true
        }
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
