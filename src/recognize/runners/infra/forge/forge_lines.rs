//! The lines of `forge test`, each read by itself.

use crate::event::Totals;
use crate::recognize::kit::scan;

/// The line that heads a suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Suite<'a> {
    pub(super) tests: u64,
    /// `test/Till.t.sol:TillTest`
    pub(super) name: &'a str,
}

/// Reads `Ran 3 tests for test/Till.t.sol:TillTest`, and `Running 3 tests for ...` of forge before 0.3.
pub(super) fn suite(text: &str) -> Option<Suite<'_>> {
    let rest = text.strip_prefix("Ran ").or_else(|| text.strip_prefix("Running "))?;
    let (tests, rest) = scan::number(rest)?;
    let name = rest.strip_prefix(" tests for ").or_else(|| rest.strip_prefix(" test for "))?;
    let (file, contract) = name.rsplit_once(':')?;
    (file.contains('.') && is_word(contract)).then_some(Suite { tests, name })
}

/// What became of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reported<'a> {
    Passed(&'a str),
    Skipped {
        name: &'a str,
        reason: &'a str,
    },
    Failed {
        name: &'a str,
        reason: &'a str,
    },
    /// A failure whose name is on a line below.
    Fails {
        reason: &'a str,
    },
}

/// Reads `[PASS] test_a() (gas: 3)` and its kin.
pub(super) fn reported(text: &str) -> Option<Reported<'_>> {
    if let Some(rest) = text.strip_prefix("[PASS] ") {
        return named(rest).map(Reported::Passed);
    }
    if let Some(rest) = text.strip_prefix("[SKIP") {
        let (reason, rest) = rest.rsplit_once("] ")?;
        return named(rest)
            .map(|name| Reported::Skipped { name, reason: reason.trim_start_matches([':', ' ']) });
    }
    let rest = text.strip_prefix("[FAIL").filter(|rest| rest.starts_with([':', '.', ']']))?;
    let reason = |text| {
        let text: &str = str::trim_start_matches(text, [':', '.', ' ']);
        text.strip_prefix("Reason: ").unwrap_or(text)
    };
    match rest.rsplit_once("] ").and_then(|(before, rest)| Some((before, named(rest)?))) {
        Some((before, name)) => Some(Reported::Failed { name, reason: reason(before) }),
        None => rest.strip_suffix(']').map(|before| Reported::Fails { reason: reason(before) }),
    }
}

/// Reads `test_a(uint256) (runs: 256, ...)`: a signature, and what it took.
pub(super) fn named(text: &str) -> Option<&str> {
    let (name, _) =
        text.strip_suffix(')')?.rsplit_once(" (gas: ").or_else(|| text.rsplit_once(" (runs: "))?;
    let (function, arguments) = name.split_once('(')?;
    (is_word(function) && arguments.ends_with(')') && !arguments.contains(' ')).then_some(name)
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$'))
}

/// Reads `Suite result: FAILED. 2 passed; 4 failed; 0 skipped; finished in 9.30ms`.
pub(super) fn result(text: &str) -> Option<Totals> {
    let rest = text.strip_prefix("Suite result: ").or_else(|| text.strip_prefix("Test result: "))?;
    let rest = rest.strip_prefix("ok. ").or_else(|| rest.strip_prefix("FAILED. "))?;
    let mut parts = rest.split("; ");
    let mut next = |word: &str| {
        let (number, rest) = scan::number(parts.next()?)?;
        (rest.strip_prefix(' ')? == word).then_some(number)
    };
    let (passed, failed, skipped) = (next("passed")?, next("failed")?, next("skipped")?);
    Some(Totals { passed: Some(passed), failed: Some(failed), skipped: Some(skipped), ..Totals::default() })
}

/// Reads `Encountered a total of 5 failing tests, 4 tests succeeded`.
pub(super) fn encountered(text: &str) -> Option<Totals> {
    let (failed, rest) = scan::number(text.strip_prefix("Encountered a total of ")?)?;
    let (passed, rest) = scan::number(rest.strip_prefix(" failing tests, ")?)?;
    (rest == " tests succeeded").then_some(Totals {
        passed: Some(passed),
        failed: Some(failed),
        ..Totals::default()
    })
}

/// What a reason says in one line: a counterexample by its arguments alone.
pub(super) fn message(reason: &str) -> String {
    match reason.split_once("; counterexample: ") {
        Some((printed, example)) => {
            let arguments = example.find("args=").and_then(|at| example.get(at..)).unwrap_or(example);
            format!("{printed}; {arguments}")
        }
        None => reason.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suite_has_a_file_and_a_contract() {
        let name = "test/Till.t.sol:TillTest";
        assert_eq!(suite("Ran 1 test for test/Till.t.sol:TillTest"), Some(Suite { tests: 1, name }));
        assert_eq!(suite("Running 3 tests for test/Till.t.sol:TillTest"), Some(Suite { tests: 3, name }));
        assert_eq!(suite("Ran 3 test suites in 4ms (2ms CPU time): 2 tests passed"), None);
        assert_eq!(suite("Ran 3 tests for the harbour: all"), None);
    }

    #[test]
    fn results_have_a_signature_and_what_it_took() {
        assert_eq!(reported("[PASS] test_a() (gas: 3)"), Some(Reported::Passed("test_a()")));
        assert_eq!(
            reported("[PASS] testFuzz_a(uint8,(bool,int256)[]) (runs: 256, \u{3bc}: 3, ~: 3)"),
            Some(Reported::Passed("testFuzz_a(uint8,(bool,int256)[])"))
        );
        assert_eq!(
            reported("[SKIP: later] test_a() (gas: 0)"),
            Some(Reported::Skipped { name: "test_a()", reason: "later" })
        );
        for text in ["[FAIL: no [3]] test_a() (gas: 3)", "[FAIL. Reason: no [3]] test_a() (gas: 3)"] {
            assert_eq!(
                reported(text),
                Some(Reported::Failed { name: "test_a()", reason: "no [3]" }),
                "{text}"
            );
        }
        assert_eq!(
            reported("[FAIL] test_a() (gas: 3)"),
            Some(Reported::Failed { name: "test_a()", reason: "" })
        );
        assert_eq!(reported("[FAIL: grew]"), Some(Reported::Fails { reason: "grew" }));
        for text in ["[PASS] the harbour", "[FAIL]  berth 0 holds.", "[FAILED] a", "[PASS] a (gas: 3)"] {
            assert_eq!(reported(text), None, "{text}");
        }
    }

    #[test]
    fn totals_are_read_in_both_forms() {
        let read = |text| result(text).map(|totals| (totals.passed, totals.failed, totals.skipped));
        let three = Some((Some(2), Some(4), Some(1)));
        assert_eq!(read("Suite result: FAILED. 2 passed; 4 failed; 1 skipped; finished in 9.30ms"), three);
        assert_eq!(read("Test result: FAILED. 2 passed; 4 failed; 1 skipped; finished in 9.30ms"), three);
        assert_eq!(read("Suite result: ok. all passed"), None);
        assert!(encountered("Encountered a total of 5 failing tests, 4 tests succeeded").is_some());
    }

    #[test]
    fn a_counterexample_is_reported_by_its_arguments() {
        let reason = "too much; counterexample: calldata=0x2bff args=[714 [7.14e2]]";
        assert_eq!(message(reason), "too much; args=[714 [7.14e2]]");
        assert_eq!(message("too much"), "too much");
    }
}
