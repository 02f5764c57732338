//! The body of an answer: a text, or a stream of events.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::body::{Body, Bytes, Frame, SizeHint};
use tokio::time::{Instant, Sleep, sleep};

use super::connections::Busy;
use super::lane::{Item, Lines};
use super::ticket::Ticket;

/// How often a stream says that it is there while there is nothing else to say: a client that has left is noticed then,
/// and whatever is between keeps the stream open.
const BEAT: Duration = Duration::from_secs(15);

/// A body.
#[derive(Debug)]
pub(super) enum Payload {
    /// A text, until it is taken.
    Whole(Option<Bytes>, Option<Arc<Busy>>),
    /// A stream.
    Events(Box<Events>),
}

/// A stream of events.
#[derive(Debug)]
pub(super) struct Events {
    first: Option<Item>,
    lines: Lines,
    /// Whose answers these are; none when it is all for which nobody asked.
    ticket: Option<Ticket>,
    beat: Pin<Box<Sleep>>,
    over: bool,
    _busy: Option<Arc<Busy>>,
}

impl Payload {
    /// A stream of these lines, the first of which may be known.
    pub(super) fn events(first: Option<Item>, lines: Lines, ticket: Option<Ticket>) -> Self {
        let beat = Box::pin(sleep(BEAT));
        Self::Events(Box::new(Events { first, lines, ticket, beat, over: false, _busy: None }))
    }

    /// A text.
    pub(super) fn text(text: impl Into<Bytes>) -> Self {
        Self::Whole(Some(text.into()).filter(|bytes| !bytes.is_empty()), None)
    }

    /// The connection is busy until this is sent.
    pub(super) fn keep(&mut self, busy: Busy) {
        let busy = Some(Arc::new(busy));
        match self {
            Self::Whole(_, place) => *place = busy,
            Self::Events(events) => events._busy = busy,
        }
    }
}

impl Events {
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Option<Bytes>> {
        if self.over {
            return Poll::Ready(None);
        }
        let item = match self.first.take() {
            Some(item) => Poll::Ready(Some(item)),
            None => self.lines.poll(context),
        };
        match item {
            Poll::Ready(Some(item)) => {
                let line = match item {
                    Item::Line(line) | Item::Part(line) => line,
                    Item::Last(line) | Item::Refused(line, _) => {
                        self.over = true;
                        self.ticket = None;
                        line
                    }
                    Item::Over => {
                        self.over = true;
                        self.ticket = None;
                        return Poll::Ready(None);
                    }
                };
                self.beat.as_mut().reset(next_beat());
                Poll::Ready(Some(format!("event: message\ndata: {line}\n\n").into()))
            }
            Poll::Ready(None) => {
                self.over = true;
                Poll::Ready(None)
            }
            Poll::Pending if self.beat.as_mut().poll(context).is_ready() => {
                self.beat.as_mut().reset(next_beat());
                // The timer has to know who waits for it.
                let _ = self.beat.as_mut().poll(context);
                Poll::Ready(Some(Bytes::from_static(b": \n\n")))
            }
            Poll::Pending => Poll::Pending,
        }
    }
}

fn next_beat() -> Instant {
    let now = Instant::now();
    now.checked_add(BEAT).unwrap_or(now)
}

impl Body for Payload {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let bytes = match self.get_mut() {
            Self::Whole(bytes, _) => Poll::Ready(bytes.take()),
            Self::Events(events) => events.poll(context),
        };
        bytes.map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
    }

    fn is_end_stream(&self) -> bool {
        match self {
            Self::Whole(bytes, _) => bytes.is_none(),
            Self::Events(events) => events.over,
        }
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Self::Whole(bytes, _) => SizeHint::with_exact(
                bytes.as_ref().map_or(0, |bytes| u64::try_from(bytes.len()).unwrap_or(0)),
            ),
            Self::Events(_) => SizeHint::default(),
        }
    }
}
