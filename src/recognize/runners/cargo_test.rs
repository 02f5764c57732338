//! Stub.

use crate::event::{Runner, Seen, Sink};
use crate::recognize::{Recognizer, Signs};
use crate::text::Line;

/// cargo test and libtest.
#[derive(Debug, Default)]
pub struct CargoTest;

impl Recognizer for CargoTest {
    fn runner(&self) -> Runner {
        Runner("cargo test")
    }

    fn signs(&self) -> Signs {
        Signs::default()
    }

    fn line(&mut self, _line: &Line<'_>, _sink: &mut dyn Sink) -> Seen {
        Seen::No
    }
}
