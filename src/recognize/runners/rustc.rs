//! Stub.

use crate::event::{Runner, Seen, Sink};
use crate::recognize::{Recognizer, Signs};
use crate::text::Line;

/// rustc, clippy and cargo build.
#[derive(Debug, Default)]
pub struct Rustc;

impl Recognizer for Rustc {
    fn runner(&self) -> Runner {
        Runner("rustc")
    }

    fn signs(&self) -> Signs {
        Signs::default()
    }

    fn line(&mut self, _line: &Line<'_>, _sink: &mut dyn Sink) -> Seen {
        Seen::No
    }
}
