//! The body of a request, within its bounds.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::budget::Count as _;

use hyper::body::{Body as _, Incoming};

/// Bytes of one body.
const MOST_BYTES: usize = 16 * 1024 * 1024;
/// Bytes of all bodies that are held at once.
const ALL_BYTES: usize = 48 * 1024 * 1024;
/// How long a body may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// Why there is no body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoBody {
    /// It is over the bound, in bytes.
    TooLarge(usize),
    /// It did not come in time.
    TooSlow,
    /// Others take up all of the room.
    Busy,
    /// The client has left.
    Broken,
}

/// Room for bodies.
#[derive(Debug, Default)]
pub(super) struct Room(AtomicUsize);

/// Room that is taken as long as this lives.
#[derive(Debug)]
pub(super) struct Taken {
    room: Arc<Room>,
    bytes: usize,
}

impl Taken {
    fn more(&mut self, bytes: usize) -> bool {
        let before = self.room.0.fetch_add(bytes, Ordering::Relaxed);
        self.bytes.up(bytes);
        before.saturating_add(bytes) <= ALL_BYTES
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        self.room.0.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// Reads a body of at most `most` bytes.
pub(super) async fn read(
    room: &Arc<Room>,
    body: Incoming,
    most: usize,
) -> Result<(Vec<u8>, Arc<Taken>), NoBody> {
    let most = most.min(MOST_BYTES);
    let announced = body.size_hint().lower();
    if announced > u64::try_from(most).unwrap_or(u64::MAX) {
        return Err(NoBody::TooLarge(most));
    }
    let mut taken = Taken { room: Arc::clone(room), bytes: 0 };
    let bytes = tokio::time::timeout(PATIENCE, all(body, most, &mut taken)).await;
    bytes.map_err(|_| NoBody::TooSlow)?.map(|bytes| (bytes, Arc::new(taken)))
}

async fn all(mut body: Incoming, most: usize, taken: &mut Taken) -> Result<Vec<u8>, NoBody> {
    let mut bytes = Vec::new();
    loop {
        let frame = std::future::poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await;
        let Some(frame) = frame else { return Ok(bytes) };
        let Ok(data) = frame.map_err(|_| NoBody::Broken)?.into_data() else { continue };
        if bytes.len().saturating_add(data.len()) > most {
            return Err(NoBody::TooLarge(most));
        }
        if !taken.more(data.len()) {
            return Err(NoBody::Busy);
        }
        bytes.extend_from_slice(&data);
    }
}
