//! What runs at the same time: flows, with the suites and tests that are open in each.

use crate::recognize::documents::failure::Name;

/// What a running test has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Running,
    Failed,
    Ignored,
}

/// A test that began.
#[derive(Debug)]
pub(super) struct Test {
    pub(super) name: String,
    pub(super) shown: Name,
    pub(super) state: State,
}

/// The suites and tests of one flow.
#[derive(Debug, Default)]
pub(super) struct Flow {
    pub(super) id: String,
    pub(super) suites: Vec<String>,
    /// Suites beyond the depth that is kept.
    pub(super) deeper: u64,
    pub(super) tests: Vec<Test>,
}
