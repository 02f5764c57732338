//! Clients over HTTP: the same sessions as over the standard streams, for many clients at once.
//!
//! `serve` takes connections and looks after their number and their time. `door` says who may ask at all, `headers` what
//! the headers of a message must say, and `post` what becomes of one. A `hub` is a session with a server: it gives each
//! answer to whoever waits for it, through a `lane`; messages go to the server by `turns`. A client with a session of the protocol has a hub of its own, and
//! so a server process of its own; requests without a session share one.
//!
//! Nothing here decides about answers: that is the session's matter, over HTTP as over pipes.

mod answer;
mod body;
mod connection;
mod connections;
mod conversations;
mod door;
mod events;
mod headers;
mod hub;
mod lane;
mod opener;
mod origins;
mod post;
mod race;
mod routes;
mod serve;
mod ticket;
mod timer;
mod turns;
mod waiter;

pub use opener::Opener;
pub use serve::{Board, Listening, serve};
