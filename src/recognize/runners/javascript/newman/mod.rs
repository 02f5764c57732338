//! Newman, which runs collections of Postman.

mod newman;
mod newman_lines;

pub use newman::Newman;
