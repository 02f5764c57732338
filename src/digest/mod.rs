//! JSON that is too large to be read, as what identifies it and how to get the rest.
//!
//! A [`Request`] says what is kept; [`digest`] leaves a document that the budget affords as it is, and makes a summary of
//! any other: identifying fields as they were written, long text clipped with its count, the fields that are left out, and
//! the commands that show them. It invents nothing and asks no model. Where the document is stored is the command's.

mod answer;
mod blob;
mod condense;
mod names;
mod strip;

pub use answer::{Answer, HARD_BYTES, Request, digest, of_binary};
pub use names::Globs;
