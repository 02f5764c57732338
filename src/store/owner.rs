//! Whose a stored answer is, when clients over HTTP share a store: its session's, and that of who shows the same
//! `Authorization`. What is stored of both are marks that nobody reads back.

use std::fmt;

/// Who asks over HTTP. All of it is secret.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Owner {
    /// The id of the session, when there is one.
    pub session: Option<String>,
    /// The value of `Authorization`, when there is one.
    pub authorization: Option<Vec<u8>>,
}

impl fmt::Debug for Owner {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Owner")
    }
}

impl Owner {
    /// What its marks are made of: what kind of thing it is, and the thing. Those who show neither are one owner.
    pub(super) fn parts(&self) -> Vec<(&'static str, &[u8])> {
        let session = self.session.as_ref().map(|session| ("session", session.as_bytes()));
        let authorization = self.authorization.as_ref().map(|value| ("authorization", value.as_slice()));
        let mut parts: Vec<_> = session.into_iter().chain(authorization).collect();
        if parts.is_empty() {
            parts.push(("nobody", b""));
        }
        parts
    }
}
