//! A server over HTTP: each message is a request of its own, and answers come as JSON or as a stream of events.
//!
//! Both eras of Streamable HTTP: with sessions, whose id the server gives to `initialize`, and without, where every
//! request names its version, its method, what it is about and
//! the arguments that its tool wants there in headers. Headers that are secret stay in memory.

mod calls;
mod closing;
mod events;
mod exchange;
mod head;
mod place;
mod resume;

pub use place::{Deliver, Http, Target};
