//! Stub.

use crate::event::{Runner, Seen, Sink};
use crate::recognize::{Recognizer, Signs};
use crate::text::Line;

/// XCTest, as xcodebuild and swift test print it.
#[derive(Debug, Default)]
pub struct Xctest;

impl Recognizer for Xctest {
    fn runner(&self) -> Runner {
        Runner("xctest")
    }

    fn signs(&self) -> Signs {
        Signs::default()
    }

    fn line(&mut self, _line: &Line<'_>, _sink: &mut dyn Sink) -> Seen {
        Seen::No
    }
}
