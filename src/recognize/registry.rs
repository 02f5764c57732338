//! All recognizers, in the order in which equal claims are asked. A new runner is one line here.

use super::Recognizer;
use super::runners::{
    cargo_test::CargoTest, gcc::Gcc, go_build::GoBuild, go_json::GoJson, go_test::GoTest, ld::Ld, make::Make,
    nextest::Nextest, pytest::Pytest, rustc::Rustc, swift_testing::SwiftTesting, unittest::Unittest,
    weir::Weir, xcodebuild::Xcodebuild, xctest::Xctest,
};
use crate::event::Runner;

/// One new recognizer of each kind.
#[must_use]
pub fn all() -> Vec<Box<dyn Recognizer>> {
    vec![
        Box::new(Weir::default()),
        Box::new(Nextest::default()),
        Box::new(CargoTest::default()),
        Box::new(Pytest::default()),
        Box::new(Unittest::default()),
        Box::new(GoJson::default()),
        Box::new(GoTest::default()),
        Box::new(Xctest::default()),
        Box::new(SwiftTesting::default()),
        Box::new(Rustc::default()),
        Box::new(Xcodebuild::default()),
        Box::new(GoBuild::default()),
        Box::new(Gcc::default()),
        Box::new(Ld::default()),
        Box::new(Make::default()),
    ]
}

/// Whether a runner is meant by a name on the command line: its name, with `-` or `_` for blanks, in any case.
#[must_use]
pub fn answers_to(runner: Runner, name: &str) -> bool {
    let plain = |text: &str| text.to_ascii_lowercase().replace(['-', '_'], " ");
    plain(runner.0) == plain(name)
}
