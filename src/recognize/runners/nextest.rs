//! Stub.

use crate::event::{Runner, Seen, Sink};
use crate::recognize::{Recognizer, Signs};
use crate::text::Line;

/// cargo nextest.
#[derive(Debug, Default)]
pub struct Nextest;

impl Recognizer for Nextest {
    fn runner(&self) -> Runner {
        Runner("cargo nextest")
    }

    fn signs(&self) -> Signs {
        Signs::default()
    }

    fn line(&mut self, _line: &Line<'_>, _sink: &mut dyn Sink) -> Seen {
        Seen::No
    }
}
