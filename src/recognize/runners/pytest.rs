//! Stub.

use crate::event::{Runner, Seen, Sink};
use crate::recognize::{Recognizer, Signs};
use crate::text::Line;

/// pytest.
#[derive(Debug, Default)]
pub struct Pytest;

impl Recognizer for Pytest {
    fn runner(&self) -> Runner {
        Runner("pytest")
    }

    fn signs(&self) -> Signs {
        Signs::default()
    }

    fn line(&mut self, _line: &Line<'_>, _sink: &mut dyn Sink) -> Seen {
        Seen::No
    }
}
