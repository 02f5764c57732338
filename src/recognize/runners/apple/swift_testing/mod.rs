//! Swift Testing: what its console recorder prints, in `swift test` and in `xcodebuild test`.

mod death;
mod glued;
mod instances;
mod lines;
mod recognizer;

pub(super) use lines::failed_test;
pub use recognizer::SwiftTesting;
