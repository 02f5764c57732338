//! JSON-RPC as lines of bytes: framing, what is read of a message, and what weir writes itself.
//!
//! Bytes are kept. A message is read as slices of its line, and a changed line is its old bytes with other bytes in one
//! place. Nothing here knows what the methods mean.

mod id;
mod lines;
mod message;
mod mirrors;
mod reply;
mod skim;
mod splice;
mod versions;

pub use id::Id;
pub use lines::{Got, Lines};
pub use message::{Message, Shape, shape};
pub use mirrors::{Mirrors, Repeating, decoded, header_value, without};
pub use reply::{
    INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, PARSE_ERROR, cancelled, error,
    error_object, result, tools_changed,
};
pub use skim::{Skim, Skimmed};
pub use splice::{Splice, range_of, without_field};
pub use versions::{MODERN, NEWEST_WITH_SESSIONS, WITH_SESSIONS};
