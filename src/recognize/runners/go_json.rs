//! Stub.

use crate::event::{Runner, Seen, Sink};
use crate::recognize::{Recognizer, Signs};
use crate::text::Line;

/// go test -json.
#[derive(Debug, Default)]
pub struct GoJson;

impl Recognizer for GoJson {
    fn runner(&self) -> Runner {
        Runner("go test")
    }

    fn signs(&self) -> Signs {
        Signs::default()
    }

    fn line(&mut self, _line: &Line<'_>, _sink: &mut dyn Sink) -> Seen {
        Seen::No
    }
}
