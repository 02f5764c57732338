//! How XCTest's lines begin.

use super::Xctest;
use crate::recognize::kit::Runner;

#[test]
fn the_signs_are_long_enough_and_a_pass_is_reported_by_its_shape() {
    let signs = Xctest::SPEC;
    assert!(signs.starts.iter().all(|start| start.len() >= 2));
    assert!(signs.inside.iter().all(|literal| literal.len() >= 4));
    let line = "Test Case '-[A.S t]' passed (0.001 seconds).";
    assert!(signs.passes.iter().any(|shape| line.starts_with(shape.start) && line.ends_with(shape.end)));
}
