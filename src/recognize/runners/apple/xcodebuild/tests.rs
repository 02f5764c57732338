//! What xcodebuild's recognizer makes of whole builds, in the smallest inputs that show a rule.

use super::Xcodebuild;
use crate::recognize::kit::Runner;

#[test]
fn every_start_of_noise_is_a_sign() {
    let signs = Xcodebuild::SPEC;
    assert!(signs.starts.len() > super::noise::STARTS.len());
    assert!(signs.starts.iter().all(|start| start.len() >= 2));
    assert!(super::noise::STARTS.iter().all(|start| signs.starts.contains(start)));
}
