//! The recognizer of checks of packages, commits and interfaces.

use super::{commitizen, depcheck, publint, redocly, size_limit};
use crate::event::{FailureKind, Seen};
use crate::recognize::kit::linter::{Findings, Linter, Table, Tool, ask};
use crate::recognize::kit::shape;

/// Linters of packages, commits and interfaces.
#[derive(Debug, Default)]
pub struct PackageLinters {
    publint: publint::Publint,
    depcheck: depcheck::Depcheck,
    commitizen: commitizen::Commitizen,
    redocly: redocly::Redocly,
}

impl Linter for PackageLinters {
    const TABLE: Table = Table {
        name: "linter",
        reads: "publint, depcheck, size-limit, cz check of commitizen, redocly lint",
        starts: &[
            publint::HEADER,
            depcheck::LISTS[0],
            depcheck::LISTS[1],
            depcheck::LISTS[2],
            "No depcheck issue",
            size_limit::TOO_LARGE,
            size_limit::TOO_SLOW,
            commitizen::FAILED,
            "Commit validation: successful!",
            "validating ",
            redocly::FAILED,
            redocly::WELL,
        ],
        well: &[shape("No depcheck issue"), shape("Commit validation: successful!")],
        ..Table::NONE
    };

    fn before(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        let tools: &mut [&mut dyn Tool] =
            &mut [&mut self.depcheck, &mut self.publint, &mut self.commitizen, &mut self.redocly];
        ask(tools, text, findings)
    }

    fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        let bare = text.trim_start();
        size_limit::is_exceeded(bare).then(|| findings.fail(bare, FailureKind::Test))
    }

    fn sees_every_line(&self) -> bool {
        let Self { publint, depcheck, commitizen, redocly } = self;
        publint.is_open() || depcheck.is_open() || commitizen.is_open() || redocly.is_open()
    }

    fn end(&mut self, findings: &mut Findings<'_>) {
        self.commitizen.end(findings);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::linter::Linting;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut Linting::<PackageLinters>::default(), text).join("\n")
    }

    const PUBLINT_HEAD: &str =
        "Running publint v0.3.25 for quay...\nPacking files with `npm pack`...\nLinting...\n";

    #[test]
    fn publints_errors_fail_and_its_warnings_and_suggestions_do_not() {
        let bad = all(&format!(
            "{PUBLINT_HEAD}Errors:\n1. pkg.main is ./a.js but the file does not exist.\nWarnings:\n1. pkg.exports is odd\nother\n2. no row\n"
        ));
        assert_eq!(bad.matches("Diagnostic").count(), 1, "{bad}");
        assert!(
            bad.contains("7 Mine(Warning)")
                && bad.contains("8 No")
                && bad.contains("9 No")
                && !bad.contains("Passed"),
            "{bad}"
        );
        assert!(all(&format!("{PUBLINT_HEAD}Suggestions:\n1. say type\n")).contains("SectionEnded(Passed)"));
        assert!(all(&format!("{PUBLINT_HEAD}All good!\n")).contains("SectionEnded(Passed)"));
        assert!(!all(&format!("{PUBLINT_HEAD}a\nb\nc\nErrors:\n1. late\n")).contains("Diagnostic"));
    }

    #[test]
    fn depchecks_lists_fail() {
        let reported =
            all("Unused dependencies\n* lodash\nMissing dependencies\n* chalk: ./index.js\nother\n* boat\n");
        assert_eq!(reported.matches("Diagnostic").count(), 2, "{reported}");
        assert!(reported.contains("file: \"./index.js\"") && reported.contains("6 No"), "{reported}");
        assert!(!all("Unused dependencies\n\n* lodash\n").contains("Diagnostic"));
        assert!(!all("Unused dependencies\n* lodash is gone\n").contains("Diagnostic"));
    }

    #[test]
    fn a_limit_that_was_exceeded_fails() {
        let reported = all("  big\n  Package size limit has exceeded by 27 B\n  Size limit: 10 B\n");
        assert_eq!(reported.matches("BlockOpened").count(), 1, "{reported}");
        assert!(!all("Package size limit has exceeded by a boat\n").contains("Block"));
    }

    #[test]
    fn commits_that_break_the_rules_are_named() {
        let reported = all(
            "commit validation: failed!\nplease enter a commit message in the commitizen format.\ncommit \"0a7ea7437a95ceb87\": \"sank it\n\"pattern: (?s)x\nafter\n",
        );
        assert!(
            reported.contains("name: \"0a7ea7437a95: sank it\"") && reported.contains("5 No"),
            "{reported}"
        );
        assert_eq!(reported.matches("BlockOpened").count(), 1, "{reported}");
        assert!(all("commit validation: failed!\n").contains("end BlockOpened"));
        assert!(all("Commit validation: successful!\n").contains("SectionEnded(Passed)"));
    }

    #[test]
    fn redoclys_errors_fail_and_its_warnings_do_not() {
        let block = |number: u32, weight: &str| {
            format!(
                "[{number}] a.yaml:{number}:7 at #/paths/get\n\nServers must be present.\n\n1 | openapi: 3\n\n{weight} was generated by the no-{number} rule.\n\n\n"
            )
        };
        let reported = all(&format!(
            "validating a.yaml...\n{}{}a.yaml: validated in 9ms\n\n❌ Validation failed with 1 error and 1 warning.\n",
            block(1, "Error"),
            block(2, "Warning")
        ));
        assert_eq!(reported.matches("Diagnostic").count(), 1, "{reported}");
        assert!(
            reported.contains("file: \"a.yaml\", line: Some(1)")
                && reported.contains("message: \"Servers must be present. (no-1)\""),
            "{reported}"
        );
        assert!(!reported.contains("Consequence") && reported.contains("Warning {"), "{reported}");
        let lone = all("❌ Validation failed with 2 errors and 3 warnings.\n");
        assert!(lone.contains("Consequence"), "{lone}");
        assert!(all("Woohoo! Your API description is valid. 🎉\n").contains("SectionEnded(Passed)"));
        assert!(
            !all(
                "validating the boat...\n[1] a.yaml:1:7 at #/a\n\nno\n\nError was generated by the a rule.\n"
            )
            .contains("Diagnostic")
        );
    }
}
