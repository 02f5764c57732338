//! The shapes of lines of `zig build`; see `build_runner.zig` of Zig's library.

use crate::budget::Count as _;
use crate::event::{FailureKind, Totals};
use crate::recognize::kit::diagnostics::Diagnostic;
use crate::recognize::kit::{diagnostics, scan};

/// The longest name of a test or step, in bytes.
const LONGEST_NAME: usize = 400;

/// What became of a step, as the tree says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Nothing is printed, or another step below failed.
    Open,
    /// It went well; what it printed may follow.
    Fine,
    /// A compiler's errors follow.
    Errors,
    /// Failures of tests follow.
    Tests,
    /// It failed.
    Failure,
}

/// What a step does begins its name.
const KINDS: [&str; 11] = [
    "run",
    "compile",
    "zig",
    "install",
    "translate-c",
    "options",
    "WriteFile",
    "CheckFile",
    "fmt",
    "objcopy",
    "test",
];

/// What is after the branch of the tree that leads to a step. A terminal is sent the letters that its set of lines
/// is drawn with: what is left of `└─ ` and `├─ ` without the escape sequences is `mq ` and `tq `, of `│  ` it is `x  `.
fn branch(text: &str) -> Option<&str> {
    let mut rest = text.trim_start();
    while let Some(below) = ["x  ", "|  ", "\u{2502}  "].iter().find_map(|above| rest.strip_prefix(above)) {
        rest = below.trim_start();
    }
    ["+- ", "mq ", "tq ", "\u{2514}\u{2500} ", "\u{251c}\u{2500} "]
        .iter()
        .find_map(|branch| rest.strip_prefix(branch))
}

/// Splits `run test: error: 'cart.test.adds' failed: ...`, as 0.11 tells a step's messages: the step, and its message.
pub fn of_step(text: &str) -> Option<(&str, &str)> {
    let at = text.find(": error: ")?;
    let (step, message) = (text.get(..at)?, text.get(at.saturating_add(2)..)?);
    let reported = test(message).is_some() || executing(message).is_some();
    (reported && step.len() <= LONGEST_NAME && step.starts_with("run ")).then_some((step, message))
}

/// Reads a line of the tree of steps, `   +- compile test cart Debug native 2 errors`: the step and its status.
pub fn step(text: &str) -> Option<(&str, Status)> {
    let rest = branch(text)?.trim_end();
    if rest.len() > LONGEST_NAME {
        return None;
    }
    let ends = |words: &str| rest.strip_suffix(words).is_some_and(|before| before.ends_with([' ', '(']));
    // Packages in other tools' trees begin with the same letters: `fmt-0.6.1`.
    let word = rest.split(' ').next().unwrap_or(rest);
    let known = KINDS.contains(&word);
    if ends("transitive failure") {
        return Some((rest, Status::Open));
    }
    if ends("failure") {
        return Some((rest, Status::Failure));
    }
    let counted = |words: &str| {
        let number = rest.strip_suffix(words)?.rsplit(' ').next()?;
        scan::whole_number(number)
    };
    if counted(" errors").is_some_and(|number| number > 0) {
        return Some((rest, Status::Errors));
    }
    let words = [" failed", " leaked", " fail", " crash", " timeout", " leaks", " error logs"];
    let tests = rest.split([',', '(', ';']).any(|part| {
        let part = part.trim_end_matches([' ', ')']);
        words.iter().any(|word| {
            let number = part.strip_suffix(word).and_then(|before| before.rsplit(' ').next());
            number.and_then(scan::whole_number).is_some_and(|number| number > 0)
        })
    });
    let counts = rest.ends_with(" passed") || rest.contains(" passed, ") || rest.contains(" total)");
    if known && tests {
        return Some((rest, Status::Tests));
    }
    // Up to 0.15 a step whose tests all passed and logged an error says no more than how many passed.
    let all = rest.rsplit(' ').nth(1).and_then(|all| all.split_once('/'));
    if known && rest.ends_with(" passed") && all.is_some() {
        return Some((rest, Status::Tests));
    }
    let fine = counts || ends("stderr") || ends("w") || ends("success") || ends("cached");
    known.then_some((rest, if fine { Status::Fine } else { Status::Open }))
}

/// The name of a step without what is printed of it: `run test cart`.
pub fn bare(step: &str) -> &str {
    let mut end = step.len();
    for words in [" transitive failure", " failure", " stderr", " Debug ", " Release"] {
        if let Some(at) = step.find(words) {
            end = end.min(at);
        }
    }
    step.get(..end).unwrap_or(step)
}

