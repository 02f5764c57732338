//! Stub.

use crate::event::{Runner, Seen, Sink};
use crate::recognize::{Recognizer, Signs};
use crate::text::Line;

/// linkers.
#[derive(Debug, Default)]
pub struct Ld;

impl Recognizer for Ld {
    fn runner(&self) -> Runner {
        Runner("ld")
    }

    fn signs(&self) -> Signs {
        Signs::default()
    }

    fn line(&mut self, _line: &Line<'_>, _sink: &mut dyn Sink) -> Seen {
        Seen::No
    }
}
