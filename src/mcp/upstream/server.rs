//! A server of either kind.

use std::io;

#[cfg(feature = "http")]
use super::http::Http;
use super::process::Process;
use crate::mcp::wire::Id;

/// What the number of a signal is added to in an exit status, as shells do it.
pub const SIGNAL: i32 = 128;

/// How a server refuses whoever asks: the client has to know, so that it can log in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// 401 or 403.
    pub status: u16,
    /// The values of `WWW-Authenticate`, as they came.
    pub challenges: Vec<Vec<u8>>,
}

/// A server that lines are sent to.
#[derive(Debug)]
pub enum Server {
    /// A process.
    Process(Process),
    /// A place on the network.
    #[cfg(feature = "http")]
    Http(Http),
}

impl Server {
    /// Sends a line, its line end included, with these requests in it. The headers are for a server over HTTP.
    ///
    /// # Errors
    /// When it cannot arrive.
    pub fn send(&self, line: &[u8], requests: &[Id], headers: &[(String, String)]) -> io::Result<()> {
        #[cfg(not(feature = "http"))]
        let _ = (requests, headers);
        match self {
            Self::Process(process) => process.send(line),
            #[cfg(feature = "http")]
            Self::Http(http) => {
                http.send(line, requests, headers);
                Ok(())
            }
        }
    }

    /// Requests of a server over HTTP have these headers from now on, too.
    pub fn keep_headers(&self, headers: impl FnOnce() -> Vec<(String, String)>) {
        match self {
            Self::Process(_) => drop(headers),
            #[cfg(feature = "http")]
            Self::Http(http) => http.keep_headers(headers()),
        }
    }

    /// Nothing more is sent.
    pub fn close_input(&self) {
        match self {
            Self::Process(process) => process.close_input(),
            #[cfg(feature = "http")]
            Self::Http(http) => http.close_input(),
        }
    }

    /// Asks the server to end.
    pub fn terminate(&self) {
        match self {
            Self::Process(process) => process.terminate(),
            #[cfg(feature = "http")]
            Self::Http(http) => http.terminate(),
        }
    }

    /// Ends the server.
    pub fn kill(&self) {
        match self {
            Self::Process(process) => process.kill(),
            #[cfg(feature = "http")]
            Self::Http(http) => http.kill(),
        }
    }

    /// It has ended or was killed: nothing of it is left.
    pub fn part(&self) {
        match self {
            Self::Process(process) => process.reap(),
            #[cfg(feature = "http")]
            Self::Http(_) => {}
        }
    }

    /// How it ended, as an exit status; none while it runs.
    pub fn status(&self) -> Option<i32> {
        match self {
            Self::Process(process) => process.status(),
            #[cfg(feature = "http")]
            Self::Http(http) => http.status(),
        }
    }
}
