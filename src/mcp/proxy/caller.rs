//! Who sends a message, as far as that is known beside the message itself.

use std::fmt;
use std::sync::Arc;

use crate::store::Owner;

/// Who sends a message. All of it is secret.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Caller {
    /// The headers that go on to a server over HTTP.
    pub headers: Vec<(String, String)>,
    /// Whose the answers are, when it asks over HTTP.
    pub owner: Option<Arc<Owner>>,
}

impl fmt::Debug for Caller {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Caller")
    }
}
