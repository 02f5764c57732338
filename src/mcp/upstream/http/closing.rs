//! The end of a session: answers in flight still come, then the server gets to know that it is over.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::exchange::{SESSION, VERSION, with};
use super::place::Shared;

/// How long answers in flight are waited for.
const PATIENCE: Duration = Duration::from_secs(3);

/// How long the server may take to end a session.
const PARTING: Duration = Duration::from_secs(1);

/// Ends the session beside everything else.
pub(super) fn begin(shared: &Arc<Shared>) {
    let ours = Arc::clone(shared);
    let ends = move || {
        ours.wait_for_calls(PATIENCE);
        leave(&ours);
        ours.known().status.get_or_insert(0);
        ours.deliver.ended();
    };
    if thread::Builder::new().name("closing".to_owned()).spawn(ends).is_err() {
        shared.known().status.get_or_insert(0);
        shared.deliver.ended();
    }
}

fn leave(shared: &Shared) {
    let (session, agreed) = {
        let mut known = shared.known();
        (known.session.take(), known.agreed.clone())
    };
    let Some(session) = session else { return };
    let mut request = shared.agent.delete(&shared.target.url).header(SESSION, session);
    if let Some(agreed) = agreed {
        request = request.header(VERSION, agreed);
    }
    let own = shared.known().headers.clone();
    let request = with(request, shared.headers(&own));
    // A server may refuse: sessions end by themselves, too.
    let _ = request.config().timeout_global(Some(PARTING)).build().call();
}
