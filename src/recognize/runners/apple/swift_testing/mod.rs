//! Swift Testing: what its console recorder prints, in `swift test` and in `xcodebuild test`.

mod death;
mod glued;
mod instances;
mod swift_testing;
mod swift_testing_lines;

pub use swift_testing::SwiftTesting;
pub(super) use swift_testing_lines::failed_test;
