//! Stub.

use crate::event::{Runner, Seen, Sink};
use crate::recognize::{Recognizer, Signs};
use crate::text::Line;

/// go build and go vet.
#[derive(Debug, Default)]
pub struct GoBuild;

impl Recognizer for GoBuild {
    fn runner(&self) -> Runner {
        Runner("go build")
    }

    fn signs(&self) -> Signs {
        Signs::default()
    }

    fn line(&mut self, _line: &Line<'_>, _sink: &mut dyn Sink) -> Seen {
        Seen::No
    }
}
