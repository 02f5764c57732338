//! What a session is made of: a server that weir is in front of, or weir itself.

use std::io;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::hub::Of;
use crate::mcp::proxy::{self, Caller, Event, Haste, Job, Loss, Outlet, Session, Setup};
use crate::mcp::serve::{self, Own};
use crate::mcp::wire::Repeating;

/// What is done when a session has ended.
pub(super) type Ended = Box<dyn FnOnce() + Send>;

/// Opens sessions.
pub enum Opener {
    /// In front of a server: each call gives a job with a session of its own.
    Proxy(Box<dyn Fn() -> io::Result<Job> + Send + Sync>),
    /// With weir itself.
    Own(Arc<Own>, Box<dyn Fn() -> io::Result<Setup> + Send + Sync>),
}

impl std::fmt::Debug for Opener {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Opener")
    }
}

/// A session that is open.
#[derive(Debug)]
pub(super) enum Talk {
    Proxy(proxy::Talk),
    Own(OwnTalk),
}

/// A session with weir itself.
pub(super) struct OwnTalk {
    talk: Arc<serve::Talk>,
    ended: Mutex<Option<Ended>>,
    /// Kept open: nobody reads it, since the client is not a pipe that breaks.
    _events: Mutex<Receiver<Event>>,
}

impl std::fmt::Debug for OwnTalk {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("OwnTalk")
    }
}

impl Opener {
    /// Opens a session whose lines go to `output`.
    pub(super) fn open(&self, of: Of, output: Box<dyn Outlet>, ended: Ended) -> io::Result<Talk> {
        match self {
            Self::Proxy(job) => {
                proxy::Talk::open(job()?, output, Box::new(io::stderr()), ended).map(Talk::Proxy)
            }
            Self::Own(own, setup) => {
                let (events, waiting) = channel();
                let session = Session::new(setup()?, output, Box::new(io::stderr()), events);
                let most = match of {
                    Of::One => serve::CALLS_OF_ONE,
                    Of::All => serve::CALLS_OF_ALL,
                };
                Ok(Talk::Own(OwnTalk {
                    talk: serve::Talk::new(Arc::clone(own), session, most),
                    ended: Mutex::new(Some(ended)),
                    _events: Mutex::new(waiting),
                }))
            }
        }
    }
}

impl Talk {
    /// Takes a line of the client. May wait for the server to read. Gives whether it is taken care of.
    pub(super) fn line(&self, line: &[u8], caller: &Caller, loss: Loss) -> bool {
        match self {
            Self::Proxy(talk) => talk.line(line, caller, loss),
            Self::Own(own) => {
                own.talk.line(line, caller);
                true
            }
        }
    }

    /// Whether its server has ended.
    pub(super) fn is_over(&self) -> bool {
        match self {
            Self::Proxy(talk) => talk.is_over(),
            Self::Own(_) => false,
        }
    }

    /// The first header of a call that does not say what its argument says.
    pub(super) fn differs(&self, call: &Repeating<'_>) -> Option<String> {
        match self {
            Self::Proxy(talk) => talk.differs(call),
            Self::Own(_) => None,
        }
    }

    /// Ends the session.
    pub(super) fn close(&self, haste: Haste) {
        match self {
            Self::Proxy(talk) => talk.close(haste),
            Self::Own(own) => {
                let ended = own.ended.lock().unwrap_or_else(PoisonError::into_inner).take();
                let talk = Arc::clone(&own.talk);
                let end = move || {
                    talk.end();
                    if let Some(ended) = ended {
                        ended();
                    }
                };
                let _ = thread::Builder::new().name("closing".to_owned()).spawn(end);
            }
        }
    }
}
