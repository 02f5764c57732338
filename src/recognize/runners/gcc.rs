//! Stub.

use crate::event::{Runner, Seen, Sink};
use crate::recognize::{Recognizer, Signs};
use crate::text::Line;

/// gcc and clang.
#[derive(Debug, Default)]
pub struct Gcc;

impl Recognizer for Gcc {
    fn runner(&self) -> Runner {
        Runner("gcc")
    }

    fn signs(&self) -> Signs {
        Signs::default()
    }

    fn line(&mut self, _line: &Line<'_>, _sink: &mut dyn Sink) -> Seen {
        Seen::No
    }
}