/// `Build Summary: 3/5 steps succeeded; 1 failed; 9/13 tests passed; 1 skipped; 3 failed; 1 leaked`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Not all steps succeeded.
    pub failed: bool,
    /// There were tests.
    pub tests: bool,
    /// Their numbers.
    pub totals: Totals,
}

impl Summary {
    /// The numbers with all failures that were reported: `failed` of them were tests that are counted so, `passed` tests that are counted as passed.
    pub fn corrected(&self, reported: u64, failed: u64, passed: u64) -> Totals {
        let others = reported.saturating_sub(failed);
        Totals {
            passed: self.totals.passed.map(|number| number.saturating_sub(passed)),
            failed: self.totals.failed.map(|number| number.saturating_add(others)),
            ..self.totals
        }
    }
}

/// Reads the summary; from 0.16 on what is after a number is in brackets.
pub fn summary(text: &str) -> Option<Summary> {
    let rest = text.strip_prefix("Build Summary: ")?.trim_end();
    let rest = rest.strip_suffix(" (disable with --summary none)").unwrap_or(rest);
    let (good, rest) = scan::number(rest)?;
    let (all, rest) = scan::number(rest.strip_prefix('/')?)?;
    let rest = rest.strip_prefix(" steps succeeded")?;
    let mut summary = Summary::default();
    let (mut skipped, mut broken) = (0_u64, false);
    let mut slots = [0_u64; 4];
    let [passed, failed, passed_over, total] = &mut slots;
    for part in rest.split([';', '(', ')', ',']).map(str::trim).filter(|part| !part.is_empty()) {
        let (number, word) = scan::number(part)?;
        match word {
            " skipped" if summary.tests => *passed_over = number,
            " skipped" => skipped = number,
            " failed" | " crashed" | " timed out" if summary.tests => failed.up(number),
            " failed" => broken = number > 0,
            // A test that leaked counts as passed too.
            " leaked" => summary.failed |= number > 0,
            word => {
                let (of, word) = scan::number(word.strip_prefix('/')?)?;
                if word != " tests passed" {
                    return None;
                }
                (*passed, *total, summary.tests) = (number, of, true);
            }
        }
    }
    summary.failed |= broken || *failed > 0 || good.saturating_add(skipped) < all;
    summary.totals = Totals {
        passed: Some(*passed),
        failed: Some(*failed),
        skipped: Some(*passed_over),
        ..Totals::default()
    };
    Some(summary)
}

/// How a test failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// It failed.
    Failed,
    /// It passed, and leaked memory or logged errors.
    Passed,
    /// Its process died.
    Crashed,
    /// It took too long.
    TimedOut,
}

impl How {
    /// The kind of failure that it is.
    pub const fn kind(self) -> FailureKind {
        match self {
            Self::Failed | Self::Passed => FailureKind::Test,
            Self::Crashed => FailureKind::Crash,
            Self::TimedOut => FailureKind::Timeout,
        }
    }
}

/// Reads `error: 'cart.test.adds' failed: expected 5, found 6`: name, how, and what is printed of it.
pub fn test(text: &str) -> Option<(&str, How, &str)> {
    let rest = text.strip_prefix("error: '")?;
    // A name may hold the mark that ends it.
    rest.match_indices("' ").find_map(|(at, _)| {
        let (name, printed) = (rest.get(..at)?, rest.get(at.saturating_add(2)..)?);
        let begins = |words: &str| {
            let after = printed.strip_prefix(words)?;
            (after.is_empty() || after.starts_with([':', ' '])).then_some(after)
        };
        let how = if begins("failed").is_some() {
            How::Failed
        } else if begins("leaked").is_some() || begins("logged").is_some() {
            How::Passed
        } else if begins("timed out").is_some() {
            How::TimedOut
        } else if begins("terminated").is_some() || begins("exited with code").is_some() {
            How::Crashed
        } else {
            return None;
        };
        (!name.is_empty() && name.len() <= LONGEST_NAME && name.contains("test"))
            .then_some((name, how, printed))
    })
}

/// Reads `error: while executing test 'cart.test.adds', the following command terminated with signal 6 (...):`: the name, and what happened.
pub fn executing(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix("error: while executing test '")?;
    let (name, rest) = rest.rsplit_once("', the following ")?;
    let (_, happened) = rest.split_once("command ")?;
    (!name.is_empty() && name.len() <= LONGEST_NAME).then_some((name, happened.trim_end_matches(':')))
}

/// Whether `zig build` ends with this line.
pub fn build_failed(text: &str) -> bool {
    text.starts_with("error: the following build command ") && text.trim_end().ends_with(':')
}

