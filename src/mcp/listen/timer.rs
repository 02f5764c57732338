//! The clock of the connections.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use hyper::rt::{Sleep, Timer};

/// The time of the runtime.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock;

struct Pause(Pin<Box<tokio::time::Sleep>>);

impl Future for Pause {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        self.get_mut().0.as_mut().poll(context)
    }
}

impl Sleep for Pause {}

impl Timer for Clock {
    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Sleep>> {
        Box::pin(Pause(Box::pin(tokio::time::sleep(duration))))
    }

    fn sleep_until(&self, deadline: Instant) -> Pin<Box<dyn Sleep>> {
        Box::pin(Pause(Box::pin(tokio::time::sleep_until(deadline.into()))))
    }
}
