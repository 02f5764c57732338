//! Stub.

use crate::event::{Runner, Seen, Sink};
use crate::recognize::{Recognizer, Signs};
use crate::text::Line;

/// make and ninja.
#[derive(Debug, Default)]
pub struct Make;

impl Recognizer for Make {
    fn runner(&self) -> Runner {
        Runner("make")
    }

    fn signs(&self) -> Signs {
        Signs::default()
    }

    fn line(&mut self, _line: &Line<'_>, _sink: &mut dyn Sink) -> Seen {
        Seen::No
    }
}
