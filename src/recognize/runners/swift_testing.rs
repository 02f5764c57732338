//! Stub.

use crate::event::{Runner, Seen, Sink};
use crate::recognize::{Recognizer, Signs};
use crate::text::Line;

/// Swift Testing.
#[derive(Debug, Default)]
pub struct SwiftTesting;

impl Recognizer for SwiftTesting {
    fn runner(&self) -> Runner {
        Runner("swift testing")
    }

    fn signs(&self) -> Signs {
        Signs::default()
    }

    fn line(&mut self, _line: &Line<'_>, _sink: &mut dyn Sink) -> Seen {
        Seen::No
    }
}
