//! Xcode and the runners of Swift and Objective-C.

pub mod shared;
pub mod swift_testing;
pub mod xcodebuild;
pub mod xctest;
