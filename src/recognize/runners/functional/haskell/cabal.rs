//! cabal test: which test suites failed, and how many passed, after what they printed themselves.
//!
//! A suite's own runner tells of its tests, where its output is shown. Source: Cabal's `Distribution/Simple/Test/Log.hs`.

use crate::recognize::kit::good_end::{Closing, Words};
use crate::recognize::kit::scan;

/// cabal test.
pub type Cabal = Closing<CabalWords>;

/// Its words.
#[derive(Debug, Default)]
pub struct CabalWords;

impl Words for CabalWords {
    const NAME: &'static str = "cabal";
    const STARTS: &'static [&'static str] =
        &["Test suite ", "1 of ", "2 of ", "3 of ", "4 of ", "5 of ", "6 of ", "7 of ", "8 of ", "9 of "];

    fn fails(text: &str) -> bool {
        let suite = text.strip_prefix("Test suite ").and_then(|rest| rest.strip_suffix(": FAIL"));
        suite.is_some_and(|name| !name.is_empty() && !name.contains(' '))
    }

    fn passes(text: &str) -> bool {
        let counts = text.strip_suffix(" test cases) passed.");
        let both = counts.and_then(|counts| counts.split_once(" test suites ("));
        both.is_some_and(|(suites, cases)| all(suites) && all(cases))
    }
}

/// `2 of 2`.
fn all(text: &str) -> bool {
    text.split_once(" of ").is_some_and(|(some, all)| some == all && scan::whole_number(all).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_suites_passed_or_one_failed() {
        assert!(CabalWords::passes("2 of 2 test suites (12 of 12 test cases) passed."));
        assert!(CabalWords::fails("Test suite quay: FAIL"));
        for text in [
            "1 of 2 test suites (1 of 2 test cases) passed.",
            "2 of 2 test suites (1 of 2 test cases) passed.",
            "Test suite quay: PASS",
            "Test suite of the quay: FAIL",
        ] {
            assert!(!CabalWords::passes(text) && !CabalWords::fails(text), "{text}");
        }
    }
}
