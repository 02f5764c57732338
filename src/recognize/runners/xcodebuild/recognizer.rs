//! Stub.

use crate::event::{Runner, Seen, Sink};
use crate::recognize::{Recognizer, Signs};
use crate::text::Line;

/// xcodebuild and swift build.
#[derive(Debug, Default)]
pub struct Xcodebuild;

impl Recognizer for Xcodebuild {
    fn runner(&self) -> Runner {
        Runner("xcodebuild")
    }

    fn signs(&self) -> Signs {
        Signs::default()
    }

    fn line(&mut self, _line: &Line<'_>, _sink: &mut dyn Sink) -> Seen {
        Seen::No
    }
}
