//! Which path leads where.

use std::sync::Arc;

use hyper::body::Incoming;
use hyper::header::{CONTENT_SECURITY_POLICY, HeaderValue};
use hyper::http::request::Parts;
use hyper::{Method, Request, StatusCode};

use super::answer::{Answer, empty, only, refused, text};
use super::body::Room;
use super::conversations::Conversations;
use super::door::Door;
use super::origins;
use super::post::{leave, listen, post};
use super::serve::Board;

/// What all requests share.
pub(super) struct App {
    pub(super) door: Door,
    pub(super) conversations: Conversations,
    pub(super) room: Arc<Room>,
    pub(super) board: Arc<dyn Board>,
    pub(super) most_bytes: usize,
}

impl App {
    /// Bytes of a message at most.
    pub(super) const fn most_bytes(&self) -> usize {
        self.most_bytes
    }
}

/// Answers a request.
pub(super) async fn route(app: &Arc<App>, request: Request<Incoming>) -> Answer {
    let (parts, body) = request.into_parts();
    match app.door.admits(&parts.uri, &parts.headers) {
        Err(refusal) => refused(refusal),
        Ok(None) => inside(app, parts, body).await,
        Ok(Some(origin)) => {
            let origin = origin.clone();
            // A browser asks before it sends what a page wants to send; it has no token then.
            let mut answer = match origins::preflight(&parts) {
                Some(answer) => answer,
                None => inside(app, parts, body).await,
            };
            origins::permit(&mut answer, origin);
            answer
        }
    }
}

/// Answers a request that may be sent here.
async fn inside(app: &Arc<App>, parts: Parts, body: Incoming) -> Answer {
    if let Err(refusal) = app.door.has_token(&parts.headers) {
        return refused(refusal);
    }
    let is_get = parts.method == Method::GET || parts.method == Method::HEAD;
    match parts.uri.path() {
        "/mcp" | "/mcp/" => match parts.method {
            Method::POST => post(app, &parts.headers, body).await,
            Method::GET => listen(app, &parts.headers),
            Method::DELETE => leave(app, &parts.headers),
            _ => only("POST, GET, DELETE"),
        },
        "/health" | "/metrics" | "/" if !is_get => only("GET"),
        "/health" => {
            shown(app, |board| {
                let (well, health) = board.health();
                let status = if well { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
                text(status, "application/json", health)
            })
            .await
        }
        "/metrics" => {
            const KIND: &str = "text/plain; version=0.0.4; charset=utf-8";
            shown(app, |board| text(StatusCode::OK, KIND, board.metrics())).await
        }
        "/" => {
            let mut page =
                shown(app, |board| text(StatusCode::OK, "text/html; charset=utf-8", board.page())).await;
            const OWN: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'";
            page.headers_mut().insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(OWN));
            page
        }
        _ => empty(StatusCode::NOT_FOUND),
    }
}

/// Counts beside everything else.
async fn shown(app: &Arc<App>, show: fn(&dyn Board) -> Answer) -> Answer {
    let board = Arc::clone(&app.board);
    let shown = tokio::task::spawn_blocking(move || show(&*board)).await;
    shown.unwrap_or_else(|_| empty(StatusCode::INTERNAL_SERVER_ERROR))
}
