//! Takes connections until somebody asks for the end.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use hyper::server::conn::http1::Builder;
use hyper::service::service_fn;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;

use super::body::Room;
use super::connection::Connection;
use super::connections::{Connections, Place};
use super::conversations::Conversations;
use super::door::Door;
use super::opener::Opener;
use super::race::{First, race};
use super::routes::{App, route};
use super::timer::Clock;
use crate::mcp::proxy::{Event, report_signals};
use crate::mcp::upstream::SIGNAL;

/// How long the head of a request may take, and how long a connection may be idle.
const HEAD: Duration = Duration::from_secs(30);
/// Bytes of the head of a request at most.
const HEAD_BYTES: usize = 64 * 1024;
/// Threads for what may wait: more than there are sessions, each of whose servers may not read.
const THREADS: usize = 1024;
/// How often sessions are looked after.
const TIDY: Duration = Duration::from_secs(1);
/// How long a thread for what may wait stays that has nothing to do.
const IDLE_THREAD: Duration = Duration::from_secs(1);
/// How long no connection is taken when the system has no descriptors left.
const SHORT: Duration = Duration::from_millis(50);

/// What there is to see beside messages. Each may take its time.
pub trait Board: Send + Sync {
    /// Whether all is well, and more of it in JSON.
    fn health(&self) -> (bool, String);
    /// Numbers in the text format of Prometheus.
    fn metrics(&self) -> String;
    /// A page for people.
    fn page(&self) -> String;
}

/// What is served, and to whom.
pub struct Listening {
    /// Where.
    pub address: SocketAddr,
    /// The token that every request must have.
    pub token: Option<String>,
    /// Further names of this machine.
    pub hosts: Vec<String>,
    /// Bytes of a message at most.
    pub most_bytes: usize,
    /// Opens sessions.
    pub opener: Opener,
    /// What there is to see.
    pub board: Arc<dyn Board>,
    /// Called with the address when requests can come.
    pub ready: Box<dyn FnOnce(SocketAddr)>,
}

impl std::fmt::Debug for Listening {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Listening").field("address", &self.address).finish_non_exhaustive()
    }
}

/// Serves until a signal comes; gives the exit status.
///
/// # Errors
/// When the address cannot be listened at.
pub fn serve(listening: Listening) -> io::Result<i32> {
    let Listening { address, token, hosts, most_bytes, opener, board, ready } = listening;
    let app = Arc::new(App {
        door: Door::new(&address, &hosts, token.as_deref()),
        conversations: Conversations::new(opener),
        room: Arc::new(Room::default()),
        board,
        most_bytes,
    });
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .enable_time()
        .max_blocking_threads(THREADS)
        .thread_keep_alive(IDLE_THREAD)
        .build()?;
    let stop = signal()?;
    let status = runtime.block_on(async {
        let listener = TcpListener::bind(address).await?;
        ready(listener.local_addr()?);
        Ok::<i32, io::Error>(accept(&app, &listener, stop).await)
    })?;
    app.conversations.close();
    // Whoever still waits for something waits in vain.
    runtime.shutdown_background();
    Ok(status)
}

/// Comes with the exit status when a signal has come.
fn signal() -> io::Result<oneshot::Receiver<i32>> {
    let (events, waiting) = channel();
    let (stop, stopped) = oneshot::channel();
    report_signals(events)?;
    thread::Builder::new().name("stopping".to_owned()).spawn(move || {
        while let Ok(event) = waiting.recv() {
            if let Event::Signal(signal) = event {
                let _ = stop.send(SIGNAL.saturating_add(signal));
                break;
            }
        }
        // A second signal finds nobody who waits for it: the first one is obeyed.
        while waiting.recv().is_ok() {}
    })?;
    Ok(stopped)
}

async fn accept(app: &Arc<App>, listener: &TcpListener, stop: oneshot::Receiver<i32>) -> i32 {
    let connections = Connections::new();
    tokio::spawn(tidy(Arc::clone(app)));
    let mut stop = pin!(stop);
    loop {
        let accepted = pin!(listener.accept());
        match race(stop.as_mut(), accepted).await {
            First::One(status) => return status.unwrap_or(SIGNAL),
            First::Other(Ok((stream, _))) => {
                if let Some(place) = connections.enter() {
                    tokio::spawn(connected(Arc::clone(app), stream, place));
                }
            }
            First::Other(Err(_)) => {
                connections.make_room();
                tokio::time::sleep(SHORT).await;
            }
        }
    }
}

/// Looks after sessions.
async fn tidy(app: Arc<App>) {
    loop {
        tokio::time::sleep(TIDY).await;
        let app = Arc::clone(&app);
        let _ = tokio::task::spawn_blocking(move || app.conversations.tidy()).await;
    }
}

/// One connection to its end.
async fn connected(app: Arc<App>, stream: TcpStream, place: Place) {
    let _ = stream.set_nodelay(true);
    keep_alive(&stream);
    let place = Arc::new(place);
    let busy = Arc::clone(&place);
    let service = service_fn(move |request| {
        let (app, busy) = (Arc::clone(&app), busy.busy());
        async move {
            let mut answer = route(&app, request).await;
            answer.body_mut().keep(busy);
            Ok::<_, Infallible>(answer)
        }
    });
    let connection = Builder::new()
        .timer(Clock)
        .header_read_timeout(HEAD)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(Connection::new(stream), service);
    // A client that breaks off is nobody's trouble.
    race(pin!(connection), pin!(place.is_over())).await;
}

/// Notices a client that is gone without a word.
#[cfg(unix)]
fn keep_alive(stream: &TcpStream) {
    use rustix::net::sockopt::{set_socket_keepalive, set_tcp_keepcnt, set_tcp_keepidle, set_tcp_keepintvl};
    let _ = set_socket_keepalive(stream, true);
    let _ = set_tcp_keepidle(stream, Duration::from_secs(60));
    let _ = set_tcp_keepintvl(stream, Duration::from_secs(15));
    let _ = set_tcp_keepcnt(stream, 4);
}

/// The system's own time has to do.
#[cfg(windows)]
fn keep_alive(_: &TcpStream) {}
