//! A message of a client that was entered in a session.

use std::sync::Arc;

use tokio::runtime::Handle;

use super::hub::Hub;
use crate::mcp::proxy::Caller;

/// A message that was entered. When it is dropped before all is answered, the rest is cancelled.
#[derive(Debug)]
pub(super) struct Ticket {
    hub: Arc<Hub>,
    number: u64,
    runtime: Handle,
    /// Whether the server gets it: what was never written to it is not cancelled.
    sent: bool,
}

impl Ticket {
    /// Of the message of this number.
    pub(super) fn new(hub: &Arc<Hub>, number: u64) -> Self {
        Self { hub: Arc::clone(hub), number, runtime: Handle::current(), sent: false }
    }

    /// The server gets it from now on.
    pub(super) const fn sent(&mut self) {
        self.sent = true;
    }

    /// The server did not get it.
    pub(super) const fn lost(&mut self) {
        self.sent = false;
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let lines = self.hub.leave(self.number);
        if !self.sent || lines.is_empty() {
            return;
        }
        let hub = Arc::clone(&self.hub);
        self.runtime.spawn(async move {
            let turn = hub.turns().next().await;
            // The server may be slow to read, and this thread serves everybody.
            let send = move || {
                for line in &lines {
                    let _ = hub.send(line, &Caller::default());
                }
                drop(turn);
            };
            let _ = tokio::task::spawn_blocking(send).await;
        });
    }
}
