//! A test of which `go test -json` tells event by event.

use super::text::Text;

/// A test of a package that runs.
#[derive(Debug, Default)]
pub(super) struct Running {
    /// The how many-th test of the package it is.
    pub(super) order: u64,
    /// It has subtests.
    pub(super) parent: bool,
    pub(super) failed_child: bool,
    pub(super) paused: bool,
    /// The test that ran when this one began: either its end was lost, or it printed this one.
    pub(super) inside: Option<Box<str>>,
    pub(super) text: Text,
}

/// One that failed.
#[derive(Debug)]
pub(super) struct Failed {
    pub(super) name: Box<str>,
    pub(super) inside: Option<Box<str>>,
    /// Whether the stream reported its start.
    pub(super) ran: bool,
    pub(super) text: Text,
}