/// Whether a command of a step failed.
pub fn command(text: &str) -> bool {
    let compiled = text
        .strip_prefix("error: ")
        .and_then(scan::number)
        .is_some_and(|(_, rest)| rest == " compilation errors");
    compiled
        || text.starts_with("failed command: ")
        || (text.starts_with("error: the following command ") && text.ends_with(':'))
        || text.starts_with("error: process ")
}

/// Reads `error: undefined symbol: weigh_all`, of Zig's own linker and of LLD.
pub fn linking(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("error: ")?;
    let message = rest.strip_prefix("ld.lld: ").unwrap_or(rest);
    let known = ["undefined symbol: ", "duplicate symbol definition: ", "duplicate symbol: "];
    known.iter().any(|words| message.starts_with(words)).then_some(message)
}

/// Reads a diagnostic on a file of Zig.
pub fn diagnostic(text: &str) -> Option<Diagnostic<'_>> {
    if text.starts_with(' ') || scan::place(text).is_none() {
        return None;
    }
    let read = diagnostics::parse(text)?;
    matches!(diagnostics::extension(read.place.file), "zig" | "zon").then_some(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_tells_what_became_of_a_step() {
        let read = |text| step(text).map(|(_, status)| status);
        for (text, status) in [
            ("+- run test cart failure", Status::Failure),
            ("+- run cart 6/10 passed, 3 failed, 1 skipped, 1 leaked", Status::Tests),
            ("+- run test cart 6 pass, 1 skip, 3 fail (10 total); 1 leaks", Status::Tests),
            ("+- run test cart 2 pass, 1 crash (3 total)", Status::Tests),
            ("+- run test cart 10/10 passed", Status::Tests),
            ("+- run test cart 3 passed 781us MaxRSS:2M", Status::Open),
            ("+- run test cart 2 pass (2 total) 6ms MaxRSS:4M", Status::Fine),
            ("+- run test cart stderr", Status::Fine),
            ("+- run test cart w", Status::Fine),
            ("   +- compile test cart Debug native 2 errors", Status::Errors),
            ("+- run exe till transitive failure", Status::Open),
            ("   +- zig test cart Debug native", Status::Open),
        ] {
            assert_eq!(read(text), Some(status), "{text}");
        }
        assert_eq!(read("+- org.slf4j:slf4j-api:jar:2.0:compile"), None);
        assert_eq!(bare("run test cart failure"), "run test cart");
        assert_eq!(bare("compile exe till Debug native 2 errors"), "compile exe till");
    }

    #[test]
    fn the_summary_has_two_forms() {
        let read = |text| {
            let Totals { passed, failed, skipped, .. } = summary(text)?.totals;
            Some((summary(text)?.failed, summary(text)?.tests, passed?, failed?, skipped?))
        };
        for text in [
            "Build Summary: 3/5 steps succeeded; 1 failed; 9/13 tests passed; 1 skipped; 3 failed; 1 leaked",
            "Build Summary: 3/5 steps succeeded; 1 failed; 9/13 tests passed; 1 skipped; 3 failed (disable with --summary none)",
            "Build Summary: 3/5 steps succeeded (1 failed); 9/13 tests passed (1 skipped, 2 failed, 1 crashed)",
        ] {
            assert_eq!(read(text), Some((true, true, 9, 3, 1)), "{text}");
        }
        assert_eq!(read("Build Summary: 3/3 steps succeeded"), Some((false, false, 0, 0, 0)));
        assert_eq!(read("Build Summary: 2/3 steps succeeded; 1 skipped"), Some((false, false, 0, 0, 0)));
        assert_eq!(
            read("Build Summary: 3/3 steps succeeded; 2/2 tests passed"),
            Some((false, true, 2, 0, 0))
        );
        assert_eq!(read("Build Summary: all went well"), None);
    }

    #[test]
    fn a_test_is_named_with_what_happened() {
        assert_eq!(
            test("error: 'cart.test.adds' failed: expected 5"),
            Some(("cart.test.adds", How::Failed, "failed: expected 5"))
        );
        assert_eq!(
            test("error: 'cart.test.it isn't' leaked 1 allocations:").map(|(name, how, _)| (name, how)),
            Some(("cart.test.it isn't", How::Passed))
        );
        assert_eq!(
            test("error: 'cart.test.a' terminated with signal ABRT with stderr:").map(|(_, how, _)| how),
            Some(How::Crashed)
        );
        assert_eq!(test("error: 'cart.zig' is not there"), None);
        assert_eq!(
            executing(
                "error: while executing test 'a.test.b', the following command terminated with signal 6:"
            ),
            Some(("a.test.b", "terminated with signal 6"))
        );
        assert_eq!(linking("error: undefined symbol: weigh"), Some("undefined symbol: weigh"));
        assert_eq!(linking("error: no symbol"), None);
    }
}
