//! Puts entries into settings files as text, and takes them out again; nothing else in a file changes.
//!
//! `document` is the way in. A file per format finds the places; `tree` is what a document means, by which each edit is
//! checked before anybody writes it: the new document is the old one with the entry, and nothing else.

mod document;
mod dotenv;
mod json;
mod json_take;
mod place;
mod toml;
mod tree;
mod yaml;

pub(in crate::cli) use document::{Format, Put, Taken, held, holds, put, take, tree_at};
pub(in crate::cli) use place::{Edit, Refusal};
