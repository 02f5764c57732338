//! CocoaPods: what it says after `[!]` when it gives up, with the lines below it up to the next thing that it says.
//!
//! Its warnings have the same mark and other words. Source: CocoaPods' `Informative` errors and Molinillo's.

use crate::budget::Count as _;
use crate::event::{Class, FailureKind, Part, Seen};
use crate::recognize::kit::good_end::GoodEnd;
use crate::recognize::kit::{EqualNames, EveryLine, Run, Runner, Spec};
use crate::text::head;

/// The longest name of a failure, in bytes.
const NAME_BYTES: usize = 240;
/// The most lines below one failure.
const LINES: u32 = 80;
/// How it says that it is done.
const DONE: &str = "Pod installation complete! There ";
/// What it says when it gives up.
const WORDS: [&str; 14] = [
    "CocoaPods could not find compatible versions for pod ",
    "Unable to find a specification for ",
    "Unable to find a target named ",
    "Unable to satisfy the following requirements",
    "Unable to determine ",
    "Unable to add a source",
    "Unable to download ",
    "Invalid `Podfile",
    "Invalid Podfile",
    "Error installing ",
    "No `Podfile' found",
    "No podspec found for ",
    "There are multiple dependencies with different sources for ",
    "The platform of the target ",
];

/// CocoaPods.
#[derive(Debug, Default)]
pub struct Cocoapods {
    /// How many lines of the open failure came.
    lines: u32,
    good: GoodEnd,
}

impl Runner for Cocoapods {
    const SPEC: Spec = Spec {
        name: "cocoapods",
        reads: "CocoaPods: installs that failed",
        starts: &["[!] ", DONE],
        every_line: EveryLine::BelowFailure,
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.good.is_at()
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        self.good.line(text);
        if text.starts_with(DONE) {
            run.close();
            self.good.say();
            return Seen::Mine(Class::Totals);
        }
        if let Some(printed) =
            text.strip_prefix("[!] ").filter(|printed| WORDS.iter().any(|word| printed.starts_with(word)))
        {
            self.lines = 0;
            return run.fail_whole(head(printed.trim_end_matches(':'), NAME_BYTES), FailureKind::Build);
        }
        if !run.is_open() {
            return Seen::No;
        }
        let goes_on =
            text.is_empty() || text.starts_with([' ', '\t']) || text.starts_with("Specs satisfying ");
        let advice = ["None of your spec sources", "You have either", "CocoaPods", "This can be caused"]
            .iter()
            .any(|word| text.starts_with(word));
        if self.lines >= LINES || !(goes_on || advice) {
            run.close();
            return Seen::No;
        }
        self.lines.up(1);
        if text.is_empty() {
            return Seen::Mine(Class::Noise);
        }
        run.below(if advice { Part::Where } else { Part::Why })
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.good.end(run);
    }
}
