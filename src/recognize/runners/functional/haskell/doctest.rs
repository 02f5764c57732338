//! doctest of Haskell: examples in comments.
//!
//! `src/Quay.hs:12: failure in expression `moor 3'`, `### Failure in src/Quay.hs:12: expression `moor 3'` before version 0.16, with
//! `expected: ` and ` but got: ` below, and at the end `Examples: 105  Tried: 102  Errors: 0  Failures: 2`. Source: doctest's `Runner.hs`.

use crate::event::{Part, Place, Seen, TestId, Totals};
use crate::recognize::kit::scan;
use crate::recognize::kit::{EveryLine, Run, Runner, Shape, Spec, shape};

/// The numbers.
const NUMBERS: Shape = shape("Examples: {number}  Tried: {all}  Errors: {errors}  Failures: {failed}");

/// doctest.
#[derive(Debug, Default)]
pub struct Doctest {
    /// The first line of a message waits for the second.
    expected: String,
}

impl Runner for Doctest {
    const SPEC: Spec = Spec {
        name: "haskell doctest",
        reads: "doctest of Haskell",
        starts: &["### Failure in ", "### Error in ", "Examples: "],
        places: Some(&["hs", "lhs"]),
        every_line: EveryLine::BelowFailure,
        ..Spec::NONE
    };

    type Zone = ();

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        let bare = text.trim_start();
        if let Some(numbers) = NUMBERS.read(bare) {
            let failed = [numbers.failed, numbers.errors]
                .iter()
                .flatten()
                .fold(0_u64, |sum, each| sum.saturating_add(*each));
            run.open();
            let passed = numbers.all.map(|all| all.saturating_sub(failed));
            return run.totals(Totals { passed, failed: Some(failed), ..Totals::default() });
        }
        if let Some((place, expression)) = failure(bare) {
            run.open();
            let line = place.line.unwrap_or(0);
            let module = format!("{}:{line}", place.file);
            let seen = run.fail(TestId::of(&module, " ", expression));
            run.at(place);
            return seen;
        }
        if !run.is_open() {
            return Seen::No;
        }
        if bare.starts_with("expected: ") {
            bare.trim_end().clone_into(&mut self.expected);
            return run.text(Part::Why);
        }
        if bare.starts_with("but got: ") {
            run.message(&format!("{}, {bare}", std::mem::take(&mut self.expected)));
            return run.text(Part::Why);
        }
        if bare.is_empty() {
            run.close();
            return Seen::No;
        }
        run.why_below(bare)
    }
}

/// Reads the place and the expression of a failure.
fn failure(text: &str) -> Option<(Place<'_>, &str)> {
    let old = text.strip_prefix("### Failure in ").or_else(|| text.strip_prefix("### Error in "));
    let (place, rest) = scan::place(old.unwrap_or(text))?;
    let rest = rest.strip_prefix(' ').unwrap_or(rest);
    let words: &[&str] =
        if old.is_some() { &["expression `"] } else { &["failure in expression `", "error in expression `"] };
    let expression = words.iter().find_map(|words| rest.strip_prefix(words))?.strip_suffix('\'')?;
    (place.file.ends_with("hs") && !expression.is_empty()).then_some((place, expression))
}
