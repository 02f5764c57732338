//! Newman, which runs collections of Postman.

mod lines;
mod recognizer;

pub use recognizer::Newman;
