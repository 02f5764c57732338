//! Whichever of two comes first.

use std::future::Future;
use std::pin::Pin;
use std::task::Poll;

/// What came first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum First<A, B> {
    /// The one; it is looked at first.
    One(A),
    /// The other.
    Other(B),
}

/// Waits for one of two. The other is left where it is.
pub(super) async fn race<A: Future, B: Future>(
    mut one: Pin<&mut A>,
    mut other: Pin<&mut B>,
) -> First<A::Output, B::Output> {
    std::future::poll_fn(|context| {
        if let Poll::Ready(done) = one.as_mut().poll(context) {
            return Poll::Ready(First::One(done));
        }
        other.as_mut().poll(context).map(First::Other)
    })
    .await
}
