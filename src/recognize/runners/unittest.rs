//! Stub.

use crate::event::{Runner, Seen, Sink};
use crate::recognize::{Recognizer, Signs};
use crate::text::Line;

/// Python's unittest.
#[derive(Debug, Default)]
pub struct Unittest;

impl Recognizer for Unittest {
    fn runner(&self) -> Runner {
        Runner("unittest")
    }

    fn signs(&self) -> Signs {
        Signs::default()
    }

    fn line(&mut self, _line: &Line<'_>, _sink: &mut dyn Sink) -> Seen {
        Seen::No
    }
}
